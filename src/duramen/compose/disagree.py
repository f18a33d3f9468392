"""Marking what disagrees (A20): of two statements of different dates that cannot both hold, the older is perhaps outdated.

In: evidence and leaves as shown. Out: the same, the older of each such pair naming the newer. Deterministic, and sparing:
what is not certain to disagree is not marked, and nothing is ever left out for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from duramen.compose.profile import since_of
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Evidence, Source
from duramen.domain.profile import ShownLeaf
from duramen.text.statements import Statement, disagree, leaf_statements, statements

# Longer evidence is not looked through: a page of a document states too much to be held against one sentence.
_MOST_CHARS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    id: str
    at_us: int
    statements: tuple[Statement, ...]


def mark_disagreeing(
    evidence: Sequence[Evidence], leaves: Sequence[ShownLeaf]
) -> tuple[tuple[Evidence, ...], tuple[ShownLeaf, ...]]:
    """Return evidence and leaves, the older of two that disagree with `disagrees_with` set to the id of the newest such.

    Only the person's own words and their leaves are held against each other; those without a date, and past leaves, are
    not. A leaf is as old as its last words, or as its writing where there are none.
    """
    said = [one for one in map(_of_evidence, evidence) if one is not None and one.statements]
    if not said:  # as a rule; leaves of one tree are not held against each other
        return tuple(evidence), tuple(leaves)
    said += [one for one in map(_of_leaf, leaves) if one is not None and one.statements]
    newest: dict[str, str] = {}
    for newer in sorted(said, key=lambda one: one.at_us):
        for older in said:
            if older.at_us < newer.at_us and disagree(older.statements, newer.statements):
                newest[older.id] = newer.id
    return (
        tuple(replace(one, disagrees_with=newest.get(one.id, "")) for one in evidence),
        tuple(replace(one, disagrees_with=newest.get(one.id, "")) for one in leaves),
    )


def _of_evidence(evidence: Evidence) -> _Said | None:
    candidate = evidence.candidate
    at_us = candidate.happened_at.at_us
    own = candidate.source is Source.EXPERIENCE and candidate.role == Role.PERSON.value
    if not own or at_us is None or len(evidence.text) > _MOST_CHARS:
        return None
    return _Said(id=evidence.id, at_us=at_us, statements=tuple(statements(evidence.text)))


def _of_leaf(shown: ShownLeaf) -> _Said | None:
    leaf = shown.leaf
    said = [quote.said_at.at_us for quote in leaf.quotes if quote.said_at.at_us is not None]
    at_us = max(said, default=None) or since_of(leaf).at_us or leaf.recorded_us
    if shown.past or not at_us:
        return None
    return _Said(id=shown.id, at_us=at_us, statements=tuple(leaf_statements(leaf.path, leaf.value)))
