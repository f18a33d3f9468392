"""Candidates and evidence: what was found, with every score it ever got, and what entered the prompt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from duramen.domain.profile import Route, ShownLeaf
from duramen.domain.time import Moment


class Source(StrEnum):
    """Which memory a candidate comes from; the two are kept and searched apart (A1, A3)."""

    KNOWLEDGE = "knowledge"
    EXPERIENCE = "experience"


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """Something found.

    `item_id`: the row of the turn or child chunk in its source. `origin`: where it comes from in words (a session,
    or a document's name). `scores`: every component by name ("dense", "lexical", "fused", "bias.user",
    "weight.round", ...). `score`: the last of them, by which the path ordered it. `rank`: place in its path from 0.
    `relative_round`: how many rounds happened since, None where there is no round. `reason`: "" for what entered
    the prompt, else why it did not. `merged`: places of the same words elsewhere, as "source:item". `role`: whose words a
    turn is ("person", "character", "other"), "" for knowledge.
    """

    source: Source
    item_id: int
    record_id: str
    text: str
    speaker: str
    happened_at: Moment
    recorded_at: Moment
    round: int | None
    relative_round: int | None
    origin: str
    session: str
    scores: dict[str, float] = field(default_factory=dict)
    score: float = 0.0
    rank: int = 0
    reason: str = ""
    merged: tuple[str, ...] = ()
    role: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A candidate that entered the prompt under an id: E1, E2, ... in the order in which it is shown.

    `disagrees_with`: the id of a later evidence or of a leaf that says otherwise, so that this one is perhaps outdated; ""
    for none.
    """

    id: str
    candidate: Candidate
    disagrees_with: str = ""

    @property
    def text(self) -> str:
        """Return the original words."""
        return self.candidate.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What models gave for one question, so that a replay asks none.

    `embedder`: whose vectors they are, "" where none was needed. `vectors`: int16 vectors of the texts that were searched by, packed, each under a name of its text. `near`: the question's
    product with each leaf's vector, int32, packed, in the order of the leaves. `queries`: further queries that a model wrote.
    `reranked`: a reranker's scores by source, () where there was none.
    """

    embedder: str = ""
    vectors: Mapping[str, bytes] = field(default_factory=dict)
    near: bytes = b""
    queries: tuple[str, ...] = ()
    reranked: Mapping[str, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalled:
    """What one question found: the evidence in the order shown, and the candidates that did not enter, with reasons.

    `now` and `round` say where the question stands: the round about to happen. `query_vector` is the question's
    vector as searched (int16, packed); `at_seq` the state of each owner that was read, by owner id. `leaves` are those
    of the tree that are shown; `tree_version` which state of it was read; `route` what was read of each source, under
    which level, and why. `expanded`: further queries that were searched as well. `self_leaves`: those of the character's
    own tree that are shown; `self_version` which state of it was read. `epochs`: how often something had been erased of
    each owner; `waiting`: turns that had no vector; `asked_at`: whether an earlier moment was asked for by name, so that
    nothing later was seen; `given`: what models gave for it.
    """

    question: str
    augmented: str
    person: str
    character: str
    now: Moment
    round: int
    last_at: Moment | None
    language: str
    preset: str
    evidence: tuple[Evidence, ...]
    candidates: tuple[Candidate, ...]
    query_vector: bytes
    at_seq: dict[str, int]
    leaves: tuple[ShownLeaf, ...] = ()
    tree_version: int = 0
    route: Route | None = None
    expanded: tuple[str, ...] = ()
    self_leaves: tuple[ShownLeaf, ...] = ()
    self_version: int = 0
    epochs: Mapping[str, int] = field(default_factory=dict)
    waiting: tuple[int, ...] = ()
    asked_at: bool = False
    given: Given = field(default_factory=Given)
