"""What a store's rows name is there, whatever was done with it; what is not is found, and told from what was erased."""

import json
import zlib

import pytest
from every_table import raw
from sqlalchemy import delete, insert, select, text, update

from duramen.memory.fsck import RULES, check_store
from duramen.stores.counters import MOST_SKIPPED
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.tables import decisions, hints, leaf_quotes, leaves, tree_versions, windows
from duramen.stores.sealing import owner_tables
from duramen.stores.tables import chain, children, documents, heads, owners, parents, records, turns
from duramen.stores.writing import owner_write


def test_a_store_that_was_used_in_every_way_is_clean(filled):
    found = check_store(filled)
    assert (found.dangling, found.erased, found.faults) == ((), (), ())


def kinds(home):
    return {one.kind for one in check_store(home).dangling}


def gone(table, *where):
    return delete(table).where(*where)


def answered(connection):
    return connection.execute(select(records).where(records.c.trace.is_not(None))).first()


def traced(**changes):
    """Change what the answered round's trace names."""

    def change(connection):
        row = answered(connection)
        trace = json.loads(zlib.decompress(row.trace)) | changes
        packed = zlib.compress(json.dumps(trace).encode())
        return update(records).where(records.c.record_id == row.record_id).values(trace=packed)

    return change


CANDIDATE = {"source": "experience", "item": 10**6, "record": "r", "merged": []}
CASES = {
    "turn-record": lambda c: gone(records, records.c.trace.is_(None)),
    "parent-document": lambda c: gone(documents),
    "child-parent": lambda c: gone(parents),
    "quote-leaf": lambda c: update(leaf_quotes).values(leaf_id=leaf_quotes.c.leaf_id + 10**6),
    "quote-turn": lambda c: update(leaf_quotes).values(record_id="another"),
    "leaf-grown-from": lambda c: update(leaves).values(grown_from=10**6),
    "leaf-version": lambda c: update(leaves).values(died_version=10**6),
    "decision-leaf": lambda c: update(decisions).values(leaf_id=10**6),
    "decision-window": lambda c: gone(windows),
    "decision-version": lambda c: update(decisions).values(version=10**6),
    "decision-turn": lambda c: update(decisions).values(evidence=json.dumps({"quote": ["r", 10**6, 0, 1]})),
    "version-window": lambda c: gone(windows),
    "version": lambda c: gone(tree_versions, tree_versions.c.version == 1),
    "hint-record": lambda c: update(hints).values(record_id="another"),
    "head-version": lambda c: update(heads).values(tree_version=2**60),
    "row-owner": lambda c: gone(owners, owners.c.kind == "base"),
    "owner-head": lambda c: gone(heads),
    "self": lambda c: update(owners).where(owners.c.kind == "base").values(kind="self", name="nobody:Ada"),
    "wordless": lambda c: gone(turns),
    "tenant": lambda c: update(turns).values(tenant="another"),
    "counter": lambda c: update(heads).values(next_item=1),
    "span": lambda c: update(leaf_quotes).values(end=10**6),
    "vector": lambda c: update(turns).values(vector=b"12345"),
    "trace": lambda c: update(records).where(records.c.trace.is_not(None)).values(trace=b"no trace"),
    "trace-turn": traced(candidates=[CANDIDATE]),
    "trace-child": traced(candidates=[CANDIDATE | {"merged": [f"knowledge:{10**6}"]}]),
    "trace-leaf": traced(leaves=[{"id": "L1", "path": "no.leaf", "version": 1}]),
    "trace-version": traced(tree_version=10**6),
    "binding": lambda c: update(records).where(records.c.trace.is_not(None)).values(bindings="E77"),
}


def test_there_is_a_case_for_every_rule():
    assert set(CASES) == set(RULES)


@pytest.mark.parametrize("kind", CASES)
def test_what_leads_nowhere_is_found_with_its_kind(filled, kind):
    with raw(filled) as connection:
        changed = connection.execute(CASES[kind](connection)).rowcount
    assert changed
    found = check_store(filled)
    assert kind in {one.kind for one in found.dangling}
    assert found.erased == ()
    assert len(found.dangling) < 2 * MOST_SKIPPED  # also of a number that may be any


@pytest.mark.parametrize(
    "values",
    [{"seq": 0}, {"heard_upto": 10**6}, {"next_item": 2}, {"rounds": "{}"}, {"rounds": "no JSON"}, {"rounds": "[]"}],
)
def test_each_counter_that_is_behind_is_found(filled, values):
    with raw(filled) as connection:
        connection.execute(update(heads).values(values))
    assert kinds(filled) == {"counter"}


def test_what_was_lawfully_erased_is_counted_apart(filled, opened):
    memory = opened()
    mei = memory.workspace.find(OwnerKind.PERSON, "mei")
    with owner_write(memory.workspace.engine, mei) as write:
        first = write.connection.execute(select(leaf_quotes.c.record_id)).scalars().first()
        write.erase(records, {"record_id": first})
        write.erase(leaves, {})
        write.erase(windows, {})
    memory.remove_document("note.md")
    memory.close()
    found = check_store(filled)
    assert found.clean
    assert {one.kind for one in found.erased} >= {"decision-leaf", "decision-window", "decision-turn", "version-window"}


def test_what_hangs_on_erased_rows_of_others_is_lawful_too(filled, opened):
    memory = opened()
    reply = memory.reply("What does the bassoon have?", person="mei")
    assert any(e.candidate.source == "knowledge" for e in reply.evidence)
    memory.remove_document("note.md")
    memory.close()
    found = check_store(filled)
    assert found.clean
    assert "trace-child" in {one.kind for one in found.erased}


def test_the_databases_own_check_is_asked(filled):
    if isinstance(filled, str):
        with raw(filled) as connection:
            connection.execute(text("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'pk_hints'::regclass"))
        assert any("pk_hints" in fault for fault in check_store(filled).faults)
        return
    with raw(filled) as connection:
        connection.execute(delete(records))
    assert any("turns" in fault and "records" in fault for fault in check_store(filled).faults)


def test_a_chunk_of_a_base_that_was_removed_before_there_were_chains_is_no_fault(filled, opened, tmp_path):
    memory = opened()
    memory.reply("What does the bassoon have?", person="mei")
    memory.close()
    with raw(filled) as connection:  # as an older duramen left it: no chain, and the document gone
        connection.execute(delete(chain))
        connection.execute(update(heads).values(chain_hash=b""))
        for table in owner_tables():
            connection.execute(update(table).values(salt=None))
        for table in (children, parents, documents):
            connection.execute(delete(table))
    assert "trace-child" in kinds(filled)
    memory = opened(clocked=False)
    memory.learn(tmp_path / "note.md")
    memory.close()
    assert check_store(filled).clean


def test_a_row_of_nobody_is_found(filled):
    with raw(filled) as connection:
        row = connection.execute(select(turns)).first()._asdict()
        connection.execute(insert(turns).values(row | {"owner_id": "nobody", "import_key": None}))
    assert kinds(filled) >= {"row-owner", "turn-record"}
