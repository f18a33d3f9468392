"""Searching one kind of memory: index arrays in, ranked candidates with their words out.

Experience (a person's turns) and knowledge (children of documents) go through the same ladder, each with its own
settings, indexes and clocks; they meet only in the prompt (A6).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from duramen.compose.excerpt import excerpt
from duramen.domain.evidence import Candidate, Source
from duramen.domain.preset import Path, Preset
from duramen.domain.time import US_PER_HOUR, Moment, Precision
from duramen.index.columns import UNKNOWN_US
from duramen.index.lexical import LexicalView, LexicalWeights
from duramen.index.owner_index import OwnerIndex
from duramen.memory.feeds import name_code, turn_terms
from duramen.memory.workspace import Workspace
from duramen.retrieve.bias import Asked, Described, asking_share, biases, running_share, speaker_share
from duramen.retrieve.distance import Rounds
from duramen.retrieve.feedback import telling_terms
from duramen.retrieve.fuse import Floats, Rows
from duramen.retrieve.lift import lift
from duramen.retrieve.path import Ranked, RowScores, Shortlist, lexical_part, order, shortlist
from duramen.retrieve.spread import spread
from duramen.retrieve.temporal import log_weight
from duramen.stores.engine import reading
from duramen.stores.knowledge import ChildRow, children_by_id
from duramen.stores.owners import Owner
from duramen.stores.rows import moment_of
from duramen.stores.turns import TurnRow, turns_by_id
from duramen.text.stopwords import content_terms

# A row's rank, the reason why it fell, its score and the components of it.
_Place = tuple[int, str, tuple[float, dict[str, float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question ready to search: its words as asked and as augmented, its terms and vector, who asks, and when.

    `vector` holds whole numbers (see `index.quantize`). `upto_us`: turns that happened later are not seen; None sees
    all. `shown`: turn ids that stand in the prompt anyway and are not searched. `waiting`: those that had no vector, and
    are found by their words alone.
    """

    question: str
    terms: Mapping[str, float]
    vector: NDArray[np.float32]
    asked: Asked
    now: Moment
    upto_us: int | None = None
    shown: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()


def experience_rounds(index: OwnerIndex, query: Query, at_seq: int) -> Rounds:
    """Return the rounds that the question looks back on."""
    columns = index.columns
    firsts = columns["first"] == np.arange(len(columns))
    mask = firsts & (columns["born"] <= at_seq) & (columns["died"] > at_seq)
    mask &= columns["happened_us"] != UNKNOWN_US
    mask &= _of_character(index, query) & _in_time(index, query)
    rows = np.flatnonzero(mask)
    return Rounds(rows, columns["happened_us"][rows])


def search_experience(
    workspace: Workspace, owner: Owner, index: OwnerIndex, query: Query, preset: Preset, at_seq: int, rounds: Rounds
) -> list[Candidate]:
    """Return the ranked turns of one person, best first; those that do not pass on carry a reason."""
    settings = preset.experience
    columns = index.columns
    alive = columns.alive(at_seq) & _of_character(index, query) & _in_time(index, query)
    if settings.asking.outside_session and query.asked.session:
        alive &= columns["sitting"] != name_code(query.asked.character, query.asked.session)
    if query.shown:
        alive &= ~np.isin(columns["item"], query.shown)
    view = index.lexical.among(alive)
    scores = _row_scores(index, query, view, settings)
    if query.waiting:
        scores.cosines[np.isin(columns["item"], query.waiting)] = 0.0
    found = shortlist(scores, settings)
    if not len(found.rows):
        return []
    with reading(workspace.engine) as connection:
        by_id = turns_by_id(connection, owner, columns["item"][found.rows].tolist())
    rows = [by_id[item] for item in columns["item"][found.rows].tolist()]
    described = [
        Described(text=row.text, speaker=row.speaker, session=row.session, character=row.character) for row in rows
    ]
    shares = {
        "speaker": speaker_share(described, query.question, settings.bias.speaker),
        "asks": asking_share(described, settings.bias.asks),
        "running": running_share(described, query.asked, settings.bias.running),
    }
    share = sum(shares.values(), np.zeros(len(rows)))
    added = biases(described, query.asked, settings.bias, own=True)
    added |= {name: found.fused * part for name, part in shares.items()}
    rounds_ago = rounds.ago(columns["first"][found.rows].astype(np.int64))
    weight = log_weight(rounds_ago, _hours(query.now, columns["happened_us"][found.rows]), settings.temporal)
    ranked = order(found, added, weight, settings)
    if settings.feedback.weight:
        best = [by_id[item] for item in columns["item"][ranked.rows[: settings.feedback.rows]].tolist()]
        again = _feedback(index, best, found.rows, view, settings)
        ranked = order(found, added, weight, settings, feedback=again * (1.0 + share))
    ranked = _spread(ranked, index, by_id, settings)
    reasons = lift(columns["item"][ranked.rows].tolist(), ranked.reasons, settings.found)
    ago = dict(zip(found.rows.tolist(), rounds_ago.tolist(), strict=True))
    components = _components(ranked)
    limit, words = preset.reading.excerpt_tokens, set(query.terms)
    return [
        _turn_candidate(by_id[item], (at, reasons[at], components[at]), ago[row], limit, words)
        for at, (row, item) in enumerate(zip(ranked.rows.tolist(), columns["item"][ranked.rows].tolist(), strict=True))
    ]


