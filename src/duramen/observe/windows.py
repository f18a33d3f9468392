"""Rounds -> windows as a listener hears them: a few rounds of one sitting at a time, each heard once (B6).

In: `HeardRound`s in the order in which they are to be heard. Out: `Cut`s, each a domain `Window` with the number of the
last round in it and whether it is complete. What was heard before stands in front for context only (`shown_only`), and
the sitting's system messages are repeated, also for context only.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from duramen.domain.persona import Heard, Window
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import BadSetting
from duramen.observe.boundaries import boundary, gap_between
from duramen.observe.rounds import is_parted

SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardRound:
    """One round: messages in order, of one sitting.

    A message with `shown_only` was heard before. A round of which no own message is still to be heard (a greeting, the
    last round of an earlier window) is context for the round after it.
    """

    session: str
    messages: tuple[Heard, ...]

    @property
    def is_fresh(self) -> bool:
        """Tell whether the person said something here that was not heard yet."""
        return any(message.own and not message.shown_only for message in self.messages)

    @property
    def chars(self) -> int:
        """Return how many characters it takes."""
        return sum(len(message.text) for message in self.messages)

    def moments(self) -> list[Moment]:
        """Return the known times of its messages, in order."""
        return [message.said_at for message in self.messages if message.said_at.known]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """How much a window holds: `pairs` rounds, `chars` characters without system messages (Inside Out: 3 and 8,000).

    `by_event`: it ends where an event ends (`boundaries`), and `pairs` and `chars` are the most that it may hold.
    """

    pairs: int = 3
    chars: int = 8_000
    by_event: bool = False


EVENT = "event"
EVENT_PAIRS = 8
"""The most rounds of an event that are heard at once: as many as a page of a store's turns holds, however busy they are."""
MAX_PAIRS = 8


def measure_of(window: str) -> Measure:
    """Return how windows are cut by a setting's text: a number of rounds, or "event"; raises BadSetting."""
    chosen = window.strip().lower()
    if chosen == EVENT:
        return Measure(pairs=EVENT_PAIRS, by_event=True)
    if not (chosen.isascii() and chosen.isdigit() and 1 <= int(chosen[:4]) <= MAX_PAIRS):
        raise BadSetting(
            f"the window {window[:40]!r} is neither a number of rounds from 1 to {MAX_PAIRS} nor {EVENT!r}"
        )
    return Measure(pairs=int(chosen))


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A window, the index of its last round among the rounds given, and whether nothing more can come into it."""

    window: Window
    last: int
    complete: bool


@dataclass(slots=True)
class _Open:
    """The window that is being filled: rounds by index, and the rounds that stand before them for context."""

    lead: HeardRound | None = None
    rounds: list[tuple[int, HeardRound]] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        return sum(round_.is_fresh for _, round_ in self.rounds)

    @property
    def chars(self) -> int:
        return sum(round_.chars for _, round_ in self.rounds)

    def is_over_before(self, after: HeardRound) -> bool:
        """Tell whether another event begins with a round."""
        return boundary([round_.messages for _, round_ in self.rounds], after.messages) is not None

    @property
    def latest(self) -> HeardRound | None:
        return self.rounds[-1][1] if self.rounds else self.lead


def windows_of(
    rounds: Sequence[HeardRound],
    person: str,
    measure: Measure | None = None,
    *,
    system: Mapping[str, tuple[Heard, ...]] | None = None,
    now: Moment = UNKNOWN_MOMENT,
) -> Iterator[Cut]:
    """Cut rounds into tumbling windows, each own message fresh in exactly one, in order.

    A window is complete with `measure.pairs` rounds, before a round that would bring it over `measure.chars`, where the
    sitting changes, after a silence of six hours (or a change of day where only days are known), and at the end when
    that much time has passed until `now`. With `measure.by_event` it is complete before a round that begins another
    event too, which is told from the window's own rounds and that round alone: so windows are the same whether rounds
    come one by one or all at once. The last round of the window before leads the next one of the same sitting,
    for context, where it fits. A single round that is too long is shortened from its ends: the others' messages first,
    then the person's own; what is cut off is not heard. `system` holds each sitting's system messages. Nothing for
    rounds of which none is fresh.
    """
    measure = measure or Measure()
    open_ = _Open()

    def close(*, complete: bool) -> Iterator[Cut]:
        if open_.pairs:
            before = (system or {}).get(open_.rounds[0][1].session, ())
            yield Cut(window=_window(open_, person, measure, before), last=open_.rounds[-1][0], complete=complete)

    for index, round_ in enumerate(rounds):
        latest = open_.latest
        if latest is not None and _ends_sitting(latest, round_):
            yield from close(complete=True)
            open_ = _Open()
        elif (
            open_.pairs
            and round_.is_fresh
            and (open_.chars + round_.chars > measure.chars or (measure.by_event and open_.is_over_before(round_)))
        ):
            yield from close(complete=True)
            open_ = _Open(lead=open_.rounds[-1][1])
        if not round_.is_fresh and not open_.rounds:
            open_.lead = round_
            continue
        if round_.is_fresh or open_.chars + round_.chars <= measure.chars:
            open_.rounds.append((index, round_))
        if open_.pairs >= measure.pairs:
            yield from close(complete=True)
            open_ = _Open(lead=round_)
    yield from close(complete=_is_idle(open_.latest, now, measure))


def _ends_sitting(before: HeardRound, after: HeardRound) -> bool:
    if before.session != after.session:
        return True
    first, second = before.moments(), after.moments()
    return bool(first and second) and (is_parted(first[-1], second[0]) or is_parted(second[0], first[-1]))


def _is_idle(latest: HeardRound | None, now: Moment, measure: Measure) -> bool:
    moments = [] if latest is None else latest.moments()
    if not moments:
        return False
    return is_parted(moments[-1], now) or (measure.by_event and gap_between(moments[-1], now) is not None)


def _window(open_: _Open, person: str, measure: Measure, system: tuple[Heard, ...]) -> Window:
    rounds = [round_ for _, round_ in open_.rounds]
    held = [message for round_ in rounds for message in round_.messages]
    if open_.chars > measure.chars:
        held = _shortened(held, measure.chars)
    lead = [replace(message, shown_only=True) for message in (open_.lead.messages if open_.lead else ())]
    if sum(len(message.text) for message in (*lead, *held)) > measure.chars:
        lead = []
    shown = [replace(message, own=False, shown_only=True) for message in system]
    return Window(person=person, messages=(*shown, *lead, *held))


def _shortened(messages: Sequence[Heard], most: int) -> list[Heard]:
    """Cut messages at their ends to `most` characters in all; the person's fresh words are given room before the rest."""
    fresh = [message.own and not message.shown_only for message in messages]
    own = sum(len(message.text) for message, is_own in zip(messages, fresh, strict=True) if is_own)
    other = sum(len(message.text) for message in messages) - own
    room = {True: min(own, most), False: max(0, most - own)}
    total = {True: own, False: other}
    before = {True: 0, False: 0}
    cut: list[Heard] = []
    for message, is_own in zip(messages, fresh, strict=True):
        upto = before[is_own] + len(message.text)
        # Each has its share, rounded so that the shares add up to the room there is.
        first, last = (at * room[is_own] // max(1, total[is_own]) for at in (before[is_own], upto))
        cut.append(replace(message, text=message.text[: last - first]))
        before[is_own] = upto
    return [message for message in cut if message.text]
