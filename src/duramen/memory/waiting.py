"""Words whose vectors must wait: what was said is stored all the same when the embedder cannot be asked.

In: the passages of a round. Out: their vectors, or None for each with the error, and the write transaction that fits.
A turn without a vector is found by its words; `duramen reindex` gives it its vector when the embedder is back.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from duramen.errors import ModelError
from duramen.memory.events import noted
from duramen.memory.passages import pack
from duramen.memory.workspace import Workspace
from duramen.stores.owners import Owner
from duramen.stores.writing import OwnerWrite, owner_write


def embedder_failure(workspace: Workspace) -> ModelError | None:
    """Return why the embedder cannot be asked, None when it is there; raises EmbedderMismatch for another's vectors."""
    try:
        workspace.embedder()
    except ModelError as error:
        return error
    return None


def vectors_if_any(
    workspace: Workspace, passages: Sequence[str], failure: ModelError | None = None
) -> tuple[Sequence[bytes | None], ModelError | None]:
    """Return the vector of each passage and None; or a None for each, and why: `failure`, or the embedder's error."""
    try:
        if failure is None:
            return pack(workspace.embedder(), passages), None
    except ModelError as error:
        failure = error
    noted("vectors_wait", turns=len(passages), error=type(failure).__name__)
    return [None] * len(passages), failure


def write_words(workspace: Workspace, owner: Owner, failure: ModelError | None) -> AbstractContextManager[OwnerWrite]:
    """Open a write transaction for rows with vectors, or, after a failure, for rows without, which fit any embedder's."""
    return workspace.write(owner) if failure is None else owner_write(workspace.engine, owner)


def words_kept(failure: ModelError, place: str) -> ModelError:
    """Return the failure with where the words are that were said."""
    return type(failure)(
        f"{failure}. What was said is stored as {place} and waits for its vector: when the embedder can be reached "
        "again, `duramen reindex` fills it in"
    )