def _feedback(index: OwnerIndex, best: Sequence[TurnRow], rows: Rows, view: LexicalView, settings: Path) -> Floats:
    """Return what the most telling words of the best turns add to each of the rows."""
    documents = [content_terms(turn_terms(row.text, row.speaker)) for row in best]
    wanted = telling_terms(documents, cache(view.rarity), settings.feedback.terms)
    scores = _lexical_scores(index, wanted, view, settings)
    return settings.feedback.weight * lexical_part(scores, settings.fusion, rows)


def _spread(ranked: Ranked, index: OwnerIndex, by_id: Mapping[int, TurnRow], settings: Path) -> Ranked:
    """Spread those that passed over sittings; the others keep their places behind them."""
    passed = sum(not reason for reason in ranked.reasons)
    rows = ranked.rows[:passed]
    characters = [len(by_id[item].text) for item in index.columns["item"][rows].tolist()]
    picked = spread(ranked.log_score[:passed], index.columns["sitting"][rows].tolist(), characters, settings.spread)
    return ranked.reordered(picked.places, picked.faded)


def search_knowledge(
    workspace: Workspace, bases: Sequence[tuple[Owner, OwnerIndex, int]], query: Query, preset: Preset, rounds: Rounds
) -> list[Candidate]:
    """Return the ranked passages of several bases together, best first, each parent once."""
    settings = preset.knowledge
    parts = [
        _row_scores(index, query, index.lexical.among(index.columns.alive(at_seq)), settings)
        for _, index, at_seq in bases
        if len(index)
    ]
    bases = [base for base in bases if len(base[1])]
    if not parts:
        return []
    starts = np.cumsum([0, *(len(part.cosines) for part in parts)])
    found = shortlist(_joined(parts), settings)
    which = np.searchsorted(starts, found.rows, side="right") - 1
    local = found.rows - starts[which]
    there = _child_rows(workspace, bases, which, local)
    keep = np.array([row is not None for row in there], dtype=np.bool_)
    found, which, local = _kept(found, keep), which[keep], local[keep]
    rows = [row for row in there if row is not None]
    column = {
        name: np.array([bases[w][1].columns[name][at] for w, at in zip(which, local, strict=True)], dtype=np.int64)
        for name in ("happened_us", "recorded_us")
    }
    happened = np.where(column["happened_us"] == UNKNOWN_US, column["recorded_us"], column["happened_us"])
    rounds_ago = rounds.since(column["recorded_us"])
    if settings.temporal.round_origin == "first":
        rounds_ago = np.full(len(rows), float(len(rounds)))
    described = [Described(text=_child_text(row), origin=row.origin) for row in rows]
    ranked = order(
        found,
        biases(described, query.asked, settings.bias, own=False),
        log_weight(rounds_ago, _hours(query.now, happened), settings.temporal),
        settings,
    )
    at_row = {int(row): at for at, row in enumerate(found.rows)}
    places = [at_row[int(row)] for row in ranked.rows]
    groups = [name_code(str(which[at]), str(rows[at].parent_id)) for at in places]
    reasons = lift(groups, ranked.reasons, settings.found)
    components = _components(ranked)
    return [
        _child_candidate(rows[place], (at, reasons[at], components[at]), int(rounds_ago[place]))
        for at, place in enumerate(places)
    ]


def uses_meaning(settings: Path) -> bool:
    """Tell whether a path looks at vectors at all."""
    return settings.fusion.method != "lexical"


def _row_scores(index: OwnerIndex, query: Query, view: LexicalView, settings: Path) -> RowScores:
    terms = {} if settings.fusion.method == "cosine" else query.terms
    scores = _lexical_scores(index, terms, view, settings)
    if not uses_meaning(settings):
        return scores
    return replace(scores, cosines=index.vectors.cosines(query.vector))


def _lexical_scores(index: OwnerIndex, terms: Mapping[str, float], view: LexicalView, settings: Path) -> RowScores:
    lexical = settings.lexical
    weights = LexicalWeights(k1=lexical.k1, b=lexical.b, delta=lexical.delta, variant=lexical.variant)
    words = view.scores(terms, weights)
    return RowScores(
        cosines=np.zeros(len(index), dtype=np.float32),
        lexical=words.values,
        attainable=words.attainable,
        alive=view.alive,
        previous=index.columns["previous"],
        following=index.columns["next"],
    )


