import pytest
from sqlalchemy import select

from duramen.domain.dialogue import Role
from duramen.domain.knowledge import Span
from duramen.domain.record import RecordDraft, RecordState, TurnDraft
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.stores.engine import reading, writing
from duramen.stores.knowledge import Document, ParentDraft, add_document
from duramen.stores.owners import head_of
from duramen.stores.records import add_records
from duramen.stores.tables import children, turns
from duramen.stores.vectors import (
    EMBEDDER,
    REINDEX_TARGET,
    count_unconverted,
    forget_next,
    next_unconverted,
    read_fact,
    swap_vectors,
    write_fact,
    write_next,
)
from duramen.stores.writing import owner_write


@pytest.fixture
def filled(engine, mei, base):
    """Three turns in two sittings, and two children of one parent."""

    def record(record_id, session, *texts):
        drafts = tuple(
            TurnDraft(role=Role.PERSON, speaker="Mei", text=text, happened_at=Moment(at_us=1), vector=b"\1\0")
            for text in texts
        )
        return RecordDraft(
            record_id=record_id, character="Ada", session=session, channel="api", state=RecordState.COMPLETE,
            happened_at=Moment(at_us=1), recorded_us=1, turns=drafts,
        )  # fmt: skip

    with owner_write(engine, mei) as write:
        add_records(write, [record("r1", "s", "one", "two"), record("r2", "t", "three")])
    document = Document(
        document_id="d", base="main", origin="/a", title="A", media_type="text/plain", encoding="", content_hash=b"h", characters=9,
        dated=UNKNOWN_MOMENT, recorded_us=1,
    )  # fmt: skip
    spans = (Span(start=0, end=4), Span(start=5, end=9))
    with owner_write(engine, base) as write:
        add_document(write, document, [ParentDraft(text="four five", children=spans, vectors=(b"\1\0", b"\2\0"))])
    return engine


def waiting(engine, limit=99):
    with reading(engine) as connection:
        return next_unconverted(connection, limit)


def count(engine):
    with reading(engine) as connection:
        return count_unconverted(connection)


def columns(engine):
    with reading(engine) as connection:
        return [
            (row.vector, row.vector_next)
            for table in (turns, children)
            for row in connection.execute(select(table.c.vector, table.c.vector_next).order_by(*table.primary_key))
        ]


def converted(engine, items):
    with writing(engine) as connection:
        write_next(connection, items, [f"{item.text}!".encode() for item in items])


def test_facts_are_written_changed_and_removed(engine):
    with writing(engine) as connection:
        write_fact(connection, "a", "1")
        write_fact(connection, "a", "2")
        write_fact(connection, "b", "3")
        assert (read_fact(connection, "a"), read_fact(connection, "b"), read_fact(connection, "c")) == ("2", "3", None)
        write_fact(connection, "a", None)
        write_fact(connection, "c", None)
        assert read_fact(connection, "a") is None


def test_an_empty_store_has_nothing_to_convert(engine):
    assert (count(engine), waiting(engine)) == (0, [])


def test_each_text_waits_with_what_was_said_before_it(filled):
    assert count(filled) == 5
    assert [(item.table, item.text, item.previous) for item in waiting(filled)] == [
        ("turns", "one", ""),
        ("turns", "two", "one"),
        ("turns", "three", ""),
        ("children", "four", ""),
        ("children", "five", ""),
    ]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 9])
def test_batches_go_on_where_they_stopped_until_nothing_is_left(filled, limit):
    done = []
    while batch := waiting(filled, limit):
        assert len(batch) <= limit
        converted(filled, batch)
        done.extend(item.text for item in batch)
        assert count(filled) == 5 - len(done)
    assert done == ["one", "two", "three", "four", "five"]
    assert [vector for vector, _ in columns(filled)] == [b"\1\0", b"\1\0", b"\1\0", b"\1\0", b"\2\0"]


def test_one_step_swaps_all_vectors_and_makes_every_index_stale(filled, mei, base):
    converted(filled, waiting(filled))
    with writing(filled) as connection:
        write_fact(connection, REINDEX_TARGET, "new")
        swap_vectors(connection, "new")
    assert columns(filled) == [(f"{text}!".encode(), None) for text in ("one", "two", "three", "four", "five")]
    with reading(filled) as connection:
        assert (read_fact(connection, EMBEDDER), read_fact(connection, REINDEX_TARGET)) == ("new", None)
        assert [head_of(connection, owner).epoch for owner in (mei, base)] == [1, 1]
    assert count(filled) == 5  # ready for the next conversion


def test_another_target_begins_anew(filled):
    converted(filled, waiting(filled, 4))
    with writing(filled) as connection:
        forget_next(connection)
    assert count(filled) == 5
    assert {following for _, following in columns(filled)} == {None}
    assert [vector for vector, _ in columns(filled)] == [b"\1\0", b"\1\0", b"\1\0", b"\1\0", b"\2\0"]
