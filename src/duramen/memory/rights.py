"""What may be done with each leaf of a person's tree, here and now: their permissions and consents read and applied (B19)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.persona import Schema, Tier
from duramen.stores.owners import Owner
from duramen.stores.permissions import Consent, Grant, list_consents, list_grants

GENERATION, VISIBLE = "generation", "visible"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What a person allowed and agreed to, as it is stored now."""

    grants: tuple[Grant, ...] = ()
    consents: tuple[Consent, ...] = ()


def read_rights(connection: Connection, owner: Owner) -> Rights:
    """Return what a person allowed and agreed to."""
    return Rights(grants=tuple(list_grants(connection, owner)), consents=tuple(list_consents(connection, owner)))


def permitted(rights: Rights, schema: Schema, permission: str, place: tuple[str, str]) -> Callable[[str], bool]:
    """Return the test whether `permission` is given for a path; `place` is the character and session."""
    grants = [g for g in rights.grants if g.permission == permission]
    agreed = {consent.tier for consent in rights.consents}
    character, session = place

    def may(path: str) -> bool:
        spec = schema.leaves.get(path)
        if spec is None or (spec.tier is not Tier.ORDINARY and spec.tier.value not in agreed):
            return False
        mine = [
            g
            for g in grants
            if (not g.path or path == g.path or path.startswith(g.path + "."))
            and g.character in ("", character)
            and g.session in ("", session)
        ]
        if not mine:
            return True
        return max(mine, key=lambda g: (len(g.path), bool(g.character) + bool(g.session))).allowed

    return may
