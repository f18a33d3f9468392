"""Where a character contradicts what it said of itself (B25): what a reply says, held against what is known of it.

In: a reply, the claims that were found in it, what the character's tree or earlier replies say. Out: `Contradiction`s.
Precision first: what may be told in addition, in another language or as a change is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duramen.domain.profile import Contradiction
from duramen.text.languages import language_of
from duramen.text.moments.numerals import ENGLISH_NUMBER, chinese_number, english_number
from duramen.text.sentences import sentence_spans
from duramen.text.statements import (
    Statement,
    current_parts,
    disagree,
    leaf_statements,
    statements,
    terms_of,
)

YEAR_US = 365 * 86_400_000_000
_MONTH_US = 30 * 86_400_000_000
AGE, NAME, HOME, ORIGIN = "identity.age", "identity.name", "home.place", "identity.origin"
SINGLE = (NAME, AGE, "identity.gender", ORIGIN, "identity.occupation", HOME)
"""Leaves of the schema `character` that one value holds at a time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What text[start:end] says of its speaker: a value for a leaf of the schema `character`."""

    path: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is known of a character: a leaf's value, when it was last said, and where it stands (see `Contradiction`)."""

    path: str
    value: str
    said_us: int | None = None
    version: int = 0
    record_id: str = ""


_CHANGED = re.compile(
    r"\b(?:no longer|any ?more|any longer|used to|moved|moving|left|became|become|changed|switched|retired|quit|gave up"
    r"|given up|renamed|just turned|turned|these days|nowadays|lately|started|stopped|come to|grown to|new (?:job|home|name|place|flat|house))\b"
    r"|不再|以前|从前|曾经|过去|后来|搬|换了|换成|改(?:了|名|叫|行|做|当)|辞|退休|变成|成了|变了|已经不|过完?生日|爱上|开始",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now(?! you)|recently|since (?:last|my|then)|my birthday)\b|现在|如今|目前|最近|刚刚?", re.IGNORECASE
)
_AGE = re.compile(
    r"(?P<zh>[0-9]{1,3}|[零一二两三四五六七八九十百]{1,5})\s*周?岁"
    rf"|(?:^|\b(?:aged?|turned|am|i['’]m) )(?P<bare>{ENGLISH_NUMBER})$|\b(?P<en>{ENGLISH_NUMBER})[ -]years?[ -]old\b",
    re.IGNORECASE,
)
_BORN = re.compile(r"\bborn\b|出生|生于|生在", re.IGNORECASE)
_RAISED = re.compile(r"\b(?:grew|grow|raised|brought up|from)\b|长大|来自|老家|人$", re.IGNORECASE)
_LEAD = frozenset(
    ["grew", "grow", "up", "born", "rais", "raised", "work", "works", "live", "lives", "lived", "now", "old", "year", "come", "comes",
     "长大", "出生", "来自", "老家", "住", "住在", "人", "从小", "现在", "做", "当", "工作"]
)  # fmt: skip
_HOME_LEAD = re.compile(
    r"^(?:(?:now|currently|still|lives?|living|based|moved|in|to)\b\s*)+|^(?:现在|目前)?(?:住在|搬到了?|住)",
    re.IGNORECASE,
)
_PLACE = re.compile(r"[A-Z][\w'’-]+|[\u4e00-\u9fff]{2,6}$")
_LIKES = {"likes.all": ("likes.other", True), "dislikes.all": ("dislikes.other", False)}
_TAKING = re.compile(r"^(?:喜欢|爱|讨厌)?[吃喝看听]|^(?:eating|drinking) ", re.IGNORECASE)
_NUMBER_FIRST = re.compile(
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b|[一二两三四五六七八九十\d]+[只个条匹位台辆套]"
)


