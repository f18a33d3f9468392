"""Persona: the tree's verbs as a library has them, each with the person named; reached as `memory.persona`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from duramen.domain.operations import OperationList
from duramen.domain.persona import LeafValue
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import BadSetting, InputError
from duramen.govern.gate import Policy
from duramen.govern.permissions import Consent
from duramen.govern.reading import read_operations
from duramen.memory.names import checked_name, optional_name
from duramen.memory.persona.allowing import Allowed, allow, allowed, consent_to, withdraw_from
from duramen.memory.persona.applying import PERSON, Applied, ApplyRequest, apply_to
from duramen.memory.persona.editing import Edited, Told, delete_leaf, migrate_tree, restore_version, set_leaf
from duramen.memory.persona.reading import (
    Difference,
    Explained,
    Shown,
    compare_versions,
    explain_leaf,
    history_of,
    show_tree,
    versions_of,
)
from duramen.memory.persona.review import WaitingOperation, accept_operation, reject_operation, waiting_operations
from duramen.memory.persona.trees import TreeOf, tree_of
from duramen.memory.workspace import Workspace
from duramen.stores.persona.decisions import StoredDecision
from duramen.stores.persona.reading import TreeVersion
from duramen.text.moments import parse_moment

# Many times what any listener says of a window, and few enough to be judged in one transaction that others wait for.
MAX_LIST_CHARS, MAX_OPERATIONS = 4_000_000, 10_000

When = Moment | datetime | str | None


class Persona:
    """The trees of a store. `person`: whose tree; `character`: instead, what this character said of itself to them."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def show(self, *, person: str, character: str = "", version: int | None = None, at: When = None) -> Shown:
        """Return the tree: the latest, that of a version, or what was so at a time by all that is known now."""
        if version is not None and at is not None:
            raise BadSetting(f"version {version} and the time {at!s} cannot both be read; give --version or --at")
        return show_tree(self._workspace, self._of(person, character), version=version, at=self._moment(at))

    def history(self, path: str, *, person: str, character: str = "") -> list[LeafValue]:
        """Return every value that a leaf has held, oldest first."""
        return history_of(self._workspace, self._of(person, character), path)

    def explain(self, path: str, *, person: str, character: str = "") -> Explained:
        """Return what a leaf's value rests on: the words, when they were said, who wrote it."""
        return explain_leaf(self._workspace, self._of(person, character), path)

    def versions(self, *, person: str, character: str = "", limit: int = 20) -> list[TreeVersion]:
        """Return the newest versions, newest last."""
        if limit < 1:
            raise BadSetting(f"the limit {limit} is below 1; give another with --limit")
        return versions_of(self._workspace, self._of(person, character), limit)

    def diff(self, first: int, second: int, *, person: str, character: str = "") -> list[Difference]:
        """Return the leaves whose values differ between two versions."""
        return compare_versions(self._workspace, self._of(person, character), first, second)

    def set(
        self,
        path: str,
        value: str,
        *,
        person: str,
        character: str = "",
        since: When = None,
        until: When = None,
        reason: str = "",
    ) -> Edited:
        """Write a value by hand; what it replaces stays in the history."""
        told = self._told(since, until, reason)
        return set_leaf(self._workspace, _whose(person, character), path, value, told)

    def delete(self, path: str, *, person: str, character: str = "", until: When = None, reason: str = "") -> Edited:
        """Take a value out of the tree; the history keeps it."""
        told = self._told(None, until, reason)
        return delete_leaf(self._workspace, self._of(person, character), path, told)

    def restore(self, version: int, *, person: str, character: str = "") -> Edited:
        """Make the tree what it was at a version, as a new version."""
        return restore_version(self._workspace, self._of(person, character), version)

    def migrate(
        self, schema: str, *, person: str, character: str = "", moves: Mapping[str, str] | None = None
    ) -> Edited:
        """Carry the tree over to another schema; `moves`: old path to new path."""
        return migrate_tree(self._workspace, self._of(person, character), schema, moves or {})

    def apply(
        self,
        operations: str | OperationList,
        *,
        person: str,
        character: str = "",
        schema: str = "",
        policy: str = "normal",
        writer: str = PERSON,
        dry_run: bool = False,
    ) -> Applied:
        """Put a list of operations, or the text of one, through the gate and write what passes.

        Of a person who is not known yet a list of which nothing is kept leaves nothing: its decisions are not stored.
        """
        read = _read(operations)
        request = ApplyRequest(read=read, schema=schema, policy=_policy(policy), writer=writer)
        return apply_to(self._workspace, _whose(person, character), request, dry_run=dry_run)

    def waiting(self, *, person: str, character: str = "") -> list[WaitingOperation]:
        """Return what waits for the person to accept or reject, oldest first."""
        return waiting_operations(self._workspace, self._of(person, character))

    def accept(self, decision_id: int, *, person: str, character: str = "") -> Applied:
        """Apply what waits."""
        return accept_operation(self._workspace, self._of(person, character), decision_id)

    def reject(self, decision_id: int, *, person: str, character: str = "") -> StoredDecision:
        """Drop what waits; the decision stays on record."""
        return reject_operation(self._workspace, self._of(person, character), decision_id)

    def allow(self, text: str, *, person: str, character: str = "", session: str = "") -> None:
        """Set permissions by a line such as "health.*: generation=off"; for one character or sitting alone, or for all."""
        allow(
            self._workspace,
            checked_name(person, "person"),
            text,
            character=optional_name(character, "character"),
            session=optional_name(session, "session"),
        )

    def consent(self, scope: str, *, person: str, purpose: str) -> Consent:
        """Record that the person agrees that a tier ("private", "special"), or a path and all below it, is kept."""
        return consent_to(self._workspace, checked_name(person, "person"), scope, purpose)

    def withdraw(self, scope: str, *, person: str) -> int:
        """Take a consent back; returns how many ended."""
        return withdraw_from(self._workspace, self._of(person, ""), scope)

    def permissions(self, *, person: str, character: str = "") -> Allowed:
        """Return what the person allowed and agreed to, and what follows for each leaf."""
        return allowed(self._workspace, self._of(person, character))

    def _of(self, person: str, character: str) -> TreeOf:
        return tree_of(self._workspace, *_whose(person, character))

    def _told(self, since: When, until: When, reason: str) -> Told:
        first, last = (self._moment(when) or UNKNOWN_MOMENT for when in (since, until))
        if first.at_us is not None and last.at_us is not None and last.until_us() < first.at_us:  # type: ignore[operator]
            raise BadSetting(f"it cannot be so from {first.iso()} until {last.iso()}; give an --until after --since")
        return Told(since=first, until=last, reason=reason)

    def _moment(self, at: When) -> Moment | None:
        return at if at is None or isinstance(at, Moment) else parse_moment(at, self._workspace.zone)


def _whose(person: str, character: str) -> tuple[str, str]:
    return checked_name(person, "person"), optional_name(character, "character")


def _read(operations: str | OperationList) -> OperationList:
    if isinstance(operations, str):
        if len(operations) > MAX_LIST_CHARS:
            raise InputError(
                f"a list of operations of {len(operations):,} characters is longer than the {MAX_LIST_CHARS:,} that are "
                "read at once; split it"
            )
        operations = read_operations(operations)
    if len(operations.operations) > MAX_OPERATIONS:
        raise InputError(
            f"a list of {len(operations.operations):,} operations is longer than the {MAX_OPERATIONS:,} that are judged "
            "at once; split it"
        )
    return operations


def _policy(name: str) -> Policy:
    try:
        return Policy(name)
    except ValueError as error:
        raise BadSetting(f"the policy {name!r} is not one of {', '.join(Policy)}") from error
