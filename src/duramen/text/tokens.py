"""Estimate how many tokens a text costs, for budgets that must not be overrun.

In: text. Out: a count that is meant to lie above what today's byte-pair and unigram vocabularies need for prose.
"""

from __future__ import annotations

import re

# Runs that cost anything but one token a character.
_RUNS = re.compile(
    r"(?P<word>[A-Za-z]+)|(?P<blank>[^\S\n]+)|(?P<latin>[\u00c0-\u024f\u0370-\u052f]+)"
    r"|(?P<plane>[\U00010000-\U0010ffff]+)"
)
_CHARS_PER_TOKEN = 4


def count_tokens(text: str) -> int:
    """Return an estimate of the tokens in `text`, 0 for "".

    One for each Chinese, Japanese or Korean character, digit, punctuation mark and line break; one for each four
    letters, begun in each word anew; one for two letters of accented Latin, Greek or Cyrillic; three for characters
    beyond the basic plane (emoji); blanks go with the word that follows, and each further four blanks cost one.
    """
    return len(text) + sum(_cost(run.lastgroup, len(run.group())) - len(run.group()) for run in _RUNS.finditer(text))


def _cost(kind: str | None, size: int) -> int:
    if kind == "word":
        return -(-size // _CHARS_PER_TOKEN)
    if kind == "latin":
        return -(-size // 2)
    if kind == "blank":
        return -(-(size - 1) // _CHARS_PER_TOKEN)
    return 3 * size
