"""What goes together: from what a wish names to all that rests on it, taken until nothing is left behind that does.

In: `Found` and a `Wish`. Out: a `Closing`, whose rounds, replies, values and spans go, each with why.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from duramen.govern.forgetting.found import Found, HeldLeaf, HeldRound, Key, Place, Ref
from duramen.govern.forgetting.words import folded, holds, holds_any, runs, telling

CONTEXT_ROUNDS = 8
"""The query of a round is searched with the talk before it: so many rounds later nothing of it is left in a query."""


_BETWEEN_FACTS = re.compile(r"[、；;，,。\n]|\band\b|和|以及")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What is to be forgotten: these rounds, a path and all below it, all that holds some words, or these documents.

    `sources`: the texts of the documents, by which a reply is told that repeats them. `keep_replies`: replies of other rounds
    stay, although they rest on what goes.
    """

    rounds: frozenset[str] = frozenset()
    path: str = ""
    matching: str = ""
    documents: frozenset[str] = frozenset()
    sources: tuple[str, ...] = ()
    keep_replies: bool = False


class Closing:
    """What goes so far; grows until nothing that goes leaves something behind that rests on it."""

    def __init__(self, found: Found, wish: Wish) -> None:
        self.found, self.wish, self.matching = found, wish, folded(wish.matching)
        self.rounds: dict[str, str] = {}
        self.replies: dict[str, str] = {}
        self.leaves: dict[Key, str] = {}
        self.spans: set[Place] = set()
        self.of_round = {one.record_id: one for one in found.rounds}
        self.turns = {turn.turn_id: turn for one in found.rounds for turn in one.turns}
        self.of_leaf = {leaf.key: leaf for leaf in found.leaves}

    def begin(self) -> None:
        """Take what the wish names itself."""
        self.rounds |= {one: "the round" for one in self.wish.rounds if one in self.of_round}
        if self.wish.path:
            self._begin_path()
        if self.matching:
            self.rounds |= {one.record_id: "holds the words" for one in self.found.rounds if self._holds(one)}
            self.leaves |= {
                leaf.key: "holds the words" for leaf in self.found.leaves if holds(leaf.value, self.matching)
            }

    def _begin_path(self) -> None:
        for leaf in self.found.leaves:
            if leaf.owner_id == self.found.owner_id and self.on_path(leaf.path):
                self.leaves[leaf.key] = "the leaf"
                before = self._before(leaf)
                while before is not None and before.key not in self.leaves:
                    self.leaves[before.key] = "what the leaf grew from"
                    before = self._before(before)
        self._descend()
        places = [place for key in self.leaves for place in self.of_leaf[key].quotes]
        places += [
            one.place for one in self.found.decisions if one.place and self.decided_on_path(one.owner_id, one.path)
        ]
        self.spans |= {place for place in places if place.turn_id in self.turns and place.end > place.start}
        values = [folded(self.of_leaf[key].value) for key in self.leaves]
        for leaf in self.found.leaves:  # another value that says the same, by the same words
            same_words = any(_overlap(a, b) for a in leaf.quotes for b in self.spans)
            if leaf.key not in self.leaves and same_words and holds_any(leaf.value, values):
                self.leaves[leaf.key] = "repeats the leaf, by the same words"
        self._descend()

    def _before(self, leaf: HeldLeaf) -> HeldLeaf | None:
        return None if leaf.grown_from is None else self.of_leaf.get((leaf.owner_id, leaf.grown_from))

    def on_path(self, path: str) -> bool:
        """Tell whether a path is the one that is forgotten, or below it."""
        return bool(self.wish.path) and (path == self.wish.path or path.startswith(f"{self.wish.path}."))

    def decided_on_path(self, owner_id: str, path: str) -> bool:
        """Tell whether a decision is about the path that is forgotten."""
        return owner_id == self.found.owner_id and self.on_path(path)

    def _holds(self, one: HeldRound) -> bool:
        said = (text for turn in one.turns for text in (turn.text, *turn.says) if folded(text) not in self.found.names)
        return any(holds(text, self.matching) for text in (*said, *one.texts))

    def close(self) -> None:
        """Take what rests on what goes, until there is no more of it."""
        while True:
            before = len(self.rounds), len(self.replies), len(self.leaves)
            gone = self.gone_turns()
            for leaf in self.found.leaves:
                if any(place.turn_id in gone for place in leaf.quotes):
                    self.leaves.setdefault(leaf.key, "rests on what was said there")
            self._descend()
            self._take_replies(gone)
            if before == (len(self.rounds), len(self.replies), len(self.leaves)):
                return

    def gone_turns(self) -> frozenset[int]:
        """Return the turns that go whole."""
        whole = {turn.turn_id for one in self.rounds for turn in self.of_round[one].turns}
        if self.wish.keep_replies:
            return frozenset(whole)
        return frozenset(
            whole | {turn.turn_id for one in self.replies for turn in self.of_round[one].turns if not turn.own}
        )

    def _descend(self) -> None:
        """Take the values that grew from one that goes, and those from them."""
        grown: dict[Key, list[HeldLeaf]] = {}
        for leaf in self.found.leaves:
            if leaf.grown_from is not None:
                grown.setdefault((leaf.owner_id, leaf.grown_from), []).append(leaf)
        ahead = list(self.leaves)
        while ahead:
            for leaf in grown.get(ahead.pop(), ()):
                if leaf.key not in self.leaves:
                    self.leaves[leaf.key] = "grew from what goes"
                    ahead.append(leaf.key)

    def _take_replies(self, gone: frozenset[int]) -> None:
        refs = self._refs(gone)
        cut = {("turn", "", place.turn_id) for place in self.spans}
        cut_rounds = {place.record_id for place in self.spans}
        after = self._following(gone | {place.turn_id for place in self.spans})
        words, sources = self.words(), [self.turns[one].text for one in gone] + list(self.wish.sources)
        near: dict[str, HeldRound] = {}
        said = {run for one in sources for run in runs(one)}
        for one in self.found.rounds:
            if one.bound & refs and one.record_id not in self.rounds:
                self.replies.setdefault(one.record_id, "rests on what goes")
            if one.shown & (refs | cut) or one.record_id in cut_rounds or one.record_id in after:
                near[one.record_id] = one
        for record_id, one in near.items():
            if record_id in self.rounds or record_id in self.replies:
                continue
            repeated = {run for text in one.reply for run in runs(text)} & said
            if any(holds_any(text, words) for text in one.reply) or any(self._tells(run, near) for run in repeated):
                self.replies[record_id] = "repeats what goes"

    def _tells(self, run: tuple[str, ...], near: Iterable[str]) -> bool:
        """Tell whether a run of words is of what goes: a turn of speech stands in replies that cannot have it from there."""
        return self._spoken.get(run, set()) <= {*near, *self.rounds, *self.replies}

    @cached_property
    def _spoken(self) -> dict[tuple[str, ...], set[str]]:
        """All runs of words in what was replied, with the rounds where they stand."""
        spoken: dict[tuple[str, ...], set[str]] = {}
        for one in self.found.rounds:
            for text in one.reply:
                for run in runs(text):
                    spoken.setdefault(run, set()).add(one.record_id)
        return spoken

    def _refs(self, gone: frozenset[int]) -> set[Ref]:
        refs: set[Ref] = {("turn", "", turn) for turn in gone}
        refs |= {("document", one, 0) for one in self.wish.documents}
        for key in self.leaves:
            leaf = self.of_leaf[key]
            refs.add(("leaf" if leaf.owner_id == self.found.owner_id else "self", leaf.path, leaf.born))
        return refs

    def _following(self, touched: Iterable[int]) -> set[str]:
        """Return the rounds that come soon after a turn in its sitting."""
        found: set[str] = set()
        sittings: dict[tuple[str, str], list[HeldRound]] = {}
        for one in self.found.rounds:
            sittings.setdefault((one.character, one.session), []).append(one)
        records = {self.turns[turn].record_id for turn in touched if turn in self.turns}
        for sitting in sittings.values():
            left = 0
            for one in sorted(sitting, key=lambda each: min((turn.turn_id for turn in each.turns), default=0)):
                if left and one.record_id not in records:
                    found.add(one.record_id)
                left = CONTEXT_ROUNDS if one.record_id in records else max(0, left - 1)
        return found

    def following(self, touched: Iterable[int]) -> frozenset[str]:
        """Return the rounds, answered, whose query was made with one of these turns before it."""
        return frozenset(one for one in self._following(touched) if self.of_round[one].searched)

    def words(self) -> frozenset[str]:
        """Return the words by which something that rests on what goes is known, folded."""
        if self.matching:
            return frozenset({self.matching})
        facts = (fact for value in self.values() for fact in _BETWEEN_FACTS.split(value))
        return telling([*self._values(), *self._quoted(self.spans), *facts]) - self.found.names | self.own_words()

    def own_words(self) -> frozenset[str]:
        """Return the words that nothing else can mean: those asked for, a leaf's, or a whole message."""
        if self.matching:
            return frozenset({self.matching})
        said = [turn.text for one in self.rounds for turn in self.of_round[one].turns]
        if self.wish.path:
            said += [*self._values(), *self._quoted(self.spans)]
        return telling(said) - self.found.names

    def values(self) -> frozenset[str]:
        """Return the values that go."""
        return telling(self.of_leaf[key].value for key in self.leaves) - self.found.names

    def _values(self) -> Iterator[str]:
        for key in self.leaves:
            yield self.of_leaf[key].value
            yield from self._quoted(self.of_leaf[key].quotes)
        yield from (one.value for one in self.found.decisions if self.decided_on_path(one.owner_id, one.path))

    def _quoted(self, places: Iterable[Place]) -> Iterator[str]:
        for place in places:
            if place.turn_id in self.turns:
                yield self.turns[place.turn_id].text[place.start : place.end]


def _overlap(one: Place, other: Place) -> bool:
    return one.turn_id == other.turn_id and one.start < other.end and other.start < one.end
