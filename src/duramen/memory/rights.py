"""What may be done with each leaf of a person's tree, here and now: their permissions and consents read and applied (B19)."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.persona import Schema, Tier
from duramen.stores.owners import Owner
from duramen.stores.permissions import Consent, Grant, list_consents, list_grants

GENERATION, RETRIEVAL, VISIBLE, NEVER_STORE = "generation", "retrieval", "visible", "never-store"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What a person allowed and agreed to, as it is stored now."""

    grants: tuple[Grant, ...] = ()
    consents: tuple[Consent, ...] = ()


def read_rights(connection: Connection, owner: Owner) -> Rights:
    """Return what a person allowed and agreed to."""
    return Rights(grants=tuple(list_grants(connection, owner)), consents=tuple(list_consents(connection, owner)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses:
    """What one leaf may be used for: to stand in a prompt, to steer a search, to be shown."""

    generation: bool
    retrieval: bool
    visible: bool


def uses_of(rights: Rights, schema: Schema, path: str, place: tuple[str, str]) -> Uses:
    """Return what a leaf may be used for, by a character in a session (`place`).

    A leaf that the schema does not know, that is never to be stored, or of a sensitive tier without a consent that stands
    may be used for nothing. Otherwise the most specific grant decides, the longer path before the narrower place, and
    what nobody decided is allowed.
    """
    spec = schema.leaves.get(path)
    agreed = {consent.tier for consent in rights.consents}
    off = spec is None or (spec.tier is not Tier.ORDINARY and spec.tier.value not in agreed)
    if off or _granted(rights, NEVER_STORE, path, place) is True:
        return Uses(generation=False, retrieval=False, visible=False)
    return Uses(
        generation=_granted(rights, GENERATION, path, place) is not False,
        retrieval=_granted(rights, RETRIEVAL, path, place) is not False,
        visible=_granted(rights, VISIBLE, path, place) is not False,
    )


def _granted(rights: Rights, permission: str, path: str, place: tuple[str, str]) -> bool | None:
    character, session = place
    mine = [
        grant
        for grant in rights.grants
        if grant.permission == permission
        and (not grant.path or path == grant.path or path.startswith(f"{grant.path}."))
        and grant.character in ("", character)
        and grant.session in ("", session)
    ]
    if not mine:
        return None
    return max(mine, key=lambda grant: (len(grant.path), bool(grant.character) + bool(grant.session))).allowed
