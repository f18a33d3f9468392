"""Numbers that a reply claims and nothing shown says (A20): amounts, counts, ages, lengths of time.

In: claimed sentences, grounds. Out: findings. A number is supported by the same amount in a unit that fits, by one that
follows from dates and ages shown, or by the sum or difference of two; a small count is doubted only where the same thing
is counted otherwise. Where a thing is named beside another amount of its kind, and its own amount elsewhere, the first
does not support it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import combinations

from duramen.checking.dates import dates_said
from duramen.checking.grounds import Grounds, Passage
from duramen.checking.quantities import Quantity, quantities, same_amount, years_of
from duramen.checking.sentences import Claimed
from duramen.checking.wording import reason
from duramen.domain.checks import Finding, Flaw
from duramen.text.segment import terms
from duramen.text.stopwords import STOP_WORDS

SMALL = 12
"""Counts up to here are often those of what a reply lists, and are doubted only against another count of the same thing."""
_MOST_SUMS = 40
_DAY = 86_400.0
_BORN = re.compile(r"\bborn\b|出生|生于|生日|birth", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_CLAUSE = re.compile(r"[,，;；、.。!！?？\n]| (?:and|but|while|plus) |而|但")
_SAME_THING = {
    "kid": "child",
    "children": "child",
    "娃": "孩子",
    "小孩": "孩子",
    "小朋友": "孩子",
    "mum": "mother",
    "mom": "mother",
}
_WEAK = frozenset(
    [*terms("have had got pay paid cost spend spent said told year day time total about around people thing last first now"),
     *terms("花了 一共 总共 大概 时候 现在 当时 每天 每月 说过 提到 已经 后来 个 只 有 花 次")]
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stated:
    """A quantity of a passage with the words of its clause."""

    passage: Passage
    quantity: Quantity
    words: frozenset[str]


def wrong_numbers(sentences: Sequence[Claimed], grounds: Grounds) -> list[Finding]:
    """Return the numbers of claimed sentences that nothing shown supports."""
    claims = [(one, claim) for one in sentences for claim in quantities(_without_dates(one.text, grounds))]
    if not claims:
        return []
    here = Passage(id="", text="")
    asked = (*quantities(grounds.question), *_lengths(grounds.question))
    told = [_Stated(passage=here, quantity=one, words=_clause_words(grounds.question, one)) for one in asked]
    told += _stated(grounds)
    about = quantities(grounds.about)
    days: list[date] | None = None
    found = []
    for sentence, claim in claims:
        if any(same_amount(claim, one) for one in about):
            continue
        if not any(same_amount(claim, one.quantity) for one in told):
            days = _days(grounds) if days is None else days
            if _follows(claim, told, days, grounds):
                continue
        against = _denied_by(claim, _clause_words(sentence.text, claim), told)
        if against is not None:
            start, end = sentence.start + claim.start, sentence.start + claim.end
            why = reason(Flaw.NUMBER, against, grounds.language)
            found.append(Finding(kind=Flaw.NUMBER, start=start, end=end, against=against, reason=why))
    return found


def _stated(grounds: Grounds) -> Iterable[_Stated]:
    for passage in grounds.passages:
        text = f"{passage.text}\n{passage.beside}" if passage.path else passage.text
        for quantity in (*quantities(text), *_lengths(text)):
            yield _Stated(passage=passage, quantity=quantity, words=_clause_words(text, quantity))
        for year in _YEAR.finditer(f"{passage.text} {passage.said_at.iso() or ''}"):
            bare = Quantity(start=0, end=4, value=float(year[0]), written=float(year[0]))
            yield _Stated(passage=passage, quantity=bare, words=frozenset())


_COLON = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?![\d:])")


def _lengths(text: str) -> Iterator[Quantity]:
    """Yield what "2:05" may mean as a length of time: its hours, its minutes, and both."""
    for match in _COLON.finditer(text):
        hours, minutes = int(match[1]), int(match[2])
        for seconds, written in ((hours * 3600, hours), (minutes * 60, minutes), (hours * 3600 + minutes * 60, hours)):
            yield Quantity(start=match.start(), end=match.end(), value=seconds, kind="time", written=written)


def _without_dates(text: str, grounds: Grounds) -> str:
    """Return the sentence with blanks for its dates and clock times, which are no amounts."""
    for one in dates_said(text, grounds.now):
        if not re.search(r"前|ago|后|last \w+ \w+s\b", one.phrase):
            text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return _CLOCK.sub(lambda match: " " * len(match[0]), text)


_CLOCK = re.compile(
    r"\b\d{1,2}(?::\d\d){1,2}(?:\s?[ap]\.?m\b\.?)?|\b\d{1,2}\s?[ap]\.?m\b\.?|\b\w+ o['’]clock|\b(?:half|quarter) (?:past|to) \w+|(?<![\w])(?:\d{1,2}|[一二三四五六七八九十两]{1,3})[点时](?!儿|间|候|钟头|子|心|评|[都也不])(?:钟|整|半|一刻|三刻|(?:\d{1,2}|[一二三四五六七八九十零]{1,3})分?)?|\b\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?|(?<!\d)\d{1,2}[月号日](?:\d{1,2}[日号])?|[一二三四五六七八九十]{1,2}月(?:份|[一二三四五六七八九十]{1,3}[日号])?|\b(?:19|20)\d\d年?",
    re.IGNORECASE,
)


def _clause_words(text: str, quantity: Quantity) -> frozenset[str]:
    """Return the words that say something in the clause around a quantity."""
    start = max((match.end() for match in _CLAUSE.finditer(text, 0, quantity.start)), default=0)
    following = _CLAUSE.search(text, quantity.end)
    clause = text[start : quantity.start] + " " + text[quantity.end : following.start() if following else len(text)]
    words = {_SAME_THING.get(word, word) for word in terms(clause if quantity.kind else f"{clause} {quantity.of}")}
    return frozenset(word for word in words if word not in STOP_WORDS and word not in _WEAK and not word.isdigit())


def _denied_by(claim: Quantity, words: frozenset[str], told: Sequence[_Stated]) -> str | None:
    """Return the id that a number is held against ("" for all that was shown), None where it is no wrong one."""
    same = [one for one in told if same_amount(claim, one.quantity)]
    others = [one for one in told if one.passage.id and not same_amount(claim, one.quantity) and _kindred(claim, one)]
    rivals = [one for one in others if words & one.words and not one.passage.past]
    if same:
        # The amount is there, but of something else, while this thing has another one.
        if all(_of_another(claim, words, one) for one in same) and rivals and claim.kind not in ("time", "rank"):
            best = max(rivals, key=lambda one: (len(words & one.words), one.passage.bound))
            shared = words & best.words
            if shared and not any(shared & one.words for one in same):
                return best.passage.id
        return None
    if not claim.kind and claim.value <= SMALL:
        thing = _thing(claim)
        counted = [one for one in others if thing and thing & _thing(one.quantity)]
        return counted[-1].passage.id if counted else None
    if claim.kind == "rank" and claim.value <= 3:
        return rivals[-1].passage.id if rivals and any(one.quantity.kind == "rank" for one in rivals) else None
    if claim.kind == "time" and claim.written in (1, 24, 7, 0.5):
        return None
    pool = rivals or others
    if pool:
        return max(pool, key=lambda one: (len(words & one.words), one.passage.bound)).passage.id
    return next((one.passage.id for one in told if one.passage.bound), "")


def _kindred(claim: Quantity, other: _Stated) -> bool:
    return claim.kind == other.quantity.kind or not (claim.kind and other.quantity.kind)


def _of_another(claim: Quantity, words: frozenset[str], one: _Stated) -> bool:
    """Tell whether an equal amount is plainly one of another thing."""
    if not one.passage.id or words & one.words or not one.words:
        return False
    mine, theirs = _thing(claim), _thing(one.quantity)
    return bool(claim.kind or (mine and theirs and not mine & theirs))


def _thing(quantity: Quantity) -> frozenset[str]:
    words = [_SAME_THING.get(word, word) for word in terms(quantity.of)] if not quantity.kind else []
    return frozenset(word for word in words[:2] if word not in STOP_WORDS)


def _days(grounds: Grounds) -> list[date]:
    """Return the days that what was shown is of or speaks of, without doubles."""
    days: set[date] = set()
    for passage in grounds.passages:
        if passage.said_at.known:
            days.add(passage.said_at.local().date())
        for one in dates_said(passage.text, passage.said_at):
            days |= {one.first, one.last}
    for one in dates_said(grounds.question, grounds.now):
        days |= {one.first, one.last}
    return sorted(days)


def _follows(claim: Quantity, told: Sequence[_Stated], days: Sequence[date], grounds: Grounds) -> bool:
    """Tell whether a number follows from ages and dates, or is the sum or difference of two that were told."""
    if claim.kind == "rank":
        return any(day.day == claim.value for day in days)
    if claim.kind == "age" or (claim.kind == "time" and years_of(claim) >= 1):
        if any(_grown(claim, one, grounds) for one in told):
            return True
        if claim.kind == "age" and grounds.now.known:
            years = grounds.now.local().year - claim.value
            born = [p for p in grounds.passages if _BORN.search(f"{p.text} {p.path}")]
            if any(int(year) - years in (0, -1) for p in born for year in _YEAR.findall(p.text)):
                return True
    if claim.kind == "time" and claim.value >= _DAY and _between_days(claim, days, grounds):
        return True
    return _is_sum(claim, told)


def _grown(claim: Quantity, one: _Stated, grounds: Grounds) -> bool:
    """Tell whether an age or a number of years said earlier has grown to this one since."""
    if one.quantity.kind not in ("age", "time", "") or not one.passage.said_at.known or not grounds.now.known:
        return False
    then = one.quantity.written if not one.quantity.kind else years_of(one.quantity)
    elapsed = (grounds.now.utc() - one.passage.said_at.utc()) / timedelta(days=365.25)
    return elapsed > 0.08 and then <= years_of(claim) <= then + elapsed + 1


def _between_days(claim: Quantity, days: Sequence[date], grounds: Grounds) -> bool:
    """Tell whether a length of time lies between two days that were told, or one and now, by its own unit."""
    ends = list(days[:_MOST_SUMS])
    if grounds.now.known:
        ends.append(grounds.now.local().date())
    unit = max(1.0, claim.value / max(claim.written, 0.5) / _DAY)
    length = claim.value / _DAY
    pairs = [(one, ends[-1]) for one in ends[:-1]] if len(ends) > 12 else list(combinations(ends, 2))
    return any(abs(abs((b - a).days) - length) <= unit for a, b in pairs)


def _is_sum(claim: Quantity, told: Sequence[_Stated]) -> bool:
    parts: dict[tuple[str, float], Quantity] = {}
    for one in told:
        if _kindred(claim, one) and one.passage.id:
            parts[(one.passage.id, one.quantity.value)] = one.quantity
    values = [q for q in parts.values() if q.kind == claim.kind and not _YEAR.fullmatch(f"{q.written:g}")][:_MOST_SUMS]
    if not 2 <= len(values) <= _MOST_SUMS:
        return False
    made = [one.value + other.value for one, other in combinations(values, 2)]
    if claim.kind or claim.value > SMALL:
        made += [abs(one.value - other.value) for one, other in combinations(values, 2)]
    made.append(sum(one.value for one in values))
    return any(
        same_amount(claim, replace(claim, value=total, written=total * claim.written / claim.value))
        for total in made
        if claim.value
    )
