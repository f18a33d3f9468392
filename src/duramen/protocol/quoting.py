"""Tells tags that a reply merely shows (in code, in quotation marks, in a quoted line) from tags that it uses.

In: the whole output, a tag inside a response. Out: yes or no. Used inside responses, where cutting at a shown tag
would cut the reply. An analysis that is opened is only taken as shown when it is plainly so: hiding too much costs
a re-ask, showing too much leaks. Every look is bounded by `QUOTE_WINDOW` characters.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from duramen.protocol.tags import Tag

QUOTE_WINDOW = 200
"""How far around a tag its quotation marks are looked for, in characters, and never over a line break."""

_FENCE = re.compile(r"^[ \t]{0,12}(`{3,}|~{3,})", re.MULTILINE)
_CURLY = {"“": "”", "‘": "’", "「": "」", "『": "』", "«": "»"}
_TOUCHING = {**_CURLY, '"': '"', "'": "'", "`": "`"}
_STRAIGHT_OPEN = re.compile(r"(?:^|[\s(（:：,，])\"(?=\S)")
_STRAIGHT_END = re.compile(r"\"(?=$|[\s).,;:!?，。；：！？）<])")
_ANALYSIS_WORDS = re.compile(r"need|需要|(?<![A-Za-z])[EL]\s?\d", re.IGNORECASE)


class Fences:
    """Where code blocks open and close in one output: asked in order, each mark is passed once."""

    def __init__(self, text: str) -> None:
        self._marks = [(hit.start(1), hit[1][0]) for hit in _FENCE.finditer(text)]
        self._text = text
        self._next = 0
        self._open = ""
        self._last = len(self._marks)

    @property
    def any(self) -> bool:
        """Tell whether the text holds a fence at all."""
        return bool(self._marks)

    def open_before(self, place: int) -> bool:
        """Tell whether an odd number of fences stands before a place: a code block around the whole protocol."""
        return bisect_left(self._marks, (place, "")) % 2 == 1

    def enter(self, floor: int) -> None:
        """Start a response at `floor`; a fence around the whole output keeps its own last mark."""
        self._next = bisect_left(self._marks, (floor, ""))
        self._last = len(self._marks) - (1 if self._next % 2 else 0)
        self._open = ""
        hit = re.compile(r"[ \t]{0,12}(`{3,}|~{3,})").match(self._text, floor)
        if hit is not None and (self._next == len(self._marks) or self._marks[self._next][0] != hit.start(1)):
            self._open = hit[1][0]

    def hold(self, place: int) -> bool:
        """Tell whether a place stands in a code block that is closed further on; places must not go back."""
        while self._next < self._last and self._marks[self._next][0] < place:
            mark = self._marks[self._next][1]
            if not self._open:
                self._open = mark
            elif self._open == mark:
                self._open = ""
            self._next += 1
        return bool(self._open) and self._next < self._last


def is_shown_closing(text: str, floor: int, tag: Tag) -> bool:
    """Tell whether a closing tag inside a response stands in code or quotation marks on its line."""
    before, after = _around(text, floor, tag.start, tag.end)
    if _touching(before, after) or _in_backticks(before, after) or _quoted_line(text, floor, tag.start):
        return True
    if _curly(before, after):
        return True
    return _unclosed_straight(before) and _STRAIGHT_END.search(after) is not None


def is_shown_opening(text: str, floor: int, tag: Tag, element_end: int) -> bool:
    """Tell whether an opening tag inside a response is only shown.

    `element_end`: where its element ends, if it does, else the end of the tag itself. A whole element counts as shown
    when code or quotation marks touch it on both sides; a lone tag also when curly marks enclose it and what follows
    it inside them reads like no analysis.
    """
    if "\n" in text[tag.start : min(element_end, tag.start + QUOTE_WINDOW)] or element_end - tag.start > QUOTE_WINDOW:
        return False
    before, after = _around(text, floor, tag.start, element_end)
    if _touching(before, after) or _in_backticks(before, after) or _quoted_line(text, floor, tag.start):
        return True
    if _touching(before, text[tag.end : tag.end + 1]):
        return True
    closing = _curly(before, after)
    return bool(closing) and element_end == tag.end and not _ANALYSIS_WORDS.search(after[: after.index(closing)])


def _around(text: str, floor: int, start: int, end: int) -> tuple[str, str]:
    """Return what stands on the same line before and after a range, within the window and not before `floor`."""
    before = text[max(floor, start - QUOTE_WINDOW) : start]
    after = text[end : end + QUOTE_WINDOW]
    return before[before.rfind("\n") + 1 :], after.partition("\n")[0]


def _touching(before: str, after: str) -> bool:
    """Tell whether a pair of quotation marks touches on both sides."""
    return bool(before) and bool(after) and _TOUCHING.get(before[-1]) == after[0]


def _in_backticks(before: str, after: str) -> bool:
    """Tell whether an inline code span encloses the range."""
    return before.count("`") % 2 == 1 and "`" in after


def _quoted_line(text: str, floor: int, start: int) -> bool:
    """Tell whether the line is a Markdown quotation that begins within the window."""
    window = text[max(floor, start - QUOTE_WINDOW) : start]
    cut = window.rfind("\n") + 1
    at_line_start = cut > 0 or start - QUOTE_WINDOW <= floor
    return at_line_start and window[cut:].lstrip().startswith(">")


def _curly(before: str, after: str) -> str:
    """Return the closing mark of directed quotation marks that enclose the range, or ""."""
    for opening, closing in _CURLY.items():
        if before.rfind(opening) > before.rfind(closing) and closing in after and opening != "‘":
            return closing
    return ""


def _unclosed_straight(before: str) -> bool:
    """Tell whether a straight quotation mark was opened on the line and not closed."""
    openings = [hit.end() for hit in _STRAIGHT_OPEN.finditer(before)]
    return bool(openings) and _STRAIGHT_END.search(before, openings[-1]) is None
