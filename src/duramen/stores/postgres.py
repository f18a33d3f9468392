"""PostgreSQL as the store's database: a URL in, an `Engine` out, and what goes wrong with servers in a sentence.

A read sees one state throughout (REPEATABLE READ, read only); writers of one owner come one after the other, since each
first updates that owner's head. A write is durable when it returns. Each transaction names its tenant, so that a role
which does not own the tables sees that tenant's rows alone (DESIGN 21), also through connections that others use too.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy import text as sql
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError

from duramen.errors import BadSetting, StoreError, StoreUnavailable

SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
LOCK_TIMEOUT_S = 30
READS = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The execution options of a reading transaction."""
TENANT, WRITES = "duramen_tenant", "duramen_writes"
"""Execution options: whose rows a transaction is about, and whether it writes."""
PROOF = "duramen_proof"
"""In a connection's `info`: the hash that the write under way leaves in an owner's chain."""
RETURN_TIMEOUT_S = 30
"""How long a write that broke off while it was being committed waits for the server, to ask how it ended."""

_NUMBER = "duramen_transaction"
_NAME = "SELECT set_config('duramen.tenant', %s, true)"
_NAME_AND_NUMBER = "SELECT set_config('duramen.tenant', %s, true), pg_current_xact_id()::text"
_HOW_IT_ENDED = sql("SELECT pg_xact_status(CAST(:number AS xid8))")
_IS_WALLED = sql("SELECT row_security_active('heads')")
_IS_THERE = sql("SELECT 1 FROM chain WHERE hash = :proof")
_ASK_AGAIN_S = 0.2


def postgres_url(text: str) -> URL:
    """Return a database URL as the driver wants it; raises BadSetting for one of another kind."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError) as error:
        raise BadSetting(f"{shown_url(text)!r} is no database URL; write postgresql://USER@HOST/DATABASE") from error
    if url.drivername not in SCHEMES:
        raise BadSetting(
            f"{shown_url(text)!r} is no PostgreSQL URL; a store is a folder or postgresql://USER@HOST/DATABASE"
        )
    if not url.database:
        raise BadSetting(f"{shown_url(text)!r} names no database; write postgresql://USER@HOST/DATABASE")
    return url.set(drivername="postgresql+psycopg")


def shown_url(text: str) -> str:
    """Return a database URL as it may be shown: without its password, wherever it stands."""
    try:
        url = make_url(text.encode("utf-8", "replace").decode())
    except (ArgumentError, ValueError):
        return text.rpartition("@")[2]
    hidden = url.difference_update_query([name for name in url.query if "password" in name.casefold()])
    shown = hidden.render_as_string(hide_password=True)
    # A raw "@" in the password ends it for whoever reads the URL: what follows up to the last one is of it.
    head, at, tail = shown.partition("@")
    return f"{head}@{tail.rpartition('@')[2]}" if at and "@" in (url.host or "") else shown


def postgres_engine(text: str, tenant: str) -> Engine:
    """Return the engine of a tenant's store; raises BadSetting where the database's driver is not installed."""
    url = postgres_url(text)
    try:
        engine = create_engine(
            url,
            connect_args={"application_name": "duramen", "connect_timeout": 10},
            max_overflow=-1,
            pool_use_lifo=True,
            pool_pre_ping=True,
            execution_options={TENANT: tenant},
        )
    except ImportError as error:
        raise BadSetting(
            "a store on PostgreSQL needs psycopg; install it with `pip install duramen[postgres]`"
        ) from error
    event.listen(engine, "connect", _configure)
    event.listen(engine, "begin", _begin)
    return engine


def _configure(connection: Any, _record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
        cursor.execute(f"SET lock_timeout TO '{LOCK_TIMEOUT_S}s'")
        cursor.execute("SET TIME ZONE 'UTC'")
    connection.commit()


def _begin(connection: Connection) -> None:
    """Name the tenant for this transaction; of one that writes, keep its number, by which its end can be asked for."""
    options = connection.get_execution_options()
    writes = options.get(WRITES, False)
    said = connection.exec_driver_sql(_NAME_AND_NUMBER if writes else _NAME, (options.get(TENANT, ""),)).one()
    if writes:
        connection.info[_NUMBER] = said[1]


def begun_write(connection: Connection) -> str:
    """Return the server's number of the write transaction that has begun, "" where the database gives none."""
    connection.info.pop(PROOF, None)
    return str(connection.info.get(_NUMBER, ""))


def was_committed(engine: Engine, number: str, proof: bytes, error: DBAPIError) -> bool:
    """Tell whether a write is there whose connection broke, as the server says it once it can be asked again.

    `proof`: the hash of the entry in an owner's chain that the write made. A server that crashed may give the number of a
    write that it lost to another one, so that the number alone proves nothing; a write without a proof counts as not there.

    Raises StoreUnavailable when the server does not come back in time: whether the write is kept is not known then.
    """
    until = time.monotonic() + RETURN_TIMEOUT_S
    while True:
        with suppress(DBAPIError), engine.connect() as asking:
            state = asking.execute(_HOW_IT_ENDED, {"number": number}).scalar()
            if state != "in progress":  # the server may not know yet that nobody is there
                return bool(proof) and asking.execute(_IS_THERE, {"proof": proof}).first() is not None
        if time.monotonic() > until:
            raise StoreUnavailable(
                f"the connection to {engine.url.render_as_string(hide_password=True)!r} broke while something was written, and "
                "the server has not come back; look whether it is there before you repeat the command"
            ) from error
        time.sleep(_ASK_AGAIN_S)


def check_whole(connection: Connection, place: str) -> None:
    """Raise StoreUnavailable where this role sees the rows of one tenant alone, so that no copy would be whole."""
    if connection.dialect.name == "postgresql" and connection.execute(_IS_WALLED).scalar():
        raise StoreUnavailable(
            f"the role of {place!r} sees the rows of one tenant alone; name the role that owns the tables"
        )


@contextmanager
def postgres_explained(place: str) -> Iterator[None]:
    """Turn what the server and the driver say into a sentence with the place and the way out."""
    try:
        yield
    except IntegrityError:
        raise  # two writers with the same name or key: for the caller to settle, or a fault of this program
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) == "22003":
            raise OverflowError(str(error.orig)) from error
        raise _sentence(place, error) from error


def _sentence(place: str, error: DBAPIError) -> StoreError:
    said = " ".join(str(error.orig).split())
    state = getattr(error.orig, "sqlstate", None) or ""
    if state == "55P03":
        return StoreUnavailable(
            f"the store {place!r} was locked by another writer for more than {LOCK_TIMEOUT_S} s; repeat the command "
            "when it is done"
        )
    if state in ("53100", "53200"):
        return StoreUnavailable(
            f"the server of {place!r} has no room left ({said}); nothing was half written: free some"
        )
    if state == "42501":
        return StoreUnavailable(f"the database role may not do this in {place!r} ({said}); grant it the right")
    if "does not exist" in said and "FATAL" in said:
        return StoreUnavailable(
            f"the server has no such database or role ({said}); create it, or mend the URL {place!r}"
        )
    if "authentication failed" in said or "no password supplied" in said:
        return StoreUnavailable(f"the server refused the password of {place!r}; mend it in the URL, or set PGPASSWORD")
    if error.connection_invalidated or isinstance(error, InterfaceError) or state[:2] in ("08", "57") or not state:
        return StoreUnavailable(
            f"the database {place!r} cannot be reached ({said}); nothing was half written: start the server or mend the "
            "URL in --home or DURAMEN_HOME, and repeat the command"
        )
    return StoreError(f"the database {place!r} failed: {said}")
