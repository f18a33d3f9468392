"""What a pattern family is made of: a regular expression, and what its match means as seen from a day.

In: matches and the day from which they are seen. Out: ranges of days, or None where the words mean no date after all.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime

from duramen.text.moments.calendar import Days


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """From where a phrase is seen: the local day, and the local time of day where that is known."""

    day: date
    at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way of naming days; `meaning` may raise ValueError or OverflowError for dates that do not exist."""

    pattern: re.Pattern[str]
    meaning: Callable[[re.Match[str], Seen], Days | None]


def rule(pattern: str, meaning: Callable[[re.Match[str], Seen], Days | None], flags: int = re.IGNORECASE) -> Rule:
    """Return a Rule of a pattern in source form."""
    return Rule(pattern=re.compile(pattern, flags), meaning=meaning)
