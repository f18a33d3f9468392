"""PostgreSQL as the store's database: what it promises, and what is said when it cannot be used."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import event, make_url, text

from duramen.errors import BadSetting, StoreUnavailable, StoreVersion
from duramen.stores.engine import holds_store, open_engine, reading, writing
from duramen.stores.owners import OwnerKind, ensure_owner
from duramen.stores.postgres import shown_url
from duramen.stores.tables import metadata
from duramen.stores.vectors import write_fact
from duramen.stores.writing import owner_write


@pytest.fixture
def engine(new_database):
    opened = open_engine(new_database())
    yield opened
    opened.dispose()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://a:geheim@b/c", "no PostgreSQL URL"),
        ("postgresql://a:geheim@b", "no database"),
        ("http://x/y", "postgresql"),
    ],
)
def test_a_url_of_something_else_is_refused_without_its_password(url, said):
    with pytest.raises(BadSetting, match=said) as told:
        open_engine(url)
    assert "geheim" not in str(told.value)


def test_a_server_that_is_not_there_is_named_without_the_password():
    with pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1.*--home") as told:
        open_engine("postgresql://mei:geheim@127.0.0.1:1/memory")
    assert "geheim" not in str(told.value)


@pytest.mark.slow
def test_a_database_that_is_not_there_is_named(postgres_server):
    with pytest.raises(StoreUnavailable, match=r"nowhere.*create it"):
        open_engine(make_url(postgres_server).set(database="nowhere").render_as_string(hide_password=False))


@pytest.mark.slow
def test_the_tables_are_those_of_the_schema(engine):
    with reading(engine) as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []


@pytest.mark.slow
def test_every_name_is_compared_by_its_characters(engine):
    asked = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'character varying' AND collation_name IS DISTINCT FROM 'C' AND table_name <> 'alembic_version'"
    with reading(engine) as connection:
        assert connection.execute(text(asked)).all() == []


@pytest.mark.slow
def test_a_reader_sees_one_state_and_cannot_write(engine):
    count = text("SELECT count(*) FROM store_facts")
    with reading(engine) as reader:
        assert reader.execute(count).scalar() == 0
        with writing(engine) as writer:
            writer.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))
        assert reader.execute(count).scalar() == 0
        with pytest.raises(Exception, match="read-only"):
            reader.execute(text("DELETE FROM store_facts"))


@pytest.mark.slow
def test_a_write_is_durable_and_a_failed_one_leaves_nothing(engine):
    with writing(engine) as connection:
        assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
        connection.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))

    def fail():
        with writing(engine) as connection:
            connection.execute(text("INSERT INTO store_facts VALUES ('c', 'd')"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with reading(engine) as connection:
        assert connection.execute(text("SELECT name FROM store_facts")).scalars().all() == ["a"]


@pytest.mark.slow
def test_a_newer_schema_and_a_foreign_database_are_refused_and_left_alone(new_database):
    url = new_database()
    engine = open_engine(url)
    with writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreVersion, match="9999"):
        open_engine(url)
    with writing(engine) as connection:
        connection.execute(text("ALTER TABLE store_facts RENAME TO recipes"))
    engine.dispose()
    with pytest.raises(StoreUnavailable, match="something else"):
        open_engine(url)
    assert holds_store(url)


def end_connection(engine, connection):
    pid = connection.connection.driver_connection.info.backend_pid
    with engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False])
def test_a_write_whose_connection_breaks_at_the_commit_is_told_as_what_became_of_it(engine, kept):
    ann = ensure_owner(engine, "default", OwnerKind.PERSON, "Ann", 0)

    def breaks(connection):
        if connection.get_execution_options().get("duramen_writes"):
            if kept:  # the server has done it, and only its answer is lost
                connection.connection.driver_connection.commit()
            end_connection(engine, connection)

    event.listen(engine, "commit", breaks)

    def write():
        with owner_write(engine, ann) as written:
            write_fact(written.connection, "a", "b")

    if kept:
        write()
    else:
        with pytest.raises(StoreUnavailable, match="nothing was half written"):
            write()
    event.remove(engine, "commit", breaks)
    with reading(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM store_facts")).scalar() == int(kept)


@pytest.mark.slow
def test_a_write_whose_connection_breaks_in_the_middle_leaves_nothing(engine):
    def write():
        with writing(engine) as connection:
            connection.execute(text("INSERT INTO store_facts VALUES ('a', 'b')"))
            end_connection(engine, connection)
            connection.execute(text("INSERT INTO store_facts VALUES ('c', 'd')"))

    with pytest.raises(StoreUnavailable, match="nothing was half written"):
        write()
    with reading(engine) as connection:
        assert connection.execute(text("SELECT count(*) FROM store_facts")).scalar() == 0


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:geheim@host/db",
        "postgresql:///db?password=geheim&host=127.0.0.1",
        "postgresql://ann:ge@geheim@host/db",
        "postgresql://ann:geheim@ho\udc80st/db",
    ],
)
def test_a_url_is_shown_without_its_password_wherever_it_stands(url):
    assert "geheim" not in shown_url(url)
