import sqlite3
import subprocess
import sys
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.command import downgrade, upgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

import duramen.stores
from duramen.errors import StoreError, StoreUnavailable, StoreVersion
from duramen.stores.engine import (
    _KNOWN_REVISIONS,
    DATABASE_NAME,
    SCHEMA_HEAD,
    open_engine,
    reading,
    writing,
)
from duramen.stores.records import read_record
from duramen.stores.sqlite import _configure
from duramen.stores.tables import metadata

PRAGMAS = {"journal_mode": "wal", "foreign_keys": 1, "secure_delete": 1, "synchronous": 2, "busy_timeout": 30_000}


@pytest.fixture
def engine(tmp_path):
    opened = open_engine(tmp_path / "store")
    yield opened
    opened.dispose()


def migrations(connection=None):
    config = Config()
    config.set_main_option("script_location", str(Path(duramen.stores.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config


def differences(engine):
    with reading(engine) as connection:
        return compare_metadata(MigrationContext.configure(connection), metadata)


def test_a_new_store_has_exactly_the_tables_of_the_schema(engine):
    assert differences(engine) == []
    with reading(engine) as connection:
        assert set(inspect(connection).get_table_names()) == {*metadata.tables, "alembic_version"}


def test_the_head_of_the_migrations_is_the_one_that_the_engine_expects():
    script = ScriptDirectory.from_config(migrations())
    assert script.get_heads() == [SCHEMA_HEAD]
    assert {revision.revision for revision in script.walk_revisions()} == set(_KNOWN_REVISIONS)


def test_a_schema_can_be_taken_down_and_brought_up_again(engine):
    with writing(engine) as connection:
        downgrade(migrations(connection), "base")
    with reading(engine) as connection:
        assert inspect(connection).get_table_names() == ["alembic_version"]
    with writing(engine) as connection:
        upgrade(migrations(connection), "head")
    assert differences(engine) == []


def test_a_store_of_the_first_schema_is_brought_up_to_date_with_all_its_rows(engine, mei, tmp_path):
    with writing(engine) as connection:
        downgrade(migrations(connection), "0001")
        connection.execute(
            text(
                "INSERT INTO records (owner_id, record_id, tenant, character, session, round, state, channel, "
                "recorded_us, born_seq) VALUES (:o, 'r', 'default', 'Ann', 's', 1, 'complete', 'api', 5, 1)"
            ),
            {"o": mei.owner_id},
        )
        connection.execute(
            text(
                "INSERT INTO turns (owner_id, turn_id, record_id, tenant, position, role, speaker, text, retrievable, "
                "born_seq, vector) VALUES (:o, 7, 'r', 'default', 0, 'person', 'Mei', '早', 1, 1, x'0102')"
            ),
            {"o": mei.owner_id},
        )
        assert "extra" not in {column["name"] for column in inspect(connection).get_columns("turns")}
    engine.dispose()
    again = open_engine(tmp_path / "store")
    assert differences(again) == []
    with reading(again) as connection:
        row = connection.execute(text("SELECT * FROM turns")).one()
        record = read_record(connection, mei, "r")
    again.dispose()
    assert (row.text, row.vector, row.extra) == ("早", b"\x01\x02", "{}")
    assert [(turn.text, turn.extra) for turn in record.turns] == [("早", "{}")]


def test_every_table_but_the_facts_hangs_on_an_owner_first():
    for table in metadata.tables.values():
        if table.name != "store_facts":
            assert next(iter(table.primary_key)).name == "owner_id", table.name
            assert "tenant" in table.c


def test_every_connection_has_the_pragmas(engine):
    with ExitStack() as stack:
        connections = [stack.enter_context(reading(engine)) for _ in range(8)]
        for connection in connections:
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in PRAGMAS}
            assert found == PRAGMAS
    with writing(engine) as connection:
        assert connection.exec_driver_sql("PRAGMA secure_delete").scalar() == 1


def test_pragmas_are_set_and_not_left_to_the_defaults_of_the_machine(tmp_path):
    connection = sqlite3.connect(tmp_path / "any.db")
    for pragma in ("journal_mode=delete", "foreign_keys=off", "secure_delete=off", "synchronous=off", "busy_timeout=1"):
        connection.execute(f"PRAGMA {pragma}")
    _configure(connection, None)
    assert {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in PRAGMAS} == PRAGMAS
    connection.close()


def test_a_pragma_that_is_refused_is_told():
    connection = sqlite3.connect(":memory:")  # has no write-ahead log
    with pytest.raises(StoreUnavailable, match=r"journal_mode=wal.*local disk"):
        _configure(connection, None)
    connection.close()


def test_forty_readers_at_once_do_not_wait_for_each_other(engine):
    with ExitStack() as stack:
        connections = [stack.enter_context(reading(engine)) for _ in range(40)]
        assert {connection.execute(text("SELECT 1")).scalar() for connection in connections} == {1}


def test_a_reader_sees_one_state_throughout(engine):
    count = text("SELECT count(*) FROM store_facts")
    with reading(engine) as reader:
        assert reader.execute(count).scalar() == 0
        with writing(engine) as writer:
            writer.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))
        assert reader.execute(count).scalar() == 0
    with reading(engine) as reader:
        assert reader.execute(count).scalar() == 1


