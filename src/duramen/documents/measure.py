"""How much text a stretch holds, in CJK characters and in words, and where a long sentence is best cut.

In: a text and spans of it. Out: counts a span; pieces of a sentence that each stay within a size.

Counted are: as one character each, ideographs, kana, CJK punctuation, full-width forms, and the dashes, dots and opening
or double quotation marks that Chinese shares with other scripts; as one word, each run of other visible characters, and one more for every further 12 characters of a run (addresses, or scripts that write
without spaces). White space counts nothing. A run is counted anew in each span.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

WORD_CHARS = 12
"""A run of visible characters counts as one word for each started dozen."""

# First code point of each range that changes class, with the class from there on: 0 spaced script, 1 CJK.
_EDGES = np.array([0x2E80, 0xA000, 0xF900, 0xFB00, 0xFE30, 0xFE50, 0xFF00, 0xFFF0, 0x20000, 0x40000], dtype=np.uint32)
_BLANKS = np.array(sorted(code for code in range(0x3001) if chr(code).isspace()), dtype=np.uint32)
_SHARED = np.array(sorted(map(ord, "·—‘“”…")), dtype=np.uint32)
_BLOCK_CHARS = 1 << 20
_CLAUSE = re.compile(r"[，、：；,;:—…）】」』》)\]](?=\s|[^\x00-\x7f]|$)|[，、：；—…）】」』》]")


class Measure:
    """Counts of each span: `chars` of CJK and `words` of other scripts, lists in the order of the spans."""

    def __init__(self, text: str, spans: Sequence[tuple[int, int]]) -> None:
        """Count the spans, which are in order, do not overlap and are not empty."""
        self.chars: list[int] = []
        self.words: list[int] = []
        first = 0
        # A block at a time: code points take four bytes and counting several times that.
        while first < len(spans):
            start = spans[first][0]
            last = first + 1
            while last < len(spans) and spans[last][1] - start <= _BLOCK_CHARS:
                last += 1
            self._count(text[start : spans[last - 1][1]], start, spans[first:last])
            first = last

    def _count(self, block: str, offset: int, spans: Sequence[tuple[int, int]]) -> None:
        bounds = np.array(spans, dtype=np.int64) - offset
        chars, words = unit_starts(block, bounds[:, 0])
        for marks, counts in ((chars, self.chars), (words, self.words)):
            total = np.concatenate(([0], np.cumsum(marks, dtype=np.int64)))
            counts.extend((total[bounds[:, 1]] - total[bounds[:, 0]]).tolist())


def unit_starts(block: str, starts: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return where CJK characters stand and where words begin; a run of visible characters begins anew at `starts`."""
    codes = np.frombuffer(block.encode("utf-32-le", errors="surrogatepass"), dtype=np.uint32)
    blank = np.isin(codes, _BLANKS)
    cjk = ((np.searchsorted(_EDGES, codes, side="right") % 2).astype(bool) | np.isin(codes, _SHARED)) & ~blank
    other = ~(cjk | blank)
    begins = other.copy()
    begins[1:] &= ~other[:-1]
    begins[starts] |= other[starts]
    # Distance from the beginning of its run: every twelfth place counts as a word more.
    places = np.arange(len(codes), dtype=np.int64)
    run = np.maximum.accumulate(np.where(begins, places, 0))
    return cjk, other & ((places - run) % WORD_CHARS == 0)


def cut_places(text: str, start: int, end: int, size: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Cut the sentence `[start, end)` into spans of at most `size` (CJK characters, words), in order, trimmed.

    A piece ends after the last clause mark in the second half of what fits, else at the last blank there, else where
    it is full, but not before a combining mark or a joiner. Every visible character is in exactly one span.
    """
    size_chars, size_words = size
    # More than this never fits, unless it is mostly blanks; without a window, endless sentences would cost quadratic time.
    window = 2 * (size_chars + WORD_CHARS * size_words)
    while start < end:
        cjk, words = unit_starts(text[start : min(end, start + window)], np.array([0]))
        fill = np.cumsum(cjk * np.int64(size_words) + words * np.int64(size_chars))
        fits = int(np.searchsorted(fill, size_chars * size_words, side="right"))
        cut = end if start + fits >= end else _best_cut(text, start, start + fits)
        low, high = start, cut
        while high > low and text[high - 1].isspace():
            high -= 1
        if low < high:
            yield low, high
        while cut < end and text[cut].isspace():
            cut += 1
        start = cut


def _best_cut(text: str, start: int, full: int) -> int:
    """Return the place after `start`, at most `full`, at which a reader would cut."""
    half = start + (full - start) // 2
    clause = 0
    for match in _CLAUSE.finditer(text, half, full):
        clause = match.end()
    if clause > half:
        return clause
    for place in range(full, half, -1):
        if text[place - 1 : place + 1].strip() != text[place - 1 : place + 1]:
            return place
    place = full
    while place > half and (
        unicodedata.combining(text[place]) or text[place] in "\u200d\ufe0e\ufe0f" or text[place - 1] == "\u200d"
    ):
        place -= 1
    return place
