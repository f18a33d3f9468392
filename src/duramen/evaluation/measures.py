"""The scorer: one ranking and its gold in, named measures out.

k counts turns. Where gold names sessions, `recall`, `hit`, `mrr`, `ndcg` and `map` rank sessions by their best turn, and
`covered@k` is the strict view: the share of gold sessions of which a turn stands among the first k turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from duramen.evaluation.asking import Ranking, Shown
from duramen.evaluation.gold import Gold
from duramen.scoring.ranking import average_precision, hit_at, ndcg_at, recall_at, reciprocal_rank

CUTS = (1, 3, 5, 10)

Scores = dict[str, float | None]


def score(ranking: Ranking, gold: Gold, unit: str) -> Scores:
    """Return the measures of one question; None where one does not apply (old facts, where none is old).

    A failed recall has an empty ranking and so scores 0. `turns@10` and `chars@10`: how many turns, and how many of
    their characters, the first ten places would show.
    """
    ranked = sessions_of(ranking.shown) if unit == "session" else [shown.id for shown in ranking.shown]
    scores: Scores = {f"recall@{k}": recall_at(ranked, gold.ids, k) for k in CUTS}
    scores |= {f"hit@{k}": hit_at(ranked, gold.ids, k) for k in CUTS}
    scores["mrr"] = reciprocal_rank(ranked, gold.ids)
    scores |= {f"ndcg@{k}": ndcg_at(ranked, gold.ids, k) for k in CUTS[2:]}
    scores["map"] = average_precision(ranked, gold.ids)
    scores["old recall@10"] = recall_at(ranked, gold.old, 10) if gold.old else None
    if unit == "session":
        first = [shown.session for shown in ranking.shown]
        scores |= {f"covered@{k}": recall_at(first[:k], gold.ids, k) for k in CUTS}
        scores["old covered@10"] = recall_at(first[:10], gold.old, 10) if gold.old else None
    shown = ranking.shown[:10]
    scores["turns@10"] = float(len(shown))
    scores["chars@10"] = float(sum(one.chars for one in shown))
    return scores


def sessions_of(shown: Sequence[Shown]) -> list[str]:
    """Return the sessions of a ranking, each once, at the place of its best turn."""
    return list(dict.fromkeys(one.session for one in shown))
