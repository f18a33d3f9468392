"""Dialogue as it comes in: messages with speaker and time, grouped into rounds, and the problems met on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from duramen.domain.time import Moment


class Role(StrEnum):
    """Who a message is from. `OTHER` is a further human in a group chat; `TOOL` and `SYSTEM` are never searched."""

    PERSON = "person"
    CHARACTER = "character"
    OTHER = "other"
    SYSTEM = "system"
    TOOL = "tool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message as it was sent.

    `text` is cleaned at the border (NFC, no NUL, no lone surrogate) but otherwise in its original words.
    `session` names the sitting inside the source file; `position` counts messages of the source from 0;
    `external_id` is the source's own id of the message, or "". `extra` holds what else the source says of the message,
    as the text of a JSON object; it is kept and shown, never searched or put into a prompt. `where` is its place in the
    source for whoever must find it ("line 3"); it is not stored.
    """

    role: Role
    speaker: str
    text: str
    happened_at: Moment
    session: str = ""
    external_id: str = ""
    position: int = 0
    extra: str = "{}"
    where: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One message of the person with its reply: the unit that is recorded.

    `messages` holds one or more messages in the order they were sent; usually the person's, then the reply.
    An opening greeting by the character, or a message without a reply, is a round of one message.
    `happened_at` is the time of the first message.
    """

    session: str
    messages: tuple[Message, ...]

    @property
    def happened_at(self) -> Moment:
        """Return the time of the first message."""
        return self.messages[0].happened_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something in a source that could not be used; the rest was kept.

    `where` is a place a person can find ("line 12", "message 4"); `what` names the value and the reason.
    """

    where: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """What one source file holds: messages in the file's order, and what was skipped.

    `character` and `person` are the names that the file gives, "" where it gives none; `group` is that of a group chat. `zoneless` counts the messages
    whose time names no zone, so that it was read in the reader's. `notes` say what was taken for granted.
    """

    format: str
    messages: tuple[Message, ...]
    problems: tuple[Problem, ...] = ()
    person: str = ""
    character: str = ""
    skipped: dict[str, int] = field(default_factory=dict)
    zoneless: int = 0
    notes: tuple[str, ...] = ()
    group: str = ""
