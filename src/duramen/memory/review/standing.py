"""Where a review stands: what rules and people said of each round, read from the stores in which the rounds are.

In: open stores and names. Out: rounds in the order in which they happened, each with its verdicts as they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duramen.domain.record import Record
from duramen.errors import NotFound
from duramen.memory.names import checked_name
from duramen.memory.review.choosing import Choice
from duramen.memory.workspace import Workspace
from duramen.scoring.review import ReviewedRound
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.records import read_record
from duramen.stores.verdicts import ADJUDICATOR, AUTOMATIC, Verdict, read_verdicts


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A round that was exported, with all that was said of it; `reviewed` is what the arithmetic needs of that."""

    owner: Owner
    record: Record
    verdicts: tuple[Verdict, ...]
    reviewed: ReviewedRound

    @property
    def rules(self) -> Verdict:
        """Return what the rules said: under which condition and letter, and with which doubts."""
        return next(one for one in self.verdicts if one.reviewer == AUTOMATIC)


def reviewed_round(verdicts: Sequence[Verdict]) -> ReviewedRound:
    """Return a round as the arithmetic has it; one of the verdicts is the rules'."""
    rules = next(one for one in verdicts if one.reviewer == AUTOMATIC)
    decided = [one.final for one in verdicts if one.reviewer == ADJUDICATOR]
    return ReviewedRound(
        condition=rules.condition,
        automatic=rules.final,
        clear=not rules.doubts,
        verdicts={one.reviewer: one.final for one in verdicts if one.reviewer not in (AUTOMATIC, ADJUDICATOR)},
        adjudicated=decided[-1] if decided else None,
    )


def standing_rounds(workspaces: Sequence[Workspace], choice: Choice) -> list[Standing]:
    """Return the rounds of a person that were exported, by condition and time; raises NotFound where there is none."""
    person = checked_name(choice.person, "person")
    found = [
        one
        for workspace in workspaces
        for one in _of(workspace, workspace.known(OwnerKind.PERSON, person))
        if choice.character in ("", one.record.character) and choice.session in ("", one.record.session)
    ]
    if not found:
        raise NotFound(f"no round of {person!r} was exported for review; `duramen review export` makes sheets")
    return sorted(found, key=lambda one: (one.rules.condition, one.record.happened_at.at_us or 0, one.record.round))


def _of(workspace: Workspace, owner: Owner) -> list[Standing]:
    by_record: dict[str, list[Verdict]] = {}
    found = []
    with reading(workspace.engine) as connection:
        for verdict in read_verdicts(connection, owner):
            by_record.setdefault(verdict.record_id, []).append(verdict)
        for record_id, verdicts in by_record.items():
            record = read_record(connection, owner, record_id)
            if record is not None and any(one.reviewer == AUTOMATIC for one in verdicts):
                reviewed = reviewed_round(verdicts)
                found.append(Standing(owner=owner, record=record, verdicts=tuple(verdicts), reviewed=reviewed))
    return found
