"""One path of search as a ladder over score arrays: score, fuse, bias, threshold, temporal weight, order (DESIGN 10).

In: each row's cosine and BM25+ score, and which rows may be seen. Out: rows best first, with every component by name
and, for those that fall, the reason. Rows are numbers here; what they say is fetched by the caller in between.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duramen.domain.preset import Fusion, Path
from duramen.retrieve.fuse import Floats, Rows, reciprocal_ranks, scaled, top_rows, with_neighbours
from duramen.retrieve.temporal import TemporalWeight


@dataclass(frozen=True, slots=True, kw_only=True)
class RowScores:
    """Scores of all rows, shape (n,): `cosines` in [-1, 1], `lexical` >= 0, who may be seen, and neighbours (-1 none).

    `attainable`: what a text that holds every query term could score at most, the unit of "coverage".
    """

    cosines: NDArray[np.float32]
    lexical: NDArray[np.float64]
    attainable: float
    alive: NDArray[np.bool_]
    previous: NDArray[np.int32]
    following: NDArray[np.int32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortlist:
    """Rows worth a closer look, their fused score, and the components it came from; all of shape (m,)."""

    rows: Rows
    fused: Floats
    components: dict[str, Floats]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """The shortlist in its final order, best first, all of shape (m,).

    `log_score` orders (it neither underflows nor ties where `score` = exp(log_score) would); `reasons` is "" for rows
    that passed.
    """

    rows: Rows
    score: Floats
    log_score: Floats
    components: dict[str, Floats]
    reasons: tuple[str, ...]

    def reordered(self, places: Rows, faded: Floats) -> Ranked:
        """Return the rows that passed in another order, their scores times `faded`; the others stay behind them.

        `places` of shape (k,): the first k rows in their new order; `faded` in that order, component "faded".
        """
        rest = np.arange(len(places), len(self.rows))
        order = np.concatenate([places, rest])
        factors = np.concatenate([faded, np.ones(len(rest))])
        return Ranked(
            rows=self.rows[order],
            score=self.score[order] * factors,
            log_score=self.log_score[order] + np.log(factors),
            components={name: values[order] for name, values in self.components.items()} | {"faded": factors},
            reasons=tuple(self.reasons[at] for at in order),
        )


def shortlist(scores: RowScores, settings: Path) -> Shortlist:
    """Fuse the retrievers' scores and keep the best rows (A2, A3).

    Dense scores are clipped to [0, 1]. A row is kept when it is among the `depth` best of a retriever that the fusion
    uses; ties by row.
    """
    fusion = settings.fusion
    alive = scores.alive
    dense = np.where(alive, np.clip(scores.cosines, 0.0, 1.0), 0.0).astype(np.float64)
    lexical = lexical_part(scores, fusion)
    with_words = alive & (lexical > 0.0)
    if fusion.method == "rrf":
        rankings = (top_rows(dense, alive, settings.depth), top_rows(lexical, with_words, settings.depth))
        rows, fused = reciprocal_ranks(rankings, fusion.k)
        if fusion.normalise and len(fused):
            fused = fused / fused.max()
    else:
        combined = _combined(dense, lexical, alive, fusion)
        rows = np.sort(top_rows(combined, with_words if fusion.method == "lexical" else alive, settings.depth))
        fused = combined[rows]
    return Shortlist(
        rows=rows,
        fused=fused,
        components={"dense": dense[rows].astype(np.float64), "lexical": lexical[rows].astype(np.float64)},
    )


def order(
    found: Shortlist,
    biases: Mapping[str, Floats],
    weight: TemporalWeight,
    settings: Path,
    feedback: Floats | None = None,
) -> Ranked:
    """Add biases, hold the sum against the threshold, weigh by time, and order.

    `biases` by name, each of shape (m,); they are additive (A2). `feedback`, of shape (m,), is added after the
    threshold: what the best rows say of each other is no sign that they bear on the question. Rows under the
    threshold follow those over it, in the same order. Ties by row.
    """
    biased = found.fused + sum(biases.values(), np.zeros(len(found.rows)))
    total = biased if feedback is None else biased + feedback
    with np.errstate(divide="ignore"):
        log_score = np.log(total) + weight.both
    passed = (biased >= settings.threshold) & (biased > 0.0)
    ranking = np.lexsort((found.rows, -log_score, ~passed))
    components = {
        **found.components,
        "fused": found.fused,
        **{f"bias.{name}": values for name, values in biases.items() if np.any(values)},
        "biased": biased,
        **({} if feedback is None else {"feedback": feedback}),
        "log_weight.rounds": weight.rounds,
        "log_weight.hours": weight.hours,
        "weight.time": np.exp(weight.both),
    }
    reason = f"score {{:.3f}} under the threshold of {settings.threshold:g}"
    return Ranked(
        rows=found.rows[ranking],
        score=np.exp(log_score[ranking]),
        log_score=log_score[ranking],
        components={name: values[ranking] for name, values in components.items()},
        reasons=tuple("" if passed[at] else reason.format(biased[at]) for at in ranking),
    )


def lexical_part(scores: RowScores, fusion: Fusion, rows: Rows | None = None) -> Floats:
    """Return each row's lexical score as the fusion takes it: scaled to coverage, neighbours added, shape (n,).

    With `rows` only theirs, in that order.
    """
    wanted = slice(None) if rows is None else rows
    lexical = np.where(scores.alive, scores.lexical, 0.0).astype(np.float64)
    if fusion.scale_lexical == "coverage" and scores.attainable > 0.0:
        lexical /= scores.attainable
    if any(fusion.neighbours):
        lexical = with_neighbours(lexical, scores.previous, scores.following, fusion.neighbours, rows)
        lexical[~scores.alive[wanted]] = 0.0
        return lexical
    return lexical[wanted]


def _combined(dense: Floats, lexical: Floats, alive: NDArray[np.bool_], fusion: Fusion) -> Floats:
    if fusion.method == "cosine":
        return dense
    words = scaled(lexical, alive) if fusion.scale_lexical == "minmax" else lexical
    if fusion.method == "lexical":
        return words
    meaning = scaled(dense, alive) if fusion.scale_dense == "minmax" else dense
    return fusion.weight_dense * meaning + fusion.weight_lexical * words