def _joined(parts: Sequence[RowScores]) -> RowScores:
    if len(parts) == 1:
        return parts[0]
    starts = np.cumsum([0, *(len(part.cosines) for part in parts)])

    def neighbours(name: str) -> NDArray[np.int32]:
        shifted = [
            np.where(getattr(part, name) < 0, -1, getattr(part, name) + start)
            for part, start in zip(parts, starts, strict=False)
        ]
        return np.concatenate(shifted).astype(np.int32)

    return RowScores(
        cosines=np.concatenate([part.cosines for part in parts]),
        attainable=max(part.attainable for part in parts),
        lexical=np.concatenate([part.lexical for part in parts]),
        alive=np.concatenate([part.alive for part in parts]),
        previous=neighbours("previous"),
        following=neighbours("following"),
    )


def _of_character(index: OwnerIndex, query: Query) -> NDArray[np.bool_]:
    if not query.asked.character:
        return np.ones(len(index), dtype=np.bool_)
    mine: NDArray[np.bool_] = index.columns["place"] == name_code(query.asked.character)
    return mine


def _in_time(index: OwnerIndex, query: Query) -> NDArray[np.bool_]:
    if query.upto_us is None:
        return np.ones(len(index), dtype=np.bool_)
    past: NDArray[np.bool_] = index.columns["happened_us"] <= query.upto_us
    return past


def _hours(now: Moment, times_us: NDArray[np.int64]) -> NDArray[np.float64]:
    if now.at_us is None:
        return np.full(len(times_us), np.nan)
    known = times_us != UNKNOWN_US
    hours = np.full(len(times_us), np.nan)
    hours[known] = (now.at_us - times_us[known]) / US_PER_HOUR
    return hours


def _child_rows(
    workspace: Workspace,
    bases: Sequence[tuple[Owner, OwnerIndex, int]],
    which: NDArray[np.int64],
    local: NDArray[np.int64],
) -> list[ChildRow | None]:
    """Return the rows of children; None for what another process erased since the index was caught up."""
    items = [int(bases[w][1].columns["item"][at]) for w, at in zip(which, local, strict=True)]
    by_base: dict[int, dict[int, ChildRow]] = {}
    with reading(workspace.engine) as connection:
        for base in {int(w) for w in which}:
            wanted = [item for item, w in zip(items, which, strict=True) if w == base]
            by_base[base] = children_by_id(connection, bases[base][0], wanted)
    return [by_base[int(w)].get(item) for item, w in zip(items, which, strict=True)]


def _kept(found: Shortlist, keep: NDArray[np.bool_]) -> Shortlist:
    components = {name: values[keep] for name, values in found.components.items()}
    return Shortlist(rows=found.rows[keep], fused=found.fused[keep], components=components)


def _child_text(row: ChildRow) -> str:
    return row.parent_text[row.start : row.end]


def _components(ranked: Ranked) -> list[tuple[float, dict[str, float]]]:
    """Return each row's score and all its components, in order."""
    by_name = {name: values.tolist() for name, values in ranked.components.items()}
    by_name["log_score"] = ranked.log_score.tolist()
    rows = zip(*by_name.values(), strict=True)
    return [
        (score, dict(zip(by_name, row, strict=True))) for score, row in zip(ranked.score.tolist(), rows, strict=True)
    ]


def _turn_candidate(row: TurnRow, found: _Place, rounds_ago: float, limit: int, words: set[str]) -> Candidate:
    at, reason, (score, scores) = found
    return Candidate(
        source=Source.EXPERIENCE,
        item_id=row.turn_id,
        record_id=row.record_id,
        text=row.text if reason else excerpt(row.text, words, limit),
        speaker=row.speaker,
        role=row.role,
        happened_at=moment_of(row),
        recorded_at=Moment(at_us=row.recorded_us, precision=Precision.SECOND),
        round=row.round,
        relative_round=None if math.isnan(rounds_ago) else int(rounds_ago),
        origin=row.session,
        session=row.session,
        scores=scores,
        score=score,
        rank=at,
        reason=reason,
    )


def _child_candidate(row: ChildRow, found: _Place, rounds_ago: int) -> Candidate:
    at, reason, (score, scores) = found
    dated = moment_of(row)
    return Candidate(
        source=Source.KNOWLEDGE,
        item_id=row.child_id,
        record_id=row.document_id,
        text=_child_text(row) if reason else row.parent_text,
        speaker="",
        happened_at=dated,
        recorded_at=Moment(at_us=row.recorded_us, precision=Precision.SECOND),
        round=None,
        relative_round=rounds_ago,
        origin=row.title or row.origin,
        session="",
        scores=scores,
        score=score,
        rank=at,
        reason=reason,
    )
