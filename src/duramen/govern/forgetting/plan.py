"""From what was found of a person to the plan of a forgetting: what goes whole, what is cut, what comes back (DESIGN 17).

In: `Found` and a `Wish`. Out: a `Plan` of ids, with a reason for each, which a person can read before anything is done.
What rests on something that goes, goes too: values by their quotes and by the value they grew from, in all versions and in
the trees of characters; replies by what they name, or show and repeat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from duramen.govern.forgetting.closing import Closing, Wish
from duramen.govern.forgetting.cutting import cut_text
from duramen.govern.forgetting.found import Found, HeldLeaf, Key
from duramen.govern.forgetting.words import holds, holds_any

__all__ = ["Plan", "Wish", "plan"]

LONG_WORDS = 12
"""A value of so many characters is that value wherever it stands; "coffee" is many things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a forgetting does; rounds, replies and leaves with why.

    `rounds` go whole. `replies` are of rounds that stay. `cuts`: spans of turns that stay. `decisions` go; `windows` lose
    what the listener wrote; `reasons`: what a value that stays loses of why it was written or ended. `reopened`: values that
    ended only because one that goes replaced them. `queries`: rounds whose query vector was made with what goes. `turns`:
    what goes of the turns, or is cut. `others`: rows of other tables, whole (None) or the columns to empty. `sessions`:
    sittings whose very name goes. `revived`: what stood before, which becomes active again. `unheard`: (owner, round, path) of
    rounds that values that go rested on too. `empty`: leaves that have lost their value. `words`: by which traces of it are found elsewhere.
    `staying`: rounds that hold these words as well and stay.
    """

    rounds: dict[str, str] = field(default_factory=dict)
    replies: dict[str, str] = field(default_factory=dict)
    kept_replies: dict[str, str] = field(default_factory=dict)
    cuts: dict[int, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    leaves: dict[Key, str] = field(default_factory=dict)
    decisions: frozenset[Key] = frozenset()
    windows: frozenset[Key] = frozenset()
    reasons: dict[Key, tuple[str, ...]] = field(default_factory=dict)
    reopened: frozenset[Key] = frozenset()
    queries: frozenset[str] = frozenset()
    turns: frozenset[int] = frozenset()
    others: dict[tuple[str, str, tuple[str | int, ...]], tuple[str, ...] | None] = field(default_factory=dict)
    sessions: frozenset[str] = frozenset()
    revived: tuple[Key, ...] = ()
    unheard: tuple[tuple[str, str, str], ...] = ()
    empty: tuple[tuple[str, str], ...] = ()
    words: frozenset[str] = frozenset()
    staying: tuple[str, ...] = ()

    @property
    def nothing(self) -> bool:
        """Tell whether there is nothing to forget."""
        parts = (self.rounds, self.replies, self.cuts, self.leaves, self.decisions, self.windows, self.reasons)
        return not any((*parts, self.others, self.sessions))


def plan(found: Found, wish: Wish) -> Plan:
    """Return what a wish comes to; an empty plan where nothing of it is held."""
    closing = Closing(found, wish)
    closing.begin()
    closing.close()
    return _completed(closing)


def _completed(closing: Closing) -> Plan:
    """Return the plan with all that follows from what goes."""
    own, gone = closing.own_words(), closing.gone_turns()
    cuts = _cuts(closing, gone)
    touched = gone | cuts.keys()
    revived, empty = _revived(closing)
    replies = {} if closing.wish.keep_replies else closing.replies
    return Plan(
        rounds=closing.rounds,
        replies=replies,
        kept_replies=closing.replies if closing.wish.keep_replies else {},
        cuts=cuts,
        leaves=closing.leaves,
        decisions=_decisions(closing, touched, gone),
        windows=_windows(closing, touched),
        reasons=_reasons(closing),
        reopened=_replaced_by_gone(closing),
        queries=closing.following(touched) | {closing.turns[one].record_id for one in cuts} - closing.rounds.keys(),
        turns=touched,
        others=_others(closing),
        sessions=_sessions(closing),
        revived=revived,
        unheard=_unheard(closing, revived, touched),
        empty=empty,
        words=own | frozenset(one for one in closing.values() if len(one) >= LONG_WORDS),
        staying=tuple(_staying(closing, closing.words(), gone, cuts)),
    )


def _cuts(closing: Closing, gone: frozenset[int]) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return the spans to be cut of each turn that stays: in order, joined where they touch."""
    spans: dict[int, list[tuple[int, int]]] = {}
    for place in sorted(closing.spans, key=lambda one: (one.turn_id, one.start, one.end)):
        if place.turn_id in gone:
            continue
        row, end = spans.setdefault(place.turn_id, []), min(place.end, len(closing.turns[place.turn_id].text))
        if row and place.start <= row[-1][1]:
            row[-1] = (row[-1][0], max(row[-1][1], end))
        elif place.start < end:
            row.append((place.start, end))
    return {turn: tuple(row) for turn, row in spans.items() if row}


