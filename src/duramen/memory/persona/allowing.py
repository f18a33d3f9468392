"""What a person allows: permissions by leaf or sub-tree, and consent to sensitive tiers for a stated purpose (B19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.persona import Schema, Tier
from duramen.errors import NotFound
from duramen.govern.grants import parse_grants
from duramen.govern.permissions import Consent, Permission, Rights, effective, rights_of
from duramen.memory.events import logged
from duramen.memory.persona.scopes import check_scope
from duramen.memory.persona.trees import TreeOf, schema_of, version_now
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind, owner_write
from duramen.stores.persona.permissions import (
    StoredGrant,
    list_consents,
    list_grants,
    permissions_for,
    put_consent,
    put_grant,
    withdraw_consent,
)
from duramen.text.border import clean


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowed:
    """What a person said of their tree, and what follows from it for each leaf of its schema."""

    grants: tuple[StoredGrant, ...]
    consents: tuple[Consent, ...]
    rights: dict[str, Rights]


def allow(workspace: Workspace, person: str, text: str, *, character: str = "", session: str = "") -> None:
    """Set permissions by a line such as "health.*: generation=off"; raises InputError for one that cannot be read.

    A person who is not known yet is made once the line is read.
    """
    with logged("allowed") as facts:
        grants = parse_grants(text)
        check_scope(workspace, person, grants[0].path)
        owner = workspace.owner(OwnerKind.PERSON, person)
        facts["owner"] = owner.owner_id
        with owner_write(workspace.engine, owner) as write:
            for grant in grants:
                stored = StoredGrant(grant=grant, character=character, session=session, recorded_us=workspace.now_us())
                put_grant(write, stored)
        facts["grants"] = len(grants)


def consent_to(workspace: Workspace, person: str, scope: str, purpose: str) -> Consent:
    """Record that a person agrees that a tier ("private", "special"), or a path with all below it, is kept, for a purpose.

    Raises InputError without a purpose; a person who is not known yet is made only after that.
    """
    with logged("consented") as facts:
        tier, path = _scope(scope)
        said = Keeper(workspace.settings.secrets).given(clean(purpose).text.strip(), "the purpose")
        consent = Consent(purpose=said, given=workspace.clock(), tier=tier, path=path)
        check_scope(workspace, person, path)
        owner = workspace.owner(OwnerKind.PERSON, person)
        facts["owner"] = owner.owner_id
        with owner_write(workspace.engine, owner) as write:
            put_consent(write, consent)
        return consent


def withdraw_from(workspace: Workspace, of: TreeOf, scope: str) -> int:
    """Take a consent back; what was kept under it is neither shown nor used any more. Raises NotFound where there is none."""
    with logged("withdrawn", owner=of.person.owner_id):
        tier, path = _scope(scope)
        with owner_write(workspace.engine, of.person) as write:
            ended = withdraw_consent(write, tier, path, workspace.now_us())
            if not ended:
                raise NotFound(
                    f"there is no consent to {scope!r} of {of.person.name!r} that could be withdrawn; "
                    "`duramen persona permissions` lists those that there are"
                )
        return ended


def allowed(workspace: Workspace, of: TreeOf) -> Allowed:
    """Return all that holds by now for the tree."""
    schema = schema_of(workspace, of, version_now(workspace, of))
    with reading(workspace.engine) as connection:
        consents = list_consents(connection, of.person)
        return Allowed(
            grants=tuple(list_grants(connection, of.person)),
            consents=tuple(consents),
            rights=rights_of(schema, permissions_for(connection, of.person, of.character), consents),
        )


def hidden_paths(connection: Connection, of: TreeOf, schema: Schema, paths: Iterable[str]) -> frozenset[str]:
    """Return those of the paths that may not be shown; one that the schema no longer has follows the grants alone."""
    permissions = permissions_for(connection, of.person, of.character)
    consents = list_consents(connection, of.person)

    def hidden(path: str) -> bool:
        spec = schema.leaves.get(path)
        if spec is None:
            return permissions.decided(path, Permission.VISIBLE) is False
        return not effective(path, spec, permissions, consents).visible

    return frozenset(filter(hidden, paths))


def _scope(scope: str) -> tuple[Tier | None, str]:
    name = scope.strip()
    if name.casefold() in list(Tier):
        return Tier(name.casefold()), ""
    return None, name.removesuffix(".*")
