import pytest
from sqlalchemy import func, select

from duramen.domain.knowledge import Span
from duramen.domain.time import UNKNOWN_MOMENT, Moment, Precision
from duramen.stores import knowledge as store
from duramen.stores.engine import DATABASE_NAME, reading
from duramen.stores.owners import OwnerKind, ensure_owner, head_of
from duramen.stores.rows import moment_of
from duramen.stores.tables import children, documents, parents
from duramen.stores.writing import owner_write

DATED = Moment(at_us=86_400_000_000, zone="Asia/Shanghai", offset_minutes=480, precision=Precision.DAY)


def document(document_id="d1", origin="/a.md", **values):
    plain = {
        "base": "main", "title": "A", "media_type": "text/markdown", "encoding": "utf-8", "content_hash": b"\1\2",
        "characters": 9, "dated": UNKNOWN_MOMENT, "recorded_us": 5,
    }  # fmt: skip
    return store.Document(document_id=document_id, origin=origin, **(plain | values))


def parent(text, *spans):
    spans = spans or ((0, len(text)),)
    return store.ParentDraft(
        text=text,
        children=tuple(Span(start=start, end=end) for start, end in spans),
        vectors=tuple(bytes([at, 0]) for at, _ in enumerate(spans)),
    )


def added(engine, owner, row, *drafts):
    with owner_write(engine, owner) as write:
        store.add_document(write, row, drafts)
        return write.seq


def asked(engine, ask, *values):
    with reading(engine) as connection:
        return ask(connection, *values)


def counts(engine):
    with reading(engine) as connection:
        tables = (documents, parents, children)
        return [connection.execute(select(func.count()).select_from(table)).scalar() for table in tables]


def living(engine, owner, at_seq):
    """The words of the children that a search as of `at_seq` may find."""
    rows = asked(engine, store.children_born_between, owner, (0, at_seq), -1, 999)
    return [row.parent_text[row.start : row.end] for row in rows if row.died_seq is None or row.died_seq > at_seq]


def test_a_document_is_read_as_it_was_written(engine, base):
    row = document(dated=DATED, title="标题", encoding="gb18030", extra={"tags": ["茶"]})
    added(engine, base, row, parent("Tea is hot. Rain is wet.", (0, 11), (12, 24)), parent("End."))
    (listed,) = asked(engine, store.list_documents, base)
    assert (listed.parents, listed.children) == (2, 3)
    from dataclasses import replace

    assert replace(listed, parents=0, children=0) == row
    assert asked(engine, store.living_document, base, "/a.md") == row
    assert asked(engine, store.living_document, base, "/b.md") is None
    assert asked(engine, store.parents_of, base, "d1") == ["Tea is hot. Rain is wet.", "End."]


def test_a_child_comes_with_its_parent_and_its_document(engine, base):
    added(engine, base, document(dated=DATED), parent("Tea is hot. Rain is wet.", (0, 11), (12, 24)))
    rows = asked(engine, store.children_by_id, base, [1, 2, 3, 4])
    texts = {row.parent_text[row.start : row.end]: row for row in rows.values()}
    assert set(texts) == {"Tea is hot.", "Rain is wet."}
    row = texts["Rain is wet."]
    assert (row.origin, row.title, row.recorded_us, row.document_id) == ("/a.md", "A", 5, "d1")
    assert moment_of(row) == DATED
    assert asked(engine, store.children_by_id, base, []) == {}


def test_children_point_to_their_own_parents_after_a_second_document(engine, base):
    words = {
        "d1": ["One. Two.", "Three."],
        "d2": ["Four. Five. Six.", "Seven.", "Eight."],
        "d3": ["Nine."],
    }
    for number, (name, texts) in enumerate(words.items()):
        drafts = [parent(text, (0, 4), (5, len(text))) if " " in text else parent(text) for text in texts]
        added(engine, base, document(name, f"/{number}.md"), *drafts)
    with reading(engine) as connection:
        rows = connection.execute(
            select(children.c.document_id, children.c.child_id, children.c.parent_id, children.c.vector)
        ).all()
        own = {row.parent_id: row for row in connection.execute(select(parents)).all()}
    assert len({row.child_id for row in rows}) == len(rows) == 8
    assert not {row.child_id for row in rows} & set(own)
    found = asked(engine, store.children_by_id, base, [row.child_id for row in rows])
    for row in rows:
        assert own[row.parent_id].document_id == row.document_id
        assert found[row.child_id].parent_text == own[row.parent_id].text
        assert found[row.child_id].parent_text in words[row.document_id]
    assert [text for name in words for text in asked(engine, store.parents_of, base, name)] == [
        text for texts in words.values() for text in texts
    ]


