"""Dates that stand in a text by their own numbers: "2 May 2023", "May 2", 5月2日, 2023-05-02, "in 2019".

In: nothing but the rules below, which `mentions` runs. Out: `DATED` with a year, `YEARLESS` without.

What only looks like a date is left alone: "may" and "march" as verbs, fractions, version numbers, 5号线, 三个月.
A date without a year is the latest such date that does not begin after the day from which it is seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from duramen.text.moments import calendar
from duramen.text.moments.calendar import Days
from duramen.text.moments.chinese import IN_YEAR, WEEKDAYS, year_part
from duramen.text.moments.english import MONTHS as _MONTHS
from duramen.text.moments.english import SEASON, WEEKDAY
from duramen.text.moments.english import SEASONS as _SEASONS
from duramen.text.moments.english import WEEKDAYS as _WEEKDAYS
from duramen.text.moments.numerals import CHINESE_NUMBER, ENGLISH_ORDINAL, chinese_number, english_ordinal
from duramen.text.moments.rules import Rule, Seen, rule

_CAPITAL = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    r"(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?"
)
_LOWER = "january|february|april|june|july|august|september|october|november|december"
_MONTH = f"(?P<month>{_CAPITAL}|{_LOWER}|{_CAPITAL.upper().split('|(?:')[0]})"
_ANY_MONTH = f"(?P<month>{_CAPITAL}|{_LOWER}|may|march|MAY|MARCH)"
_DAY = rf"(?P<day>[0-3]?\d(?:st|nd|rd|th)?|{ENGLISH_ORDINAL})"
_SURE_DAY = rf"(?P<day>[0-3]?\d(?:st|nd|rd|th)|{ENGLISH_ORDINAL})"
_YEAR = r"(?P<year>(?:1[89]|20)\d\d)"
_NO_MORE = r"(?![\d:%]|[.,/-]\d|(?:st|nd|rd|th)\b| ?(?:%|percent|people|times|miles|km|minutes|hours|dollars|points))"


def _number_of_month(name: str) -> int:
    return next(number for full, number in _MONTHS.items() if full.startswith(name.casefold().rstrip(".")[:3]))


def _number_of_day(words: str) -> int:
    digits = re.match(r"\d+", words)
    return int(digits[0]) if digits else english_ordinal(words)


def _dated(match: re.Match[str], _: Seen) -> Days:
    month = _number_of_month(match["month"])
    return calendar.day(date(int(match["year"]), month, _number_of_day(match["day"])))


def _dated_month(match: re.Match[str], _: Seen) -> Days:
    return calendar.month(int(match["year"]), _number_of_month(match["month"]))


def _iso(match: re.Match[str], _: Seen) -> Days:
    return calendar.day(date(int(match["year"]), int(match["month"]), int(match["day"])))


def _slashed(match: re.Match[str], _: Seen) -> Days | None:
    a, b, year = int(match["a"]), int(match["b"]), int(match["year"])
    if a <= 12 and b <= 12 and a != b:
        return None  # day and month could be either way round
    return calendar.day(date(year, b, a) if a > 12 else date(year, a, b))


def _chinese_year(match: re.Match[str], _: Seen) -> Days | None:
    year = chinese_number(match["year"])
    if len(match["year"]) == 2:
        year += 1900 if year > 50 else 2000
    return year_part(year, match) if 1800 <= year <= 2100 else None


def latest(make: Callable[[int], Days], seen: date) -> Days | None:
    """Return the latest of `make(year)` that does not begin after `seen`; years in which it does not exist are passed."""
    for year in range(seen.year, max(seen.year - 9, 0), -1):
        try:
            days = make(year)
        except ValueError:  # 29 February
            continue
        if days.first <= seen:
            return days
    return None


def _yearless(match: re.Match[str], seen: Seen) -> Days | None:
    month, day = _number_of_month(match["month"]), _number_of_day(match["day"])
    return latest(lambda year: calendar.day(date(year, month, day)), seen.day)


def _bare_month(match: re.Match[str], seen: Seen) -> Days | None:
    month = _number_of_month(match["month"])
    return latest(lambda year: calendar.month(year, month), seen.day)


def _chinese_month(match: re.Match[str], seen: Seen) -> Days | None:
    return latest(lambda year: year_part(year, match) or calendar.year(year), seen.day)


def _chinese_day(match: re.Match[str], seen: Seen) -> Days | None:
    day = chinese_number(match["day"])
    for back in range(12):
        whole = calendar.month(seen.day.year, seen.day.month - back)
        if whole.first.replace(day=1) <= seen.day and day <= whole.last.day:
            when = whole.first.replace(day=day)
            if when <= seen.day:
                return calendar.day(when)
    return None


def _weekday(match: re.Match[str], seen: Seen) -> Days:
    name = match["weekday"].casefold()
    number = _WEEKDAYS[name] if name in _WEEKDAYS else WEEKDAYS[name]
    return calendar.day(seen.day, -((seen.day.weekday() - number) % 7))


_OF = r"(?: of|,)? "
_WEEK_PREFIX = rf"(?:(?:on )?(?i:{WEEKDAY}),? )?"
DATED: tuple[Rule, ...] = (
    rule(rf"(?<![\d.vV-])(?<!version ){_YEAR}(?P<sep>[-/.])(?P<month>\d{{1,2}})(?P=sep)(?P<day>\d{{1,2}})(?![\d]|[.-]\d)", _iso),
    rule(r"(?<![\d/.-])(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<year>(?:19|20)\d\d)(?![\d/])", _slashed),
    rule(rf"{_WEEK_PREFIX}\b(?:the )?{_DAY}{_OF}{_ANY_MONTH},? {_YEAR}\b", _dated, 0),
    rule(rf"{_WEEK_PREFIX}\b{_ANY_MONTH} (?:the )?{_DAY},? {_YEAR}\b", _dated, 0),
    rule(rf"\b{_ANY_MONTH}(?:,| of)? {_YEAR}\b(?! (?:people|dollars))", _dated_month, 0),
    rule(rf"\b(?:in |during )?(?:the )?(?P<season>{SEASON}) (?:of )?{_YEAR}\b", lambda m, _: calendar.season(int(m["year"]), _SEASONS[m["season"].lower()])),
    rule(rf"\b(?:in|since|during|until|till|by|from|around|before|after|throughout) (?:the year )?{_YEAR}\b(?![-/.]\d|s\b)", lambda m, _: calendar.year(int(m["year"]))),
    rule(rf"(?<!\d)(?P<year>(?:1[89]|20)\d\d|[一二][九〇零][〇零一二三四五六七八九]{{2}}|(?<![\d一二三四五六七八九十第])[0-9]{{2}}(?=年的?\d{{1,2}}月))年(?!前|后|以|级|代|之|间|多|来|的历史){IN_YEAR}", _chinese_year),
)  # fmt: skip
_PREPOSITION = (
    "in|since|during|until|till|early|mid|late|mid-|throughout|of last|end of|beginning of|start of|middle of"
)
YEARLESS: tuple[Rule, ...] = (
    rule(rf"{_WEEK_PREFIX}\b{_MONTH} (?:the )?{_DAY}\b{_NO_MORE}(?!,? {_YEAR})", _yearless, 0),
    rule(rf"\b{_ANY_MONTH} (?:the )?{_SURE_DAY}\b(?!,? {_YEAR})", _yearless, 0),
    rule(rf"{_WEEK_PREFIX}\b(?:the )?{_SURE_DAY}(?: of)? {_ANY_MONTH}\b(?!,? {_YEAR})", _yearless, 0),
    rule(rf"{_WEEK_PREFIX}(?<![\d/.:-])\b(?P<day>[0-3]?\d) {_MONTH}\b(?!,? {_YEAR})", _yearless, 0),
    rule(rf"\b(?:{_PREPOSITION}) (?P<month>January|February|March|April|May|June|July|August|September|October|November|December|{_LOWER})\b(?! \d)", _bare_month, 0),
    rule(rf"\bon (?:a )?(?P<weekday>{WEEKDAY})\b(?!s)", _weekday),
    rule(rf"(?<![\d个阴农闰正腊第])(?<!阴历)(?<!农历)(?P<month>{CHINESE_NUMBER})月份?{IN_YEAR.split('月份?', 1)[1].split('|的?(?P<season>')[0]}(?P<season>)(?P<half>)(?P<edge>)(?!大的|龄)", _chinese_month),
    rule(r"(?<![\d月年.第])(?P<day>[0-3]?\d|(?:二十|三十|十)[一二三四五六七八九]?)号(?![线楼门店房桌球机院馆厅队码选位电池技车床台台])(?:那天|这天)?", _chinese_day),
    rule(r"(?<![上下这本个每])(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])(?![年月])", _weekday),
)  # fmt: skip
