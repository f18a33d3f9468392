"""Error attribution (A14): each answered question falls in exactly one class, found by questions asked in a fixed order.

In: a `Case`, facts about one question whose answer is known. Out: a `Cause`. What comes first decides: of a fact that was
never stored it does not matter what the model then made of its absence.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from duramen.scoring.ranking import Interval, wilson_interval


class Cause(StrEnum):
    """The classes, in the order in which they are asked; RIGHT comes first of all."""

    RIGHT = "right"
    NOTHING_TO_KNOW = "nothing to know, yet answered"
    NEVER_STORED = "never stored"
    SUPERSEDED = "stored but superseded or wrong in the tree"
    NOT_SEARCHED = "path not searched"
    NOT_FOUND = "searched but not found"
    CUT = "found but cut before the prompt"
    NOT_USED = "in the prompt but not used"
    USED_WRONG = "used but answered wrong"
    ABSTAINED = "known, yet abstained"


CHINESE: Mapping[Cause, str] = {
    Cause.RIGHT: "正确",
    Cause.NOTHING_TO_KNOW: "本无可知，却作了回答",
    Cause.NEVER_STORED: "从未存储",
    Cause.SUPERSEDED: "已存储，但在树中被取代或有误",
    Cause.NOT_SEARCHED: "未检索该路径",
    Cause.NOT_FOUND: "检索了但未找到",
    Cause.CUT: "找到了但未进入提示词",
    Cause.NOT_USED: "在提示词中但未采用",
    Cause.USED_WRONG: "采用了但回答错误",
    Cause.ABSTAINED: "本已知道，却未作答",
}
"""What the classes are called in Chinese."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """How far one needed piece of evidence came on its way to the answer; a later step counts only after all before it.

    `stored`: it is in the store as of the question. `standing`: neither ended since, nor wrong in the tree. `searched`: its
    path was read. `found`: it is among the candidates. `entered`: it stood in the prompt. `used`: the answer rests on it.
    """

    stored: bool = False
    standing: bool = False
    searched: bool = False
    found: bool = False
    entered: bool = False
    used: bool = False

    @property
    def steps(self) -> int:
        """Return how many steps were taken before the first that was not, 0 to 6."""
        taken = (self.stored, self.standing, self.searched, self.found, self.entered, self.used)
        return next((at for at, one in enumerate(taken) if not one), len(taken))


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One answered question.

    `needed`: what each needed piece reached; () where there is nothing to know. `needs_all`: all of them are needed, else
    any will do. `holds`: the answer holds what is right. `abstained`: it says that nothing is known.
    """

    needed: tuple[Reached, ...]
    needs_all: bool
    holds: bool
    abstained: bool

    @property
    def right(self) -> bool:
        """Tell whether the answer is right: with nothing to know, an abstention."""
        return self.holds and not self.abstained if self.needed else self.abstained


_LOST_AT = (Cause.NEVER_STORED, Cause.SUPERSEDED, Cause.NOT_SEARCHED, Cause.NOT_FOUND, Cause.CUT)


def attribute(case: Case) -> Cause:
    """Return the one class of a case.

    Where all pieces are needed, the one that came least far decides; else the one that came furthest. "Not used" and
    "answered wrong" are said of answers; an abstention with the evidence in the prompt is "known, yet abstained".
    """
    if case.right:
        return Cause.RIGHT
    if not case.needed:
        return Cause.NOTHING_TO_KNOW
    steps = [one.steps for one in case.needed]
    reached = min(steps) if case.needs_all else max(steps)
    if reached < len(_LOST_AT):
        return _LOST_AT[reached]
    if case.abstained:
        return Cause.ABSTAINED
    return Cause.USED_WRONG if reached > len(_LOST_AT) else Cause.NOT_USED


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How many questions fall in a class, their share of all with its interval (Wilson), and one of them as an example."""

    cause: Cause
    count: int
    share: Interval | None
    example: str


def shares(found: Sequence[tuple[str, Cause]]) -> list[Share]:
    """Return each class's count, share and first example, in the order of the classes; classes without any are there too.

    `found`: the questions' ids with their classes.
    """
    ids: dict[Cause, list[str]] = {cause: [] for cause in Cause}
    for id_, cause in found:
        ids[cause].append(id_)
    return [
        Share(
            cause=cause, count=len(mine), share=wilson_interval(len(mine), len(found)), example=mine[0] if mine else ""
        )
        for cause, mine in ids.items()
    ]


def furthest(reached: Iterable[Reached]) -> Reached:
    """Return of several places where the same piece stands the one that came furthest; nowhere for none."""
    return max(reached, key=lambda one: one.steps, default=Reached())
