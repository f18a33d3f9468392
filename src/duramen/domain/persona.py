"""The PersonaTree: a schema of leaves, what each leaf holds now with its evidence, and a window a listener hears (B1, B2).

A path is dotted ("home.city"); an inner node is a proper prefix of a leaf's path and holds nothing itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from duramen.domain.operations import Operation, OperationList
from duramen.domain.time import UNKNOWN_MOMENT, Moment


class Trunk(StrEnum):
    """The three trunks of the bio-psycho-social model."""

    BIOLOGICAL = "biological"
    PSYCHOLOGICAL = "psychological"
    SOCIAL = "social"


class Lifetime(StrEnum):
    """How long a leaf's value usually holds: for life, until it changes, or for days."""

    LASTING = "lasting"
    CHANGING = "changing"
    PASSING = "passing"


class Tier(StrEnum):
    """How sensitive a leaf is; PRIVATE and SPECIAL are off until the person consents, for a stated purpose.

    PRIVATE: money, exact addresses, numbers to reach someone. SPECIAL: health, belief, politics, sexuality, origin by
    ethnicity, biometrics, offences.
    """

    ORDINARY = "ordinary"
    PRIVATE = "private"
    SPECIAL = "special"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafSpec:
    """What a schema says of one leaf.

    `title`, `description` and `examples` by language ("en", "zh"); `budget` in characters of a value.
    """

    path: str
    trunk: Trunk
    title: Mapping[str, str]
    description: Mapping[str, str]
    examples: Mapping[str, tuple[str, ...]]
    budget: int
    tier: Tier = Tier.ORDINARY
    lifetime: Lifetime = Lifetime.CHANGING


@dataclass(frozen=True, kw_only=True)
class Schema:
    """The leaves that a tree may have, in the order in which they are shown; `name` and `version` identify it."""

    name: str
    version: int
    language: str
    about: Mapping[str, str]
    leaves: Mapping[str, LeafSpec]

    @cached_property
    def inner_nodes(self) -> frozenset[str]:
        """Return all proper prefixes of leaf paths."""
        return frozenset(path.rsplit(".", cut)[0] for path in self.leaves for cut in range(1, path.count(".") + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """The words a value rests on: text[start:end] of a turn, said when; `words` is that text, "" once it is forgotten."""

    record_id: str
    turn_id: int
    start: int
    end: int
    words: str = ""
    said_at: Moment = UNKNOWN_MOMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """What a leaf holds: one value of it, now or at some time.

    `valid_from` and `valid_to`: since and until when it was so in the world (UNKNOWN_MOMENT where nobody said);
    `recorded_us`: when it was written. `writer`: the listener with its model and version, or "person".
    `stated`: said outright, not inferred; `confidence` in [0, 1].
    """

    path: str
    value: str
    quotes: tuple[Quote, ...] = ()
    valid_from: Moment = UNKNOWN_MOMENT
    valid_to: Moment = UNKNOWN_MOMENT
    recorded_us: int = 0
    version: int = 0
    writer: str = ""
    stated: bool = True
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafValue:
    """One value in a leaf's history; the leaf's `valid_to` is also known where it only follows from what came after.

    `reason`: why it was written. `ended_version`, `ended_us`, `ended_by`, `end_reason`: which version of the tree no
    longer had it, when that was written, by whom and why; None and "" while it stands. `grown_from`: the values it was
    merged, restored or moved from, by `leaf_id`.
    """

    leaf_id: int
    leaf: Leaf
    reason: str = ""
    ended_version: int | None = None
    ended_us: int | None = None
    ended_by: str = ""
    end_reason: str = ""
    grown_from: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The filled leaves of one owner at one version, in the schema's order; version 0 is the empty tree."""

    schema: str
    version: int = 0
    leaves: Mapping[str, Leaf] = field(default_factory=dict)

    def values(self) -> dict[str, str]:
        """Return the values alone, by path."""
        return {path: leaf.value for path, leaf in self.leaves.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One message of a window.

    `own`: whether it is the own words of whose tree it is, the only source of facts. `shown_only`: an overlap with an earlier
    window, shown for context and never written from.
    """

    role: str
    speaker: str
    text: str
    own: bool
    shown_only: bool = False
    record_id: str = ""
    turn_id: int = 0
    said_at: Moment = UNKNOWN_MOMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Consecutive rounds as a listener hears them: `person` is whose tree it is; messages in order.

    `character`: instead, whose own tree it is (B25): the own words are then that character's, as it spoke to `person`.
    """

    person: str
    messages: tuple[Heard, ...]
    character: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """An operation that a listener would apply, with the words it rests on (None where it cannot point to any)."""

    operation: Operation
    quote: Quote | None = None
    stated: bool = True
    confidence: float = 1.0
    valid_from: Moment = UNKNOWN_MOMENT
    valid_to: Moment = UNKNOWN_MOMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """What a listener made of one window: its raw text, what could be read of it, and the operations with sources."""

    text: str
    read: OperationList
    proposals: tuple[Proposal, ...]
