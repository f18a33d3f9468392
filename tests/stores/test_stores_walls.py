"""The second wall between tenants: what a role that owns no table sees of a database on which several tenants live."""

import os
from threading import Barrier, Thread

import pytest
from sqlalchemy import create_engine, insert, inspect, make_url, select, text, update

from duramen import Memory, Settings
from duramen.errors import StoreUnavailable
from duramen.stores.engine import open_engine, reading, writing
from duramen.stores.owners import OwnerKind, ensure_owner
from duramen.stores.tables import heads, metadata, owners

pytestmark = pytest.mark.slow
TENANTS = ("east", "west")


class Shared:
    """A database of two tenants, and the URL by which a plain role comes to it."""

    def __init__(self, url, role):
        self.url, self.role = url, role
        self.plain = make_url(url).set(username=role).render_as_string(hide_password=False)
        engine = open_engine(url)
        with writing(engine) as connection:
            connection.execute(text(f"CREATE ROLE {role} LOGIN"))
            connection.execute(text(f"GRANT USAGE ON SCHEMA public TO {role}"))
            connection.execute(text(f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO {role}"))
        engine.dispose()

    def memory(self, tenant):
        return Memory(self.plain, settings=Settings(tenant=tenant, embedder="hash", timezone="UTC", listener="rules"))

    def remove_role(self):
        engine = open_engine(self.url)
        with writing(engine) as connection:
            connection.execute(text(f"DROP OWNED BY {self.role}"))
            connection.execute(text(f"DROP ROLE {self.role}"))
        engine.dispose()


@pytest.fixture
def shared(new_database, tmp_path):
    made = Shared(new_database(), f"plain_{os.getpid()}")
    for tenant in TENANTS:
        with made.memory(tenant) as memory:
            memory.record(f"I live in the {tenant}.", "Noted.", person="Ann", character="Noa")
            memory.persona.set("home.city", f"city of the {tenant}", person="Ann")
            memory.learn(file_of(tmp_path, tenant), base="docs")
    yield made
    made.remove_role()


def file_of(folder, tenant):
    file = folder / f"{tenant}.txt"
    file.write_text(f"The {tenant} has a river.")
    return file


def of_a_tenant():
    return [table for table in metadata.sorted_tables if "tenant" in table.c]


def test_every_table_with_a_tenant_has_the_wall(shared):
    engine = open_engine(shared.url)
    asked = text("SELECT relname FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace")
    policies = text("SELECT tablename FROM pg_policies WHERE qual LIKE '%duramen.tenant%' AND with_check = qual")
    with reading(engine) as connection:
        walled = set(connection.execute(asked).scalars())
        ruled = set(connection.execute(policies).scalars())
        known = {
            name
            for name in inspect(connection).get_table_names()
            if "tenant" in {column["name"] for column in inspect(connection).get_columns(name)}
        }
    engine.dispose()
    assert walled == ruled == known == {table.name for table in of_a_tenant()}


def test_a_plain_role_sees_its_tenants_rows_alone_whatever_it_asks(shared):
    everything = open_engine(shared.url)
    mine = open_engine(shared.plain, "east")
    seen = 0
    for table in of_a_tenant():
        count = select(table.c.tenant)
        with reading(everything) as connection:
            there = set(connection.execute(count).scalars())
        with reading(mine) as connection:
            found = connection.execute(count).scalars().all()
        assert set(found) == there & {"east"}, table.name
        seen += len(found)
    assert seen > 10
    everything.dispose()
    mine.dispose()


def test_a_plain_role_can_neither_change_nor_add_rows_of_another_tenant(shared):
    mine = open_engine(shared.plain, "east")
    with writing(mine) as connection:
        assert connection.execute(update(heads).values(epoch=heads.c.epoch)).rowcount > 0
        assert connection.execute(update(heads).where(heads.c.tenant == "west").values(epoch=77)).rowcount == 0
    row = {"owner_id": "x", "tenant": "west", "kind": "person", "name": "Eve", "secret": b"", "recorded_us": 0}
    with pytest.raises(StoreUnavailable, match="role may not"), writing(mine) as connection:
        connection.execute(insert(owners).values(row))
    mine.dispose()


def test_without_a_tenant_nothing_is_seen_also_after_others_used_the_same_connection(shared):
    engine = create_engine(make_url(shared.plain).set(drivername="postgresql+psycopg"), pool_size=1, max_overflow=0)
    named = text("SELECT set_config('duramen.tenant', :tenant, true)")
    for tenant in (*TENANTS, *TENANTS):
        with engine.begin() as connection:
            connection.execute(named, {"tenant": tenant})
            assert set(connection.execute(select(owners.c.tenant)).scalars()) == {tenant}
        with engine.begin() as connection:  # the same connection, of which the name is gone
            assert connection.execute(select(owners)).all() == []
    engine.dispose()


def test_tenants_that_share_a_pool_of_connections_never_see_each_other(shared):
    pool = open_engine(shared.plain, "east")
    views = {tenant: pool.execution_options(duramen_tenant=tenant) for tenant in TENANTS}
    wrong, start = [], Barrier(8)

    def look(tenant):
        start.wait()
        for _ in range(40):
            with reading(views[tenant]) as connection:
                found = set(connection.execute(select(owners.c.tenant)).scalars())
            if found != {tenant}:
                wrong.append((tenant, found))
            ensure_owner(views[tenant], tenant, OwnerKind.PERSON, f"{tenant} guest", 0)

    threads = [Thread(target=look, args=(TENANTS[n % 2],)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    pool.dispose()


def test_the_product_works_as_a_plain_role_and_keeps_tenants_apart(shared):
    for tenant, other in (TENANTS, TENANTS[::-1]):
        with shared.memory(tenant) as memory:
            found = memory.recall("where do I live, by which river?", person="Ann", character="Noa", level="full")
            texts = " ".join(e.text for e in found.evidence)
            assert f"I live in the {tenant}." in texts
            assert f"The {tenant} has a river." in texts
            assert other not in texts
            assert memory.persona.show(person="Ann").tree.values()["home.city"] == f"city of the {tenant}"
            assert memory.reply("hello", person="Ann", character="Noa").round == 2
            memory.listen(person="Ann")


def test_a_role_that_sees_one_tenant_alone_cannot_move_a_whole_store(shared, tmp_path):
    from duramen.memory.moving.migrate import migrate_store

    with pytest.raises(StoreUnavailable, match="one tenant"):
        migrate_store(shared.plain, tmp_path / "copy")
