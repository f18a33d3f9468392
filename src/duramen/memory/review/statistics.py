"""Statistics: how each model kept the protocol over stored rounds, and how rational its answers were (A10).

In: an open store, whose rounds, and what they are grouped by. Out: `GroupFigures` in the order of first use. Rounds whose
model was not asked to keep the protocol are left out, and counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from duramen.errors import BadSetting, NotFound
from duramen.memory.events import logged
from duramen.memory.names import checked_name
from duramen.memory.review.cases import Case, cases_of
from duramen.memory.review.rationality_judge import judged_rationality
from duramen.memory.rounds import MAX_ROUNDS
from duramen.memory.workspace import Workspace
from duramen.models.base import ChatModel
from duramen.protocol import ProtocolFigures, ProtocolRow, protocol_statistics
from duramen.scoring.ranking import Interval, mean_interval
from duramen.scoring.rationality import rationality
from duramen.stores.engine import reading
from duramen.stores.forgetting.ledger import erased_replies
from duramen.stores.owners import OwnerKind
from duramen.stores.records import list_records

GROUPINGS: dict[str, Callable[[Case], str]] = {
    "model": lambda case: case.answer.model,
    "session": lambda case: f"{case.record.character}/{case.record.session}",
    "character": lambda case: case.record.character,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupFigures:
    """The figures of one model, session or character; `stage` numbers them in the order of first use.

    `ranges`: which of the rounds, counted from 1 in the order in which they happened, each range with both ends.
    `judged`: what a judge model gave, None where none was asked or none of its answers could be read; `unscored` counts those.
    """

    name: str
    stage: str
    ranges: tuple[tuple[int, int], ...]
    protocol: ProtocolFigures
    rationality: Interval
    judged: Interval | None = None
    unscored: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Figures by group, and how many answered rounds had no protocol to keep."""

    groups: tuple[GroupFigures, ...]
    left_out: int


def protocol_figures(
    workspace: Workspace, person: str = "", by: str = "model", judge: ChatModel | None = None
) -> Statistics:
    """Return the figures of a person's answered rounds, or of everybody's for "".

    `by`: "model", "session" or "character". `judge`: a chat model that scores each answer as well; where it fails the answer
    is unscored, not 0. Raises BadSetting for another grouping, NotFound where nothing was answered here.
    """
    if by not in GROUPINGS:
        raise BadSetting(f"{by!r} is nothing to group by; use one of {', '.join(GROUPINGS)}")
    with logged("protocol_counted", by=by) as facts:
        cases = _cases(workspace, person)
        if not cases:
            raise NotFound(
                "no round was answered here by a model yet; imported rounds have no protocol, `duramen chat` makes some"
            )
        asked = [case for case in cases if case.asked]
        facts.update(rounds=len(asked))
        groups: dict[str, list[tuple[int, Case]]] = {}
        for place, case in enumerate(asked, start=1):
            groups.setdefault(GROUPINGS[by](case), []).append((place, case))
        figures = (_figures(name, f"S{at}", group, judge) for at, (name, group) in enumerate(groups.items(), start=1))
        return Statistics(groups=tuple(figures), left_out=len(cases) - len(asked))


def _cases(workspace: Workspace, person: str) -> list[Case]:
    if person:
        owners = [workspace.known(OwnerKind.PERSON, checked_name(person, "person"))]
    else:
        owners = workspace.owners(OwnerKind.PERSON)
    found = list[Case]()
    for owner in owners:
        with reading(workspace.engine) as connection:
            forgotten = erased_replies(connection, owner.owner_id)
            records = [
                one for one in list_records(connection, owner, None, MAX_ROUNDS) if one.record_id not in forgotten
            ]
        found += cases_of(workspace, owner, records)
    return found


def _interval(scores: Sequence[float]) -> Interval | None:
    """Return the mean with its interval, within the scores that there are; None of none."""
    found = mean_interval(scores)
    return None if found is None else replace(found, low=max(0.0, found.low), high=min(100.0, found.high))


def _figures(name: str, stage: str, group: Sequence[tuple[int, Case]], judge: ChatModel | None) -> GroupFigures:
    cases = [case for _, case in group]
    rows = [ProtocolRow(model=name, first=case.first_output(), final=case.state) for case in cases]
    scores = _interval([float(rationality(case.answered).score) for case in cases])
    assert scores is not None  # no group is empty
    found = GroupFigures(
        name=name,
        stage=stage,
        ranges=_ranges([place for place, _ in group]),
        protocol=protocol_statistics(rows)[name],
        rationality=scores,
    )
    if judge is None:
        return found
    asked = [judged_rationality(judge, case.answered, case.language, case.record.record_id) for case in cases]
    given = [score for score in asked if score is not None]
    return replace(found, judged=_interval(given), unscored=len(cases) - len(given))


def _ranges(places: Sequence[int]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for place in places:
        if found and found[-1][1] == place - 1:
            found[-1] = (found[-1][0], place)
        else:
            found.append((place, place))
    return tuple(found)
