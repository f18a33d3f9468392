"""A store that is copied to another database is the same store."""

import pytest
from sqlalchemy import text

from duramen.errors import StoreError
from duramen.stores.copying import copy_rows, row_counts, store_digest
from duramen.stores.engine import open_engine, reading, writing
from duramen.stores.owners import OwnerKind, ensure_owner

NAMES = ["zoe", "Ada", "_x", "李雷", "é", "Zoe", "ada b", "ada-b"]


def filled(engine):
    for name in NAMES:
        ensure_owner(engine, "default", OwnerKind.PERSON, name, 1)
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO store_facts VALUES ('a', '“x”\n\\ 汉')"))


@pytest.fixture
def other(home, tmp_path, request):
    """An empty store on the other kind of database where there is one, else in another folder."""
    place = tmp_path / "other" if isinstance(home, str) else None
    engine = open_engine(place or tmp_path / "second")
    yield engine
    engine.dispose()


def test_a_copy_has_the_same_rows_and_the_same_digest_both_ways(engine, other):
    filled(engine)
    copied = copy_rows(engine, other)
    assert copied.rows == row_counts(engine) == row_counts(other)
    assert copied.rows["owners"] == len(NAMES)
    assert copied.digest == store_digest(engine) == store_digest(other)


def test_one_changed_letter_changes_the_digest(engine, other):
    filled(engine)
    copy_rows(engine, other)
    with writing(other) as connection:
        connection.execute(text("UPDATE store_facts SET value = '“x”\n\\ 漢'"))
    assert store_digest(engine) != store_digest(other)


def test_nothing_is_copied_over_what_is_there(engine, other):
    filled(engine)
    ensure_owner(other, "default", OwnerKind.PERSON, "Mei", 1)
    with pytest.raises(StoreError, match="empty store"):
        copy_rows(engine, other)
    assert row_counts(other)["owners"] == 1


def test_names_are_in_the_order_of_their_characters_on_every_database(engine):
    filled(engine)
    with reading(engine) as connection:
        rows = connection.execute(text("SELECT name FROM owners ORDER BY name")).scalars().all()
    assert rows == sorted(NAMES)