def test_a_changed_document_replaces_the_old_one_in_one_step(engine, base):
    first = added(engine, base, document("d1"), parent("Old words."))
    second = added(engine, base, document("d2"), parent("New words."), parent("More."))
    assert living(engine, base, first) == ["Old words."]
    assert living(engine, base, second) == ["New words.", "More."]
    (listed,) = asked(engine, store.list_documents, base)
    assert (listed.document_id, listed.parents, listed.children) == ("d2", 2, 2)
    assert asked(engine, store.living_document, base, "/a.md").document_id == "d2"
    died = asked(engine, store.children_died_after, base, first)
    assert [seq for _, seq in died] == [second]


def test_a_replacement_that_fails_leaves_the_old_document_whole(engine, base):
    first = added(engine, base, document("d1"), parent("Old words."))
    broken = store.ParentDraft(text="New", children=(Span(start=0, end=3),), vectors=())
    with pytest.raises(ValueError), owner_write(engine, base) as write:
        store.add_document(write, document("d2"), [parent("New words."), broken])
    assert living(engine, base, first + 1) == ["Old words."]
    assert asked(engine, store.living_document, base, "/a.md").document_id == "d1"
    assert counts(engine) == [1, 1, 1]


def test_a_document_without_text_has_no_chunks(engine, base):
    added(engine, base, document("d1"))
    (listed,) = asked(engine, store.list_documents, base)
    assert (listed.parents, listed.children) == (0, 0)


def test_a_retired_document_is_kept_for_earlier_states(engine, base):
    first = added(engine, base, document("d1"), parent("Words."))
    with owner_write(engine, base) as write:
        store.retire_document(write, "/a.md")
        store.retire_document(write, "/absent.md")
    assert living(engine, base, first) == ["Words."]
    assert living(engine, base, first + 1) == []
    assert asked(engine, store.list_documents, base) == []


def erased(engine, base, origin):
    with owner_write(engine, base) as write:
        return store.erase_document(write, origin)


def test_erasing_removes_every_version_and_nothing_else(engine, base):
    added(engine, base, document("d1"), parent("Old words."))
    added(engine, base, document("d2"), parent("New words."))
    added(engine, base, document("d3", "/b.md"), parent("Other words."))
    with reading(engine) as connection:
        assert head_of(connection, base).epoch == 0
    assert erased(engine, base, "/a.md") == 2
    assert counts(engine) == [1, 1, 1]
    assert living(engine, base, 9) == ["Other words."]
    with reading(engine) as connection:
        assert head_of(connection, base).epoch == 1
    assert erased(engine, base, "/a.md") == 0
    with reading(engine) as connection:
        assert head_of(connection, base).epoch == 1


@pytest.mark.parametrize("home", ["folder"], indirect=True)
def test_erased_words_are_not_in_the_bytes_of_the_database(engine, base, home):
    long = "zeppelin over the harbour " * 400  # over several pages
    added(engine, base, document("d1", "/secret-zanzibar.md", title="xylophone"), parent(long), parent("yggdrasil"))
    added(engine, base, document("d2", "/b.md"), parent("kept words"))
    added(engine, base, document("d3", "/secret-zanzibar.md", title="xylophone"), parent("quetzalcoatl"))

    def checkpointed():
        raw = engine.raw_connection()
        assert raw.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        raw.close()
        return b"".join(file.read_bytes() for file in home.iterdir())

    words = (b"zeppelin", b"yggdrasil", b"quetzalcoatl", b"xylophone", b"secret-zanzibar")
    before = checkpointed()
    assert all(word in before for word in words)
    assert erased(engine, base, "/secret-zanzibar.md") == 2
    after = checkpointed()
    assert [word for word in words if word in after] == []
    assert b"kept words" in after
    assert (home / DATABASE_NAME).stat().st_size > 0


def test_a_base_does_not_see_another(engine, base):
    other = ensure_owner(engine, "default", OwnerKind.BASE, "other", 1)
    added(engine, base, document("d1"), parent("Words."))
    added(engine, other, document("d1"), parent("Others."))
    assert living(engine, other, 9) == ["Others."]
    assert asked(engine, store.parents_of, base, "d1") == ["Words."]
    assert erased(engine, other, "/a.md") == 1
    assert living(engine, base, 9) == ["Words."]


def test_children_are_fed_by_seq_in_batches_with_their_vectors(engine, base):
    added(engine, base, document("d1", "/a.md"), parent("One. Two.", (0, 4), (5, 9)))
    added(engine, base, document("d2", "/b.md"), parent("Three."))
    rows = asked(engine, store.children_born_between, base, (0, 9), -1, 2)
    assert [(row.parent_text[row.start : row.end], row.vector) for row in rows] == [
        ("One.", b"\0\0"),
        ("Two.", b"\1\0"),
    ]
    (last,) = asked(engine, store.children_born_between, base, (0, 9), rows[-1].child_id, 2)
    assert last.parent_text == "Three."
    (newer,) = asked(engine, store.children_born_between, base, (1, 9), -1, 9)
    assert newer.child_id == last.child_id
    assert asked(engine, store.children_born_between, base, (2, 9), -1, 9) == []
