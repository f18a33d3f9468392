"""The arithmetic of a review (A15): what passes, how accuracy runs, what people corrected, who agrees, which grades came.

In: verdicts by round, None where nobody judged. Out: numbers. Unjudged is not wrong: it never counts as 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from duramen.scoring.kappa import Agreement, cohen_kappa, fleiss_kappa
from duramen.scoring.ranking import Interval, mean_interval, wilson_interval

GRADES = {"A": 1.0, "B": 0.8, "C": 0.5, "D": 0.2, "E": 0.0}
"""ARPM's blind grades (facts.md 1)."""
ASPECTS = ("reasonableness", "tone", "persona")


class Settled(StrEnum):
    """How a round got its verdict: by the adjudicator, by people who agree, by the rules alone, or not at all."""

    ADJUDICATED = "adjudicated"
    AGREED = "agreed"
    PREJUDGED = "prejudged"
    DISPUTED = "disputed"
    UNJUDGED = "unjudged"


def final_correct(support: bool | None, answer: bool | None) -> bool | None:
    """Return whether a round passes: supporting evidence in the prompt, and a right answer (facts.md 1).

    One no decides; else None while either is unjudged.
    """
    if support is False or answer is False:
        return False
    return None if support is None or answer is None else True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedRound:
    """One round under review, in its place among the others of its condition.

    `automatic`: the rules' verdict. `clear`: the rules have no doubt, so that theirs counts where nobody judged. `verdicts`
    by reviewer; None for one who left it blank. `adjudicated`: the adjudicator's, None where they did not judge.
    """

    condition: str
    automatic: bool | None
    clear: bool = False
    verdicts: Mapping[str, bool | None]
    adjudicated: bool | None = None

    def settled(self) -> tuple[bool | None, Settled]:
        """Return the verdict that counts, and how it came about; what reviewers dispute waits for the adjudicator."""
        if self.adjudicated is not None:
            return self.adjudicated, Settled.ADJUDICATED
        given = {verdict for verdict in self.verdicts.values() if verdict is not None}
        if len(given) == 1:
            return given.pop(), Settled.AGREED
        if given:
            return None, Settled.DISPUTED
        if self.clear and self.automatic is not None:
            return self.automatic, Settled.PREJUDGED
        return None, Settled.UNJUDGED

    @property
    def disputed(self) -> bool:
        """Tell whether reviewers disagree, adjudicated or not."""
        return len({verdict for verdict in self.verdicts.values() if verdict is not None}) > 1


def rolling_accuracy(verdicts: Sequence[bool | None]) -> list[float | None]:
    """Return accuracy(r) = Σ verdict(1..r) / r after each round, over the judged ones; None until there is one."""
    found: list[float | None] = []
    right = judged = 0
    for verdict in verdicts:
        right, judged = right + (verdict is True), judged + (verdict is not None)
        found.append(right / judged if judged else None)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """The figures of some rounds. `raised`: people corrected 0→1; `lowered`: 1→0; `ways`: rounds by `Settled`."""

    rounds: int
    automatic: Interval | None
    manual: Interval | None
    raised: int
    lowered: int
    ways: Mapping[str, int]
    automatic_curve: tuple[float | None, ...]
    manual_curve: tuple[float | None, ...]


def tally(rounds: Sequence[ReviewedRound]) -> Tally:
    """Return the figures of rounds in their order; accuracies with Wilson's 95 % interval, None where none was judged."""
    settled = [one.settled() for one in rounds]
    automatic, manual = [one.automatic for one in rounds], [verdict for verdict, _ in settled]
    pairs = list(zip(automatic, manual, strict=True))
    ways = [how.value for _, how in settled]
    return Tally(
        rounds=len(rounds),
        automatic=_share(automatic),
        manual=_share(manual),
        raised=pairs.count((False, True)),
        lowered=pairs.count((True, False)),
        ways={how.value: ways.count(how.value) for how in Settled if how.value in ways},
        automatic_curve=tuple(rolling_accuracy(automatic)),
        manual_curve=tuple(rolling_accuracy(manual)),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreements:
    """Cohen's kappa by pair of reviewers, and Fleiss' over all of them; None where fewer than two judged."""

    pairs: Mapping[tuple[str, str], Agreement]
    all: Agreement | None


def agreements(rounds: Sequence[ReviewedRound]) -> Agreements:
    """Return how well the reviewers agree on the final verdict; the adjudicator, who saw the others, is none of them."""
    names = sorted({name for one in rounds for name in one.verdicts})
    columns: dict[str, list[Hashable | None]] = {name: [one.verdicts.get(name) for one in rounds] for name in names}
    pairs = {(a, b): cohen_kappa(columns[a], columns[b]) for a, b in combinations(names, 2)}
    together = fleiss_kappa([list(one.verdicts.values()) for one in rounds]) if len(names) > 1 else None
    return Agreements(pairs=pairs, all=together)


def grade_mean(grades: Sequence[str]) -> Interval | None:
    """Return the mean of grades A to E with its interval, "" being none; None where there is none.

    Raises KeyError for anything else: what comes in was read by `duramen.scoring.sheets`.
    """
    return mean_interval([GRADES[grade] for grade in grades if grade])


def _share(verdicts: Sequence[bool | None]) -> Interval | None:
    judged = [verdict for verdict in verdicts if verdict is not None]
    return wilson_interval(sum(judged), len(judged))
