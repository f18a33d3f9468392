"""What is still to be done after something was erased: it stands in the store until it is done, also after a crash.

The transaction that erases notes it; compaction, files and indexes follow, and the note goes last.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from sqlalchemy import Connection

from duramen.stores.vectors import read_fact, write_fact

FACT = "forgetting_due"


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Indexes of `owners` are to be dropped; `files`: each a file beside the store, and "" or what is to replace it."""

    owners: list[str] = field(default_factory=list)
    files: list[list[str]] = field(default_factory=list)
    times: int = 0


def note_due(connection: Connection, *, owners: Sequence[str], files: Sequence[Sequence[str]] = ()) -> None:
    """Add to what is due, within the caller's transaction."""
    before = read_due(connection) or Due()
    due = Due(
        owners=sorted({*before.owners, *owners}),
        files=[*before.files, *(list(pair) for pair in files)],
        times=before.times + 1,
    )
    write_fact(connection, FACT, json.dumps(asdict(due)))


def read_due(connection: Connection) -> Due | None:
    """Return what is due, None for nothing."""
    fact = read_fact(connection, FACT)
    return None if fact is None else Due(**json.loads(fact))


def settle_due(connection: Connection, due: Due) -> bool:
    """Take the note back; False where more became due meanwhile."""
    if read_due(connection) != due:
        return False
    write_fact(connection, FACT, None)
    return True
