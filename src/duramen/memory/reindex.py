"""Reindex: convert every stored vector to another embedder's, in batches, resumable, while the store stays in use.

Vectors of the next embedder are written beside the living ones; one transaction swaps them at the end. Killed in
between, the same command goes on where it stopped. Rows that come meanwhile are converted in the last step. In a store
that is of the embedder already, turns that were stored while it could not be reached get their vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from duramen.errors import StoreError
from duramen.index.quantize import to_bytes
from duramen.memory.events import logged
from duramen.memory.passages import turn_passage
from duramen.memory.workspace import Workspace, identity_json
from duramen.models.base import Embedder
from duramen.models.catalog import open_embedder
from duramen.stores.engine import reading, writing
from duramen.stores.vectors import (
    EMBEDDER,
    REINDEX_TARGET,
    Unconverted,
    count_unconverted,
    count_waiting,
    fill_vectors,
    forget_next,
    next_unconverted,
    next_waiting,
    read_fact,
    swap_vectors,
    write_fact,
    write_next,
)

BATCH = 256

Progress = Callable[[int, int], None]


def reindex(workspace: Workspace, name: str, progress: Progress | None = None) -> int:
    """Convert the store to the embedder `name`; returns how many texts were converted in this run.

    In a store that is of this embedder already only turns without a vector get theirs. Choosing another target drops
    what a stopped run had converted for the old one.
    """
    with logged("reindexed", embedder=name) as facts:
        done = _reindex(workspace, name, progress)
        facts["converted"] = done
        return done


def _reindex(workspace: Workspace, name: str, progress: Progress | None) -> int:
    embedder = open_embedder(name, workspace.embedder_options())
    target = identity_json(embedder.identity)
    with writing(workspace.engine) as connection:
        filling = read_fact(connection, EMBEDDER) == target
        if not filling and read_fact(connection, REINDEX_TARGET) != target:
            forget_next(connection)
            write_fact(connection, REINDEX_TARGET, target)
    return _filled(workspace, embedder, progress) if filling else _converted_all(workspace, name, embedder, progress)


def waiting_turns(workspace: Workspace) -> int:
    """Return how many turns were stored without a vector and wait for `reindex`."""
    with reading(workspace.engine) as connection:
        return count_waiting(connection)


def _filled(workspace: Workspace, embedder: Embedder, progress: Progress | None) -> int:
    target, total, done = identity_json(embedder.identity), waiting_turns(workspace), 0
    while True:
        with reading(workspace.engine) as connection:
            batch = next_waiting(connection, BATCH)
        if not batch:
            return done
        vectors = _converted(embedder, batch)
        with writing(workspace.engine) as connection:
            if read_fact(connection, EMBEDDER) != target:
                raise StoreError(
                    "another process converts this store to another embedder; when it is done, run this again"
                )
            fill_vectors(connection, batch, vectors)
        done += len(batch)
        if progress is not None:
            progress(done, max(total, done))


def _converted_all(workspace: Workspace, name: str, embedder: Embedder, progress: Progress | None) -> int:
    target = identity_json(embedder.identity)
    with reading(workspace.engine) as connection:
        total = count_unconverted(connection)
    done = 0
    while True:
        with reading(workspace.engine) as connection:
            batch = next_unconverted(connection, BATCH)
        if batch:
            vectors = _converted(embedder, batch)
            with writing(workspace.engine) as connection:
                _check_target(connection, target)
                write_next(connection, batch, vectors)
            done += len(batch)
            if progress is not None:
                progress(done, max(total, done))
        elif _swapped(workspace, target):
            workspace.use_embedder(name)
            return done


def _converted(embedder: Embedder, batch: Sequence[Unconverted]) -> list[bytes]:
    passages = [item.text if item.table == "children" else turn_passage(item.text, item.previous) for item in batch]
    return [to_bytes(row) for row in embedder.passages(passages)]


def _swapped(workspace: Workspace, target: str) -> bool:
    """Swap when nothing is left to convert; False when rows came in the meantime."""
    with writing(workspace.engine) as connection:
        _check_target(connection, target)
        if count_unconverted(connection):
            return False
        swap_vectors(connection, target)
    return True


def _check_target(connection: Connection, target: str) -> None:
    found = read_fact(connection, REINDEX_TARGET)
    if found != target:
        ended = read_fact(connection, EMBEDDER) == target
        raise StoreError(
            "another process finished this reindex; nothing is left to do"
            if ended
            else f"another reindex, to {found or 'another embedder'}, runs on this store; let it finish, then run this again"
        )
