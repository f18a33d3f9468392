"""Find the words for days in a text and say which days they mean.

In: text, and the moment at which it was said (its own zone and precision). Out: `Resolved` values in text order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from duramen.domain.time import Moment, Precision
from duramen.text.moments import absolute, calendar, chinese, english
from duramen.text.moments.calendar import Days
from duramen.text.moments.rules import Rule, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """A phrase `text[start:end]` and the days it means, `first` to `last`, both included."""

    start: int
    end: int
    phrase: str
    first: date
    last: date


def resolve_relative(text: str, said_at: Moment) -> list[Resolved]:
    """Return the relative words for days in `text` as seen from `said_at`, in order, without overlaps.

    English and Chinese, whatever the language of the text; the arithmetic stands in `english` and `chinese`. The day
    is the local one in the moment's own zone; from a moment that is known to the month a phrase means all days that it
    can mean. Where phrases overlap, the longest counts. An unknown moment, and a date that does not exist, give nothing.
    """
    return _find(text, (*english.RULES, *chinese.RULES), _seen_from(said_at))


def dates_in(text: str, now: Moment) -> list[Resolved]:
    """Return absolute and relative dates in `text`, in order, without overlaps.

    A day and month without a year is the latest such date that does not begin after `now`; so are a bare month after
    a preposition ("in May", 5月) and a weekday ("on Friday", 周五). When `now` is unknown, only dates with a year count.
    """
    seen = _seen_from(now)
    rules = (*english.RULES, *chinese.RULES, *absolute.YEARLESS, *absolute.DATED) if seen else absolute.DATED
    return _find(text, rules, seen or (Seen(day=date(2000, 1, 1)),))


def _seen_from(moment: Moment) -> tuple[Seen, ...]:
    """Return the first and the last day on which `moment` may lie, () when it is unknown."""
    if not moment.known:
        return ()
    local = moment.local()
    if moment.precision is Precision.MONTH:
        whole = calendar.month(local.year, local.month)
        return Seen(day=whole.first), Seen(day=whole.last)
    at = datetime.combine(local.date(), local.timetz()) if moment.precision is Precision.SECOND else None
    return (Seen(day=local.date(), at=at),)


def _find(text: str, rules: Iterable[Rule], seen: tuple[Seen, ...]) -> list[Resolved]:
    found = [resolved for rule in rules for resolved in _matches(text, rule, seen)] if seen else []
    found.sort(key=lambda one: (one.start - one.end, one.start))
    kept: list[Resolved] = []
    taken = bytearray(len(text))
    for one in found:
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\x01" * (one.end - one.start)
            kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _matches(text: str, rule: Rule, seen: tuple[Seen, ...]) -> Iterable[Resolved]:
    for match in rule.pattern.finditer(text):
        days = [_days(rule, match, view) for view in seen]
        if any(one is None for one in days):
            continue
        ranges = [one for one in days if one is not None]
        first, last = min(one.first for one in ranges), max(one.last for one in ranges)
        named = "phrase" if "phrase" in rule.pattern.groupindex else 0  # the rest of the match is only its cue
        phrase = match[named].lstrip()
        yield Resolved(
            start=match.end(named) - len(phrase), end=match.end(named), phrase=phrase, first=first, last=last
        )


def _days(rule: Rule, match: re.Match[str], seen: Seen) -> Days | None:
    try:
        return rule.meaning(match, seen)
    except (ValueError, OverflowError):  # "May 32", or before the year 1: words, but no days
        return None