def contradictions(
    text: str, claims: Sequence[Claim], known: Sequence[Known], now_us: int = 0
) -> tuple[Contradiction, ...]:
    """Return where `text` contradicts what is known, in the order of the text, each leaf once.

    A leaf of `SINGLE` is contradicted by a claim that shares no word with what it says now; any leaf by a statement
    that cannot hold beside it (`text.statements`). Not by what says in the same sentence that something changed, or
    right beside it that the speaker moved, left, became ...; where one comes from does not change. `now_us` lets an
    age grow with the years.
    """
    found: dict[str, Contradiction] = {}
    for start, end in sentence_spans(text):
        here = [claim for claim in claims if start <= claim.start < end]
        said = statements(text[start:end])
        for one in known:
            if one.path in found or not _same_script(one.value, text[start:end]):
                continue
            claim = next((c for c in here if c.path == one.path and denies(c.value, one, now_us)), None)
            if claim is None and not (said and disagree(_statements_of(one), said)):
                continue
            if not says_change(text, start, end, one.path):
                where = (claim.start, claim.end) if claim is not None else (start, end)
                found[one.path] = Contradiction(
                    path=one.path, start=where[0], end=where[1], version=one.version, record_id=one.record_id
                )
    return tuple(sorted(found.values(), key=lambda one: one.start))


def denies(value: str, known: Known, now_us: int = 0) -> bool:
    """Tell whether a value for a leaf of `SINGLE` cannot hold beside what the leaf says now; False for other leaves."""
    if known.path not in SINGLE or not _same_script(value, known.value):
        return False
    if known.path == ORIGIN:
        parts = [part for part in re.split(r"\s*[;；]\s*", known.value) if part]
        mine = [part for part in parts if _comparable_origins(value, part)]
        return bool(mine) and all(_differ(value, part) for part in mine)
    held = current_parts(known.value)
    if known.path == AGE:
        return _other_age(value, held, known, now_us)
    if known.path == HOME:
        held = [_HOME_LEAD.sub("", part) for part in held]
        held, value = [part for part in held if _PLACE.match(part)], _HOME_LEAD.sub("", value)
        if not _PLACE.match(value):
            return False
    return bool(held) and all(_differ(value, part) for part in held)


def says_change(text: str, start: int, end: int, path: str) -> bool:
    """Tell whether text[start:end] says that a leaf changed, or the sentences beside it that something did."""
    if path == ORIGIN:
        return False
    spans = sentence_spans(text)
    here = [at for at, (first, last) in enumerate(spans) if first < end and start < last]
    if not here:
        return False
    if any(_NOW.search(text[slice(*spans[at])]) for at in here):
        return True
    return any(_CHANGED.search(text[slice(*span)]) for span in spans[max(0, here[0] - 1) : here[-1] + 2])


def _same_script(one: str, other: str) -> bool:
    return language_of(one) == language_of(other)


def _comparable_origins(one: str, other: str) -> bool:
    """Tell whether two origins are of one kind: born in one town and grown up in another is no contradiction."""
    return not ((_BORN.search(one) and _RAISED.search(other)) or (_RAISED.search(one) and _BORN.search(other)))


def _differ(one: str, other: str) -> bool:
    mine, theirs = terms_of(one) - _LEAD, terms_of(other) - _LEAD
    if not mine or not theirs or mine & theirs:
        return False
    first, second = ("".join(sorted(words, key=len)) for words in (mine, theirs))
    return first not in other.casefold() and second not in one.casefold()


def _other_age(value: str, held: Sequence[str], known: Known, now_us: int) -> bool:
    age = _age(value)
    ages = [found for found in map(_age, held) if found is not None]
    if age is None or not ages:
        return False
    passed_us = max(0, now_us - known.said_us) if known.said_us else 0
    grown = -(-passed_us // YEAR_US) if passed_us > _MONTH_US else 0
    return not any(one <= age <= one + grown for one in ages)


def _age(value: str) -> int | None:
    found = _AGE.search(value)
    if found is None:
        return None
    return chinese_number(found["zh"]) if found["zh"] else english_number(found["en"] or found["bare"])


def _statements_of(known: Known) -> list[Statement]:
    return [one for part in current_parts(known.value) for one in _of_part(known.path, part)]


def _of_part(path: str, part: str) -> Iterator[Statement]:
    if path == HOME:
        place = _HOME_LEAD.sub("", part)
        if _PLACE.match(place):
            yield Statement(slot="home", value=terms_of(place), single=True)
    elif path in _LIKES:
        yield from leaf_statements(_LIKES[path][0], _TAKING.sub("", part))
    elif path not in SINGLE:
        has = ("我有" if language_of(part) == "zh" else "I have ") if _NUMBER_FIRST.match(part) else ""
        yield from leaf_statements(path, f"{has}{part}")
