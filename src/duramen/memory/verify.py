"""Verify: whether everything in a store is what was written there, and what was lawfully erased from it (C12).

The store is opened without marking rounds that wait, so that nothing is written, and so sealed anew, before it is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Engine

from duramen.errors import InputError, NotFound
from duramen.memory.events import logged
from duramen.memory.place import place_of
from duramen.settings import read_settings
from duramen.stores.engine import holds_store, open_engine, reading
from duramen.stores.owners import OwnerKind, find_owner, list_owners, owners_of
from duramen.stores.sqlite import read_any_text
from duramen.stores.verifying import State, Verified, count_sealed, owner_ids, verify_owner
from duramen.stores.writing import owner_write

Progress = Callable[[int, int], None]
SHORTEST_NOTED = 16
"""So many hex digits of a noted hash are enough to know it by."""


def verify_store(
    home: str | Path | None, person: str = "", noted: str = "", *, begin: bool = False, progress: Progress | None = None
) -> list[Verified]:
    """Check all owners of a store, or a person with what characters say of themselves to them; kinds and names in order.

    `noted`: a hash that was printed earlier, to be found again in one of the chains. `begin` seals owners who have no chain
    yet. Raises NotFound for a store or person that is not there, InputError for what is no hash.
    """
    noted = _checked(noted)
    with store_opened(home) as (engine, shown):
        ids = _chosen(engine, person, shown)
        with logged("verified") as facts:
            found = _verified(engine, ids, noted, progress)
            waiting = [one.owner_id for one in found if one.state is State.UNSEALED]
            if begin and waiting:
                _begin(engine, waiting)
                found = _verified(engine, ids, noted, progress)
            facts.update(owners=len(found), tampered=sum(one.state is State.TAMPERED for one in found))
    return sorted(found, key=_place)


@contextmanager
def store_opened(home: str | Path | None) -> Iterator[tuple[Engine, str]]:
    """Give the database of a store, and its place as it may be shown, without writing to it."""
    settings = read_settings()
    place = place_of(home, settings)
    if not holds_store(place.home):
        raise NotFound(f"there is no store in {place.shown!r} yet; import or chat first, or name another with --home")
    engine = open_engine(place.home, settings.tenant)
    try:
        yield engine, place.shown
    finally:
        engine.dispose()


def _chosen(engine: Engine, person: str, shown: str) -> list[str]:
    tenant = read_settings().tenant
    with reading(engine) as connection:
        if not person:
            return owner_ids(connection)
        owner = find_owner(connection, tenant, OwnerKind.PERSON, person)
        if owner is None:
            there = list_owners(connection, tenant, OwnerKind.PERSON)
            names = ", ".join(repr(one.name) for one in there[:10]) or "none yet"
            raise NotFound(f"there is no person {person!r} in {shown!r}; there are: {names}")
        selves = list_owners(connection, tenant, OwnerKind.SELF)
        return [owner.owner_id, *(one.owner_id for one in selves if one.name.startswith(f"{owner.owner_id}:"))]


def _verified(engine: Engine, ids: Sequence[str], noted: str, progress: Progress | None) -> list[Verified]:
    with reading(engine) as connection:
        total, done = count_sealed(connection, ids), 0

    def ticked(rows: int) -> None:
        nonlocal done
        done += rows
        if progress is not None:
            progress(min(done, total), total)

    found = []
    for owner_id in ids:
        with reading(engine) as connection:
            if engine.dialect.name == "sqlite":
                read_any_text(connection)
            found.append(verify_owner(connection, owner_id, noted, ticked))
    return found


def _checked(noted: str) -> str:
    digits = noted.strip().lower()
    if digits and (len(digits) < SHORTEST_NOTED or len(digits) > 64 or set(digits) - set("0123456789abcdef")):
        raise InputError(
            f"{noted!r} is no hash of a chain; give the 64 digits (0-9, a-f) that `duramen verify` printed, or their "
            f"first {SHORTEST_NOTED}"
        )
    return digits


def _begin(engine: Engine, ids: Sequence[str]) -> None:
    with reading(engine) as connection:
        waiting = owners_of(connection, ids)
    for owner in waiting:
        with owner_write(engine, owner):
            pass  # the first write of an owner begins their chain


def _place(one: Verified) -> tuple[int, str, str]:
    kinds = [kind.value for kind in OwnerKind]
    return (kinds.index(one.kind) if one.kind in kinds else len(kinds), one.name, one.owner_id)
