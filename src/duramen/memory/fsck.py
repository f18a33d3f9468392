"""Fsck: whether everything that a store's rows name is there, its counters are right, and the database is whole (C12).

What was lawfully erased is not missing: it is counted apart. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, func, select

from duramen.memory.events import logged
from duramen.memory.verify import store_opened
from duramen.stores.counters import database_faults, wrong_counters, wrong_names, wrong_vectors
from duramen.stores.engine import reading
from duramen.stores.references import REFERENCES, Dangling, Erased, dangling_of, misplaced_spans
from duramen.stores.tables import records
from duramen.stores.traces import dangling_evidence, dangling_traces

_RESTORE = "a row went missing past duramen: `duramen verify` names it, and only a backup has it (`duramen restore`)"
_EXPLAINS = "the answer stands, but cannot be explained or replayed whole; only a backup has what is missing"
_CHANGED = "the row was changed past duramen: `duramen verify` names it, and a backup has it as it was"

RULES: dict[str, tuple[str, str]] = {
    "turn-record": ("a message is of a round that is not there", _RESTORE),
    "parent-document": (
        "a chunk is of a document that is not there",
        "`duramen knowledge add` it again, or restore a backup",
    ),
    "child-parent": (
        "a piece is of a chunk that is not there",
        "`duramen knowledge add` the document again, or restore a backup",
    ),
    "quote-leaf": ("a quote is for a value that is not there", _RESTORE),
    "quote-turn": ("a value rests on words that are not there", _RESTORE),
    "leaf-grown-from": ("a value grew out of one that is not there", _RESTORE),
    "leaf-version": ("a value is of a version of the tree that is not there", _RESTORE),
    "decision-leaf": ("a decision led to a value that is not there", _RESTORE),
    "decision-window": ("a decision is on a window that is not there", _RESTORE),
    "decision-version": ("a decision stands after a version of the tree that is not there", _RESTORE),
    "decision-turn": ("a decision rests on words that are not there", _RESTORE),
    "version-window": ("a version of the tree was made by a window that is not there", _RESTORE),
    "version": ("the versions of a tree have a gap, or go beyond its latest", _RESTORE),
    "hint-record": ("a hint is about a round that is not there", _RESTORE),
    "head-version": ("a tree stands at a version that is not there", _RESTORE),
    "row-owner": ("a row is of nobody who is there", _RESTORE),
    "owner-head": ("somebody has no head, so that nothing can be written of them", _RESTORE),
    "self": ("a character says something of itself to a person who is not there", _RESTORE),
    "wordless": ("a round has no message", _RESTORE),
    "tenant": ("a row is of another tenant than its owner", _CHANGED),
    "counter": ("a counter is behind what was handed out, so that a number would be given twice", _CHANGED),
    "span": ("a span lies outside the text that it is cut from", _CHANGED),
    "vector": (
        "a vector is not of the store's embedder",
        "`duramen reindex` to another embedder and back makes all anew",
    ),
    "trace": ("how an answer came about cannot be read", _CHANGED),
    "trace-turn": ("an answer was given by words that are not there", _EXPLAINS),
    "trace-child": ("an answer was given by a piece of a document that is not there", _EXPLAINS),
    "trace-leaf": ("an answer was given by a value that is not there", _EXPLAINS),
    "trace-version": ("an answer was given by a version of the tree that is not there", _EXPLAINS),
    "binding": ("an answer rests on evidence that was not before the model", _CHANGED),
}
"""What each kind of finding is, and how to mend it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What was found: ids that lead nowhere, those that lead to what was lawfully erased, and what the database says."""

    dangling: tuple[Dangling, ...]
    erased: tuple[Dangling, ...]
    faults: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.dangling and not self.faults


def check_store(home: str | Path | None, progress: Callable[[int, int], None] | None = None) -> Checked:
    """Look for ids that lead nowhere in a whole store, of all kinds, as one state; raises NotFound where there is none."""
    with store_opened(home) as (engine, _), logged("checked") as facts, reading(engine) as connection:
        faults = database_faults(connection)
        found = list(_found(connection, progress))
        facts.update(dangling=sum(not one.erased for one in found), faults=len(faults))
    return Checked(
        dangling=tuple(one for one in found if not one.erased),
        erased=tuple(one for one in found if one.erased),
        faults=tuple(faults),
    )


def _found(connection: Connection, progress: Callable[[int, int], None] | None) -> Iterator[Dangling]:
    answered = select(func.count()).select_from(records).where(records.c.trace.is_not(None))
    total, done = len(REFERENCES) + 1 + connection.execute(answered).scalar_one(), 0

    def ticked(steps: int) -> None:
        nonlocal done
        done += steps
        if progress is not None:
            progress(min(done, total), total)

    erased = Erased(connection)
    for reference in REFERENCES:
        yield from dangling_of(connection, reference, erased)
        ticked(1)
    yield from misplaced_spans(connection)
    yield from wrong_counters(connection, erased)
    yield from wrong_names(connection)
    yield from wrong_vectors(connection)
    yield from dangling_evidence(connection, erased)
    ticked(1)
    yield from dangling_traces(connection, erased, ticked)
