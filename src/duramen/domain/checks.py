"""What is found wrong with a reply: claims that nothing shown supports (A20), and where it leaves its card (A21)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Flaw(StrEnum):
    """What is wrong: the first six are of the self-check, the others of the card check."""

    NUMBER = "number"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    OUTDATED = "outdated"
    JUDGED = "judged"
    FORBIDDEN = "forbidden"
    ADDRESS = "address"
    ROLE = "role"
    OVERPLAYED = "overplayed"


CLAIMS = (Flaw.NUMBER, Flaw.DATE, Flaw.NAME, Flaw.NEGATION, Flaw.OUTDATED, Flaw.JUDGED)
"""What the self-check finds."""
SPOILING = (*CLAIMS, Flaw.FORBIDDEN, Flaw.ROLE)
"""What makes a reply unfit to be found again or heard: it would stand as evidence of what it made up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing wrong with a reply: the words reply[start:end], and why, in the person's language.

    `against`: the id of the evidence or leaf that it was held against ("E2", "L1"), "card", or "" where nothing shown says
    anything of it. `reason` repeats no words of evidence or leaves, so that what is forgotten is not kept here.
    """

    kind: Flaw
    start: int
    end: int
    against: str = ""
    reason: str = ""
