"""Right answers that are days seen from a day: "the week before 14 September 2022", "the Friday before 20 May 2023".

In: such an answer, and a reply. Out: the days that are meant, and whether the reply names any of them. Words do not tell: a
reply that says "5–11 September 2022" is right, and one that only names the 14th is not.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from duramen.domain.time import EPOCH, US_PER_HOUR, Moment
from duramen.text.moments import dates_in

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_RELATIVE = re.compile(
    rf"^\W*(?:on |in )?(?:the )?(?P<unit>week|weekend|day|{'|'.join(_WEEKDAYS)}) (?P<side>before|after) (?P<date>.+)$",
    re.IGNORECASE,
)
# Data sets write "14September".
_JOINED = re.compile(r"(?<=\d)(?=[A-Za-z])|(?<=[A-Za-z])(?=\d)")
_SATURDAY = 5


def days_meant(gold: str) -> tuple[date, date] | None:
    """Return the first and last day that a right answer means by a relation to a day, None for any other answer.

    A week before a day is the seven days before it, so that the calendar's week before ends within.
    """
    found = _RELATIVE.match(gold.strip())
    if found is None:
        return None
    named = dates_in(_JOINED.sub(" ", found["date"]), _late())
    if not named:
        return None
    anchor, before = named[0].first, found["side"].lower() == "before"
    return _days(found["unit"].lower(), anchor, before=before)


def names_days(reply: str, meant: tuple[date, date]) -> bool:
    """Tell whether a reply names a day among those meant, or a stretch of at most a week that ends among them."""
    return any(meant[0] <= one.last <= meant[1] and (one.last - one.first).days < 7 for one in dates_in(reply, _late()))


def _days(unit: str, anchor: date, *, before: bool) -> tuple[date, date]:
    step = timedelta(days=-1 if before else 1)
    if unit == "day":
        return anchor + step, anchor + step
    if unit == "week":
        return tuple(sorted((anchor + step, anchor + 7 * step)))  # type: ignore[return-value]
    day = anchor + step
    if unit == "weekend":
        while day.weekday() < _SATURDAY:
            day += step
        saturday = day - timedelta(days=day.weekday() - _SATURDAY)
        return saturday, saturday + timedelta(days=1)
    while day.weekday() != _WEEKDAYS.index(unit):
        day += step
    return day, day


def _late() -> Moment:
    """Return a moment after all that data sets tell of, from which days without a year are the latest there were."""
    return Moment(at_us=int((date(2100, 1, 1) - EPOCH.date()).days) * 24 * US_PER_HOUR)
