"""Whether an answer is supported by evidence: how much of what it says stands there, and which of its numbers do not.

In: an answered round with what was in its prompt. Out: shares and numbers. By words alone, the same each time; what a
paraphrase says in other words it cannot see, which is why thresholds are under 1 and people review (A15).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from duramen.domain.reply import Analysis
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.text.moments import resolve_relative, say_date, say_days
from duramen.text.moments.numerals import CHINESE_NUMBER, ENGLISH_NUMBER, chinese_number, english_number
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

PROFILE, KNOWLEDGE, EXPERIENCE = "profile", "knowledge", "experience"
SUPPORTED_SHARE = 0.6
"""From this share of its words on, an answer counts as supported: wording is the model's own."""
_DIGITS = re.compile(r"\d+(?:[.]\d+)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_SPELLED_EN = re.compile(rf"(?<![\w])(?:{ENGLISH_NUMBER})(?![\w])", re.IGNORECASE)
_SPELLED_ZH = re.compile(CHINESE_NUMBER)
# What ids and marks of the prompt an answer repeats is no claim.
_IDS = re.compile(r"[\[(（【]?\b[EL]\d{1,4}\b[\])）】]?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """One piece of what the prompt held: its id (E1, L1), its source, its words, when they were said.

    `disagrees_with`: the id of newer material that says otherwise; "" for none.
    """

    id: str
    source: str
    text: str
    said_at: Moment = UNKNOWN_MOMENT
    disagrees_with: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredRound:
    """A round as it is judged: the question, the reply, its analysis (None for none), what the prompt held.

    `abstains`: the reply says that it does not know. `asked_at` is when it was asked.
    """

    question: str
    response: str
    analysis: Analysis | None
    material: tuple[Material, ...] = ()
    abstains: bool = False
    asked_at: Moment = UNKNOWN_MOMENT

    def cited(self) -> list[Material]:
        """Return what the analysis says that the answer rests on, in the order of the prompt."""
        bound = set(self.analysis.bound) if self.analysis else set()
        return [piece for piece in self.material if piece.id in bound]


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """How far an answer is supported: the share of its content words, and its numbers that stand nowhere.

    The share is 1 for an answer that says nothing beyond the question.
    """

    share: float
    numbers: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Tell whether the answer counts as supported."""
        return self.share >= SUPPORTED_SHARE and not self.numbers


def support(answered: AnsweredRound, pieces: Sequence[Material]) -> Support:
    """Return how far `pieces` support the answer.

    Words of the question need no support. When something was said counts as said, and so does what "yesterday" means in
    it. A number is a run of digits; in the pieces, number words of both languages count as well.
    """
    asked = Material(id="", source="", text=answered.question, said_at=answered.asked_at)
    pool = [text for piece in (asked, *pieces) for text in _said(piece)]
    known = {term for text in pool for term in terms(text)}
    told = _IDS.sub(" ", answered.response)
    claimed = [term for term in dict.fromkeys(content_terms(terms(told))) if term not in set(terms(answered.question))]
    there = _numbers(pool, spelled=True)
    digits = [term for term in claimed if term.isdigit() and str(int(term)) in there]
    held = sum(term in known for term in claimed if term not in digits) + len(digits)
    missing = tuple(number for number in sorted(_numbers([told], spelled=False)) if number not in there)
    return Support(share=held / len(claimed) if claimed else 1.0, numbers=missing)


def share_of(wanted: str, text: str) -> float:
    """Return the share of the content words of `wanted` that stand in `text`, numbers in either spelling; 1 for none."""
    needed, there = list(dict.fromkeys(content_terms(terms(wanted)))), set(terms(text))
    numbers = _numbers([text], spelled=True)
    held = [term for term in needed if term in there or (term.isdigit() and str(int(term)) in numbers)]
    return len(held) / len(needed) if needed else 1.0


def _said(piece: Material) -> Iterable[str]:
    """Yield the words of a piece, when they were said, and what their relative days mean, in both languages."""
    yield piece.text
    yield from _dated(piece.said_at)
    if piece.said_at.known:
        for named in resolve_relative(piece.text, piece.said_at):
            yield from (say_days(named.first, named.last, language) for language in ("en", "zh"))


def _dated(moment: Moment) -> Iterable[str]:
    return [say_date(moment, language) for language in ("en", "zh")] if moment.known else []


def _numbers(texts: Iterable[str], *, spelled: bool) -> set[str]:
    found: set[str] = set()
    for text in texts:
        plain = _THOUSANDS.sub("", unicodedata.normalize("NFKC", text))
        found |= {_plain(digits) for digits in _DIGITS.findall(plain)}
        if spelled:
            found |= {str(english_number(word)) for word in _SPELLED_EN.findall(plain)}
            found |= {str(chinese_number(word)) for word in _SPELLED_ZH.findall(plain) if word}
    return found


def _plain(digits: str) -> str:
    """Return a number without zeros that say nothing: 05 is 5, 3.50 is 3.5."""
    whole, point, rest = digits.partition(".")
    rest = rest.rstrip("0")
    return f"{int(whole)}{point if rest else ''}{rest}"
