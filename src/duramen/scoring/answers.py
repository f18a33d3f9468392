"""Whether an answer holds what is right, by rule: which share of the gold's content words stands in it, and token F1.

In: an answer and one or several right ones. Out: numbers in [0, 1], and a yes or no. Words are stems without stop words. An
answer that quotes is long: F1 punishes it for that, so that it is told beside the share, and the share alone decides. It errs
to the high side for an answer that says more than is right, to the low side for one in other words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from duramen.scoring.answer_dates import days_meant, names_days
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

HOLDS = 0.75
"""An answer holds a gold answer from this share of its content words on, with every number of it."""


def token_f1(answer: str, gold: str) -> float:
    """Return the harmonic mean of precision and recall over words, as in SQuAD and LoCoMo; 0.0 where either has none."""
    said, wanted = Counter(_content(answer)), Counter(_content(gold))
    common = sum((said & wanted).values())
    if not common:
        return 0.0
    precision, recall = common / sum(said.values()), common / sum(wanted.values())
    return 2 * precision * recall / (precision + recall)


def share_held(answer: str, gold: str) -> float:
    """Return the share of the gold's content words that stand in the answer; 0.0 where a number of it does not."""
    wanted, said = set(_content(gold)), set(terms(answer))
    if not wanted or any(term.isdigit() and term not in said for term in wanted):
        return 0.0
    return len(wanted & said) / len(wanted)


def holds(answer: str, golds: Sequence[str]) -> bool:
    """Tell whether an answer holds any of the right ones; False for none. Days that are told from a day are held against days."""
    return any(_holds(answer, gold) for gold in golds)


def _holds(answer: str, gold: str) -> bool:
    meant = days_meant(gold)
    return names_days(answer, meant) if meant else share_held(answer, gold) >= HOLDS


def _content(text: str) -> list[str]:
    """Return the content words of a text; all of its words where it has no others ("no", 是)."""
    return content_terms(terms(text))
