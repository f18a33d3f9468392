"""A backup is one state of the store, made while others write; a restore gives it back, and touches nothing before it is proven."""

import json
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from alembic.command import downgrade
from alembic.config import Config
from sqlalchemy import create_engine, text
from whole_person import compared, fill, lines, record_hash, search_hash, tree_hash

import duramen.stores.engine
from duramen.errors import BadSetting, InputError, StoreError, StoreUnavailable, StoreVersion, UnreadableFile
from duramen.memory.forgetting.wishes import ForgetRequest
from duramen.memory.moving.backup import back_up
from duramen.memory.moving.migrate import migrate_store
from duramen.memory.moving.restore import restore_store
from duramen.memory.verify import verify_store
from duramen.stores.backups import _tables_in
from duramen.stores.copying import store_digest
from duramen.stores.sqlite import DATABASE_NAME
from duramen.stores.verifying import State


@pytest.fixture
def whole(memory, tmp_path):
    return fill(memory, tmp_path)


@pytest.fixture
def made(whole, tmp_path):
    return back_up(whole.workspace, tmp_path / "backups" / "one.db")


def hashes(memory):
    return record_hash(memory), tree_hash(memory), search_hash(memory)


def test_a_restored_store_has_the_same_records_trees_and_search_results(whole, made, opened, tmp_path):
    done = restore_store(made.path, tmp_path / "restored")
    restored = opened(home=tmp_path / "restored")
    assert hashes(restored) == hashes(whole)
    there, here = (lines(one, tmp_path, bases=("shop",)) for one in (restored, whole))
    assert [compared(line) for line in there] == [compared(line) for line in here]
    assert {one.state for one in verify_store(tmp_path / "restored")} == {State.OK}
    assert restored.characters() == whole.characters()
    assert (done.manifest, done.kept, done.forgotten) == (made.manifest, "", 0)


def test_the_manifest_says_what_is_in_it(whole, made):
    said = made.manifest
    assert said.sha256 == store_digest(whole.workspace.engine)
    assert said.rows["records"] == 5
    assert said.schema == open_revision(whole.workspace.engine)
    assert said.chains.keys() == owners_of(whole.workspace.engine)


def open_revision(engine):
    with engine.connect() as connection:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def owners_of(engine):
    with engine.connect() as connection:
        return set(connection.execute(text("SELECT owner_id FROM owners")).scalars())


def test_a_folder_gets_a_dated_file_and_none_is_written_over(whole, tmp_path, clock):
    (tmp_path / "all").mkdir()
    first = back_up(whole.workspace, tmp_path / "all")
    assert first.path.endswith("duramen-20260301T120000Z.db")
    with pytest.raises(InputError, match="already"):
        back_up(whole.workspace, tmp_path / "all")
    clock.forward(seconds=1)
    assert back_up(whole.workspace, tmp_path / "all").path != first.path


@pytest.mark.slow
def test_a_database_is_backed_up_and_restored_as_a_folder_and_back(opened, tmp_path, new_database):
    database = fill(opened(home=new_database()), tmp_path)
    made = back_up(database.workspace, tmp_path / "one.db")
    restore_store(made.path, tmp_path / "folder")
    folder = opened(home=tmp_path / "folder")
    assert hashes(folder) == hashes(database)
    again = new_database()
    restore_store(back_up(folder.workspace, tmp_path / "two.db").path, again)
    assert hashes(opened(home=again)) == hashes(database)
    with pytest.raises(StoreError, match="createdb"):
        restore_store(made.path, again, replace=True)


def test_what_is_written_meanwhile_is_wholly_in_it_or_not_at_all(whole, opened, tmp_path):
    stop, failed = threading.Event(), []

    def write():
        number = 0
        try:
            while not stop.is_set():
                number += 1
                whole.record(f"number {number}", f"answer {number}", person="Lin")
        except Exception as error:
            failed.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        made = [back_up(whole.workspace, tmp_path / f"{number}.db") for number in range(3)]
    finally:
        stop.set()
        writer.join()
    assert failed == []
    for number, one in enumerate(made):
        restore_store(one.path, tmp_path / f"r{number}")
        records = opened(home=tmp_path / f"r{number}").rounds(person="Lin", limit=10_000) if number else []
        assert [record.round for record in records] == list(range(1, len(records) + 1))
        assert all(len(record.turns) == 2 for record in records)


