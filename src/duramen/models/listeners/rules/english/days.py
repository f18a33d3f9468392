"""English days without a year as the dates they mean: "on Thursday", "on the 14th", "on the 8th of July".

In: a value, its leaf, the clause it stands in, and when it was said. Out: the value with the date; as it was where the
clause does not tell whether the day lies ahead.
"""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import date, timedelta

from duramen.domain.time import Moment
from duramen.models.listeners.rules.english.words import MONTH

_WEEKDAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY = re.compile(
    rf"\b(?P<lead>on |this )?(?P<day>{'|'.join(_WEEKDAYS)})day\b(?! (?:mornings|nights|evenings|afternoons))",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    rf"\bon (?:the )?(?P<number>\d{{1,2}})(?:st|nd|rd|th)(?: of)?(?: (?P<month>{MONTH})\b)?(?!,? (?:floor|street|avenue|\d{{4}}))",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:was|were|had|got|lost|died|broke|broken|left|passed|failed|won|arrived|moved|finished|ran|did|fell|hurt|tore|sprained|twisted|stole|stolen|burgled|born|let me go|handed in|gave up|proposed|quit|resigned|turned|started|split|separated|adopted)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(r"\b(?:turns?|starts?|starting|will|going to|is on|are on|due)\b", re.IGNORECASE)


def placed(value: str, path: str, clause: str, said_at: Moment) -> str:
    """Return a value with its days as dates: the next such day for what is planned, the last one for what has happened."""
    if not said_at.known:
        return value
    today = said_at.local().date()
    if path == "goals.plans":
        forward = True
    elif path.startswith(("routines.", "likes.", "dislikes.", "communication.", "diet.")):
        return value
    elif _PAST.search(clause):
        forward = False
    elif _AHEAD.search(clause):
        forward = True
    else:
        return value
    value = _WEEKDAY.sub(lambda found: _weekday(found, today, forward), value)
    return _ORDINAL.sub(lambda found: _ordinal(found, today, forward), value)


def _weekday(found: re.Match[str], today: date, forward: bool) -> str:
    wanted = _WEEKDAYS.index(found["day"].lower())
    days = (wanted - today.weekday()) % 7 if forward else (today.weekday() - wanted) % 7
    if not found["lead"] and not forward:
        return found.group()
    return _said(today + timedelta(days=days or 7) if forward else today - timedelta(days=days or 7))


def _ordinal(found: re.Match[str], today: date, forward: bool) -> str:
    number, step = int(found["number"]), 1 if forward else -1
    year, month = today.year, today.month
    if found["month"]:
        month = 1 + _MONTHS.index(found["month"].lower()[:3])
    for _ in range(13):
        if 1 <= number <= monthrange(year, month)[1] and (date(year, month, number) - today).days * step >= 0:
            return _said(date(year, month, number))
        if found["month"]:
            year += step
        else:
            year, month = year + (month + step - 1) // 12, (month + step - 1) % 12 + 1
    return found.group()


def _said(day: date) -> str:
    return f"on {day.day} {day:%B} {day.year}"
