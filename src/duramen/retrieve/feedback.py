"""Pseudo-relevance feedback: what the best finds talk about asks once more.

A question says little; the turns it finds first say in which words the matter was spoken of.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

Rarity = Callable[[str], float]


def telling_terms(documents: Sequence[Sequence[str]], rarity: Rarity, count: int) -> Mapping[str, float]:
    """Return the `count` most telling terms of the documents with their weights, best first.

    `weight(t) = sum over documents of (1 + ln tf) * rarity(t) / (sqrt(length) + 1)`; ties by term. `rarity` is the
    inverse document frequency.
    """
    weights: dict[str, float] = {}
    for document in documents:
        share = 1.0 / (math.sqrt(len(document)) + 1.0)
        for term, tf in Counter(document).items():
            weights[term] = weights.get(term, 0.0) + (1.0 + math.log(tf)) * rarity(term) * share
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:count])
