"""Measures over operation lists: what a listener proposed against what was called for, and a reward in [-1, 1] (B14).

In: predicted and gold operations of one window, and the values the tree held before it. Out: one `Match` for each
operation, counts with precision, recall and F1, and the deterministic process reward, which needs no judge model.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from duramen.domain.operations import Kind, Operation
from duramen.text.languages import is_cjk
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

# From here on a value says the same in other words; from there on it holds at least half of it.
EXACT_FROM = 0.8
PARTIAL_FROM = 0.5

# 三十四岁 is 34岁, "50mg" is "50 mg": numbers are compared as numbers.
_NUMERALS = re.compile(
    "[一二三四五六七八九十百千万]*[十百千万][一二三四五六七八九十百千万]*|[一二三四五六七八九两](?=[岁年月日号个只点周次天])"
)
_JOINTS = re.compile(r"(?<=\d)(?=[^\W\d])|(?<=[^\W\d])(?=\d)")

_POWERS = {"十": 10, "百": 100, "千": 1000, "万": 10_000}

REWARDS = {"exact": 1.0, "partial": 0.5, "missing": -0.5, "wrong": -1.0}


class Outcome(StrEnum):
    """What became of an operation when predicted and gold were laid beside each other."""

    EXACT = "exact"
    PARTIAL = "partial"
    WRONG = "wrong"  # on the path of a gold operation, of another kind or with another value
    MISSING = "missing"  # called for, and nothing on its path was predicted
    REDUNDANT = "redundant"  # predicted, and nothing on its path was called for


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One line of the comparison: a gold operation, what was predicted on its path, or one of the two alone.

    `similarity`: of the two values, in [0, 1]; 1.0 where both delete, 0.0 where one of them is not there.
    """

    predicted: Operation | None
    gold: Operation | None
    similarity: float
    outcome: Outcome

    @property
    def right(self) -> bool:
        """Tell whether the predicted operation counts: path and kind are right, and the value at least by half."""
        return self.outcome in (Outcome.EXACT, Outcome.PARTIAL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many operations were right, predicted, and called for."""

    right: int = 0
    predicted: int = 0
    gold: int = 0

    @property
    def precision(self) -> float | None:
        """Return right / predicted; None when nothing was predicted."""
        return self.right / self.predicted if self.predicted else None

    @property
    def recall(self) -> float | None:
        """Return right / gold; None when nothing was called for."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """Return 2 right / (predicted + gold); None when there is neither."""
        both = self.predicted + self.gold
        return 2 * self.right / both if both else None


def similarity(one: str, other: str) -> float:
    """Return how much two values say the same, in [0, 1]: F1 over their bags of content words.

    Chinese counts by its segmented words and by its characters. Symmetric; 1.0 for values equal but for width, case
    and blanks; 0.0 where no word is shared, or one holds no word.
    """
    if _folded(one) == _folded(other):
        return 1.0
    first, second = Counter(_units(one)), Counter(_units(other))
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def effective(operations: Iterable[Operation], held: Mapping[str, str]) -> tuple[Operation, ...]:
    """Return the operations that write, in order: without NO_OP, and an UPDATE of an empty leaf as the ADD it is (B4)."""
    return tuple(
        Operation(kind=Kind.ADD, path=one.path, value=one.value)
        if one.kind is Kind.UPDATE and not held.get(one.path)
        else one
        for one in operations
        if one.kind is not Kind.NO_OP
    )


def compare(predicted: Sequence[Operation], gold: Sequence[Operation], held: Mapping[str, str]) -> tuple[Match, ...]:
    """Return one match for each gold operation, in order, then one for each predicted operation that is left over.

    Operations meet by path, one to one; of several predicted on one path the best meets, ties going to the first, and
    the others are redundant. Both lists are made `effective` first; two lists that write nothing give ().
    """
    left = list(effective(predicted, held))
    matches: list[Match] = []
    for wanted in effective(gold, held):
        pairs = [_match(one, wanted) for one in left if one.path == wanted.path]
        if pairs:
            best = max(pairs, key=lambda pair: (pair.right, pair.similarity))
            left = [one for one in left if one is not best.predicted]
            matches.append(best)
        else:
            matches.append(Match(predicted=None, gold=wanted, similarity=0.0, outcome=Outcome.MISSING))
    extra = (Match(predicted=one, gold=None, similarity=0.0, outcome=Outcome.REDUNDANT) for one in left)
    return (*matches, *extra)


def count(matches: Iterable[Match]) -> Counts:
    """Return the counts of any matches, of one window or of many (micro)."""
    listed = list(matches)
    return Counts(
        right=sum(one.right for one in listed),
        predicted=sum(one.predicted is not None for one in listed),
        gold=sum(one.gold is not None for one in listed),
    )


def count_by_kind(matches: Iterable[Match]) -> dict[str, Counts]:
    """Return counts by operation, sorted; one predicted as another kind is against the precision of its own."""
    return _grouped(matches, lambda one: one.kind.value)


def count_by_path(matches: Iterable[Match]) -> dict[str, Counts]:
    """Return counts by path, sorted."""
    return _grouped(matches, lambda one: one.path)


def process_reward(matches: Sequence[Match], *, readable: bool = True) -> float:
    """Return the deterministic reward of one window, in [-1, 1] (B14).

    The mean over gold operations of exact +1, partial +0.5, missing -0.5, wrong -1, less the redundant ones as a share
    of the gold (at most 1), cut at -1. Where nothing was called for: 1 for nothing written, -1 for anything. Output
    that cannot be read is -1. Anchors: all right 1; all right by half 0.5; half right and half missing 0.25; one
    right and one redundant 0; nothing written where something was called for -0.5; all wrong -1.
    """
    if not readable:
        return -1.0
    wanted = [one for one in matches if one.gold is not None]
    extra = len(matches) - len(wanted)
    if not wanted:
        return -1.0 if extra else 1.0
    kept = sum(REWARDS[one.outcome.value] for one in wanted) / len(wanted)
    return max(-1.0, kept - min(extra / len(wanted), 1.0))


def _match(predicted: Operation, gold: Operation) -> Match:
    both_delete = predicted.kind is gold.kind is Kind.DELETE
    alike = 1.0 if both_delete else similarity(predicted.value or "", gold.value or "")
    if predicted.kind is not gold.kind or alike < PARTIAL_FROM:
        outcome = Outcome.WRONG
    else:
        outcome = Outcome.EXACT if alike >= EXACT_FROM else Outcome.PARTIAL
    return Match(predicted=predicted, gold=gold, similarity=alike, outcome=outcome)


def _grouped(matches: Iterable[Match], key: Callable[[Operation], str]) -> dict[str, Counts]:
    """Count a match under the key of its gold; where kind or path differ, each side under its own."""
    groups: dict[str, list[Match]] = {}
    for one in matches:
        sides = [side for side in (one.gold, one.predicted) if side is not None]
        keys = {key(side) for side in sides}
        if len(keys) == 1:
            groups.setdefault(keys.pop(), []).append(one)
            continue
        for side in sides:
            half = replace(one, predicted=None) if side is one.gold else replace(one, gold=None)
            groups.setdefault(key(side), []).append(half)
    return {name: count(groups[name]) for name in sorted(groups)}


def _folded(value: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", value).casefold().split())


def _number(numeral: str) -> int:
    """Return the value of a Chinese numeral below 10,000 times 10,000 (三十四, 一万二千)."""
    whole, part, digit = 0, 0, 0
    for char in numeral:
        if char in _POWERS:
            power = _POWERS[char]
            if power == 10_000:
                whole, part = (part + digit or 1) * power, 0
            else:
                part += (digit or 1) * power
            digit = 0
        else:
            digit = "一二三四五六七八九".find(char) + 1 or 2
    return whole + part + digit


def _units(value: str) -> list[str]:
    digits = _NUMERALS.sub(lambda found: str(_number(found.group())), value)
    words = content_terms(terms(_JOINTS.sub(" ", digits)))
    characters = [char for word in dict.fromkeys(words) for char in word if len(word) > 1 and is_cjk(char)]
    return [*words, *characters]
