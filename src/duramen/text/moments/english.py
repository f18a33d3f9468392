"""English words for days as seen from another day: "yesterday", "last Friday", "two weeks ago", "next summer".

In: nothing but the rules below, which `mentions` runs. Out: `RULES`.

The arithmetic. "last Friday" is the latest Friday strictly before the day, "next Friday" the first strictly after it,
"this Friday" that of the same Monday-based week; months and seasons likewise. "last week", "last month", "last year" and
"N units ago" are whole units of the calendar. "in the last N units" ends on the day itself. Ambiguous words, such as a
bare "Friday" or "recently", mean nothing here.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from duramen.text.moments import calendar
from duramen.text.moments.calendar import AUTUMN, SPRING, SUMMER, WINTER, Days
from duramen.text.moments.numerals import ENGLISH_NUMBER, FEW, english_number, vague_number
from duramen.text.moments.rules import Rule, Seen, rule

WEEKDAYS = {
    "mon": 0, "monday": 0, "tue": 1, "tues": 1, "tuesday": 1, "wed": 2, "weds": 2, "wednesday": 2, "thu": 3, "thur": 3,
    "thurs": 3, "thursday": 3, "fri": 4, "friday": 4, "sat": 5, "saturday": 5, "sun": 6, "sunday": 6,
}  # fmt: skip
WEEKDAY = "(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|tues|weds|thurs?|mon|tue|wed|fri|sat"
_MONTH_WORDS = "january february march april may june july august september october november december"
MONTHS = {name: index + 1 for index, name in enumerate(_MONTH_WORDS.split())}
MONTH = "|".join(MONTHS)
SEASONS = {"spring": SPRING, "summer": SUMMER, "autumn": AUTUMN, "fall": AUTUMN, "winter": WINTER}
SEASON = "|".join(SEASONS)
_FIXED = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "christmas": (12, 25), "halloween": (10, 31),
    "valentine's day": (2, 14), "new year's eve": (12, 31), "new year's day": (1, 1), "new year's": (1, 1), "new year": (1, 1),
}  # fmt: skip
_FEAST = "|".join(_FIXED)
_UNIT = "day|week|weekend|month|year|decade"
_COUNT = rf"(?:about |around |roughly |nearly |almost |over |just )?(?P<n>{ENGLISH_NUMBER}|an?|a couple(?: of)?|couple of|a few|several|some|few)"
_PART = r"(?: (?:early )?(?:morning|afternoon|evening|night|lunchtime))?"
_STEPS = {"last": -1, "past": -1, "previous": -1, "this": 0, "next": 1, "coming": 1}


def _ago(match: re.Match[str], seen: Seen) -> Days | None:
    unit = match["unit"].lower()
    low, high = _count(match)
    sign = 1 if match["way"].lower() in ("ago", "earlier") else -1
    return calendar.join(
        calendar.unit_back(seen.day, unit, sign * low), calendar.unit_back(seen.day, unit, sign * high)
    )


def _count(match: re.Match[str]) -> tuple[int, int]:
    """Return the smallest and largest number meant; "two or three" and "2-3" give both."""
    first = vague_number(match["n"]) or (english_number(match["n"]),) * 2
    more = match.groupdict().get("m")
    return (first[0], english_number(more)) if more else first


def _ahead(match: re.Match[str], seen: Seen) -> Days:
    low, high = _count(match)
    unit = match["unit"].lower()
    return calendar.join(calendar.unit_back(seen.day, unit, -low), calendar.unit_back(seen.day, unit, -high))


def _halves_ago(match: re.Match[str], seen: Seen) -> Days:
    """Read "half a year ago" and "a year and a half ago" in months, "a month and a half ago" in days."""
    whole = english_number(match["n"]) if match["n"] else 0
    if match["unit"].lower() == "year":
        return calendar.unit_back(seen.day, "month", 12 * whole + 6)
    if match["unit"].lower() == "month":
        return calendar.days_between(seen.day, -(30 * whole + 18), -(30 * whole + 12))
    return calendar.days_between(seen.day, -(7 * whole + 4), -(7 * whole + 3))


def _hours_ago(match: re.Match[str], seen: Seen) -> Days:
    low, high = vague_number(match["n"] or "") or ((english_number(match["n"]),) * 2 if match["n"] else (1, 1))
    hours = match["unit"].lower().startswith("h")
    if seen.at is None:  # the hour is not known: a few hours back may be the day before
        return calendar.days_between(seen.day, -1 if hours else 0, 0)
    step = timedelta(hours=1) if hours else timedelta(minutes=1)
    return Days(first=(seen.at - high * step).date(), last=(seen.at - low * step).date())


def _span(match: re.Match[str], seen: Seen) -> Days:
    """Read "the last three weeks": from that many units back to the day itself; "next" the other way."""
    unit = match["unit"].lower()
    _, high = vague_number(match["n"]) or (english_number(match["n"]),) * 2
    days = {"day": 1, "week": 7, "weekend": 7}.get(unit)
    back = match["way"].lower() not in ("next", "coming")
    if days:
        return calendar.days_between(seen.day, 0, -days * high if back else days * high)
    months = high * (12 if unit == "year" else 120 if unit == "decade" else 1)
    edge = _months_away(seen.day, -months if back else months)
    return Days(first=min(edge, seen.day), last=max(edge, seen.day))


def _months_away(base: date, months: int) -> date:
    whole = calendar.month(base.year, base.month + months)
    return min(whole.first + timedelta(days=base.day - 1), whole.last)


def _unit(match: re.Match[str], seen: Seen) -> Days:
    return calendar.unit_back(seen.day, match["unit"].lower(), -_STEPS[match["way"].lower()])


def _unit_before_last(match: re.Match[str], seen: Seen) -> Days:
    name = match["unit"].lower()
    if name in WEEKDAYS:
        return calendar.day(calendar.weekday_before(seen.day, WEEKDAYS[name]).first, -7)
    if name == "night":
        return calendar.day(seen.day, -2)
    return calendar.unit_back(seen.day, name, 2)


def _weekday(match: re.Match[str], seen: Seen) -> Days:
    weekday, step = WEEKDAYS[match["weekday"].lower()], _STEPS[match["way"].lower()]
    if step < 0:
        return calendar.weekday_before(seen.day, weekday)
    return calendar.weekday_after(seen.day, weekday) if step else calendar.weekday_in_week(seen.day, weekday, 0)


def _weekday_of_week(match: re.Match[str], seen: Seen) -> Days:
    return calendar.weekday_in_week(seen.day, WEEKDAYS[match["weekday"].lower()], _STEPS[match["way"].lower()])


def nearest_period(periods: list[Days], seen: date, step: int) -> Days:
    """Return of ordered `periods` the last that ended before the day (-1), the first that begins after it (1)."""
    if step < 0:
        return [period for period in periods if period.last < seen][-1]
    return next(period for period in periods if period.first > seen)


def _month(match: re.Match[str], seen: Seen) -> Days | None:
    if match["month"] in ("may", "march"):  # "this may help": a verb unless it has its capital
        return None
    number, step = MONTHS[match["month"].lower()], _STEPS[match["way"].lower()]
    if step == 0:
        return calendar.month(seen.day.year, number)
    years = range(seen.day.year - 2, seen.day.year + 3)
    return nearest_period([calendar.month(year, number) for year in years], seen.day, step)


def _season(match: re.Match[str], seen: Seen) -> Days:
    first_month, step = SEASONS[match["season"].lower()], _STEPS[match["way"].lower()]
    years = range(seen.day.year - 2, seen.day.year + 3)
    seasons = [calendar.season(year, first_month) for year in years]
    if step == 0:
        running = [one for one in seasons if one.first <= seen.day <= one.last]
        return running[0] if running else calendar.season(seen.day.year, first_month)
    return nearest_period(seasons, seen.day, step)


def _feast(match: re.Match[str], seen: Seen) -> Days:
    month, day = _FIXED[match["feast"].lower().replace("’", "'")]
    step = _STEPS[match["way"].lower()]
    days = [calendar.day(date(year, month, day)) for year in range(seen.day.year - 2, seen.day.year + 3)]
    return days[2] if step == 0 else nearest_period(days, seen.day, step)


def _in_year(match: re.Match[str], seen: Seen) -> Days:
    """Read a month or season of last, this or next year: "May last year", "last year's summer"."""
    year = seen.day.year + _STEPS[match["way"].lower()]
    if match["month"]:
        return calendar.month(year, MONTHS[match["month"].lower()])
    return calendar.season(year, SEASONS[match["season"].lower()])


def _edge(match: re.Match[str], seen: Seen) -> Days:
    """Read "the end of last month": the last ten days of a month, the first or last two months of a year."""
    whole = calendar.unit_back(seen.day, match["unit"].lower(), -_STEPS[match["way"].lower()])
    return edge_of(whole, "end" if match["edge"].lower() in ("end", "late") else "start")


def edge_of(whole: Days, edge: str) -> Days:
    """Return the "start", "middle" or "end" of a range: a third of a month or week, two to four months of a year."""
    length = (whole.last - whole.first).days + 1
    if length > 300:
        months = {"start": (1, 2), "middle": (5, 8), "end": (11, 12)}[edge]
        return calendar.join(calendar.month(whole.first.year, months[0]), calendar.month(whole.first.year, months[1]))
    third = 10 if length > 27 else length // 3
    if edge == "start":
        return Days(first=whole.first, last=whole.first + timedelta(days=third - 1))
    if edge == "end":
        return Days(first=whole.first + timedelta(days=length - third - (length > 30)), last=whole.last)
    return Days(first=whole.first + timedelta(days=third), last=whole.first + timedelta(days=2 * third - 1))


def _so_far(match: re.Match[str], seen: Seen) -> Days:
    whole = calendar.unit_back(seen.day, match["unit"].lower(), 0)
    if match["edge"].lower() == "earlier":
        return Days(first=whole.first, last=seen.day)
    return Days(first=seen.day, last=whole.last)


_WAY = "(?P<way>last|past|previous|this|next|coming)"
_AGO = r"(?P<way>ago|earlier|from now|from today)\b"
_OR = rf"(?:(?: or |-|–| to )(?P<m>{ENGLISH_NUMBER}))?"
RULES: tuple[Rule, ...] = (
    rule(rf"\bthe day before yesterday{_PART}\b", lambda _, s: calendar.day(s.day, -2)),
    rule(rf"\bthe day after tomorrow{_PART}\b", lambda _, s: calendar.day(s.day, 2)),
    rule(rf"\byesterday{_PART}\b", lambda _, s: calendar.day(s.day, -1)),
    rule(rf"\btomorrow{_PART}\b", lambda _, s: calendar.day(s.day, 1)),
    rule(r"\blast night\b", lambda _, s: calendar.day(s.day, -1)),
    rule(
        r"\b(?:(?:earlier |later )?today|tonight|this (?:early )?(?:morning|afternoon|evening)|just now|right now)\b",
        lambda _, s: calendar.day(s.day),
    ),
    # "in two weeks" looks ahead only where something ahead is spoken of; "I read it in two days" is a duration.
    rule(
        rf"(?:\b(?:will|going to|gonna|leav\w+|start\w*|due|coming up|begins?|fly\w*|mov(?:e|ing)|mov|meet\w*|married|is|are)\b|['’](?:ll|m|re|s)\b)[^.!?\n]{{0,40}}?(?P<phrase>\bin {_COUNT}{_OR} (?P<unit>{_UNIT})s?(?:['’] time)?\b)(?! of| long)",
        _ahead,
    ),
    rule(r"\bthe other (?:day|night|evening|morning)\b", lambda _, s: calendar.days_between(s.day, -FEW[1], -FEW[0])),
    rule(rf"\b{_COUNT}{_OR} (?P<unit>{_UNIT})s? {_AGO}", _ago),
    rule(rf"\b(?:(?P<n>an?|{ENGLISH_NUMBER}) )?(?:half an? )?(?P<unit>year|month|week)s? (?:and a half )?ago\b", _halves_ago),
    rule(rf"\b(?:{_COUNT} |half an )(?P<unit>hour|minute|min)s? ago\b", _hours_ago),
    rule(rf"\b(?:in|over|during|for|within|throughout)? ?(?:the|these) (?P<way>last|past|next|coming) (?P<n>{ENGLISH_NUMBER}|couple(?: of)?|few|several) (?P<unit>{_UNIT})s?\b", _span),
    rule(rf"\b(?P<way>last|past|next) (?P<n>{ENGLISH_NUMBER}|couple(?: of)?|few|several) (?P<unit>{_UNIT})s\b", _span),
    rule(rf"\b(?:the )?{_WAY} (?P<unit>week|weekend|month|year)\b(?!['’]s (?:{SEASON}|{MONTH})| old)", _unit),
    rule(rf"\bthe (?P<unit>night|week|weekend|month|year|{WEEKDAY}) before last\b", _unit_before_last),
    rule(rf"\b{_WAY} (?P<weekday>{WEEKDAY})\b{_PART}", _weekday),
    rule(rf"\b(?:on )?(?P<weekday>{WEEKDAY}) (?:of )?(?P<way>last|this|next) week\b", _weekday_of_week),
    rule(rf"\b(?P<way>last|this|next) week,? (?:on )?(?P<weekday>{WEEKDAY})\b{_PART}", _weekday_of_week),
    rule(rf"\b{_WAY} (?P<month>{MONTH})\b(?! \d)", _month),
    rule(rf"\b{_WAY} (?P<season>{SEASON})\b", _season),
    rule(rf"\b(?P<way>last|this|next) (?P<feast>{_FEAST})", _feast),
    rule(rf"\b(?:in )?(?:(?P<month>{MONTH})|(?:the )?(?P<season>{SEASON})),? (?:of )?(?P<way>last|this|next) year\b", _in_year),
    rule(rf"\b(?P<way>last|this|next) year(?:['’]s|,? in) (?:the )?(?:(?P<month>{MONTH})|(?P<season>{SEASON}))\b", _in_year),
    rule(r"\b(?:at |in |by |towards? )?the (?P<edge>end|start|beginning) of (?P<way>last|this|next) (?P<unit>week|month|year)\b", _edge),
    rule(r"\b(?P<edge>late|early) (?P<way>last|this|next) (?P<unit>week|month|year)\b", _edge),
    rule(r"\b(?P<edge>earlier|later) this (?P<unit>week|month|year)\b", _so_far),
)  # fmt: skip
