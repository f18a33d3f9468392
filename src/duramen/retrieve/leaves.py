"""Which leaves of a tree bear on a question: by the words of their value, title, description and examples (B9, B11).

In: a question's terms, and each leaf's words. Out: one share per leaf, of how much of what is asked for it speaks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from duramen.domain.persona import LeafSpec
from duramen.text.segment import inner_characters, terms
from duramen.text.stopwords import STOP_WORDS, content_terms

# What a word found in each part counts for. A description also says what does not belong to the leaf, and an example
# is one of many, so these count less.
VALUE, TITLE, DESCRIPTION, EXAMPLE = 1.0, 1.0, 0.7, 0.4


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafWords:
    """The words by which one leaf can be found, each with what it counts for."""

    path: str
    value: frozenset[str]
    about: Mapping[str, float]


def leaf_words(path: str, value: str, spec: LeafSpec | None) -> LeafWords:
    """Return a leaf's words; `spec` None for a leaf that the schema does not know."""
    return LeafWords(path=path, value=_words(value), about={} if spec is None else _about(_texts(spec)))


def relevance(question: Iterable[str], leaves: Sequence[LeafWords]) -> list[float]:
    """Return for each leaf which share of the question's weight it holds, in [0, 1], in the order given.

    `share = sum of idf(t) * part(t) over the terms held / sum of idf(t)`, `idf(t) = ln(1 + n / (1 + df(t)))` over the
    leaves given, `part` the best of VALUE, TITLE, DESCRIPTION and EXAMPLE. Stop words do not count. A question of stop
    words alone bears on no leaf.
    """
    asked = list(dict.fromkeys(term for term in content_terms(question) if term not in STOP_WORDS))
    shares, total = [0.0] * len(leaves), 0.0
    for term in asked:
        # No part counts for more than the value: where it has the term, the others need not be asked.
        parts = [VALUE if term in leaf.value else leaf.about.get(term, 0.0) for leaf in leaves]
        holding = [at for at, part in enumerate(parts) if part > 0.0]
        weight = math.log(1.0 + len(leaves) / (1.0 + len(holding)))
        total += weight
        for at in holding:
            shares[at] += weight * parts[at]
    return [share / total for share in shares] if total else shares


def _texts(spec: LeafSpec) -> tuple[tuple[float, str], ...]:
    parts = [(TITLE, text) for text in spec.title.values()]
    parts += [(DESCRIPTION, text) for text in (spec.path.replace(".", " "), *spec.description.values())]
    parts += [(EXAMPLE, text) for texts in spec.examples.values() for text in texts]
    return tuple(parts)


@lru_cache(maxsize=4_096)
def _about(texts: tuple[tuple[float, str], ...]) -> Mapping[str, float]:
    found: dict[str, float] = {}
    for counts, text in texts:
        for term in _words(text):
            found[term] = max(found.get(term, 0.0), counts)
    return found


@lru_cache(maxsize=16_384)
def _words(text: str) -> frozenset[str]:
    words = terms(text)
    return frozenset((*words, *inner_characters(words)))
