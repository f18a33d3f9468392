"""Days, weeks, months, years and seasons as inclusive ranges of dates, and steps from one to another.

In: dates and whole numbers. Out: `Days`. Weeks begin on Monday (ISO 8601). Seasons are those of the northern
temperate zone, three whole months each from March; winter belongs to the year in which it begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

SPRING, SUMMER, AUTUMN, WINTER = 3, 6, 9, 12
"""The first month of each season."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Days:
    """An inclusive range of dates, `first` <= `last`."""

    first: date
    last: date


def day(base: date, offset: int = 0) -> Days:
    """Return the single day `offset` days after `base`."""
    when = base + timedelta(days=offset)
    return Days(first=when, last=when)


def days_between(base: date, first: int, last: int) -> Days:
    """Return the days from `base + first` to `base + last`, whichever of the two is the earlier."""
    low, high = min(first, last), max(first, last)
    return Days(first=base + timedelta(days=low), last=base + timedelta(days=high))


def week(base: date, offset: int = 0) -> Days:
    """Return the Monday-based week `offset` weeks after that of `base`."""
    monday = base - timedelta(days=base.weekday()) + timedelta(weeks=offset)
    return Days(first=monday, last=monday + timedelta(days=6))


def weekend(base: date, offset: int = 0) -> Days:
    """Return Saturday and Sunday of the week `offset` weeks after that of `base`."""
    sunday = week(base, offset).last
    return Days(first=sunday - timedelta(days=1), last=sunday)


def month(year: int, number: int) -> Days:
    """Return the whole month; `number` may lie outside 1 to 12 and then counts on into other years."""
    year, index = year + (number - 1) // 12, (number - 1) % 12
    first = date(year, index + 1, 1)
    after = date(year + (index + 1) // 12, (index + 1) % 12 + 1, 1) if (year, index) != (9999, 11) else None
    return Days(first=first, last=after - timedelta(days=1) if after else date(9999, 12, 31))


def year(number: int) -> Days:
    """Return the whole calendar year."""
    return Days(first=date(number, 1, 1), last=date(number, 12, 31))


def season(number: int, first_month: int) -> Days:
    """Return the season that begins in `first_month` (3, 6, 9 or 12) of year `number`."""
    return join(month(number, first_month), month(number, first_month + 2))


def join(one: Days, other: Days) -> Days:
    """Return the smallest range that holds both."""
    return Days(first=min(one.first, other.first), last=max(one.last, other.last))


def unit_back(base: date, unit: str, count: int) -> Days:
    """Return the whole unit ("day", "week", "weekend", "month", "year", "decade") `count` units before that of `base`.

    A day is a day, a week a Monday-based week, a month and a year those of the calendar; a decade is the calendar year
    ten times `count` years back. A negative `count` looks forward.
    """
    match unit:
        case "day":
            return day(base, -count)
        case "week":
            return week(base, -count)
        case "weekend":
            return weekend(base, -count)
        case "month":
            return month(base.year, base.month - count)
        case "decade":
            return year(base.year - 10 * count)
        case _:
            return year(base.year - count)


def weekday_before(base: date, weekday: int) -> Days:
    """Return the latest day with `weekday` (Monday 0) strictly before `base`."""
    return day(base, -((base.weekday() - weekday - 1) % 7 + 1))


def weekday_after(base: date, weekday: int) -> Days:
    """Return the first day with `weekday` (Monday 0) strictly after `base`."""
    return day(base, (weekday - base.weekday() - 1) % 7 + 1)


def weekday_in_week(base: date, weekday: int, offset: int) -> Days:
    """Return the day with `weekday` of the Monday-based week `offset` weeks after that of `base`."""
    return day(week(base, offset).first, weekday)
