"""Rehearse: what a listener would write, through the gate, into a tree in memory; nothing is stored.

In: windows in order, a listener, the tree to begin with. Out: per window the raw text and a decision on each operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from duramen.domain.operations import Kind, Refused
from duramen.domain.persona import Leaf, Proposal, Schema, Tree, Window
from duramen.govern.gate import Decision, Outcome, Rules, judge
from duramen.memory.listening.pieces import pieces_after
from duramen.memory.listening.prepare import denied, prepare
from duramen.memory.persona.cards import values_of_card
from duramen.memory.persona.rights import read_allowed
from duramen.memory.persona.trees import NO_VERSION, TreeOf, schema_of, self_name
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.models.listeners.character import of_character
from duramen.observe.windows import measure_of
from duramen.stores.engine import reading
from duramen.stores.listening.windows import heard_upto
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.reading import current_version, read_tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """What one window would lead to: decisions with what each rests on, what could not be taken, and the tree after it."""

    window: Window
    raw: str
    decisions: tuple[tuple[Decision, Proposal], ...]
    refused: tuple[Refused, ...]
    tree: Tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Closed:
    """Leaves that a listener does not see (`hidden`), and those that a card holds and it may not change (`protected`)."""

    hidden: frozenset[str] = frozenset()
    protected: frozenset[str] = frozenset()


def rehearse(
    windows: Iterable[Window],
    listener: Listener,
    tree: Tree,
    schema: Schema,
    closed: Closed | None = None,
) -> Iterator[Rehearsed]:
    """Yield what each window would lead to, each hearing the tree that the one before it left.

    Sensitive leaves count as not consented to. Raises ModelError.
    """
    closed = closed or Closed()
    for window in windows:
        prepared = prepare(listener, window, tree, schema, closed.hidden)
        operations = replace(prepared.read, operations=tuple(one.operation for one in prepared.proposals))
        rules = Rules(negated=denied(window), protected=closed.protected, contradicted=prepared.contradicted)
        judgement = judge(operations, tree.values(), schema, rules)
        decided = tuple(zip(judgement.decisions, prepared.proposals, strict=True))
        tree = _after(tree, decided, listener.name)
        yield Rehearsed(window=window, raw=prepared.raw, decisions=decided, refused=prepared.read.refused, tree=tree)


def rehearse_unheard(
    workspace: Workspace, who: tuple[str, str], listener: Listener, schema_name: str = ""
) -> list[Rehearsed]:
    """Return what words that were not heard yet would lead to, beginning with the tree as it is.

    `who`: a person, and a character to hear instead, "" for none.
    """
    person = workspace.known(OwnerKind.PERSON, who[0])
    own = workspace.find(OwnerKind.SELF, self_name(person, who[1])) if who[1] else person
    of = TreeOf(owner=own or person, person=person, character=who[1])
    tree, version, after = Tree(schema=of.usual_schema), NO_VERSION, 0
    with reading(workspace.engine) as connection:
        allowed = read_allowed(connection, of.person, (of.character, ""))
        if own is not None:
            tree, version = read_tree(connection, own), current_version(connection, own)
            after = heard_upto(connection, own)
        windows: list[Window] = []
        measure = measure_of(workspace.settings.window)
        while pieces := pieces_after(connection, of.voice, after, workspace.clock(), measure):
            windows += [piece.window for piece in pieces]
            after = pieces[-1].upto
    schema = schema_of(workspace, of, version, schema_name)
    with reading(workspace.engine) as connection:
        protected = frozenset(values_of_card(connection, of, schema))
    closed = Closed(hidden=allowed.unread(schema, tree.leaves), protected=protected)
    heard_by = of_character(listener) if of.character else listener
    return list(rehearse(windows, heard_by, tree, schema, closed))


def _after(tree: Tree, decided: tuple[tuple[Decision, Proposal], ...], writer: str) -> Tree:
    leaves = dict(tree.leaves)
    for decision, proposal in decided:
        operation = decision.operation
        if decision.outcome is not Outcome.APPLIED:
            continue
        if operation.kind is Kind.DELETE:
            leaves.pop(operation.path, None)
        elif operation.value is not None:
            leaves[operation.path] = Leaf(
                path=operation.path,
                value=operation.value,
                quotes=(proposal.quote,) if proposal.quote else (),
                valid_from=proposal.valid_from,
                valid_to=proposal.valid_to,
                version=tree.version + 1,
                writer=writer,
                stated=proposal.stated,
                confidence=proposal.confidence,
            )
    changed = leaves != dict(tree.leaves)
    return replace(tree, leaves=leaves, version=tree.version + int(changed))
