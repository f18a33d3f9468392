"""Finds for each opening tag the closing tag that belongs to it, before anything is decided about the text.

In: tags in order. Out: for each its partner's index, or None. Analyses nest, so that an outer analysis hides all
that stands in it; a thought runs to the next closing thought tag, whatever stands inside. One pass, linear.
"""

from __future__ import annotations

from collections.abc import Sequence

from duramen.protocol.tags import Family, Kind, Tag


def partners(tags: Sequence[Tag]) -> list[int | None]:
    """Return, per tag, the index of its closing tag; None for closing tags, responses, headings and unclosed tags."""
    next_end = _next_thought_ends(tags)
    found: list[int | None] = [None] * len(tags)
    open_analyses: list[int] = []
    index = 0
    while index < len(tags):
        tag = tags[index]
        end = next_end[index]
        if tag.kind is Kind.THOUGHT and not tag.closing and end is not None:
            found[index] = end
            index = end
        elif tag.kind is Kind.ANALYSIS and tag.family is not Family.HEADING:
            if not tag.closing:
                open_analyses.append(index)
            elif open_analyses:
                found[open_analyses.pop()] = index
        index += 1
    return found


def _next_thought_ends(tags: Sequence[Tag]) -> list[int | None]:
    """Return, per tag, the index of the next closing thought tag after it."""
    ends: list[int | None] = [None] * len(tags)
    upcoming: int | None = None
    for index in range(len(tags) - 1, -1, -1):
        ends[index] = upcoming
        if tags[index].kind is Kind.THOUGHT and tags[index].closing:
            upcoming = index
    return ends
