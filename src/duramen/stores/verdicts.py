"""Rows of verdicts: what rules and people said of rounds in a review; of each reviewer the newest lives, the others stay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, select

from duramen.scoring.review import ASPECTS
from duramen.stores.owners import Owner
from duramen.stores.tables import verdicts
from duramen.stores.writing import OwnerWrite

AUTOMATIC, ADJUDICATOR = "automatic", "adjudicator"
"""The reviewers that are nobody's name: the rules, and who decides where the others disagree."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one reviewer said of one round. None is unjudged; `grades` by aspect, "" for none.

    Of the rules' verdict alone: `condition`, under which the round was answered, `letter`, which hid it, and `doubts`.
    """

    record_id: str
    reviewer: str
    support: bool | None = None
    answer: bool | None = None
    final: bool | None = None
    grades: Mapping[str, str] = field(default_factory=dict)
    condition: str = ""
    letter: str = ""
    doubts: tuple[str, ...] = ()
    note: str = ""


def put_verdicts(write: OwnerWrite, given: list[Verdict], recorded_us: int) -> int:
    """Store verdicts, each in place of its reviewer's last on the round; returns how many say something new."""
    standing = {(one.record_id, one.reviewer): one for one in read_verdicts(write.connection, write.owner)}
    new = [one for one in given if standing.get((one.record_id, one.reviewer)) != as_stored(one)]
    if not new:
        return 0
    for one in new:
        if (one.record_id, one.reviewer) in standing:
            last = {"record_id": one.record_id, "reviewer": one.reviewer, "died_seq": None}
            write.update(verdicts, last, {"died_seq": write.seq})
    first = write.take_items(len(new))
    facts = {"born_seq": write.seq, "recorded_us": recorded_us}
    write.insert(verdicts, [{"verdict_id": first + at, **facts, **_values(one)} for at, one in enumerate(new)])
    return len(new)


def read_verdicts(connection: Connection, owner: Owner) -> list[Verdict]:
    """Return all that holds of a person's rounds, oldest first."""
    rows = connection.execute(
        select(verdicts)
        .where(verdicts.c.owner_id == owner.owner_id, verdicts.c.died_seq.is_(None))
        .order_by(verdicts.c.verdict_id)
    )
    return [_verdict(row) for row in rows]


def as_stored(one: Verdict) -> Verdict:
    """Return a verdict as it would be read back."""
    return Verdict(
        **{name: getattr(one, name) for name in Verdict.__slots__ if name != "grades"},
        grades={aspect: one.grades.get(aspect, "") for aspect in ASPECTS},
    )


def _values(one: Verdict) -> dict[str, Any]:
    return {
        "record_id": one.record_id,
        "reviewer": one.reviewer,
        **{name: _number(getattr(one, name)) for name in ("support", "answer", "final")},
        **{aspect: one.grades.get(aspect, "") for aspect in ASPECTS},
        "condition": one.condition,
        "letter": one.letter,
        "doubts": " ".join(one.doubts),
        "note": one.note,
    }


def _verdict(row: Row[Any]) -> Verdict:
    return Verdict(
        record_id=row.record_id,
        reviewer=row.reviewer,
        support=_truth(row.support),
        answer=_truth(row.answer),
        final=_truth(row.final),
        grades={aspect: getattr(row, aspect) for aspect in ASPECTS},
        condition=row.condition,
        letter=row.letter,
        doubts=tuple(row.doubts.split()),
        note=row.note,
    )


def _number(truth: bool | None) -> int | None:
    return None if truth is None else int(truth)


def _truth(number: int | None) -> bool | None:
    return None if number is None else bool(number)
