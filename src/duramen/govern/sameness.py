"""Whether a value says what a leaf already says: compared as text, without understanding it (B4).

In: two values. Out: yes or no. A leaf's value is facts separated by "; " or "；". When in doubt the answer is no: then
the operation goes back to be merged, and nothing is lost.
"""

from __future__ import annotations

import re
import unicodedata

from duramen.text.segment import word_edges

_BREAK = re.compile(r"[;；\n]")
_SPACE = re.compile(r"\s+")
_FINAL = ".。!！?？,，、;；:：…~～ "
# Words that turn a fact round: "no longer likes tea" holds "likes tea", and says the opposite.
_TURNS = re.compile(
    r"\b(?:no|not|never|cannot|without|stopped|quit|used to|formerly|previously|once|until|before|except|but|ex|hates?"
    r"|dislikes?|avoids?|allergic|if)\b|n['’]t\b|[不没別别未无無非曾除戒停]|以前|之前|过去|原来|讨厌|过敏|但"
)


def facts_of(value: str) -> tuple[str, ...]:
    """Return the facts of a leaf's value in order, without blanks around them; empty ones are left out."""
    return tuple(fact for part in _BREAK.split(value) if (fact := part.strip()))


def folded(value: str) -> str:
    """Return `value` in NFKC, case-folded, blanks collapsed, final punctuation gone; idempotent."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())
    return _SPACE.sub(" ", text).strip().rstrip(_FINAL)


def same_text(new: str, old: str) -> bool:
    """Tell whether two values are the same but for width, case, blanks and final punctuation."""
    return new == old or folded(new) == folded(old) != ""


def says_the_same(new: str, old: str) -> bool:
    """Tell whether each fact of `new` is one of `old`, or stands in one, in whole words, with nothing that turns it."""
    if same_text(new, old):
        return True
    known = [folded(fact) for fact in facts_of(old)]
    said = [folded(fact) for fact in facts_of(new)]
    return bool(said) and all(fact and any(_stands_in(fact, other) for other in known) for fact in said)


def _stands_in(fact: str, other: str) -> bool:
    if fact == other:
        return True
    start = other.find(fact)
    if start < 0:
        return False
    edges = word_edges(other)
    while start >= 0:
        end = start + len(fact)
        if start in edges and end in edges:
            return _TURNS.search(f"{other[:start]} {other[end:]}") is None
        start = other.find(fact, start + 1)
    return False