def test_a_store_that_is_there_is_replaced_only_when_asked_and_kept_aside(whole, made, opened, tmp_path, home):
    place = tmp_path / "restored"
    other = opened(home=place)
    other.record("Mine.", person="Zoe")
    other.recall("Mine", person="Zoe")
    with pytest.raises(BadSetting, match="--yes"):
        restore_store(made.path, place)
    with pytest.raises(StoreUnavailable, match="open"):
        restore_store(made.path, place, replace=True)
    other.close()
    done = restore_store(made.path, place, replace=True)
    assert opened(home=place).persons().keys() == {"Mei"}
    assert opened(home=done.kept).persons().keys() == {"Zoe"}
    assert sorted(path.name for path in tmp_path.glob(".restored*")) == []


def test_an_index_of_another_state_is_not_used_after_a_restore(whole, opened, tmp_path):
    place = tmp_path / "place"
    store = opened(home=place)
    store.record("The lighthouse is red.", person="Zoe")
    made = back_up(store.workspace, tmp_path / "early.db")
    for number in range(300):
        store.record(f"filler {number}", person="Zoe")
    store.recall("lighthouse", person="Zoe")
    store.close()
    restore_store(made.path, place, replace=True)
    again = opened(home=place)
    for number in range(300):
        again.record(f"other {number}", person="Zoe")
    found = again.recall("other 17", person="Zoe")
    assert any(e.text == "other 17" for e in found.evidence)


def damaged(path, tmp_path, change):
    copy = tmp_path / "damaged.db"
    copy.write_bytes(change(bytearray(Path(path).read_bytes())))
    return copy


def flipped(raw):
    at = raw.find(b"My cat is called Miso")
    raw[at + 3] ^= 1
    return raw


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (flipped, "rows are not those"),
        (lambda raw: raw[: len(raw) // 2], "damaged"),
        (lambda raw: raw[:100], "no backup"),
        (lambda raw: b"", "no backup"),
        (lambda raw: b"hello" * 99, "no backup"),
    ],
)
def test_a_damaged_or_foreign_file_is_a_sentence_and_nothing_is_touched(made, opened, tmp_path, change, said):
    place = tmp_path / "restored"
    with opened(home=place) as other:
        other.record("Mine.", person="Zoe")
    before = (place / DATABASE_NAME).read_bytes()
    with pytest.raises(UnreadableFile, match=said):
        restore_store(damaged(made.path, tmp_path, change), place, replace=True)
    assert (place / DATABASE_NAME).read_bytes() == before
    assert not list(tmp_path.glob("restored.before*"))
    with pytest.raises(UnreadableFile):
        restore_store(damaged(made.path, tmp_path, change), tmp_path / "fresh")
    assert not (tmp_path / "fresh").exists()


def test_what_is_no_file_of_a_backup_is_told(whole, made, tmp_path, home):
    with pytest.raises(UnreadableFile, match="no file"):
        restore_store(tmp_path / "nothing.db", tmp_path / "fresh")
    with pytest.raises(UnreadableFile, match="name one of its files"):
        restore_store(tmp_path / "backups", tmp_path / "fresh")
    if not isinstance(home, str):
        with pytest.raises(UnreadableFile, match="no backup"):
            restore_store(home / DATABASE_NAME, tmp_path / "fresh")


def manifested(path, **fields):
    names = ", ".join(f"'$.{name}', '{value}'" for name, value in fields.items())
    with sqlite3.connect(path) as connection:
        connection.execute(f"UPDATE backup_manifest SET manifest = json_set(manifest, {names})")
    connection.close()


