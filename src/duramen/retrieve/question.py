"""What is searched for: a question's terms and vector, with the running talk behind it.

A short reference ("and her sister?") means little without the turns before it; they join with weights that halve from
one to the next.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from duramen.domain.preset import Asking
from duramen.domain.time import Moment
from duramen.text.datewords import asked_date_terms
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

# A question of 100 kB is searched by its first so many terms; the text itself is kept whole.
MAX_TERMS = 4_000


def weighted_terms(question: str, context: Sequence[str], asking: Asking, now: Moment) -> dict[str, float]:
    """Return search terms with weights: `1 + ln(count)` in the question, decayed by distance in the context.

    `context`: earlier turns, the latest first. Without stop-word removal a term's weight is its count, as in plain
    BM25. A term that stands in several turns adds up. Dates that the question names join as terms of their own.
    """
    weights: dict[str, float] = {}
    decay = 1.0
    for text in (question, *context):
        words = terms(text)[:MAX_TERMS]
        for term, count in Counter(content_terms(words) if asking.stop_words else words).items():
            weight = 1.0 + math.log(count) if asking.stop_words else float(count)
            weights[term] = weights.get(term, 0.0) + decay * weight
        decay *= asking.context_decay
    return weights | (asked_date_terms(question, now) if asking.dates else {})


def without_names(question: str, names: Sequence[str]) -> str:
    """Return the question without the names of those who talk; whole when nothing else is left.

    A name of letters with spaces between words is left out where it stands whole, with its possessive; others
    wherever they stand.
    """
    rest = question
    for name in sorted({name for name in names if name}, key=len, reverse=True):
        edge_before, edge_after = (r"(?<!\w)", r"(?:['’]s)?(?!\w)") if name.isascii() else ("", "")
        rest = re.sub(f"{edge_before}{re.escape(name)}{edge_after}", " ", rest, flags=re.IGNORECASE)
    rest = " ".join(rest.split())
    return rest if any(char.isalnum() for char in rest) else question


def blended(vector: NDArray[np.float32], context: Sequence[NDArray[np.float32]], decay: float) -> NDArray[np.float32]:
    """Return the unit vector of `q + decay * c1 + decay^2 * c2 + ...`; `context` is the latest first."""
    total = vector.astype(np.float64)
    for distance, other in enumerate(context, start=1):
        total = total + decay**distance * other
    norm = math.sqrt(math.fsum((total * total).tolist()))  # the same bits whichever library numpy sums with
    return (total / norm if norm else total).astype(np.float32)