def test_a_failure_undoes_the_whole_write(engine):
    def fail():
        with writing(engine) as connection:
            connection.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with reading(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM store_facts")).scalar() == 0


def test_opening_again_changes_nothing(engine, tmp_path):
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))
    again = open_engine(tmp_path / "store")
    with reading(again) as connection:
        assert connection.execute(text("SELECT value FROM store_facts")).scalar() == "b"
    again.dispose()


def test_opening_an_existing_store_does_not_import_alembic(engine, tmp_path):
    code = (
        "import sys; from pathlib import Path; from duramen.stores.engine import open_engine; "
        f"open_engine(Path({str(tmp_path / 'store')!r})); print('alembic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "False"


def opened_at_once(folders):
    failures: list[BaseException] = []
    barrier = threading.Barrier(len(folders))

    def run(folder):
        try:
            barrier.wait()
            open_engine(folder).dispose()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(folder,)) for folder in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return failures


def test_eight_threads_may_make_one_store(tmp_path):
    assert opened_at_once([tmp_path / "one"] * 8) == []


def test_eight_threads_may_each_make_a_store_of_their_own(tmp_path):
    assert opened_at_once([tmp_path / str(number) for number in range(8)]) == []
    for number in range(8):
        engine = open_engine(tmp_path / str(number))
        assert differences(engine) == []
        engine.dispose()


# What may lie in the folder instead.


def refused(folder, kind, *parts):
    with pytest.raises(StoreError) as told:
        open_engine(folder)
    assert type(told.value) is kind
    for part in (str(folder), *parts):
        assert part in str(told.value)


def test_a_database_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / DATABASE_NAME
    with sqlite3.connect(path) as foreign:
        foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    before = path.read_bytes()
    refused(tmp_path, StoreUnavailable, "something else", "--home")
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == [DATABASE_NAME]


def test_a_newer_schema_is_refused_with_its_number(engine, tmp_path):
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    refused(tmp_path / "store", StoreVersion, "9999", "upgrade duramen")


@pytest.mark.parametrize(
    "damage", [b"not a database at all, but long enough to have a header " * 40, b"SQLite format 3\0" + b"\xff" * 5_000]
)
def test_a_damaged_file_is_named_with_the_way_out(tmp_path, damage):
    (tmp_path / DATABASE_NAME).write_bytes(damage)
    refused(tmp_path, StoreUnavailable, DATABASE_NAME, "backup")


def test_pages_that_were_overwritten_are_named_when_they_are_read(engine, tmp_path):
    with writing(engine) as connection:
        for number in range(400):
            connection.execute(text("INSERT INTO store_facts VALUES (:n, :v)"), {"n": str(number), "v": "x" * 500})
    engine.dispose()
    path = tmp_path / "store" / DATABASE_NAME
    data = bytearray(path.read_bytes())
    data[-40 * 4096 :] = b"\xaa" * (40 * 4096)
    path.write_bytes(data)
    again = open_engine(tmp_path / "store")
    with pytest.raises(StoreUnavailable, match=r"duramen\.db.*damaged"), reading(again) as connection:
        connection.execute(text("SELECT sum(length(value)) FROM store_facts")).scalar()
    again.dispose()


def test_an_empty_file_becomes_a_store(tmp_path):
    (tmp_path / DATABASE_NAME).write_bytes(b"")
    engine = open_engine(tmp_path)
    assert differences(engine) == []
    engine.dispose()


def test_a_file_in_the_place_of_the_folder_is_named(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    refused(file, StoreUnavailable, "--home")
    refused(file / "below", StoreUnavailable, "--home")


def test_a_folder_in_the_place_of_the_database_is_named(tmp_path):
    (tmp_path / DATABASE_NAME).mkdir()
    refused(tmp_path, StoreUnavailable)


def test_a_folder_with_odd_characters_is_a_folder(tmp_path):
    folder = tmp_path / "记忆 100% ?a=b#c"
    engine = open_engine(folder)
    with writing(engine) as connection:
        connection.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))
    engine.dispose()
    assert (folder / DATABASE_NAME).is_file()
    assert [entry.name for entry in tmp_path.iterdir()] == [folder.name]


def test_a_lock_held_too_long_is_told_and_not_waited_for_for_ever(engine, tmp_path):
    with reading(engine) as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 50")  # of the pool's one connection: 30 s are long in a test
    other = sqlite3.connect(tmp_path / "store" / DATABASE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable, match="locked by another writer"), writing(engine):
        pytest.fail("two writers at once")
    other.close()
