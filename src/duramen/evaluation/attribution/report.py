"""The table of an attribution: each class with its count, share and interval, and one example."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from duramen.evaluation.attribution.run import Attributed
from duramen.evaluation.report import Table
from duramen.scoring.attribution import CHINESE, Cause, Share, shares

EXAMPLE_CHARS = 120


def counted(found: Sequence[Attributed]) -> list[Share]:
    """Return each class with its count and share."""
    return shares([(one.question.id, one.cause) for one in found])


def summary(found: Sequence[Attributed], title: str, *, words: bool = True) -> Table:
    """Return the table; with `words` each class shows the question and the reply of its first example."""
    by_id = {one.question.id: one for one in found}
    rows = []
    for share in counted(found):
        rows.append([share.cause.value, str(share.count), _percent(share), _example(by_id.get(share.example), words)])
    wrong = sum(one.cause is not Cause.RIGHT for one in found)
    return Table(
        title=f"{title}: {len(found)} questions, {wrong} wrong", columns=["class", "n", "share", "example"], rows=rows
    )


def by_category(found: Sequence[Attributed], category_of: Mapping[str, str]) -> Table:
    """Return how many of each category fall in each class; columns are the categories in order of their names."""
    names = sorted(set(category_of.values()))
    counts = {(cause, name): 0 for cause in Cause for name in names}
    for one in found:
        counts[one.cause, category_of[one.question.id]] += 1
    rows = [[cause.value, *(str(counts[cause, name]) for name in names)] for cause in Cause]
    return Table(title="by category", columns=["class", *names], rows=rows)


def as_json(found: Sequence[Attributed]) -> list[dict[str, Any]]:
    """Return the classes as JSON has them: the name, in both languages, count, share with its interval, and an example's id."""
    return [
        {
            "cause": share.cause.name.lower(),
            "words": {"en": share.cause.value, "zh": CHINESE[share.cause]},
            "count": share.count,
            "share": share.share.value if share.share else None,
            "low": share.share.low if share.share else None,
            "high": share.share.high if share.share else None,
            "n": len(found),
            "example": share.example or None,
        }
        for share in counted(found)
    ]


def _percent(share: Share) -> str:
    if share.share is None:
        return "–"
    one = share.share
    return f"{one.value:.1%} ({one.low:.1%}–{one.high:.1%})"


def _example(one: Attributed | None, words: bool) -> str:
    if one is None:
        return ""
    if not words:
        return one.question.id
    text = f"{one.question.id}: {one.trace.question} → {one.answer}"
    text = " ".join(text.split())
    return text[:EXAMPLE_CHARS] + ("…" if len(text) > EXAMPLE_CHARS else "")
