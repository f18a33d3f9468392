"""The next windows of a person's stored rounds: from the cursor on, cut as `observe.windows` cuts them.

In: a store, and whose words are heard. Out: `Piece`s, each a window and the span of turn ids that it hears, in order. Each
own turn lies in the span of exactly one. A character's own words are its accepted replies: not those that broke the
protocol or only quote, and not those that only say that they know nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from duramen.domain.persona import Heard, Window
from duramen.domain.time import Moment
from duramen.observe.hearing import is_person, own_speakers, window_role
from duramen.observe.windows import HeardRound, Measure, windows_of
from duramen.stores.listening.unheard import (
    HeardTurn,
    Voice,
    last_own_record,
    speakers_of,
    turns_after,
    turns_of_records,
)
from duramen.text.abstaining import abstains

_ALL_TURNS = 1_000_000
PAGE_TURNS = 600
"""How many turns are looked at at once; a window of three busy rounds of a group chat has fewer than 200."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A window that is next, and the turns it hears: after < turn id <= upto. `complete`: nothing more can come into it."""

    window: Window
    after: int
    upto: int
    complete: bool


def pieces_after(
    connection: Connection, voice: Voice, after: int, now: Moment, measure: Measure | None = None
) -> list[Piece]:
    """Return the windows of the turns after `after`, as many as a page of turns holds; the last one may still be open.

    Of a full page the last window is left out, as it may go on, or is taken as complete where it is the only one.
    """
    start = after
    while True:
        page = turns_after(connection, voice, start, PAGE_TURNS)
        names = _own_names(connection, voice, page)
        own = [turn for turn in page if names.speaks(turn)]
        full = len(page) == PAGE_TURNS
        if own or not full:
            break
        start = page[-1].turn_id  # a group talked on without the person
    if not own:
        return []
    rounds = _with_lead(connection, voice, (after, own[0]), _segments(page, names), names)
    pieces: list[Piece] = []
    for cut in windows_of([round_ for round_, _ in rounds], voice.owner.name, measure, now=now):
        until = max(last for _, last in rounds[: cut.last + 1])
        window = replace(cut.window, character=voice.character)
        pieces.append(Piece(window=window, after=after, upto=until, complete=cut.complete))
        after = until
    if full:
        return pieces[:-1] or [replace(pieces[0], complete=True)]
    return pieces


def window_between(connection: Connection, voice: Voice, span: tuple[int, int]) -> Window | None:
    """Return the window that heard the turns after span[0] up to span[1], as it was heard; None where they are gone."""
    after, upto = span
    page = [turn for turn in turns_after(connection, voice, after, _ALL_TURNS) if turn.turn_id <= upto]
    names = _own_names(connection, voice, page)
    own = [turn for turn in page if names.speaks(turn)]
    if not own:
        return None
    rounds = _with_lead(connection, voice, (after, own[0]), _segments(page, names), names)
    cuts = list(windows_of([round_ for round_, _ in rounds], voice.owner.name, Measure(pairs=_ALL_TURNS)))
    return replace(cuts[0].window, character=voice.character) if len(cuts) == 1 else None


def _with_lead(
    connection: Connection,
    voice: Voice,
    first: tuple[int, HeardTurn],
    segments: Sequence[tuple[str, list[HeardTurn]]],
    names: _Own,
) -> list[tuple[HeardRound, int]]:
    """Return the rounds of segments behind the one that leads them; `first`: the turn that they come after, and the first own."""
    rounds = _rounds(connection, voice, segments, names)
    after, own = first
    lead = _lead(connection, voice, after, own, names)
    return rounds if lead is None else [(lead, after), *rounds]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Own:
    """Whose words are heard, and by which names they are signed."""

    voice: Voice
    names: frozenset[str]

    def speaks(self, turn: HeardTurn) -> bool:
        """Tell whether a turn is own words."""
        if turn.role is not self.voice.role or turn.speaker not in self.names:
            return False
        return not self.voice.character or (turn.complete and not abstains(turn.text))

    def role(self, turn: HeardTurn) -> str:
        """Return a turn's role in a window; of several characters in one talk the others are others."""
        other = self.voice.character and turn.role is self.voice.role and turn.speaker not in self.names
        return "other" if other else window_role(turn.role)


def _own_names(connection: Connection, voice: Voice, page: Iterable[HeardTurn]) -> _Own:
    signed = frozenset(turn.speaker for turn in page if turn.role is voice.role)
    if not all(is_person(name, voice.name) for name in signed):  # in most chats there is no need to count all turns
        signed = own_speakers(speakers_of(connection, voice), voice.name)
    return _Own(voice=voice, names=signed)


def _segments(page: Sequence[HeardTurn], names: _Own) -> list[tuple[str, list[HeardTurn]]]:
    """Return runs of own turns in one round, by id, and rounds without any at the place of their first turn.

    A round comes more than once where something of it was stored after parts of other rounds (a grown export): so the
    spans of windows never overlap.
    """
    with_own = {turn.record_id for turn in page if names.speaks(turn)}
    runs: list[tuple[str, list[HeardTurn]]] = []
    for turn in page:
        if names.speaks(turn):
            if not runs or runs[-1][0] != turn.record_id:
                runs.append((turn.record_id, []))
            runs[-1][1].append(turn)
        elif turn.record_id not in with_own and not any(record == turn.record_id for record, _ in runs[-2:]):
            runs.append((turn.record_id, []))
    return runs


def _rounds(
    connection: Connection, voice: Voice, segments: Sequence[tuple[str, list[HeardTurn]]], names: _Own
) -> list[tuple[HeardRound, int]]:
    """Return each segment as a round, whole, with the last of its own turns; only the segment's own turns are fresh."""
    whole: dict[str, list[HeardTurn]] = {}
    for turn in turns_of_records(connection, voice, list(dict.fromkeys(record for record, _ in segments))):
        whole.setdefault(turn.record_id, []).append(turn)
    rounds = []
    for record, run in segments:
        fresh = {turn.turn_id for turn in run}
        rounds.append((_round(whole[record], names, fresh), max(fresh, default=0)))
    return rounds


def _round(turns: Sequence[HeardTurn], names: _Own, fresh: set[int]) -> HeardRound:
    messages = tuple(_heard(turn, names, fresh) for turn in turns)
    # A sitting is one of a character: the same name of a session with another one is another talk.
    return HeardRound(session=f"{turns[0].character}\x1e{turns[0].session}", messages=messages)


def _heard(turn: HeardTurn, names: _Own, fresh: set[int]) -> Heard:
    own = names.speaks(turn)
    return Heard(
        role=names.role(turn),
        speaker=turn.speaker,
        text=turn.text,
        own=own,
        shown_only=own and turn.turn_id not in fresh,
        record_id=turn.record_id,
        turn_id=turn.turn_id,
        said_at=turn.happened_at,
    )


def _lead(connection: Connection, voice: Voice, after: int, first: HeardTurn, names: _Own) -> HeardRound | None:
    """Return the round before the first window, as context; None where it is of another sitting."""
    record = last_own_record(connection, voice, after)
    if record is None or record == first.record_id:
        return None
    turns = turns_of_records(connection, voice, [record])
    if not turns or (turns[0].character, turns[0].session) != (first.character, first.session):
        return None
    lead = _round(turns, names, set())
    return replace(lead, messages=tuple(replace(message, shown_only=True) for message in lead.messages))
