"""Rehearse: what a listener would write, through the gate, into a tree in memory; nothing is stored.

In: windows in order, a listener, the tree to begin with. Out: per window the raw text and a decision on each operation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from duramen.domain.operations import Kind, Refused
from duramen.domain.persona import Leaf, Proposal, Schema, Tree, Window
from duramen.govern.gate import Decision, Outcome, Rules, judge
from duramen.memory.listening.pieces import pieces_between
from duramen.memory.listening.prepare import denied, prepare
from duramen.memory.persona.rights import read_allowed
from duramen.memory.persona.trees import schema_of, tree_of
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.observe.windows import measure_of
from duramen.stores.engine import reading
from duramen.stores.listening.windows import heard_upto
from duramen.stores.persona.reading import current_version, read_tree


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsed:
    """What one window would lead to: decisions with what each rests on, what could not be taken, and the tree after it."""

    window: Window
    raw: str
    decisions: tuple[tuple[Decision, Proposal], ...]
    refused: tuple[Refused, ...]
    tree: Tree


def rehearse(
    windows: Iterable[Window], listener: Listener, tree: Tree, schema: Schema, hidden: frozenset[str] = frozenset()
) -> Iterator[Rehearsed]:
    """Yield what each window would lead to, each hearing the tree that the one before it left.

    `hidden`: leaves whose values are not shown to the listener. Sensitive leaves count as not consented to. Raises ModelError.
    """
    for window in windows:
        prepared = prepare(listener, window, tree, schema, hidden)
        operations = replace(prepared.read, operations=tuple(one.operation for one in prepared.proposals))
        judgement = judge(operations, tree.values(), schema, Rules(negated=denied(window)))
        decided = tuple(zip(judgement.decisions, prepared.proposals, strict=True))
        tree = _after(tree, decided, listener.name)
        yield Rehearsed(window=window, raw=prepared.raw, decisions=decided, refused=prepared.read.refused, tree=tree)


def rehearse_unheard(workspace: Workspace, person: str, listener: Listener, schema_name: str = "") -> list[Rehearsed]:
    """Return what a person's words that were not heard yet would lead to, beginning with their tree as it is."""
    of = tree_of(workspace, person)
    with reading(workspace.engine) as connection:
        tree, version = read_tree(connection, of.owner), current_version(connection, of.owner)
        allowed = read_allowed(connection, of.person, (of.character, ""))
        windows: list[Window] = []
        measure = measure_of(workspace.settings.window)
        after = heard_upto(connection, of.owner)
        while pieces := pieces_between(connection, of.owner, after, None, workspace.clock(), measure):
            windows += [piece.window for piece in pieces]
            after = pieces[-1].upto
    schema = schema_of(workspace, of, version, schema_name)
    return list(rehearse(windows, listener, tree, schema, allowed.unread(schema, tree.leaves)))


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
