"""PostgreSQL as the store's database: a URL in, an `Engine` out, and what goes wrong with servers in a sentence.

A read sees one state throughout (REPEATABLE READ, read only); writers of one owner come one after the other, since each
first updates that owner's head. A write is durable when it returns.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError

from duramen.errors import BadSetting, StoreError, StoreUnavailable

SCHEMES = ("postgresql", "postgres", "postgresql+psycopg")
LOCK_TIMEOUT_S = 30
READS = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
"""The execution options of a reading transaction."""


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
    """Return a database URL as it may be shown: without its password."""
    try:
        return make_url(text).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return text.rpartition("@")[2]


def postgres_engine(text: str) -> Engine:
    """Return the engine of a database; raises BadSetting where its driver is not installed."""
    url = postgres_url(text)
    try:
        engine = create_engine(
            url,
            connect_args={"application_name": "duramen", "connect_timeout": 10},
            max_overflow=-1,
            pool_use_lifo=True,
            pool_pre_ping=True,
        )
    except ImportError as error:
        raise BadSetting(
            "a store on PostgreSQL needs psycopg; install it with `pip install duramen[postgres]`"
        ) from error
    event.listen(engine, "connect", _configure)
    return engine


def _configure(connection: Any, _record: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit TO on")
        cursor.execute(f"SET lock_timeout TO '{LOCK_TIMEOUT_S}s'")
        cursor.execute("SET TIME ZONE 'UTC'")
    connection.commit()


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
            f"the store {place!r} was locked by another process for more than {LOCK_TIMEOUT_S} s; repeat the command "
            "when that process is done"
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
