"""What a forgetting would do, for the person to see with its words before anything is done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from duramen.govern.forgetting.cutting import cut_text
from duramen.govern.forgetting.found import Found, HeldRound
from duramen.govern.forgetting.plan import Plan
from duramen.memory.forgetting.files import FileTrace

WORDS_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing that goes, loses a part, or stays: `kind`, where it stands, its words, and why."""

    kind: str
    where: str
    words: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What goes, item by item. `rows`: how many rows by table; `files` beside the database; `stays`: what holds the same words
    and stays, since only a leaf, a round or the person's own was named.
    """

    scope: str
    items: tuple[Item, ...] = ()
    rows: tuple[tuple[str, int], ...] = ()
    files: tuple[FileTrace, ...] = ()
    stays: tuple[Item, ...] = ()

    @property
    def nothing(self) -> bool:
        """Tell whether there is nothing to forget."""
        return not self.items and not self.files


def items_of(found: Found, plan: Plan, whose: str = "") -> Iterator[Item]:
    """Yield all that a plan takes, with its words; `whose` is set before each place."""
    rounds = {one.record_id: one for one in found.rounds}
    for record_id, why in plan.rounds.items():
        yield Item(kind="round", where=whose + named(rounds[record_id]), words=_said(rounds[record_id]), why=why)
    for record_id, why in plan.replies.items():
        yield Item(kind="reply", where=whose + named(rounds[record_id]), words=_replied(rounds[record_id]), why=why)
    turns = {turn.turn_id: turn for one in found.rounds for turn in one.turns}
    for turn_id, spans in plan.cuts.items():
        turn = turns[turn_id]
        left = cut_text(turn.text, spans)
        words = " | ".join(turn.text[start:end] for start, end in spans)
        yield Item(
            kind="words cut", where=whose + named(rounds[turn.record_id]), words=words, why=f"left: {_short(left)}"
        )
    for leaf in found.leaves:
        if leaf.key in plan.leaves:
            now = "now" if leaf.died is None else f"until version {leaf.died}"
            own = "" if leaf.owner_id == found.owner_id else " (a character's own)"
            where = f"{whose}{leaf.path} ({now}){own}"
            yield Item(kind="leaf value", where=where, words=_short(leaf.value), why=plan.leaves[leaf.key])
    for decision in found.decisions:
        if decision.key in plan.decisions:
            where = f"{whose}{decision.path} (decision {decision.decision_id})"
            yield Item(kind="decision", where=where, words=_short(decision.value or decision.texts[1]))
    for window in found.windows:
        if window.key in plan.windows:
            where = f"{whose}window {window.window_id[:8]}"
            yield Item(kind="listener's text", where=where, words=_short(" ".join(window.texts)))
    for (_, table, key), columns in plan.others.items():
        where = f"{whose}{table} {'/'.join(map(str, key))}"
        yield Item(kind="row" if columns is None else "words in a row", where=where, why=", ".join(columns or ()))
    for name in plan.sessions:
        yield Item(kind="name of a sitting", where=whose.rstrip(), words=name)


def staying_of(found: Found, plan: Plan) -> Iterator[Item]:
    """Yield the rounds and replies that stay although they hold the same words."""
    rounds = {one.record_id: one for one in found.rounds}
    for record_id in plan.staying:
        yield Item(kind="round", where=named(rounds[record_id]), words=_said(rounds[record_id]), why="says it as well")
    for record_id, why in plan.kept_replies.items():
        yield Item(kind="reply", where=named(rounds[record_id]), words=_replied(rounds[record_id]), why=f"{why}; kept")


def named(one: HeldRound) -> str:
    """Return a round as `duramen rounds` shows it."""
    return f"{one.character}/{one.number}"


def _said(one: HeldRound) -> str:
    return _short(" / ".join(turn.text for turn in one.turns))


def _replied(one: HeldRound) -> str:
    return _short(" / ".join(turn.text for turn in one.turns if not turn.own) or " ".join(one.texts[:1]))


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= WORDS_SHOWN else flat[: WORDS_SHOWN - 1] + "…"
