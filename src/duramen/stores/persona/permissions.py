"""Rows of permissions and consents: what a person allowed, since when, and what they took back; nothing is overwritten."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection, Select, bindparam, or_, select

from duramen.domain.persona import Tier
from duramen.domain.time import Moment
from duramen.govern.permissions import Consent, Grant, Permission, Permissions
from duramen.stores.owners import Owner
from duramen.stores.persona.tables import consents, grants
from duramen.stores.rows import LARGEST
from duramen.stores.writing import OwnerWrite


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGrant:
    """A grant, with whom it is for: one character or sitting alone, "" for all; and who wrote it, when."""

    grant: Grant
    character: str = ""
    session: str = ""
    writer: str = "person"
    recorded_us: int = 0


def put_grant(write: OwnerWrite, stored: StoredGrant) -> None:
    """Make this what holds for its path and permission, with its character and sitting."""
    grant = stored.grant
    same = {
        "path": grant.path,
        "permission": grant.permission.value,
        "character": stored.character,
        "session": stored.session,
    }
    write.update(grants, {**same, "died_seq": None}, {"died_seq": write.seq})
    row = {
        "grant_id": write.take_items(1),
        "allowed": int(grant.on),
        "writer": stored.writer,
        "recorded_us": stored.recorded_us,
        "born_seq": write.seq,
    }
    write.insert(grants, [row | same])


def list_grants(connection: Connection, owner: Owner, at_seq: int | None = None) -> list[StoredGrant]:
    """Return what holds now, or held as of `at_seq`, by path, in the order in which it was said."""
    rows = connection.execute(_grants(), _state(owner, at_seq))
    return [
        StoredGrant(
            grant=Grant(path=row.path, permission=Permission(row.permission), on=bool(row.allowed)),
            character=row.character,
            session=row.session,
            writer=row.writer,
            recorded_us=row.recorded_us,
        )
        for row in rows
    ]


def permissions_for(
    connection: Connection, owner: Owner, character: str = "", session: str = "", at_seq: int | None = None
) -> Permissions:
    """Return what holds in a sitting with a character: what is said of all, then of this one, which counts more.

    `at_seq`: as of this state of the person, None for the latest.
    """
    here = [
        stored
        for stored in list_grants(connection, owner, at_seq)
        if stored.character in ("", character) and stored.session in ("", session)
    ]
    here.sort(key=lambda stored: (bool(stored.session), bool(stored.character)))
    return Permissions(grants=tuple(stored.grant for stored in here))


def put_consent(write: OwnerWrite, consent: Consent, writer: str = "person") -> None:
    """Record that a person agreed."""
    row = {
        "consent_id": write.take_items(1),
        "tier": "" if consent.tier is None else consent.tier.value,
        "path": consent.path,
        "purpose": consent.purpose,
        "writer": writer,
        "recorded_us": consent.given.at_us,
        "born_seq": write.seq,
    }
    write.insert(consents, [row])


def withdraw_consent(write: OwnerWrite, tier: Tier | None, path: str, withdrawn_us: int) -> int:
    """Record that a person no longer agrees for a tier, or for a path; returns how many consents ended."""
    standing = {"tier": "" if tier is None else tier.value, "path": path, "withdrawn_us": None}
    return write.update(consents, standing, {"withdrawn_us": withdrawn_us, "died_seq": write.seq})


def list_consents(connection: Connection, owner: Owner, at_seq: int | None = None) -> list[Consent]:
    """Return all consents, oldest first, also those that were taken back: a leaf's own beats that of its tier.

    `at_seq`: as of this state, in which none was given and none taken back that was so later; None for the latest.
    """
    values = _state(owner, at_seq)
    return [_consent(row, values["at_seq"]) for row in connection.execute(_consents(), values)]


# Asked at every question and every write, and so made once.
@cache
def _grants() -> Select[Any]:
    mine = select(grants).where(grants.c.owner_id == bindparam("owner"))
    held = or_(grants.c.died_seq.is_(None), grants.c.died_seq > bindparam("at_seq"))
    return mine.where(grants.c.born_seq <= bindparam("at_seq"), held).order_by(grants.c.path, grants.c.grant_id)


@cache
def _consents() -> Select[Any]:
    mine = select(consents).where(consents.c.owner_id == bindparam("owner"))
    return mine.where(consents.c.born_seq <= bindparam("at_seq")).order_by(consents.c.consent_id)


def _state(owner: Owner, at_seq: int | None) -> dict[str, Any]:
    return {"owner": owner.owner_id, "at_seq": LARGEST - 1 if at_seq is None else at_seq}


def _consent(row: Any, at_seq: int) -> Consent:
    taken_back = row.withdrawn_us is not None and row.died_seq <= at_seq
    return Consent(
        purpose=row.purpose,
        given=Moment(at_us=row.recorded_us),
        tier=Tier(row.tier) if row.tier else None,
        path=row.path,
        withdrawn=Moment(at_us=row.withdrawn_us) if taken_back else None,
    )
