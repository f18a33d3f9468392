"""What a record keeps of a round's search: every candidate with its scores and what became of it.

Words are not copied: a candidate is named by its source and row, so that erasing a text is erasing one place.
"""

from __future__ import annotations

from typing import Any

from duramen.domain.evidence import Candidate, Evidence, Recalled
from duramen.domain.profile import ShownLeaf
from duramen.domain.reply import ParsedReply
from duramen.memory.persona.routing import route_values


def packed(recalled: Recalled, parsed: ParsedReply) -> dict[str, Any]:
    """Return the trace of a round as plain values that JSON can hold."""
    analysis = parsed.analysis
    return {
        "now_us": recalled.now.at_us,
        "zone": recalled.now.zone,
        "round": recalled.round,
        "language": recalled.language,
        "at_seq": recalled.at_seq,
        "evidence": [_evidence(evidence) for evidence in recalled.evidence],
        "candidates": [_candidate(candidate) for candidate in recalled.candidates],
        "need": analysis.need.value if analysis else "",
        "verdicts": [[id_, verdict.value] for id_, verdict in analysis.verdicts] if analysis else [],
        "unknown_ids": list(analysis.unknown_ids) if analysis else [],
        "repairs": list(parsed.repairs),
        "tree_version": recalled.tree_version,
        "leaves": [_leaf(shown) for shown in recalled.leaves],
        "self_version": recalled.self_version,
        "self_leaves": [_leaf(shown) for shown in recalled.self_leaves],
        "route": route_values(recalled.route) if recalled.route else None,
        "expanded": len(recalled.expanded),
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