def _any_holds(texts: Iterable[str], words: frozenset[str]) -> bool:
    return any(holds_any(text, words) for text in texts)


def _decisions(closing: Closing, touched: frozenset[int], gone: frozenset[int]) -> frozenset[Key]:
    """Return the decisions that go: on values that go, on what was said there, and whatever else holds the words."""
    hit = {one.key for one in closing.found.windows if any(one.after < turn <= one.upto for turn in touched)}
    paths = {(closing.of_leaf[key].owner_id, closing.of_leaf[key].path) for key in closing.leaves}
    own, words = closing.own_words(), closing.words()
    return frozenset(
        one.key
        for one in closing.found.decisions
        if (one.leaf_id is not None and (one.owner_id, one.leaf_id) in closing.leaves)
        or (one.place is not None and one.place.turn_id in gone)
        or closing.decided_on_path(one.owner_id, one.path)
        or (one.leaf_id is None and one.place is None and (one.owner_id, one.window_id) in hit)
        or _any_holds((*one.texts, one.value), words if (one.owner_id, one.path) in paths else own)
    )


def _windows(closing: Closing, touched: frozenset[int]) -> frozenset[Key]:
    """Return the windows whose raw text goes: those that heard it, later ones that write its value, all with the words."""
    first, own, values = min(touched, default=0), closing.own_words(), closing.values()
    return frozenset(
        one.key
        for one in closing.found.windows
        if any(one.texts)
        and (
            any(one.after < turn <= one.upto for turn in touched)
            or _any_holds(one.texts, own)
            or (one.upto >= first and _any_holds(one.texts, values))
        )
    )


def _reasons(closing: Closing) -> dict[Key, tuple[str, ...]]:
    """Return which of the reasons of values that stay are to be emptied."""
    replaced, own, words = _replaced_by_gone(closing), closing.own_words(), closing.words()
    paths = {(closing.of_leaf[key].owner_id, closing.of_leaf[key].path) for key in closing.leaves}
    found: dict[Key, tuple[str, ...]] = {}
    for leaf in closing.found.leaves:
        if leaf.key in closing.leaves:
            continue
        by = words if (leaf.owner_id, leaf.path) in paths else own
        ended = leaf.end_reason and (leaf.key in replaced or holds_any(leaf.end_reason, by))
        emptied = (*(["reason"] if holds_any(leaf.reason, by) else []), *(["end_reason"] if ended else []))
        if emptied:
            found[leaf.key] = emptied
    return found


def _replaced_by_gone(closing: Closing) -> frozenset[Key]:
    """Return the values that stay and ended where one that goes began."""
    began = {(leaf.owner_id, leaf.path, leaf.born) for leaf in closing.found.leaves if leaf.key in closing.leaves}
    return frozenset(
        leaf.key
        for leaf in closing.found.leaves
        if leaf.key not in closing.leaves and (leaf.owner_id, leaf.path, leaf.died) in began
    )


def _revived(closing: Closing) -> tuple[tuple[Key, ...], tuple[tuple[str, str], ...]]:
    """Return the values that stood before those that go, and the paths of which nothing is left to stand."""
    ending = {(leaf.owner_id, leaf.path, leaf.died): leaf for leaf in closing.found.leaves}
    revived, empty = [], []
    for leaf in closing.found.leaves:
        if leaf.died is not None or leaf.key not in closing.leaves:
            continue
        before: HeldLeaf | None = leaf
        while before is not None and before.key in closing.leaves:
            before = ending.get((before.owner_id, before.path, before.born))
        if before is None:
            empty.append((leaf.owner_id, leaf.path))
        else:
            revived.append(before.key)
    return tuple(revived), tuple(empty)


