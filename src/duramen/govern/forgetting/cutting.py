"""Cutting words out of a text, and where the spans of what is left of it stand afterwards."""

from __future__ import annotations

from collections.abc import Sequence

CUT = "…"
"""Stands where words were cut out of a turn."""

Spans = Sequence[tuple[int, int]]


def cut_text(text: str, spans: Spans) -> str:
    """Return a text without its spans, each replaced by `CUT`; spans ascend and do not touch."""
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], CUT]
        at = end
    return "".join([*parts, text[at:]])


def moved(start: int, end: int, spans: Spans) -> tuple[int, int]:
    """Return where text[start:end] stands after `cut_text`, without what was cut from its ends.

    Of one that lay wholly in what was cut nothing is left: a span of no length.
    """
    first, last = _moved(start, spans, begins=True), _moved(end, spans, begins=False)
    return (first, last) if first < last else (last, last)


def _moved(place: int, spans: Spans, *, begins: bool) -> int:
    """Return where a place stands; one within a cut goes behind the mark where something begins there, else before it."""
    back = 0
    for first, last in spans:
        if first <= place < last if begins else first < place <= last:
            return first - back + (len(CUT) if begins else 0)
        if place >= last:
            back += last - first - len(CUT)
    return place - back