def test_a_backup_of_a_newer_duramen_is_told(made, tmp_path):
    manifested(made.path, schema="9999")
    with pytest.raises(StoreVersion, match="newer duramen"):
        restore_store(made.path, tmp_path / "fresh")


def test_a_backup_of_an_older_schema_is_brought_up_to_date(whole, made, opened, tmp_path):
    engine = create_engine(f"sqlite:///{made.path}")
    config = Config()
    config.set_main_option("script_location", str(Path(duramen.stores.engine.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        downgrade(config, "0006")
    engine.dispose()
    manifested(made.path, schema="0006", sha256=digest_of(made.path))
    restore_store(made.path, tmp_path / "fresh")
    assert hashes(opened(home=tmp_path / "fresh")) == hashes(whole)


def digest_of(path):
    engine = create_engine(f"sqlite:///{path}")
    try:
        return store_digest(engine, _tables_in(engine))
    finally:
        engine.dispose()


def test_a_damaged_store_is_replaced_too_and_kept_as_it_is(made, opened, tmp_path):
    place = tmp_path / "restored"
    place.mkdir()
    (place / DATABASE_NAME).write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    (place / f"{DATABASE_NAME}-wal").write_bytes(b"y" * 5000)
    done = restore_store(made.path, place, replace=True)
    assert opened(home=place).persons().keys() == {"Mei"}
    assert (Path(done.kept) / DATABASE_NAME).read_bytes().endswith(b"x" * 5000)
    assert not (place / f"{DATABASE_NAME}-wal").exists() or opened(home=place).persons()


def test_what_a_killed_process_left_is_cleared_away(whole, tmp_path):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left = tmp_path / f".one.db.{gone.pid}.part"
    left.mkdir()
    (left / DATABASE_NAME).write_text("half")
    back_up(whole.workspace, tmp_path / "one.db")
    assert not left.exists()
    assert not list(tmp_path.glob(".one.db*"))


def test_migrate_proves_that_both_are_the_same_and_names_the_place(whole, opened, tmp_path, home):
    done = migrate_store(home, tmp_path / "moved")
    assert hashes(opened(home=tmp_path / "moved")) == hashes(whole)
    assert done.rows["records"] == 5
    with pytest.raises(StoreError, match="rows already"):
        migrate_store(home, tmp_path / "moved")


def test_migrate_to_where_it_is_already_is_told(whole, home):
    with pytest.raises(BadSetting, match="the same place"):
        migrate_store(home, home)
    assert whole.persons()


def test_a_restore_brings_back_nothing_that_was_forgotten_since(whole, opened, tmp_path, home):
    made = back_up(whole.workspace, tmp_path / "backups" / "early.db")
    whole.forget(ForgetRequest(person="Mei", matching="Miso"))
    back_up(whole.workspace, tmp_path / "backups" / "late.db")  # brings the ledger beside the backups up to date
    done = restore_store(made.path, tmp_path / "elsewhere")
    assert done.forgotten == 1
    store = opened(home=tmp_path / "elsewhere")
    assert "Miso" not in json.dumps(lines(store, tmp_path))
    assert "Lisbon" in json.dumps(lines(store, tmp_path))
    assert {one.state for one in verify_store(tmp_path / "elsewhere")} == {State.OK}
    store.close()
    assert b"Miso" not in (tmp_path / "elsewhere" / DATABASE_NAME).read_bytes()


def test_a_restore_over_a_store_forgets_what_that_store_forgot(opened, tmp_path):
    place = tmp_path / "place"
    store = fill(opened(home=place), tmp_path)
    made = back_up(store.workspace, tmp_path / "backups" / "early.db")
    store.forget(ForgetRequest(person="Mei", everything=True))
    store.record("Somebody else.", person="Zoe")
    store.close()
    assert not (tmp_path / "backups" / "forgettings.jsonl").exists()
    assert restore_store(made.path, place, replace=True).forgotten == 1
    assert opened(home=place).persons() == {}
