"""The next windows of a person's stored rounds: from the cursor on, cut as `observe.windows` cuts them.

In: a store and an owner. Out: `Piece`s, each a window and the span of turn ids that it hears, in order. Each of the
person's turns lies in the span of exactly one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from duramen.domain.dialogue import Role
from duramen.domain.persona import Heard, Window
from duramen.domain.time import Moment
from duramen.observe.hearing import is_person, own_speakers, window_role
from duramen.observe.windows import HeardRound, Measure, windows_of
from duramen.stores.listening.unheard import (
    HeardTurn,
    last_own_record,
    speakers_of_person,
    turns_after,
    turns_of_records,
)
from duramen.stores.listening.windows import heard_upto
from duramen.stores.owners import Owner

PAGE_TURNS = 600
"""How many turns are looked at at once; a window of three busy rounds of a group chat has fewer than 200."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A window that is next, and the turns it hears: after < turn id <= upto. `complete`: nothing more can come into it."""

    window: Window
    after: int
    upto: int
    complete: bool


def next_pieces(connection: Connection, owner: Owner, now: Moment, measure: Measure | None = None) -> list[Piece]:
    """Return the windows that stand next, as many as a page of turns holds; the last one may still be open."""
    return pieces_between(connection, owner, heard_upto(connection, owner), None, now, measure)


def pieces_between(
    connection: Connection, owner: Owner, after: int, upto: int | None, now: Moment, measure: Measure | None = None
) -> list[Piece]:
    """Return the windows of the turns after `after`, up to `upto` where it is given.

    Of a full page the last window is left out, as it may go on, or is taken as complete where it is the only one.
    """
    start = after
    while True:
        page = [
            turn for turn in turns_after(connection, owner, start, PAGE_TURNS) if upto is None or turn.turn_id <= upto
        ]
        names = _own_names(connection, owner, page)
        own = [turn for turn in page if _is_own(turn, names)]
        full = len(page) == PAGE_TURNS
        if own or not full:
            break
        start = page[-1].turn_id  # a group talked on without the person
    if not own:
        return []
    segments = _segments(page, names)
    rounds = _rounds(connection, owner, segments, names)
    lead = _lead(connection, owner, after, own[0], names)
    if lead is not None:
        rounds.insert(0, (lead, after))
    pieces: list[Piece] = []
    for cut in windows_of([round_ for round_, _ in rounds], owner.name, measure, now=now):
        until = max(last for _, last in rounds[: cut.last + 1])
        pieces.append(Piece(window=cut.window, after=after, upto=until, complete=cut.complete))
        after = until
    if full:
        return pieces[:-1] or [replace(pieces[0], complete=True)]
    return pieces


def _own_names(connection: Connection, owner: Owner, page: Iterable[HeardTurn]) -> frozenset[str]:
    signed = {turn.speaker for turn in page if turn.role is Role.PERSON}
    if all(is_person(name, owner.name) for name in signed):
        return frozenset(signed)  # most chats: no need to count all that was ever said
    return own_speakers(speakers_of_person(connection, owner), owner.name)


def _is_own(turn: HeardTurn, names: frozenset[str]) -> bool:
    return turn.role is Role.PERSON and turn.speaker in names


def _segments(page: Sequence[HeardTurn], names: frozenset[str]) -> list[tuple[str, list[HeardTurn]]]:
    """Return runs of the person's turns in one round, by id, and rounds without any at the place of their first turn.

    A round comes more than once where something of it was stored after parts of other rounds (a grown export): so the
    spans of windows never overlap.
    """
    with_own = {turn.record_id for turn in page if _is_own(turn, names)}
    runs: list[tuple[str, list[HeardTurn]]] = []
    for turn in page:
        if _is_own(turn, names):
            if not runs or runs[-1][0] != turn.record_id:
                runs.append((turn.record_id, []))
            runs[-1][1].append(turn)
        elif turn.record_id not in with_own and not any(record == turn.record_id for record, _ in runs[-2:]):
            runs.append((turn.record_id, []))
    return runs


def _rounds(
    connection: Connection, owner: Owner, segments: Sequence[tuple[str, list[HeardTurn]]], names: frozenset[str]
) -> list[tuple[HeardRound, int]]:
    """Return each segment as a round, whole, with the last of its own turns; only the segment's own turns are fresh."""
    whole: dict[str, list[HeardTurn]] = {}
    for turn in turns_of_records(connection, owner, list(dict.fromkeys(record for record, _ in segments))):
        whole.setdefault(turn.record_id, []).append(turn)
    rounds = []
    for record, run in segments:
        fresh = {turn.turn_id for turn in run}
        rounds.append((_round(whole[record], names, fresh), max(fresh, default=0)))
    return rounds


def _round(turns: Sequence[HeardTurn], names: frozenset[str], fresh: set[int]) -> HeardRound:
    messages = tuple(_heard(turn, names, fresh) for turn in turns)
    # A sitting is one of a character: the same name of a session with another one is another talk.
    return HeardRound(session=f"{turns[0].character}\x1e{turns[0].session}", messages=messages)


def _heard(turn: HeardTurn, names: frozenset[str], fresh: set[int]) -> Heard:
    own = _is_own(turn, names)
    return Heard(
        role=window_role(turn.role),
        speaker=turn.speaker,
        text=turn.text,
        own=own,
        shown_only=own and turn.turn_id not in fresh,
        record_id=turn.record_id,
        turn_id=turn.turn_id,
        said_at=turn.happened_at,
    )


def _lead(
    connection: Connection, owner: Owner, after: int, first: HeardTurn, names: frozenset[str]
) -> HeardRound | None:
    """Return the round before the first window, as context; None where it is of another sitting."""
    record = last_own_record(connection, owner, after)
    if record is None or record == first.record_id:
        return None
    turns = turns_of_records(connection, owner, [record])
    if not turns or (turns[0].character, turns[0].session) != (first.character, first.session):
        return None
    lead = _round(turns, names, set())
    return replace(lead, messages=tuple(replace(message, shown_only=True) for message in lead.messages))
