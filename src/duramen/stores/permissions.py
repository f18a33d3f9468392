"""Rows of permissions and consents: what a person allowed, since when, and what they took back; nothing is overwritten."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, insert, select, update

from duramen.stores.owners import Owner, OwnerWrite
from duramen.stores.tree_tables import consents, grants


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """Whether `permission` is given for a leaf or a sub-tree (`path`, "" for the whole tree).

    `character`, `session`: for this one alone; "" for all.
    """

    path: str
    permission: str
    allowed: bool
    character: str = ""
    session: str = ""
    writer: str = "person"
    recorded_us: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """That a person agreed to keep what is of a sensitive tier, for a stated purpose, until they withdrew it."""

    tier: str
    purpose: str
    writer: str = "person"
    recorded_us: int = 0
    withdrawn_us: int | None = None


def put_grant(write: OwnerWrite, grant: Grant) -> None:
    """Make this what holds for its (path, permission, character, session)."""
    same = ("path", "permission", "character", "session")
    write.connection.execute(
        update(grants)
        .where(grants.c.owner_id == write.owner.owner_id, grants.c.died_seq.is_(None))
        .where(*(grants.c[name] == getattr(grant, name) for name in same))
        .values(died_seq=write.seq)
    )
    values = {name: getattr(grant, name) for name in Grant.__dataclass_fields__}
    write.connection.execute(
        insert(grants).values(
            owner_id=write.owner.owner_id,
            grant_id=write.take_items(1),
            tenant=write.owner.tenant,
            born_seq=write.seq,
            **{**values, "allowed": int(grant.allowed)},
        )
    )


def list_grants(connection: Connection, owner: Owner) -> list[Grant]:
    """Return what holds now, by path, in the order in which it was said."""
    rows = connection.execute(
        select(*(grants.c[name] for name in Grant.__dataclass_fields__))
        .where(grants.c.owner_id == owner.owner_id, grants.c.died_seq.is_(None))
        .order_by(grants.c.path, grants.c.grant_id)
    )
    return [Grant(**{**row._mapping, "allowed": bool(row.allowed)}) for row in rows]


def put_consent(write: OwnerWrite, consent: Consent) -> None:
    """Record that a person agreed."""
    values = {name: getattr(consent, name) for name in Consent.__dataclass_fields__}
    write.connection.execute(
        insert(consents).values(
            owner_id=write.owner.owner_id,
            consent_id=write.take_items(1),
            tenant=write.owner.tenant,
            born_seq=write.seq,
            **values,
        )
    )


def withdraw_consent(write: OwnerWrite, tier: str, withdrawn_us: int) -> int:
    """Record that a person no longer agrees for a tier; returns how many consents ended."""
    ended = write.connection.execute(
        update(consents)
        .where(consents.c.owner_id == write.owner.owner_id, consents.c.tier == tier, consents.c.withdrawn_us.is_(None))
        .values(withdrawn_us=withdrawn_us, died_seq=write.seq)
    )
    return ended.rowcount


def list_consents(connection: Connection, owner: Owner, *, withdrawn: bool = False) -> list[Consent]:
    """Return the consents that hold, with `withdrawn` also those that were taken back, oldest first."""
    query = select(*(consents.c[name] for name in Consent.__dataclass_fields__)).where(
        consents.c.owner_id == owner.owner_id
    )
    if not withdrawn:
        query = query.where(consents.c.withdrawn_us.is_(None))
    return [Consent(**row._mapping) for row in connection.execute(query.order_by(consents.c.consent_id))]
