"""The result of a review: accuracies, curves, corrections, agreement, disagreements and grades, from a store or from files.

In: rounds that were exported and judged, or sheets such as ARPM's own. Out: `Scores`. Conditions have their names here, not
letters, where the store that holds the key is at hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from duramen.errors import NotFound
from duramen.memory.files import read_file
from duramen.memory.review.choosing import Choice
from duramen.memory.review.standing import Standing, standing_rounds
from duramen.memory.workspace import Workspace
from duramen.scoring.ranking import Interval
from duramen.scoring.review import ASPECTS, Agreements, ReviewedRound, Tally, agreements, grade_mean, tally
from duramen.scoring.sheets import SheetRow, read_sheet
from duramen.stores.verdicts import ADJUDICATOR, AUTOMATIC

Grades = Mapping[str, Mapping[str, Interval]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A round on which reviewers disagree: where it is, what each said, and what was decided (None for nothing yet)."""

    place: str
    condition: str
    verdicts: Mapping[str, bool | None]
    decided: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """All figures of a review. `conditions` by name, in order of name; `letters`: what hid them in blind sheets.

    `by_condition` and `by_model`: means of the grades by aspect, for those that were graded. `problems`: rows of files that
    could not be read.
    """

    conditions: Mapping[str, Tally]
    all: Tally
    agreements: Agreements
    disagreements: tuple[Disagreement, ...]
    letters: Mapping[str, str]
    by_condition: Grades
    by_model: Grades
    problems: tuple[str, ...] = ()


def score_rounds(workspaces: Sequence[Workspace], choice: Choice) -> Scores:
    """Return the figures of a person's reviewed rounds; raises NotFound where none was exported."""
    standing = standing_rounds(workspaces, choice)
    places = [f"{one.record.character}/{one.record.round}" for one in standing]
    graded = [
        (one.rules.condition, one.record.answer.model if one.record.answer else "", verdict.grades)
        for one in standing
        for verdict in one.verdicts
        if verdict.reviewer not in (AUTOMATIC, ADJUDICATOR)
    ]
    return _scores(
        [one.reviewed for one in standing],
        places,
        letters=_letters(standing),
        grades=(_means((a, g) for a, _, g in graded), _means((m, g) for _, m, g in graded)),
    )


def score_files(files: Sequence[Path]) -> Scores:
    """Return the figures of sheets by themselves, each of another reviewer unless its rows say whose they are.

    Rounds are told apart by their name in blind sheets, else by condition and number. Raises UnreadableFile for what is
    no sheet, NotFound where no row can be used.
    """
    sheets = [(file, read_sheet(read_file(file), file.name)) for file in files]
    rows: dict[tuple[str, str], list[tuple[str, SheetRow]]] = {}
    for file, sheet in sheets:
        for row in sheet.rows:
            key = ("", row.item) if row.item else (row.condition, row.round)
            rows.setdefault(key, []).append((row.reviewer or file.stem, row))
    if not rows:
        raise NotFound(f"no row of {', '.join(repr(file.name) for file in files)} can be used")
    ordered = sorted(rows.values(), key=_order)
    graded = [(row.condition, row.grades) for given in ordered for name, row in given if name != ADJUDICATOR]
    return _scores(
        [_reviewed(given) for given in ordered],
        [f"round {given[0][1].round}" for given in ordered],
        letters={},
        grades=(_means(graded), {}),
        problems=tuple(problem for _, sheet in sheets for problem in sheet.problems),
    )


def _order(given: Sequence[tuple[str, SheetRow]]) -> tuple[str, float, str]:
    row = given[0][1]
    number = float(row.round) if row.round.isdecimal() else float("inf")
    return row.condition, number, row.round


def _reviewed(given: Sequence[tuple[str, SheetRow]]) -> ReviewedRound:
    automatic = [row.automatic for _, row in given if row.automatic is not None]
    decided = [row.final for name, row in given if name == ADJUDICATOR]
    first = given[0][1]
    return ReviewedRound(
        condition=first.condition,
        automatic=automatic[0] if automatic else None,
        clear=first.cells.get("NeedHumanReview", "") in ("否", "0", "no"),
        verdicts={name: row.final for name, row in given if name != ADJUDICATOR},
        adjudicated=decided[-1] if decided else None,
    )


def _scores(
    rounds: Sequence[ReviewedRound],
    places: Sequence[str],
    *,
    letters: Mapping[str, str],
    grades: tuple[Grades, Grades],
    problems: tuple[str, ...] = (),
) -> Scores:
    names = sorted({one.condition for one in rounds})
    return Scores(
        conditions={name: tally([one for one in rounds if one.condition == name]) for name in names},
        all=tally(rounds),
        agreements=agreements(rounds),
        disagreements=tuple(
            Disagreement(place=place, condition=one.condition, verdicts=one.verdicts, decided=one.adjudicated)
            for place, one in zip(places, rounds, strict=True)
            if one.disputed
        ),
        letters=letters,
        by_condition=grades[0],
        by_model=grades[1],
        problems=problems,
    )


def _letters(standing: Sequence[Standing]) -> dict[str, str]:
    """Return which condition each letter hid, by letter; a letter that another export gave to another has both."""
    found: dict[str, list[str]] = {}
    for one in standing:
        conditions = found.setdefault(one.rules.letter, [])
        if one.rules.condition not in conditions:
            conditions.append(one.rules.condition)
    return {letter: " / ".join(found[letter]) for letter in sorted(found)}


def _means(graded: Iterable[tuple[str, Mapping[str, str]]]) -> dict[str, dict[str, Interval]]:
    by_name: dict[str, list[Mapping[str, str]]] = {}
    for name, grades in graded:
        if any(grades.values()):
            by_name.setdefault(name, []).append(grades)
    means: dict[str, dict[str, Interval]] = {}
    for name in sorted(by_name):
        found = {aspect: grade_mean([grades.get(aspect, "") for grades in by_name[name]]) for aspect in ASPECTS}
        means[name] = {aspect: mean for aspect, mean in found.items() if mean is not None}
    return means
