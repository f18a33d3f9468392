"""A whole dialogue as a listener hears it: window by window through the gate into a store, and the tree after each one.

In: a store, a dialogue in order of time, a listener. Out: one `Step` for each window. The person is taken to have agreed
to every tier, since the question here is what is heard. What is not as in the product is that the turns are not stored
beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from duramen.domain.dialogue import Dialogue
from duramen.domain.operations import Kind
from duramen.domain.persona import Proposal, Tier, Window
from duramen.memory.listening.prepare import denied, prepare
from duramen.memory.open import Memory
from duramen.memory.persona import ApplyRequest, TreeOf, apply_operations, tree_of
from duramen.models.base import Listener
from duramen.observe.hearing import heard_rounds
from duramen.observe.windows import windows_of
from duramen.stores.persona.decisions import StoredDecision


@dataclass(frozen=True, slots=True, kw_only=True)
class Write:
    """One applied operation: the value, the words it rests on, and the position of their message (-1: none named)."""

    kind: Kind
    path: str
    value: str
    words: str
    position: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The tree after a window.

    `upto`: so many messages were heard. `rests_on`: for each leaf the positions of the messages that its value came
    from. `writes`: what this window changed. `codes`: how the gate judged each operation.
    """

    upto: int
    values: Mapping[str, str]
    rests_on: Mapping[str, frozenset[int]]
    writes: tuple[Write, ...]
    codes: tuple[str, ...]


def agreeing(memory: Memory, name: str) -> TreeOf:
    """Make a person who agrees that leaves of every tier are kept; returns their tree."""
    for tier in (Tier.PRIVATE, Tier.SPECIAL):
        memory.persona.consent(tier.value, person=name, purpose="to measure")
    return tree_of(memory.workspace, name, make=True)


def hear(memory: Memory, name: str, dialogue: Dialogue, listener: Listener) -> Iterator[Step]:
    """Yield the tree after each window of a dialogue; the sources of a merged value stay its sources.

    `name`: under which the person is kept, one that the store does not have yet.
    """
    of = agreeing(memory, name)
    rounds, system = heard_rounds(dialogue, dialogue.person)
    values: dict[str, str] = {}
    rests_on: dict[str, frozenset[int]] = {}
    for cut in windows_of(rounds, dialogue.person, system=system):
        decided = hear_window(memory, of, cut.window, listener)
        writes = [_write(one.proposal) for one in decided if one.outcome == "applied"]
        for write in writes:
            before = rests_on.pop(write.path, frozenset())
            if write.kind is not Kind.DELETE:
                rests_on[write.path] = before | {write.position}
        if writes:
            values = memory.persona.show(person=name).tree.values()
        yield Step(
            upto=1 + max(message.turn_id for message in rounds[cut.last].messages),
            values=values,
            rests_on=dict(rests_on),
            writes=tuple(writes),
            codes=tuple(one.code for one in decided),
        )


def hear_window(memory: Memory, of: TreeOf, window: Window, listener: Listener) -> tuple[StoredDecision, ...]:
    """Let a listener hear one window and the gate judge what it makes of it; returns the decisions.

    Those of operations that were applied hold the words and the turn that the listener pointed to.
    """
    shown = memory.persona.show(person=of.person.name)
    heard = prepare(listener, window, shown.tree, shown.schema)
    if not heard.proposals:
        return ()
    request = ApplyRequest(
        read=heard.read,
        proposals=heard.proposals,
        writer=listener.name,
        negated=denied(window),
    )
    return apply_operations(memory.workspace, of, request).decisions


def _write(proposal: Proposal) -> Write:
    quote = proposal.quote
    return Write(
        kind=proposal.operation.kind,
        path=proposal.operation.path,
        value=proposal.operation.value or "",
        words=quote.words if quote else "",
        position=quote.turn_id if quote else -1,
    )
