"""Expanded queries (B10): what else is searched for, conditioned on the leaves that bear on the question.

In: leaves with their fit, or what a model wrote. Out: two or three queries; rankings fused by rank, and the weights by
which the best of them join the prompt. The original question is always searched as well.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from duramen.text.tokens import count_tokens

MOST_QUERIES = 3
"""So many queries beside the question (Inside Out: two to three)."""
LEAST_FIT = 0.25
"""A leaf that fits the question less than this says nothing about where to look."""
JOIN_EXPERIENCE, JOIN_KNOWLEDGE = 4, 2
"""So many of what expansion found join the prompt, beside what the question alone found (Inside Out keeps 4)."""
RRF_K = 60.0
_MOST_TOKENS = 48
_MOST_CHARS = 200

Item = TypeVar("Item", bound=Hashable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinting:
    """A leaf as a hint where to look: its title in the question's language, its value, and how well it fits."""

    path: str
    title: str
    value: str
    fit: float


def relevant(leaves: Sequence[Hinting]) -> tuple[Hinting, ...]:
    """Return the leaves that bear on the question, the best `MOST_QUERIES` first; ties by path."""
    ranked = sorted((leaf for leaf in leaves if leaf.fit >= LEAST_FIT), key=lambda leaf: (-leaf.fit, leaf.path))
    return tuple(ranked[:MOST_QUERIES])


def queries_from_leaves(leaves: Sequence[Hinting]) -> tuple[str, ...]:
    """Return one query a relevant leaf, its title and value; a long value by its last parts, which are the newest."""
    return tuple(dict.fromkeys(f"{leaf.title} {_newest_parts(leaf.value)}" for leaf in relevant(leaves)))


def read_queries(text: str, question: str) -> tuple[str, ...]:
    """Return the queries that a model wrote, one a line, at most `MOST_QUERIES`, each once and none the question itself.

    Thoughts, code fences, bullets, numbers, quotation marks and labels ("Query 1:") are taken off; a line that says more
    than a query can is left out. () where nothing can be read.
    """
    rest = re.sub(r"<think>.*?(?:</think>|\Z)", "", text, flags=re.DOTALL | re.IGNORECASE)
    found: dict[str, None] = {}
    for line in rest.splitlines():
        query = _LABEL.sub("", line.strip()).strip(" \t\"'`“”‘’「」*")
        if query and len(query) <= _MOST_CHARS and not query.endswith((":", "：")) and query != question:
            found.setdefault(query)
    return tuple(found)[:MOST_QUERIES]


_LABEL = re.compile(
    r"^(?:```.*|[-*•·]+\s*|\(?\d+[.)、：:）]\s*|(?:search )?quer(?:y|ies)\s*\d*\s*[:：]\s*|(?:检索|搜索|查询)(?:词|语句|问题)?\s*\d*\s*[:：]\s*)+",
    re.IGNORECASE,
)


def fused_ranks(rankings: Sequence[Sequence[Item]], k: float = RRF_K) -> dict[Item, float]:
    """Return each item's `sum over rankings of 1 / (k + rank + 1)`, best first; ties in the order first seen."""
    sums: dict[Item, float] = {}
    for ranking in rankings:
        for rank, item in enumerate(ranking):
            sums[item] = sums.get(item, 0.0) + 1.0 / (k + rank + 1.0)
    return dict(sorted(sums.items(), key=lambda pair: -pair[1]))


def _newest_parts(value: str) -> str:
    parts = [part.strip() for part in re.split("[;；]", value) if part.strip()]
    kept: list[str] = []
    for part in reversed(parts):
        if kept and count_tokens(" ".join((*kept, part))) > _MOST_TOKENS:
            break
        kept.insert(0, part)
    return " ".join(kept)[:_MOST_CHARS]
