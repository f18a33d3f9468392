"""Rounds judged by rules before people see them: each with its condition, the letter that hides it, and what was said so far.

In: open stores and what to choose. Out: `Judged` rounds, and in each store what its rules said of its own: the key to the
sheets.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import ascii_uppercase

from duramen.errors import BadSetting
from duramen.memory.review.choosing import Choice, Chosen, choose
from duramen.memory.review.standing import reviewed_round
from duramen.memory.workspace import Workspace
from duramen.scoring.doubt import PreJudgement, prejudge
from duramen.scoring.review import ReviewedRound
from duramen.stores.engine import reading
from duramen.stores.owners import Owner
from duramen.stores.verdicts import AUTOMATIC, Verdict, as_stored, put_verdicts, read_verdicts
from duramen.stores.writing import owner_write


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A chosen round with what rules say of it, the store it is in, its condition with its letter, and who judged it so far."""

    chosen: Chosen
    said: PreJudgement
    workspace: Workspace
    condition: str
    letter: str
    given: tuple[Verdict, ...] = ()

    @property
    def item(self) -> str:
        """Return how sheets call the round."""
        return item_of(self.chosen.case.owner, self.chosen.case.record.record_id)

    @property
    def people(self) -> tuple[Verdict, ...]:
        """Return what people said, the adjudicator among them."""
        return tuple(one for one in self.given if one.reviewer != AUTOMATIC)

    @property
    def reviewed(self) -> ReviewedRound:
        """Return the round as the arithmetic has it."""
        return reviewed_round([self.verdict(), *self.people])

    def verdict(self) -> Verdict:
        """Return what the rules say as it is stored."""
        return Verdict(
            record_id=self.chosen.case.record.record_id,
            reviewer=AUTOMATIC,
            support=self.said.support,
            answer=self.said.correct,
            final=self.said.correct,
            condition=self.condition,
            letter=self.letter,
            doubts=self.said.doubts,
            note=self.said.because[self.chosen.case.language],
        )


def item_of(owner: Owner, record_id: str) -> str:
    """Return the name of a round in sheets: it tells nothing, and is the same in each sheet."""
    return "r" + hmac.new(owner.secret, f"review\0{record_id}".encode(), hashlib.sha256).hexdigest()[:16]


def judged_rounds(workspaces: Sequence[Workspace], choice: Choice, seed: int) -> list[Judged]:
    """Return the chosen rounds of all stores, judged by rules; a round that a copy of the store has too counts once."""
    names = _names(workspaces)
    rounds: dict[str, tuple[Workspace, str, Chosen]] = {}
    for workspace, name in zip(workspaces, names, strict=True):
        for one in choose(workspace, choice):
            label = f"{name} · {one.condition}" if len(workspaces) > 1 else one.condition
            rounds.setdefault(item_of(one.case.owner, one.case.record.record_id), (workspace, label, one))
    letters = _letters(sorted({label for _, label, _ in rounds.values()}), seed)
    given: dict[tuple[int, str], list[Verdict]] = {}
    owners = {(id(space), one.case.owner.owner_id): (space, one.case.owner) for space, _, one in rounds.values()}
    for workspace, owner in owners.values():
        with reading(workspace.engine) as connection:
            for verdict in read_verdicts(connection, owner):
                given.setdefault((id(workspace), verdict.record_id), []).append(verdict)
    return [
        Judged(
            chosen=one,
            said=prejudge(one.case.answered, replace(one.case.circumstances, gold=one.gold)),
            workspace=workspace,
            condition=label,
            letter=letters[label],
            given=tuple(given.get((id(workspace), one.case.record.record_id), ())),
        )
        for workspace, label, one in rounds.values()
    ]


def keep_rules(judged: Sequence[Judged]) -> None:
    """Store what the rules said, each in the store in which the round stands; what says nothing new writes nothing."""
    mine: dict[tuple[int, str], list[Judged]] = {}
    for one in judged:
        mine.setdefault((id(one.workspace), one.chosen.case.owner.owner_id), []).append(one)
    for of_owner in mine.values():
        new = [one.verdict() for one in of_owner if as_stored(one.verdict()) not in one.given]
        if new:
            with owner_write(of_owner[0].workspace.engine, of_owner[0].chosen.case.owner) as write:
                write.cause = "review export"
                put_verdicts(write, new, of_owner[0].workspace.now_us())


def _names(workspaces: Sequence[Workspace]) -> list[str]:
    """Return a short name for each store: the last part of its place, the whole where two end alike."""
    whole = [workspace.place.shown for workspace in workspaces]
    short = [place.rstrip("/").rpartition("/")[2] for place in whole]
    return short if len(set(short)) == len(short) else whole


def _letters(conditions: Sequence[str], seed: int) -> dict[str, str]:
    """Give each condition a letter that tells nothing of it: A to Z, then AA, AB and so on."""
    names = [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase)]
    if len(conditions) > len(names):
        raise BadSetting(
            f"{len(conditions)} conditions are more than the {len(names)} that letters can hide; choose fewer"
        )
    letters = names[: len(conditions)]
    random.Random(f"{seed}/letters").shuffle(letters)
    return dict(zip(conditions, letters, strict=True))
