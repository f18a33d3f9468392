"""From what a listener proposes to what may be applied: ADDs to filled leaves are merged, older words stand behind newer.

In: a listener, a window, the tree that it saw. Out: the raw text and the proposals to put through the gate. Everything
here happens outside a transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from duramen.compose.listening import own_words
from duramen.domain.operations import Kind, Operation, OperationList, Refused
from duramen.domain.persona import Leaf, Lifetime, Proposal, Proposals, Schema, Tree, Window
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.errors import ModelError
from duramen.govern.cues import negation_cue
from duramen.govern.merging import facts_of, merged_text
from duramen.memory.events import noted
from duramen.memory.listening.disputes import Disputes
from duramen.models.base import Listener
from duramen.models.listeners.character import speaks_of_itself
from duramen.text.border import usable
from duramen.text.languages import language_of

PERSON = "person"
BETWEEN = "\n\x1e\n"
"""Stands between a listener's answers in the raw text of a window."""


@runtime_checkable
class Merger(Protocol):
    """A listener that can be asked once more, to merge what belongs into leaves that were filled already."""

    def merge(self, window: Window, tree: Tree, schema: Schema, returned: Sequence[Proposal]) -> Proposals:
        """Return one UPDATE for each proposal; raises ModelError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """What a window came to: the raw text of all answers, and what was read of it with the proposals, in order.

    `contradicted`: of a character's window, the operations by which it would contradict itself.
    """

    raw: str
    read: OperationList
    proposals: tuple[Proposal, ...]
    contradicted: frozenset[Operation] = frozenset()


def prepare(
    listener: Listener, window: Window, tree: Tree, schema: Schema, hidden: frozenset[str] = frozenset()
) -> Prepared:
    """Ask the listener, and merge what it would ADD to filled leaves: once, by the listener itself or by joining texts.

    What was said before the words that a leaf rests on (an old chat that is imported late) never replaces its value: it
    is joined as of an earlier time, and a DELETE of that kind is refused (code older), as is all that was said before the
    person wrote the leaf by hand: what they corrected does not come back. What stands in the leaves `hidden`,
    which may not be used to generate, is not shown to the listener: a model would read it. What a character contradicts
    itself by is joined with nothing; one that says nothing of itself costs no call. Raises ModelError.
    """
    if window.character and not speaks_of_itself(window):
        return Prepared(raw="", read=OperationList(operations=()), proposals=())
    seen = replace(tree, leaves={path: leaf for path, leaf in tree.leaves.items() if path not in hidden})
    heard = listener.listen(window, seen, schema)
    refused = list(heard.read.refused)
    disputes = Disputes(window, tree)
    disputed: set[Operation] = set()
    kept: list[Proposal] = []
    for proposal in heard.proposals:
        leaf = tree.leaves.get(proposal.operation.path)
        if disputes.disputes(proposal) and not _is_former(proposal, leaf, schema):
            apart = disputes.apart(proposal)
            disputed.add(apart.operation)
            kept.append(apart)
        elif leaf is None or not _is_older(proposal, leaf):
            kept.append(proposal)
        elif proposal.operation.kind is Kind.DELETE or leaf.writer == PERSON:
            refused.append(Refused(text=str(proposal.operation), code="older", reason=_older_reason(proposal, leaf)))
        else:
            kept.append(_joined(proposal, leaf, schema, earlier=True))
    returned = [proposal for proposal in kept if _is_returned(proposal, tree, schema)]
    raw, merged = _merged(listener, window, tree, schema, [one for one in returned if one.operation.path not in hidden])
    merged |= {
        id(one): _joined(one, tree.leaves[one.operation.path], schema)
        for one in returned
        if one.operation.path in hidden
    }
    proposals = tuple(merged.get(id(proposal), proposal) for proposal in kept)
    operations = tuple(proposal.operation for proposal in proposals) or (() if refused else heard.read.operations)
    return Prepared(
        raw=heard.text + (BETWEEN + raw if raw else ""),
        read=replace(heard.read, operations=operations, refused=tuple(refused)),
        proposals=proposals,
        contradicted=frozenset(disputed),
    )


def denied(window: Window) -> bool:
    """Tell whether the person's fresh words hold a cue of negation, without which a DELETE waits (B4)."""
    return any(negation_cue(message.text, language_of(message.text)) for message in own_words(window))


def _is_returned(proposal: Proposal, tree: Tree, schema: Schema) -> bool:
    operation = proposal.operation
    if operation.kind is not Kind.ADD or usable(operation.value or "") != operation.value:
        return False  # the gate refuses half a character, and no prompt could carry it
    return operation.path in tree.leaves and operation.path in schema.leaves


def _merged(
    listener: Listener, window: Window, tree: Tree, schema: Schema, returned: Sequence[Proposal]
) -> tuple[str, dict[int, Proposal]]:
    """Return the raw text of the extra answer, and what became of each returned proposal, by its identity."""
    joined = {id(one): _joined(one, tree.leaves[one.operation.path], schema) for one in returned}
    unlike = [one for one in returned if joined[id(one)].operation.value != tree.leaves[one.operation.path].value]
    if not unlike or not isinstance(listener, Merger):
        return "", joined
    try:
        answer = listener.merge(window, tree, schema, unlike)
    except ModelError as error:  # what is new is kept all the same, beside what was known
        noted("not_merged", error=type(error).__name__, leaves=len(unlike))
        return "", joined
    written = {one.operation.path: one for one in answer.proposals}
    return answer.text, {
        id(one): written.get(one.operation.path, joined[id(one)]) if one in unlike else joined[id(one)]
        for one in returned
    }


def _joined(proposal: Proposal, leaf: Leaf, schema: Schema, *, earlier: bool = False) -> Proposal:
    """Return the proposal as an UPDATE that keeps all that the leaf says; as it was where that would be too long."""
    operation = proposal.operation
    value = merged_text(leaf.value, operation.value or "", earlier=earlier)
    if not earlier and len(value) > schema.leaves[operation.path].budget:
        return proposal
    merged = replace(proposal, operation=replace(operation, kind=Kind.UPDATE, value=value))
    return replace(merged, valid_from=UNKNOWN_MOMENT, valid_to=UNKNOWN_MOMENT) if earlier else merged


def _said_us(leaf: Leaf) -> int | None:
    times = [quote.said_at.at_us for quote in leaf.quotes if quote.said_at.at_us is not None]
    if leaf.writer == PERSON:  # what the person wrote by hand was so when they wrote it
        times.append(leaf.recorded_us)
    return max(times, default=None)


def _is_older(proposal: Proposal, leaf: Leaf) -> bool:
    newest = _said_us(leaf)
    said = proposal.quote.said_at.at_us if proposal.quote is not None else None
    return newest is not None and said is not None and said < newest and bool(facts_of(leaf.value))


def _is_former(proposal: Proposal, leaf: Leaf | None, schema: Schema) -> bool:
    """Tell whether it was so before what the leaf says came to be: not where a leaf holds for life."""
    spec = schema.leaves.get(proposal.operation.path)
    return leaf is not None and _is_older(proposal, leaf) and (spec is None or spec.lifetime is not Lifetime.LASTING)


def _older_reason(proposal: Proposal, leaf: Leaf) -> str:
    said = proposal.quote.said_at.iso() if proposal.quote is not None else None
    if leaf.writer == PERSON:
        return f"it was said at {said}, before the person wrote {leaf.path} by hand"
    return f"it was said at {said}, before the words that {leaf.path} rests on now"
