"""What becomes of a value for a leaf that is filled, where no model is asked to merge them (B4, B7).

In: what the leaf holds and what is new, as texts. Out: one text, in which nothing of either is lost.
"""

from __future__ import annotations

import re

from duramen.text.languages import language_of

_BREAK = re.compile(r"\s*[;；]\s*")
_NOW = re.compile(r"^(?:现在|如今|now\b)\s*", re.IGNORECASE)


def facts_of(value: str) -> list[str]:
    """Return the facts of a value, which are separated by semicolons."""
    return [fact for fact in _BREAK.split(value.strip()) if fact]


def merged_text(held: str, value: str, *, earlier: bool = False) -> str:
    """Return `held` with those facts of `value` that it does not say yet, in order; `held` itself where it says all.

    `earlier`: the new facts were said before what is held, and are marked as of an earlier time. The separator follows
    the language of what is held.
    """
    said = held.casefold()
    new = [fact for fact in facts_of(value) if fact.casefold() not in said]
    if not new:
        return held
    chinese = language_of(held) == "zh"
    joined = ("；" if chinese else "; ").join(new)
    if earlier:
        known = [fact.casefold() for fact in facts_of(held)]
        new = [_NOW.sub("", fact) for fact in new if not any(one in fact.casefold() for one in known)]
        if not new:
            return held
        joined = ("；" if chinese else "; ").join(new)
        joined = f"早先：{joined}" if chinese else f"earlier: {joined}"
    return f"{held.rstrip('；; ')}{'；' if chinese else '; '}{joined}"
