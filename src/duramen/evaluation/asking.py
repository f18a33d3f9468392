"""What the answering path of a benchmark may see: dialogues, and questions with their place in them.

Nothing here knows what is right. The gold stands in `duramen.evaluation.gold`, which the solver does not import.
"""

from __future__ import annotations

from dataclasses import dataclass

from duramen.domain.dialogue import Dialogue
from duramen.domain.time import Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question at its own point of a dialogue.

    `upto`: so many messages of the owner's dialogue came before it; the others do not exist yet. `session`: the
    running sitting, "" when it is asked outside of any. `context`: earlier turns that are not in the dialogue, the
    latest first; None leaves it to the session.
    """

    id: str
    text: str
    at: Moment
    upto: int
    session: str = ""
    context: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """One person's dialogue, its messages in order of time, each with an external id, and the questions about it."""

    name: str
    person: str
    character: str
    dialogue: Dialogue
    questions: tuple[Asked, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One turn of a ranking: its external id, its session, and how many characters of it would be shown."""

    id: str
    session: str
    chars: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """What one arm found for one question, best first; `error` tells why nothing was found when recall failed."""

    shown: tuple[Shown, ...] = ()
    seconds: float = 0.0
    error: str = ""
