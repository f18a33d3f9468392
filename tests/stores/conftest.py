import pytest

from duramen.stores.engine import open_engine
from duramen.stores.owners import OwnerKind, ensure_owner


@pytest.fixture
def engine(home):
    opened = open_engine(home)
    yield opened
    opened.dispose()


@pytest.fixture
def mei(engine):
    return ensure_owner(engine, "default", OwnerKind.PERSON, "Mei", 1)


@pytest.fixture
def base(engine):
    return ensure_owner(engine, "default", OwnerKind.BASE, "main", 1)
