"""Records as they stand in the store: a round with its turns, and how it came to be answered (A11)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from duramen.domain.dialogue import Role
from duramen.domain.time import Moment


class RecordState(StrEnum):
    """OPEN while the reply is being made; INTERRUPTED when the process died before it was; else COMPLETE."""

    OPEN = "open"
    COMPLETE = "complete"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One message of a round as stored; `extra` is what else its source said of it, the text of a JSON object."""

    turn_id: int
    record_id: str
    position: int
    role: Role
    speaker: str
    text: str
    happened_at: Moment
    retrievable: bool = True
    extra: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDraft:
    """A message about to be stored. `import_key` makes a repeated import a no-op; None for live rounds.

    `vector`: one or more int16 vectors end to end; None while the embedder cannot make it.
    """

    role: Role
    speaker: str
    text: str
    happened_at: Moment
    vector: bytes | None
    retrievable: bool = True
    import_key: bytes | None = None
    extra: str = "{}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDraft:
    """A round about to be stored; `channel` is "chat", "api" or "import:<format>"."""

    record_id: str
    character: str
    session: str
    channel: str
    state: RecordState
    happened_at: Moment
    recorded_us: int
    turns: tuple[TurnDraft, ...]
    writer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """How a round was answered: everything that is added to a record when its reply is there.

    `trace` is a plain mapping of candidates, scores and evidence ids; `bindings` the ids the answer rests on;
    `queries` what a model wrote to search by as well: words of the person, and so no part of the trace.
    """

    model: str
    preset: str
    settings: dict[str, Any]
    augmented: str
    query_vector: bytes
    trace: dict[str, Any]
    template_hash: str
    prompt_hash: str
    raw: str
    analysis: str
    reply_state: str
    bindings: tuple[str, ...]
    queries: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One round, whole: what was said, when, and how it was answered (`answer` is None for imported rounds)."""

    record_id: str
    person: str
    character: str
    session: str
    round: int
    state: RecordState
    channel: str
    happened_at: Moment
    recorded_us: int
    seq: int
    turns: tuple[Turn, ...] = field(default=())
    answer: Answer | None = None
