"""What of a listener's proposals rests on words by which a character contradicts itself (B25): that waits for review.

In: a window of a character's words, the tree before it, proposals. Out: which of them are disputed, and the value that is
new in them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from duramen.compose.contradiction import contradictions, denies, says_change
from duramen.compose.listening import own_words
from duramen.domain.operations import Kind
from duramen.domain.persona import Proposal, Tree, Window
from duramen.govern.merging import facts_of
from duramen.memory.persona.selves import known_claims, known_leaf
from duramen.models.listeners.character import claims_of, new_part


class Disputes:
    """Tells of proposals on a character's window whether the character contradicts itself by them; of a person's, none."""

    def __init__(self, window: Window, tree: Tree) -> None:
        self._window, self._tree = window, tree

    @cached_property
    def _found(self) -> dict[int, list[tuple[str, int, int]]]:
        """Return (path, start, end) of each contradiction, by the turn; looked for at the first need."""
        found_in: dict[int, list[tuple[str, int, int]]] = {}
        known = [known_leaf(leaf) for leaf in self._tree.leaves.values()]
        for at, message in enumerate(self._window.messages):
            if not message.own or message.shown_only:
                continue
            before = self._window.messages[at - 1] if at else None
            found = contradictions(message.text, claims_of(message, before), known, message.said_at.at_us or 0)
            found_in[message.turn_id] = [(one.path, one.start, one.end) for one in found]
            known += known_claims(message, before, known)
        return found_in

    def disputes(self, proposal: Proposal) -> bool:
        """Tell whether what a proposal would write contradicts what was said before, without saying that it changed."""
        operation, quote = proposal.operation, proposal.quote
        if not self._window.character or operation.value is None:
            return False
        if quote is not None and any(
            path == operation.path and start < quote.end and quote.start < end
            for path, start, end in self._found.get(quote.turn_id, ())
        ):
            return True
        leaf = self._tree.leaves.get(operation.path)
        if leaf is None or self._changed(proposal):
            return False
        known = known_leaf(leaf)
        said_us = quote.said_at.at_us if quote is not None else None
        return any(denies(fact, known, said_us or 0) for fact in facts_of(new_part(operation.value, known.value)))

    def apart(self, proposal: Proposal) -> Proposal:
        """Return a disputed proposal with what is new in it alone, so that whoever accepts it puts it in its place."""
        operation = proposal.operation
        leaf = self._tree.leaves.get(operation.path)
        value = new_part(operation.value or "", leaf.value if leaf is not None else "")
        return replace(proposal, operation=replace(operation, kind=Kind.UPDATE, value=value))

    def _changed(self, proposal: Proposal) -> bool:
        """Tell whether the words that a proposal rests on say that something changed; all of them where it names none."""
        quote = proposal.quote
        if quote is None:
            return any(
                says_change(one.text, 0, len(one.text), proposal.operation.path) for one in own_words(self._window)
            )
        text = next((one.text for one in own_words(self._window) if one.turn_id == quote.turn_id), "")
        return says_change(text, quote.start, quote.end, proposal.operation.path)
