"""What is held of a person, as a forgetting looks at it: rounds with their turns, leaf values, decisions, windows, other rows.

`owner_id` of a leaf, decision or window is the person, or the owner of what a character said of itself to them; turns and
rounds are always the person's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

Ref = tuple[str, str, int]
"""What a prompt showed: ("turn", "", turn id), ("document", document id, 0), ("leaf" or "self", path, version)."""

Key = tuple[str, int | str]
"""An owner, and the id of one of its rows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A span of a turn's text."""

    record_id: str
    turn_id: int
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldTurn:
    """One message; `says` is all else that its row says in words (its speaker, what an export says of it)."""

    turn_id: int
    record_id: str
    own: bool
    text: str
    says: tuple[str, ...] = ()
    imported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRound:
    """One round. `texts`: what its model wrote, and its question as searched.

    `shown`, `bound`: what its prompt held, and what the reply rests on.
    """

    record_id: str
    character: str
    session: str
    number: int
    texts: tuple[str, ...] = ()
    shown: frozenset[Ref] = frozenset()
    bound: frozenset[Ref] = frozenset()
    turns: tuple[HeldTurn, ...] = ()
    searched: bool = False

    @property
    def reply(self) -> tuple[str, ...]:
        """Return all that was said to the person, and how the model came to it."""
        return (*self.texts, *(turn.text for turn in self.turns if not turn.own))


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldLeaf:
    """One value that a leaf held, from version `born` up to before `died` (None while it stands)."""

    owner_id: str
    leaf_id: int
    path: str
    value: str
    born: int
    died: int | None = None
    reason: str = ""
    end_reason: str = ""
    grown_from: int | None = None
    quotes: tuple[Place, ...] = ()

    @property
    def key(self) -> Key:
        """Return its key."""
        return self.owner_id, self.leaf_id


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldDecision:
    """What the gate said of one operation; `texts`: its value where no leaf holds it, its reason, the paths near it."""

    owner_id: str
    decision_id: int
    path: str
    texts: tuple[str, ...] = ()
    value: str = ""
    leaf_id: int | None = None
    window_id: str = ""
    place: Place | None = None

    @property
    def key(self) -> Key:
        """Return its key."""
        return self.owner_id, self.decision_id


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldWindow:
    """What a listener was given (the turns after `after` up to `upto`), and what it wrote."""

    owner_id: str
    window_id: str
    after: int
    upto: int
    texts: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """Return its key."""
        return self.owner_id, self.window_id


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldRow:
    """A row of any other table: by its key, with the round that it is about ("" for none) and its words by column."""

    owner_id: str
    table: str
    key: tuple[str | int, ...]
    record_id: str = ""
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """All that is held of one person. `names`: what they and those they talk to are called, which is nobody's secret."""

    owner_id: str
    names: frozenset[str] = frozenset()
    rounds: tuple[HeldRound, ...] = ()
    leaves: tuple[HeldLeaf, ...] = ()
    decisions: tuple[HeldDecision, ...] = ()
    windows: tuple[HeldWindow, ...] = ()
    others: tuple[HeldRow, ...] = ()