def _unheard(closing: Closing, revived: tuple[Key, ...], touched: frozenset[int]) -> tuple[tuple[str, str, str], ...]:
    """Return (owner, round, path): rounds that stay, by whose words a value stood that goes and nothing else stands now.

    A value names one quote for each operation; the operation was heard in a window, whose other turns may have told of it too.
    """
    still = [leaf for leaf in closing.found.leaves if leaf.key not in closing.leaves and leaf.died is None]
    held = [*still, *(closing.of_leaf[key] for key in revived)]
    covered = {(leaf.owner_id, leaf.path, place.turn_id) for leaf in held for place in leaf.quotes}
    wanted: dict[tuple[str, str, str], None] = {}
    for leaf in closing.found.leaves:
        if leaf.key not in closing.leaves or leaf.died is not None or closing.on_path(leaf.path):
            continue
        for turn_id in _sources(closing, leaf):
            turn = closing.turns.get(turn_id)
            if turn is not None and turn_id not in touched and (leaf.owner_id, leaf.path, turn_id) not in covered:
                wanted[leaf.owner_id, turn.record_id, leaf.path] = None
    return tuple(wanted)


def _sources(closing: Closing, leaf: HeldLeaf) -> Iterator[int]:
    """Yield the turns that a value and those it grew from rest on, or were heard with."""
    windows = {one.key: one for one in closing.found.windows}
    line = {one.leaf_id: one for one in _line(closing, leaf)}
    for one in line.values():
        yield from (place.turn_id for place in one.quotes)
    for decision in closing.found.decisions:
        window = windows.get((decision.owner_id, decision.window_id))
        if decision.owner_id == leaf.owner_id and decision.leaf_id in line and window is not None:
            yield from (turn for turn in closing.turns if window.after < turn <= window.upto)


def _line(closing: Closing, leaf: HeldLeaf) -> Iterator[HeldLeaf]:
    """Yield a value and those it grew from."""
    seen: set[Key] = set()
    one: HeldLeaf | None = leaf
    while one is not None and one.key not in seen:
        seen.add(one.key)
        yield one
        one = None if one.grown_from is None else closing.of_leaf.get((one.owner_id, one.grown_from))


def _others(closing: Closing) -> dict[tuple[str, str, tuple[str | int, ...]], tuple[str, ...] | None]:
    """Return the rows of other tables that go: those about a round or a reply that goes, and what holds the words."""
    own = closing.own_words()
    found: dict[tuple[str, str, tuple[str | int, ...]], tuple[str, ...] | None] = {}
    for row in closing.found.others:
        key = (row.owner_id, row.table, row.key)
        of_reply = not closing.wish.keep_replies and row.record_id in closing.replies and row.words
        if row.record_id in closing.rounds or of_reply:
            found[key] = None
        else:
            emptied = tuple(name for name, text in row.words.items() if holds_any(text, own))
            if emptied:
                found[key] = emptied
    return found


def _sessions(closing: Closing) -> frozenset[str]:
    if not closing.matching:
        return frozenset()
    return frozenset(one.session for one in closing.found.rounds if holds(one.session, closing.matching))


def _staying(
    closing: Closing, words: frozenset[str], gone: frozenset[int], cuts: dict[int, tuple[tuple[int, int], ...]]
) -> Iterator[str]:
    """Yield the rounds that stay and hold the words all the same, where only a leaf or a round was named."""
    if closing.matching:
        return
    for one in closing.found.rounds:
        kept = closing.wish.keep_replies and one.record_id in closing.replies  # told as a kept reply
        if (
            one.record_id not in closing.rounds
            and not kept
            and any(
                turn.turn_id not in gone and holds_any(cut_text(turn.text, cuts.get(turn.turn_id, ())), words)
                for turn in one.turns
            )
        ):
            yield one.record_id
