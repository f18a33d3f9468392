"""What each leaf of a tree may be used for, here and now: the person's permissions and consents read and applied (B19)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from sqlalchemy import Connection

from duramen.domain.persona import Schema
from duramen.govern.permissions import Consent, Permissions, Rights, effective
from duramen.stores.owners import Owner
from duramen.stores.persona.permissions import list_consents, permissions_for

# A leaf that the schema does not know may be used for nothing: how sensitive it is cannot be told.
_UNKNOWN = Rights(store=False, visible=False, editable=False, generation=False, retrieval=False)


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """What a person allowed to a character in a sitting, and what they agreed to, as it is stored."""

    permissions: Permissions = field(default_factory=Permissions)
    consents: tuple[Consent, ...] = ()

    def rights(self, schema: Schema, path: str) -> Rights:
        """Return what a leaf may be used for."""
        spec = schema.leaves.get(path)
        return _UNKNOWN if spec is None else effective(path, spec, self.permissions, self.consents)

    def unread(self, schema: Schema, paths: Iterable[str]) -> frozenset[str]:
        """Return those of the paths whose values may not be used to generate, so that no model reads them."""
        return frozenset(path for path in paths if not self.rights(schema, path).generation)


def read_allowed(connection: Connection, owner: Owner, place: tuple[str, str], at_seq: int | None = None) -> Allowed:
    """Return what a person allowed, now or as of `at_seq`; `place` is the character and session."""
    return Allowed(
        permissions=permissions_for(connection, owner, *place, at_seq=at_seq),
        consents=tuple(list_consents(connection, owner, at_seq)),
    )
