"""Lines as they stand on a page -> paragraphs: what a PDF, or a text wrapped by hand, has cut is joined again.

In: lines of a text. Out: text whose line breaks are ends of paragraphs, headings, list items. Only white space and
the hyphen at a line's end are touched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from unicodedata import east_asian_width

from duramen.documents.content import join_lines

_ENDS = re.compile(r"[.!?:;。！？：；…][\"'”’」』）)\]]*$")
_GOES_ON = re.compile(r"[,，、]$")
_NEW_ITEM = re.compile(
    r"\s*(?:[-*•·●○▪–—■□◆]\s*\S|\(?\d{1,3}[.)、．]\s*\S|[（(]?[一二三四五六七八九十]{1,3}[)）、．.]|"
    r"第[一二三四五六七八九十百零\d]{1,5}[章节回条篇部卷]|#{1,6} |\|)"
)
_SOFT_HYPHEN = re.compile(r"(?<=[a-zà-ÿ])[-\u00ad\u2010]\n(?=[a-zà-ÿ])")
_FULL_LINE = 0.75
# A text counts as wrapped by hand when nearly all its inner lines are about as long as the longest ones.
_MIN_LINES, _MIN_WIDTH, _MAX_WIDTH, _SHARE = 12, 30, 110, 0.8


def unwrap(lines: Sequence[str]) -> str:
    """Join lines into paragraphs.

    A line goes on in the next when it is nearly full (three quarters of the usual full width) and the next does not
    look like a new item or heading, and always after a comma; a full line that ends a sentence goes on too, unless the next is indented.
    Empty lines end paragraphs. Words hyphenated at a line's end are made whole.
    """
    widths = sorted(_width(line.strip()) for line in lines if line.strip())
    full = widths[min(len(widths) - 1, len(widths) * 9 // 10)] if widths else 0
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if not line.strip():
            paragraphs.append([])
            continue
        if paragraphs[-1] and _starts_new(paragraphs[-1][-1], line, full):
            paragraphs.append([])
        paragraphs[-1].append(line)
    joined = (join_lines(_SOFT_HYPHEN.sub("", "\n".join(part.strip() for part in lines))) for lines in paragraphs)
    return "\n".join(joined)


def looks_wrapped(text: str) -> bool:
    """Tell whether a plain text is wrapped by hand at a fixed width, judged by its first thousand lines.

    Lines that another line follows without a gap must nearly all be almost as wide as the widest, which has to be
    30 to 110 columns (a CJK character takes two). Poems, lists, logs and tables are not wrapped.
    """
    lines = [line.rstrip() for line in text[:200_000].split("\n")[:1000]]
    inner = [_width(line) for line, following in pairwise(lines) if line.strip() and following.strip()]
    if len(inner) < _MIN_LINES:
        return False
    widest = sorted(inner)[len(inner) * 95 // 100]
    near = sum(1 for width in inner if width >= widest * _FULL_LINE)
    items = sum(1 for line in lines if _NEW_ITEM.match(line))
    return _MIN_WIDTH <= widest <= _MAX_WIDTH and near >= len(inner) * _SHARE and items * 4 < len(inner)


def _starts_new(before: str, line: str, full: int) -> bool:
    """Tell whether a line opens a paragraph of its own after the line before it."""
    if _NEW_ITEM.match(line) or line.startswith(("\u3000", "    ", "\t")):
        return True
    width = _width(before.strip())
    if _GOES_ON.search(before.strip()):
        return False
    if _ENDS.search(before.strip()):
        return width < full * 0.9
    return width < full * _FULL_LINE


def _width(line: str) -> int:
    """Return the columns of a line: two for a wide character."""
    if line.isascii():
        return len(line)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in line)
