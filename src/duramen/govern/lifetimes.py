"""Whether a value still holds: by the end that was told, else by how long its kind of leaf usually holds (B2, B22).

In: a leaf as it is held, its lifetime, a time. Out: the instant from which it is past, or whether it is.
"""

from __future__ import annotations

from duramen.domain.persona import Leaf, Lifetime
from duramen.domain.time import US_PER_HOUR

PASSING_US = 36 * US_PER_HOUR
"""How long a passing value holds after it was said, or after the day it is about: what is said in the evening ("about to
cook", "I'm worn out") may still be so next morning, and is not two days later."""


def past_from_us(leaf: Leaf, lifetime: Lifetime) -> int | None:
    """Return the instant from which the value is past, None where it holds until something else is said.

    The end that was told decides, with its whole day or month. Otherwise only PASSING values end by themselves:
    `PASSING_US` after the last time that they were said, or after the day that they are about, whichever is later.
    """
    told = leaf.valid_to.until_us()
    if told is not None:
        return told
    if lifetime is not Lifetime.PASSING:
        return None
    said = [quote.said_at.until_us() for quote in leaf.quotes]
    known = [at_us for at_us in (*said, leaf.valid_from.until_us()) if at_us is not None]
    return max(known, default=leaf.recorded_us) + PASSING_US


def is_past(leaf: Leaf, lifetime: Lifetime, now_us: int) -> bool:
    """Tell whether the value is to be shown as past, with its date, and no longer as what is so now."""
    since = past_from_us(leaf, lifetime)
    return since is not None and now_us >= since
