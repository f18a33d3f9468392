"""Cutting a long text to the sentences that answer best, in their original words and order."""

from __future__ import annotations

from collections.abc import Collection

from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.tokens import count_tokens

CUT_MARK = "…"
_MARKS_TOKENS = 2 * count_tokens(CUT_MARK)


def excerpt(text: str, wanted: Collection[str], limit_tokens: int) -> str:
    """Return the run of neighbouring sentences that holds most of the `wanted` terms within the limit.

    A text within the limit comes back as it is. Cut ends carry "…", which counts. Each wanted term counts once a run; of
    equal runs the first wins. A single sentence over the limit is cut hard; "" when not even a word fits.
    """
    if count_tokens(text) <= limit_tokens:
        return text
    spans = sentence_spans(text)
    room = max(limit_tokens - _MARKS_TOKENS, 0)
    if not spans or not room:
        return ""
    costs = [count_tokens(text[start:end]) for start, end in spans]
    holds = [set(terms(text[start:end])) & set(wanted) for start, end in spans]
    best, best_gain = (0, 1), -1
    for first in range(len(spans)):
        last, spent, gained = first, 0, set[str]()
        while last < len(spans) and (last == first or spent + costs[last] <= room):
            spent += costs[last]
            gained |= holds[last]
            last += 1
        if len(gained) > best_gain:
            best, best_gain = (first, last), len(gained)
    start, end = spans[best[0]][0], spans[best[1] - 1][1]
    kept = _shortened(text[start:end], room)
    if not kept:
        return ""
    cut_before, cut_after = text[:start].strip(), text[start + len(kept) :].strip()
    return f"{CUT_MARK if cut_before else ''}{kept}{CUT_MARK if cut_after else ''}"


def _shortened(text: str, limit_tokens: int) -> str:
    while (tokens := count_tokens(text)) > limit_tokens:
        text = text[: max(len(text) * limit_tokens // tokens - 1, 0)]
    return text
