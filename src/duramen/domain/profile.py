"""How much is read for a question, why, and which leaves of the tree were shown (B9-B11).

A service level says how much may be read at all; a route what is read of each source this time. Reasons are sentences
in both languages, for people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from duramen.domain.persona import Leaf


class Level(StrEnum):
    """FAST: leaves alone, without retrieval. ROUTED: as the router decides. FULL: everything, with expansion."""

    FAST = "fast"
    ROUTED = "routed"
    FULL = "full"


class Depth(StrEnum):
    """How deep a source is read: not at all; its few best; all that a prompt holds, by expanded queries as well."""

    NONE = "none"
    SHALLOW = "shallow"
    DEEP = "deep"


class Hint(StrEnum):
    """What a person says of how much was read for a round."""

    DEEPER = "deeper"
    SHALLOWER = "shallower"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is decided of one source: how deep, how much it seems to be needed in [0, 1], and why, by language."""

    depth: Depth
    need: float
    reason: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """What is read for one question, under which level."""

    level: Level
    profile: Choice
    experience: Choice
    knowledge: Choice

    def choices(self) -> dict[str, Choice]:
        """Return the choices by source."""
        return {"profile": self.profile, "experience": self.experience, "knowledge": self.knowledge}


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLeaf:
    """A leaf as it stands in a prompt, under an id: L1, L2, ... in the order shown; S1, S2, ... of the character's own tree.

    `past`: it is no longer so and is shown with its end. `relevance` to the question, >= 0. `disagrees_with`: the id of
    a later evidence that says otherwise, "" for none. `visible`: its value may be shown to people, not to a model alone. `earlier`: what the
    leaf held before, with dates, on one line; "" where it did not change.
    """

    id: str
    leaf: Leaf
    title: Mapping[str, str] = field(default_factory=dict)
    past: bool = False
    relevance: float = 0.0
    disagrees_with: str = ""
    visible: bool = True
    earlier: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """Where a reply says of the character what its own tree denies (B25): text[start:end] of the reply, and the leaf.

    `version`: since which version of the tree the leaf says so. `record_id`: instead, the earlier round that said so
    and was not heard into the tree yet.
    """

    path: str
    start: int
    end: int
    version: int = 0
    record_id: str = ""
