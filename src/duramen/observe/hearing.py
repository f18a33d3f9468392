"""A dialogue as a listener hears it: which messages are the person's own words, the only source of facts.

In: messages with their roles and speakers, and whose tree it is. Out: `HeardRound`s for `windows_of`. In a group chat only
the person whose tree it is has own words; what everybody else says is context.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.persona import Heard
from duramen.observe.rounds import rounds_of
from duramen.observe.sides import loose, role_of_word
from duramen.observe.windows import SYSTEM, HeardRound

_ROLES = {
    Role.PERSON: "user",
    Role.CHARACTER: "assistant",
    Role.OTHER: "other",
    Role.SYSTEM: SYSTEM,
    Role.TOOL: "tool",
}


def window_role(role: Role) -> str:
    """Return the role as windows name it: user, assistant, other, system or tool."""
    return _ROLES[role]


def is_person(speaker: str, person: str) -> bool:
    """Tell whether a speaker's name is the person's, or none at all ("", "user", "我")."""
    return not speaker or role_of_word(speaker) is not None or loose(speaker) == loose(person)


def own_speakers(counts: Mapping[str, int], person: str) -> frozenset[str]:
    """Return which of the names on the person's side are the person's own, given how often each spoke.

    Those that `is_person` knows; where there are none, the most frequent one (ties by name): the person may be called
    otherwise in a file. Names of further humans on the same side of a group chat are not in it.
    """
    known = [name for name in counts if is_person(name, person)]
    if any(role_of_word(name) is None and name for name in known) or not counts:
        return frozenset(known)
    named = [name for name in counts if name not in known]
    return frozenset((*known, *sorted(named, key=lambda name: (-counts[name], name))[:1]))


def heard_rounds(dialogue: Dialogue, person: str) -> tuple[list[HeardRound], dict[str, tuple[Heard, ...]]]:
    """Return a dialogue's rounds as they are heard, and the system messages of each sitting.

    `turn_id` is the message's position in its file, `record_id` is "".
    """
    counts = Counter(message.speaker for message in dialogue.messages if message.role is Role.PERSON)
    own = own_speakers(counts, person)
    rounds = [
        HeardRound(session=round_.session, messages=tuple(_heard(message, own) for message in round_.messages))
        for round_ in rounds_of(dialogue)
    ]
    system: dict[str, tuple[Heard, ...]] = {}
    for message in dialogue.messages:
        if message.role is Role.SYSTEM:
            system[message.session] = (*system.get(message.session, ()), _heard(message, own))
    return rounds, system


def _heard(message: Message, own: frozenset[str]) -> Heard:
    return Heard(
        role=window_role(message.role),
        speaker=message.speaker,
        text=message.text,
        own=message.role is Role.PERSON and message.speaker in own,
        turn_id=message.position,
        said_at=message.happened_at,
    )
