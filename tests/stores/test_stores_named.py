import pytest
from sqlalchemy import select

from duramen.stores.engine import reading
from duramen.stores.named import CARDS, find_named, list_named, put_named
from duramen.stores.owners import OwnerKind, ensure_owner
from duramen.stores.tables import cards
from duramen.stores.writing import owner_write


@pytest.fixture
def deck(engine):
    return ensure_owner(engine, "default", OwnerKind.CARDS, "", 1)


def put(engine, deck, name, card):
    with owner_write(engine, deck) as write:
        put_named(write, CARDS, name, card, recorded_us=5)


def found(engine, deck, name):
    with reading(engine) as connection:
        return find_named(connection, CARDS, deck, name)


def test_a_changed_card_lives_and_the_old_row_is_kept(engine, deck):
    put(engine, deck, "Ada", '{"name": "Ada"}')
    put(engine, deck, "Bob", "{}")
    put(engine, deck, "Ada", '{"name": "Ada", "manner": "dry"}')
    assert found(engine, deck, "Ada") == '{"name": "Ada", "manner": "dry"}'
    with reading(engine) as connection:
        rows = connection.execute(select(cards).order_by(cards.c.card_id)).all()
        listed = list_named(connection, CARDS, deck)
    assert [(row.name, row.card, row.born_seq, row.died_seq) for row in rows] == [
        ("Ada", '{"name": "Ada"}', 1, 3),
        ("Bob", "{}", 2, None),
        ("Ada", '{"name": "Ada", "manner": "dry"}', 3, None),
    ]
    assert listed == ['{"name": "Ada", "manner": "dry"}', "{}"]


def test_a_card_is_found_by_its_exact_name_and_its_own_deck(engine, deck):
    put(engine, deck, "Ada", "{}")
    other = ensure_owner(engine, "another", OwnerKind.CARDS, "", 1)
    assert [found(engine, deck, name) for name in ("ada", "Ad", "Ada1")] == [None] * 3
    assert found(engine, other, "Ada") is None
    with reading(engine) as connection:
        assert list_named(connection, CARDS, other) == []
