"""Dates as search terms: a turn's own date, and the dates that a question names, as the same words.

"What did I see on May 2?" and a turn of 2 May 2023 meet in the term `#d05-02`. A term is made only of what is said: a
question without a year gives none.
"""

from __future__ import annotations

import re
from datetime import timedelta

from duramen.domain.time import Moment, Precision
from duramen.text.moments import Resolved, dates_in

_FOUR_DIGITS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
# A whole month is asked for by its own term; a longer range, such as a season, by none.
_LEAST_MONTH_DAYS = 28
_MOST_DAYS = 31


def own_date_terms(moment: Moment) -> list[str]:
    """Return the terms of a date as it is known: month, day and year; [] for an unknown one."""
    if not moment.known:
        return []
    local = moment.local()
    found = [f"#y{local.year}", f"#m{local.month:02}"]
    if moment.precision is not Precision.MONTH:
        found.append(f"#d{local.month:02}-{local.day:02}")
    return found


def asked_date_terms(question: str, now: Moment) -> dict[str, float]:
    """Return the terms of the dates that a question names, in order, with weights.

    A day, month or year weighs 1; the days of a range ("last week") share 1, since a turn can meet only one of them.
    """
    if not now.known:
        return {}
    found: dict[str, float] = {}
    for named in dates_in(question, now):
        found |= _terms(named)
    return found


def _terms(named: Resolved) -> dict[str, float]:
    days = (named.last - named.first) // timedelta(days=1) + 1
    one_month = (named.first.year, named.first.month) == (named.last.year, named.last.month)
    found: dict[str, float] = {}
    if days == 1:
        found = {f"#d{named.first:%m-%d}": 1.0, f"#m{named.first:%m}": 1.0}
    elif one_month and days >= _LEAST_MONTH_DAYS:
        found = {f"#m{named.first:%m}": 1.0}
    elif days <= _MOST_DAYS:
        found = {f"#d{named.first + timedelta(days=day):%m-%d}": 1.0 / days for day in range(days)}
    written = _FOUR_DIGITS.search(named.phrase)
    return found | ({f"#y{written.group()}": 1.0} if written else {})
