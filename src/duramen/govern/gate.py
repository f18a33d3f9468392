"""The gate: what becomes of each operation that a listener or a person would apply to a tree (B4, DESIGN point 13).

In: operations as read, the values that the tree holds, its schema, the rules. Out: a decision for each operation, with a
code, a reason and the nearest legal paths, and the values afterwards. Deterministic; it compares texts and does not
understand them. Nothing is created, dropped or rewritten without a decision that says so, and no reason holds a value.

Codes
    applied          ADD to an empty leaf, UPDATE or DELETE of a filled one
    added            UPDATE of an empty leaf, applied as ADD
    no-op            NO_OP
    same             what the leaf says already: nothing to do
    filled           ADD to a leaf that says something else: goes back once, to be merged as UPDATE
    unknown-path     no leaf of the schema
    inner-node       a branch of the schema, which holds nothing itself
    repeated         the list has another operation on this leaf, which counts
    sensitive        the person has not consented that such a leaf is kept
    never-store      the person wants this leaf never to be kept
    not-writable     the leaf is protected against listeners
    protected        the character's card says what the leaf holds, and only another card changes it
    not-text         ADD or UPDATE without a value
    empty-value      a value of which nothing would be seen: blanks, zero-width characters
    control-character  a value with control characters other than line breaks, or with half a character
    too-long         a value beyond the leaf's budget in characters
    empty-leaf       DELETE of a leaf that holds nothing
    no-negation      a listener's DELETE without a cue of negation: waits
    several-facts    a listener's DELETE of a leaf that holds more than one fact: waits
    contradicts-self the character's words contradict what it said before, and do not say that something changed: waits
    review           the policy is review: waits
    not-atomic       the policy is strict, and something else in the list failed
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import LeafSpec, Schema, Tier
from duramen.govern.decisions import Decision, Judgement, Outcome, Policy, Rules, Writer, apply
from duramen.govern.paths import shown_path
from duramen.govern.permissions import Off, Rights, no_rights
from duramen.govern.sameness import facts_of, same_text, says_the_same
from duramen.govern.schema import nearest_paths
from duramen.text.border import is_blank

__all__ = ["Decision", "Judgement", "Outcome", "Policy", "Rules", "Writer", "apply", "judge"]

NEAREST = 3
SUGGESTED = 100  # so many unknown paths of one list are told what they may have meant: looking takes milliseconds each
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def judge(operations: OperationList, held: Mapping[str, str], schema: Schema, rules: Rules) -> Judgement:
    """Decide on each operation and return the values that the tree has afterwards.

    `held`: the filled leaves' values. At most one operation is applied on a path. Under STRICT one operation that is
    refused, waits or goes back, a piece that could not be read, or a list that broke off, keeps all others from being
    applied; what failed keeps its own code. Source: FEATURES B4.
    """
    bench = _Bench(operations.operations, held, schema, rules)
    decisions = tuple(bench.decide(operation) for operation in operations.operations)
    if rules.policy is Policy.STRICT and (
        operations.refused
        or operations.partial
        or any(decision.outcome not in (Outcome.APPLIED, Outcome.NOTHING) for decision in decisions)
    ):
        decisions = tuple(_held_back(decision) for decision in decisions)
    judgement = Judgement(decisions=decisions, values={})
    after = apply(held, judgement.applied)
    ordered = {path: after.pop(path) for path in schema.leaves if path in after}
    return replace(judgement, values=ordered | after)


def _held_back(decision: Decision) -> Decision:
    if decision.outcome is not Outcome.APPLIED:
        return decision
    reason = "the policy is strict, and another part of the list could not be applied"
    return replace(decision, outcome=Outcome.REFUSED, code="not-atomic", reason=reason)


class _Bench:
    """Where one list is judged: it remembers which paths have been decided on."""

    def __init__(
        self, operations: tuple[Operation, ...], held: Mapping[str, str], schema: Schema, rules: Rules
    ) -> None:
        self._held, self._schema, self._rules = held, schema, rules
        self._written = {operation.path for operation in operations if operation.kind in (Kind.ADD, Kind.UPDATE)}
        self._decided: set[str] = set()
        self._strayed = 0

    def decide(self, operation: Operation) -> Decision:
        """Decide on the next operation of the list."""
        if operation.kind is Kind.NO_OP:
            return _decision(operation, Outcome.NOTHING, "no-op", "there is nothing to write")
        decision = self._of_path(operation) or self._of_rights(operation) or self._of_value(operation)
        decision = decision or self._of_state(operation)
        if decision.outcome not in (Outcome.REFUSED, Outcome.RETURNED):
            self._decided.add(operation.path)
        return decision

    def _of_path(self, operation: Operation) -> Decision | None:
        """Refuse a path that is no leaf, or that the list has another operation on."""
        path, schema = operation.path, self._schema
        if path in schema.inner_nodes:
            below = tuple(islice((leaf for leaf in schema.leaves if leaf.startswith(f"{path}.")), NEAREST))
            reason = f"{path} is a branch of the schema {schema.name}; only its leaves hold values"
            return _refused(operation, "inner-node", reason, below)
        if path not in schema.leaves:
            reason = f"the schema {schema.name} has no leaf {shown_path(path)}"
            self._strayed += 1
            near = nearest_paths(schema, path, NEAREST) if self._strayed <= SUGGESTED else ()
            return _refused(operation, "unknown-path", reason, near)
        if path in self._decided and operation not in self._rules.contradicted:
            return _refused(operation, "repeated", f"an earlier operation of the list on {path} counts")
        if operation.kind is Kind.DELETE and path in self._written:
            # Deleting and writing anew would end in an empty leaf if only the first of the two counted.
            return _refused(operation, "repeated", f"the list also says what {path} is to hold, which counts")
        return None

    def _of_rights(self, operation: Operation) -> Decision | None:
        """Refuse what the card holds, or the person has not allowed; to take a value away is always allowed to the person."""
        path, rules = operation.path, self._rules
        if path in rules.protected:
            reason = f"{path} is what the character's card says; `duramen character add` with another card changes it"
            return _refused(operation, "protected", reason)
        rights = rules.rights.get(path) or _rights_of_tier(self._schema.leaves[path])
        if operation.kind is not Kind.DELETE and not rights.store:
            if rights.off is Off.NEVER_STORE:
                reason = f"the person wants {path} never to be stored"
                return _refused(operation, "never-store", reason)
            tier = self._schema.leaves[path].tier.value
            reason = f"{path} is {tier}: it is kept only once the person has consented, for a stated purpose"
            return _refused(operation, "sensitive", reason)
        if rules.writer is Writer.LISTENER and rights.store and not rights.editable:
            return _refused(operation, "not-writable", f"{path} is protected: no listener may write or delete it")
        return None

    def _of_value(self, operation: Operation) -> Decision | None:
        """Refuse an ADD or UPDATE whose value is no text that the leaf can hold."""
        value, path = operation.value, operation.path
        if operation.kind is Kind.DELETE:
            return None
        budget = self._schema.leaves[path].budget
        if value is None:
            return _refused(operation, "not-text", f"{operation.kind.value} needs a text for {path}")
        if is_blank(value):
            return _refused(operation, "empty-value", f"the value for {path} is empty; DELETE takes a value away")
        if (control := _CONTROL.search(value)) is not None:
            return _refused(
                operation,
                "control-character",
                f"the value for {path} holds the character U+{ord(control[0]):04X}; write it without",
            )
        if len(value) > budget:
            reason = f"the value for {path} has {len(value)} characters, and the leaf holds {budget}; shorten it"
            return _refused(operation, "too-long", reason)
        return None

    def _of_state(self, operation: Operation) -> Decision:
        """Decide by what the leaf holds now."""
        path, value, before = operation.path, operation.value, self._held.get(operation.path)
        if operation.kind is Kind.DELETE or value is None:
            return self._of_deletion(operation, before)
        if before is not None and self._says_the_same(operation.kind, value, before):
            return _decision(operation, Outcome.NOTHING, "same", f"{path} says so already")
        if operation in self._rules.contradicted and self._rules.writer is Writer.LISTENER:
            reason = f"the words contradict what the character said of {path} before, and do not say that it changed"
            return _decision(operation, Outcome.WAITS, "contradicts-self", reason)
        if before is None:
            code, reason = "applied", f"{path} was empty"
            if operation.kind is Kind.UPDATE:
                operation = replace(operation, kind=Kind.ADD)
                code, reason = "added", f"{path} was empty, so that the UPDATE counts as ADD"
            return self._pass(operation, code, reason)
        if operation.kind is Kind.ADD:
            reason = f"{path} holds a value already; write an UPDATE that says what still holds and what is new"
            return _decision(operation, Outcome.RETURNED, "filled", reason)
        return self._pass(operation, "applied", f"{path} was filled")

    def _says_the_same(self, kind: Kind, value: str, before: str) -> bool:
        if self._rules.writer is Writer.PERSON:
            return value == before  # a person who mends a capital letter means it
        return says_the_same(value, before) if kind is Kind.ADD else same_text(value, before)

    def _of_deletion(self, operation: Operation, before: str | None) -> Decision:
        path, rules = operation.path, self._rules
        if before is None:
            return _refused(operation, "empty-leaf", f"{path} holds nothing that could be deleted")
        if rules.writer is Writer.LISTENER:
            negated = rules.negated(operation) if callable(rules.negated) else rules.negated
            if not negated:
                reason = f"nothing in the window says that {path} no longer holds or is to be forgotten"
                return _decision(operation, Outcome.WAITS, "no-negation", reason)
            if (facts := len(facts_of(before))) > 1:
                reason = f"{path} holds {facts} facts, and a DELETE takes all; an UPDATE keeps what still holds"
                return _decision(operation, Outcome.WAITS, "several-facts", reason)
        return self._pass(operation, "applied", f"{path} was filled")

    def _pass(self, operation: Operation, code: str, reason: str) -> Decision:
        if self._rules.policy is Policy.REVIEW:
            return _decision(operation, Outcome.WAITS, "review", f"{reason}; every change waits for a review")
        return _decision(operation, Outcome.APPLIED, code, reason)


def _rights_of_tier(spec: LeafSpec) -> Rights:
    return Rights() if spec.tier is Tier.ORDINARY else no_rights(Off.NO_CONSENT)


def _decision(operation: Operation, outcome: Outcome, code: str, reason: str) -> Decision:
    return Decision(operation=operation, outcome=outcome, code=code, reason=reason)


def _refused(operation: Operation, code: str, reason: str, nearest: tuple[str, ...] = ()) -> Decision:
    return Decision(operation=operation, outcome=Outcome.REFUSED, code=code, reason=reason, nearest=nearest)
