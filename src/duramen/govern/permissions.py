"""Permissions and consent: what may be done with each leaf of a person's tree (B19).

In: a leaf's specification, the person's grants, their consents. Out: `Rights`, one yes or no per use. Four rules, in
this order: what is never to be stored has no rights at all; a sensitive leaf has none without a consent for a stated
purpose; the most specific grant decides; what nobody decided is allowed. No clock here: `consents_at` asks for a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from duramen.domain.persona import LeafSpec, Schema, Tier
from duramen.domain.time import Moment
from duramen.errors import InputError
from duramen.text.border import is_blank


class Permission(StrEnum):
    """What a person may allow or not; all but NEVER_STORE are on where nobody said anything."""

    VISIBLE = "visible"
    EDITABLE = "editable"
    GENERATION = "generation"
    RETRIEVAL = "retrieval"
    NEVER_STORE = "never-store"


class Off(StrEnum):
    """Why a leaf has no rights at all."""

    NEVER_STORE = "never-store"
    NO_CONSENT = "no-consent"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """One permission set on or off for a leaf or the sub-tree below a path; "" is the whole tree."""

    path: str
    permission: Permission
    on: bool

    def __str__(self) -> str:
        """Return the grant as the command line takes it."""
        return f"{self.path or '*'}: {self.permission.value}={'on' if self.on else 'off'}"


@dataclass(frozen=True, kw_only=True)
class Permissions:
    """A person's grants in the order in which they were made; of two for one path and permission the later counts."""

    grants: tuple[Grant, ...] = ()

    @cached_property
    def _by_place(self) -> Mapping[tuple[str, Permission], bool]:
        return {(grant.path, grant.permission): grant.on for grant in self.grants}

    def decided(self, path: str, permission: Permission) -> bool | None:
        """Return what the most specific grant on `path` or above it says; None where there is none."""
        if not self.grants:  # as for most people, and asked five times for each leaf
            return None
        for place in _upwards(path):
            if (on := self._by_place.get((place, permission))) is not None:
                return on
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Consent:
    """A person's agreement that sensitive leaves are kept and used, for a stated purpose.

    Either of a `tier` or of a `path` with all below it. `withdrawn`: when it was taken back; None while it stands.
    Raises InputError on both or neither, on Tier.ORDINARY, a blank purpose, an unknown time, or a withdrawal before it.
    """

    purpose: str
    given: Moment
    tier: Tier | None = None
    path: str = ""
    withdrawn: Moment | None = None

    def __post_init__(self) -> None:
        if self.tier is Tier.ORDINARY:
            raise InputError("what is ordinary needs no consent; one is for private, special or a path such as health")
        if (self.tier is None) == (not self.path):
            asked = f"{self.tier.value!r} and {self.path!r} at once" if self.tier else "''"
            raise InputError(
                f"a consent is for one tier (private, special) or for one path such as health, not for {asked}"
            )
        if is_blank(self.purpose):
            raise InputError(f"a consent for {self.tier or self.path} needs a purpose; say what the data are used for")
        if self.given.at_us is None:
            raise InputError(f"a consent for {self.tier or self.path} needs the time at which it was given")
        if self.withdrawn is not None and (self.withdrawn.at_us is None or self.withdrawn.at_us < self.given.at_us):
            raise InputError(f"the consent of {self.given.iso()} cannot be withdrawn at {self.withdrawn.iso()}")

    @property
    def stands(self) -> bool:
        """Tell whether it has not been withdrawn."""
        return self.withdrawn is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rights:
    """What may be done with a leaf.

    `store`: it may hold a value; without it nothing else is allowed either, and `off` says why. `editable`: a listener
    may write it. `generation`: it may stand in a prompt. `retrieval`: it may steer a search. `visible`: it may be shown.
    `purposes`: those of the consents that it rests on, none for an ordinary leaf.
    """

    store: bool = True
    visible: bool = True
    editable: bool = True
    generation: bool = True
    retrieval: bool = True
    off: Off | None = None
    purposes: tuple[str, ...] = ()


# What an ordinary leaf has of which nobody decided anything.
_EVERYTHING = Rights()


def no_rights(off: Off) -> Rights:
    """Return the rights of a leaf that may not hold a value."""
    return Rights(store=False, visible=False, editable=False, generation=False, retrieval=False, off=off)


def effective(path: str, spec: LeafSpec, permissions: Permissions, consents: Iterable[Consent]) -> Rights:
    """Return what may be done with the leaf at `path`, of which `spec` says how sensitive it is.

    Never-store beats everything, a missing consent everything else; then each use is decided by the most specific
    grant, and is on where there is none. Of consents the most specific scope that has any decides (a longer path, then
    a shorter one, then the tier), and one that stands is enough there: to take one leaf back is enough to have it off,
    though its tier is agreed to. The order of consents does not matter. Source: FEATURES B19.
    """
    if permissions.decided(path, Permission.NEVER_STORE):
        return no_rights(Off.NEVER_STORE)
    purposes: tuple[str, ...] = ()
    if spec.tier is not Tier.ORDINARY:
        purposes = _purposes(path, spec.tier, consents)
        if not purposes:
            return no_rights(Off.NO_CONSENT)
    elif not permissions.grants:
        return _EVERYTHING
    allowed = {
        permission: permissions.decided(path, permission) is not False
        for permission in Permission
        if permission is not Permission.NEVER_STORE
    }
    return Rights(
        visible=allowed[Permission.VISIBLE],
        editable=allowed[Permission.EDITABLE],
        generation=allowed[Permission.GENERATION],
        retrieval=allowed[Permission.RETRIEVAL],
        purposes=purposes,
    )


def rights_of(schema: Schema, permissions: Permissions, consents: Sequence[Consent]) -> dict[str, Rights]:
    """Return the rights of each leaf of a schema, in its order."""
    return {path: effective(path, spec, permissions, consents) for path, spec in schema.leaves.items()}


def consents_at(consents: Iterable[Consent], when: Moment) -> tuple[Consent, ...]:
    """Return the consents as they were at `when`: later ones are left out, later withdrawals undone.

    Raises InputError when the time is unknown.
    """
    if when.at_us is None:
        raise InputError("consents can be looked up only at a known time")
    given = [consent for consent in consents if (consent.given.at_us or 0) <= when.at_us]
    return tuple(
        consent
        if consent.withdrawn is None or (consent.withdrawn.at_us or 0) <= when.at_us
        else replace(consent, withdrawn=None)
        for consent in given
    )


def _purposes(path: str, tier: Tier, consents: Iterable[Consent]) -> tuple[str, ...]:
    """Return the purposes of the consents that stand in the most specific scope, sorted, each once."""
    scopes: dict[str, list[Consent]] = {}
    for consent in consents:
        if consent.path or consent.tier is tier:
            scopes.setdefault(consent.path, []).append(consent)
    for place in _upwards(path):  # ends with "", the scope of the tier
        if place in scopes:
            return tuple(sorted({consent.purpose for consent in scopes[place] if consent.stands}))
    return ()


def _upwards(path: str) -> Iterator[str]:
    """Yield the path, then each path above it, then ""."""
    while path:
        yield path
        path = path.rpartition(".")[0]
    yield ""
