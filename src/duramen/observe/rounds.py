"""Messages -> rounds: sessions in order of time, and in each session the person's words with the reply.

In: a `Dialogue`. Out: `Round`s. A session is the file's own where it has one; else a chat falls into sessions at gaps
of more than six hours, or at a change of day where only days are known. Undated messages keep their place in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from duramen.domain.dialogue import Dialogue, Message, Role, Round
from duramen.domain.time import Moment, Precision

SESSION_GAP_US = 6 * 3_600_000_000
"""A longer silence begins a new session, in files that name no sessions."""

BURST_GAP_US = 5 * 60_000_000
"""Messages of one side with a shorter gap are one turn, as they are typed in messengers."""

MAX_ROUND_MESSAGES = 64
"""A round is closed after so many messages, so that a busy group chat falls into rounds too."""

_UNSPOKEN = (Role.SYSTEM, Role.TOOL)

# Each memory of an export is a statement of its own, however close in time the next one is.
_STATEMENTS = ("mem0",)


def rounds_of(dialogue: Dialogue) -> tuple[Round, ...]:
    """Group a dialogue's messages into rounds.

    A round is the person's messages up to and with the reply. Messages of the person that follow each other join one
    round when less than 5 minutes lie between them (both times known to the second). A greeting, or what the other
    side says later on its own in a chat without sessions (5 minutes or more after its last message), is a round alone.
    SYSTEM and TOOL messages are in no round. Every other message is in exactly one.

    Order: sessions by their first known time, an undated session after the one before it in the file; messages in a
    session by time, undated ones after their predecessor in the file; ties by position. Empty for no messages.
    """
    if dialogue.format in _STATEMENTS:
        ordered = _by_time(list(dialogue.messages))
        return tuple(Round(session=message.session, messages=(message,)) for message in ordered)
    sessions: dict[str, list[Message]] = {}
    for message in dialogue.messages:
        if message.role not in _UNSPOKEN:
            sessions.setdefault(message.session, []).append(message)
    rounds: list[Round] = []
    for name, messages in _sessions_by_time(sessions):
        ordered = _by_time(messages)
        for session, sitting in [(name, ordered)] if name else _sittings(ordered):
            rounds += (Round(session=session, messages=tuple(turn)) for turn in _turns(sitting, own_session=bool(name)))
    return tuple(rounds)


def _by_time(messages: Sequence[Message]) -> list[Message]:
    """Return messages by time; an undated one inherits the time before it in the file, the first ones the earliest."""
    latest: int | None = None
    keyed: list[tuple[int | None, Message]] = []
    for message in sorted(messages, key=lambda item: item.position):
        latest = message.happened_at.at_us if message.happened_at.at_us is not None else latest
        keyed.append((latest, message))
    first = min((at for at, _ in keyed if at is not None), default=0)
    return [message for _, message in sorted(keyed, key=lambda pair: first if pair[0] is None else pair[0])]


def _sessions_by_time(sessions: dict[str, list[Message]]) -> list[tuple[str, list[Message]]]:
    """Return sessions by first known time; an undated one stays behind its predecessor."""
    latest: int | None = None
    keyed: list[tuple[int | None, tuple[str, list[Message]]]] = []
    for name, messages in sessions.items():
        known = [message.happened_at.at_us for message in messages if message.happened_at.at_us is not None]
        latest = min(known) if known else latest
        keyed.append((latest, (name, messages)))
    first = min((at for at, _ in keyed if at is not None), default=0)
    return [item for _, item in sorted(keyed, key=lambda pair: first if pair[0] is None else pair[0])]


def _sittings(messages: list[Message]) -> Iterator[tuple[str, list[Message]]]:
    """Cut a chat without sessions; each sitting is named by the time of its first message, "" when that is unknown."""
    begin = 0
    for index, (before, after) in enumerate(pairwise(messages), start=1):
        if is_parted(before.happened_at, after.happened_at):
            yield _sitting_name(messages[begin]), messages[begin:index]
            begin = index
    if messages:
        yield _sitting_name(messages[begin]), messages[begin:]


def _sitting_name(message: Message) -> str:
    return message.happened_at.iso() or ""


def is_parted(before: Moment, after: Moment) -> bool:
    """Tell whether a new sitting begins between two messages: more than six hours, or a new day where only days are known."""
    if before.at_us is None or after.at_us is None:
        return False
    if before.precision is after.precision is Precision.SECOND:
        return after.at_us - before.at_us > SESSION_GAP_US
    return before.local().date() != after.local().date()


def _turns(messages: list[Message], *, own_session: bool) -> Iterator[list[Message]]:
    """Cut one sitting into turns of the person with their reply."""
    turn: list[Message] = []
    for message in messages:
        if turn and (len(turn) >= MAX_ROUND_MESSAGES or _begins_turn(turn, message, own_session)):
            yield turn
            turn = []
        turn.append(message)
    if turn:
        yield turn


def _begins_turn(turn: list[Message], message: Message, own_session: bool) -> bool:
    """Tell whether a message opens a new round after the turn so far."""
    last = turn[-1]
    if message.role is Role.PERSON:
        return last.role is not Role.PERSON or not _is_burst(last.happened_at, message.happened_at)
    if last.role is Role.PERSON:
        return False
    # Another word of the side that replies: an assistant's reply has no end but the person's next message; in a
    # messenger the other side may begin anew after a pause.
    greeting = turn[0].role is not Role.PERSON
    if greeting or not own_session:
        return _is_known_pause(last.happened_at, message.happened_at)
    return False


def _is_burst(before: Moment, after: Moment) -> bool:
    """Tell whether two times known to the second lie less than five minutes apart."""
    gap = _gap_us(before, after)
    return gap is not None and gap < BURST_GAP_US


def _is_known_pause(before: Moment, after: Moment) -> bool:
    """Tell whether two times known to the second lie five minutes or more apart."""
    gap = _gap_us(before, after)
    return gap is not None and gap >= BURST_GAP_US


def _gap_us(before: Moment, after: Moment) -> int | None:
    if before.at_us is None or after.at_us is None:
        return None
    if before.precision is not Precision.SECOND or after.precision is not Precision.SECOND:
        return None
    return after.at_us - before.at_us


def with_session(dialogue: Dialogue, session: str) -> Dialogue:
    """Return the dialogue with `session` as the name of every message that has none, for files the caller names."""
    named = tuple(message if message.session else replace(message, session=session) for message in dialogue.messages)
    return replace(dialogue, messages=named)
