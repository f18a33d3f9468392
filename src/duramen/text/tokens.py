"""Estimate how many tokens a text costs, for budgets that must not be overrun.

In: text. Out: a count that is meant to lie above what today's byte-pair and unigram vocabularies need for prose.
"""

from __future__ import annotations

import re

# Characters that share a token: each match costs one.
_SHARED = re.compile(r"[A-Za-z]{2,4}|[\u00c0-\u024f\u0370-\u052f]{2}")
_BLANK = re.compile(r"[^\S\n]")
_FURTHER_BLANKS = re.compile(r"(?<=[^\S\n])[^\S\n]{1,4}")
_BEYOND_PLANE = re.compile(r"[\U00010000-\U0010ffff]")


def count_tokens(text: str) -> int:
    """Return an estimate of the tokens in `text`, 0 for "".

    One for each Chinese, Japanese or Korean character, digit, punctuation mark and line break; one for each four
    letters, begun in each word anew; one for two letters of accented Latin, Greek or Cyrillic; three for characters
    beyond the basic plane (emoji); blanks go with the word that follows, and each further four blanks cost one.
    """
    shared = _SHARED.findall(text)
    tokens = len(text) - sum(map(len, shared)) + len(shared)
    tokens += len(_FURTHER_BLANKS.findall(text)) - len(_BLANK.findall(text))
    return tokens if text.isascii() else tokens + 2 * len(_BEYOND_PLANE.findall(text))
