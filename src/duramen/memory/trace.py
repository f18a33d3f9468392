"""What a record keeps of a round's search: every candidate with its scores and what became of it.

Words are not copied: a candidate is named by its source and row, so that erasing a text is erasing one place.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from duramen.domain.evidence import Candidate, Evidence, Given, Recalled
from duramen.domain.profile import ShownLeaf
from duramen.domain.prompt import ProtocolForm
from duramen.domain.record import Answer
from duramen.domain.time import Moment, Precision
from duramen.memory.answering import Answered
from duramen.memory.persona.routing import route_values

FORMAT = 2
"""What a trace holds: from 2 on all that a replay needs; one without a format was made before that."""


def packed(recalled: Recalled, answered: Answered, form: ProtocolForm) -> dict[str, Any]:
    """Return the trace of a round as plain values that JSON can hold; `form`: in which the model was asked."""
    parsed, now = answered.parsed, recalled.now
    analysis = parsed.analysis
    return {
        "format": FORMAT,
        "now_us": now.at_us,
        "zone": now.zone,
        "offset_minutes": now.offset_minutes,
        "precision": now.precision.value,
        "asked_at": recalled.asked_at,
        "round": recalled.round,
        "language": recalled.language,
        "at_seq": recalled.at_seq,
        "epochs": dict(recalled.epochs),
        "waiting": list(recalled.waiting),
        "evidence": [_evidence(evidence) for evidence in recalled.evidence],
        "candidates": [_candidate(candidate) for candidate in recalled.candidates],
        "need": analysis.need.value if analysis else "",
        "verdicts": [[id_, verdict.value] for id_, verdict in analysis.verdicts] if analysis else [],
        "unknown_ids": list(analysis.unknown_ids) if analysis else [],
        "repairs": list(parsed.repairs),
        "form": form.value,
        "first_chars": answered.first_chars,
        "shown": answered.shown,
        "asked_again": answered.again,
        "judge": answered.judge,
        "findings": [asdict(one) for one in answered.findings],
        "tree_version": recalled.tree_version,
        "leaves": [_leaf(shown) for shown in recalled.leaves],
        "self_version": recalled.self_version,
        "self_leaves": [_leaf(shown) for shown in recalled.self_leaves],
        "route": route_values(recalled.route) if recalled.route else None,
        "expanded": len(recalled.expanded),
        "given": _given(recalled.given),
    }


def now_of(trace: Mapping[str, Any]) -> Moment:
    """Return the moment at which a round was asked."""
    return Moment(
        at_us=trace["now_us"],
        zone=trace["zone"],
        offset_minutes=trace["offset_minutes"],
        precision=Precision(trace["precision"]),
    )


def given_of(answer: Answer) -> Given:
    """Return what models gave for a round."""
    kept = answer.trace["given"]
    return Given(
        embedder=kept["embedder"],
        vectors={name: b64decode(data) for name, data in kept["vectors"].items()},
        near=b64decode(kept["near"]),
        queries=answer.queries,
        reranked={source: tuple(scores) for source, scores in kept["reranked"].items()},
    )


def _given(given: Given) -> dict[str, Any]:
    return {
        "embedder": given.embedder,
        "vectors": {name: b64encode(data).decode() for name, data in given.vectors.items()},
        "near": b64encode(given.near).decode(),
        "reranked": {source: list(scores) for source, scores in given.reranked.items()},
    }


def _evidence(evidence: Evidence) -> dict[str, Any]:
    marked = {"disagrees_with": evidence.disagrees_with} if evidence.disagrees_with else {}
    return _candidate(evidence.candidate) | {"id": evidence.id} | marked


def _leaf(shown: ShownLeaf) -> dict[str, Any]:
    """Name a leaf by its path and version; its value stands in the tree alone."""
    return {
        "id": shown.id,
        "path": shown.leaf.path,
        "version": shown.leaf.version,
        "past": shown.past,
        "relevance": round(shown.relevance, 4),
        "disagrees_with": shown.disagrees_with,
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    return {
        "source": candidate.source.value,
        "item": candidate.item_id,
        "record": candidate.record_id,
        "round": candidate.round,
        "relative_round": candidate.relative_round,
        "rank": candidate.rank,
        "score": candidate.score,
        "scores": candidate.scores,
        "reason": candidate.reason,
        "merged": list(candidate.merged),
    }
