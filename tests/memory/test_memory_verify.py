"""The chain (C12): what is lawfully written and erased verifies; a byte, a row or an entry changed past it is named."""

import random

import pytest
from every_table import raw
from sqlalchemy import LargeBinary, SmallInteger, String, delete, insert, select, text, update

from duramen.errors import InputError, NotFound
from duramen.memory.verify import verify_store
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.tables import leaf_quotes, leaves
from duramen.stores.sealing import Entry, digest_of, encoded, entries_of, owner_tables, packed, row_key, unpacked
from duramen.stores.tables import chain, heads, metadata, owners, records, turns
from duramen.stores.verifying import Fault, State
from duramen.stores.writing import owner_write


def wrong(home, **how):
    return {
        (finding.fault, finding.table, finding.key) for one in verify_store(home, **how) for finding in one.findings
    }


def flipped(column, value):
    """Return a value of the column's type in which one byte is another."""
    if isinstance(column.type, LargeBinary):
        return bytes([value[0] ^ 1, *value[1:]]) if value else b"\x01"
    if isinstance(column.type, String):
        return f"{value[:-1]}{chr(ord(value[-1]) ^ 1)}" if value else "x"
    return (value or 0) + (1 if isinstance(column.type, SmallInteger) else 1_000_003)


def named(table, row):
    return {column.name: row[column.name] for column in table.primary_key}


def only(table, key):
    return [table.c[name] == value for name, value in key.items()]


@pytest.mark.slow
def test_a_byte_changed_in_any_column_of_any_table_is_named_with_its_row(filled):
    chance, unnoticed = random.Random(8), {}
    for table in owner_tables():
        for column in table.c:
            with raw(filled) as connection:
                row = chance.choice(connection.execute(select(table)).all())._asdict()
                new = row | {column.name: flipped(column, row[column.name])}
                connection.execute(
                    update(table).where(*only(table, named(table, row))).values({column: new[column.name]})
                )
            before, after = (table.name, row_key(table, row)), (table.name, row_key(table, new))
            expected = {(Fault.CHANGED, *before)}
            if column.primary_key:
                expected = {(Fault.MISSING, *before), (Fault.FOREIGN, *after)}
            found = wrong(filled)
            if table is owners and column.primary_key:  # an owner of whom nothing was ever written
                expected = {(Fault.MISSING, *before), (Fault.BROKEN, "chain", "")}
            if found != expected:
                unnoticed[table.name, column.name] = found
            with raw(filled) as connection:
                where = only(table, named(table, new))
                connection.execute(update(table).where(*where).values({column: row[column.name]}))
    assert unnoticed == {}
    assert wrong(filled) == set()


def test_text_that_is_no_text_any_more_is_named_with_its_row(filled):
    if isinstance(filled, str):
        pytest.skip("PostgreSQL holds no text whose bytes are none")
    with raw(filled) as connection:
        connection.execute(text("UPDATE turns SET text = CAST(x'ff61' AS TEXT) WHERE turn_id = 1"))
    assert wrong(filled) == {(Fault.CHANGED, "turns", "1")}


def test_a_changed_entry_breaks_the_chain_at_its_seq(filled):
    with raw(filled) as connection:
        mei = connection.execute(select(owners.c.owner_id).where(owners.c.name == "mei")).scalar_one()
        entries = connection.execute(select(chain).where(chain.c.owner_id == mei).order_by(chain.c.seq)).all()
    middle = entries[len(entries) // 2]._asdict()
    for column in chain.c:
        new = middle | {column.name: flipped(column, middle[column.name])}
        with raw(filled) as connection:
            connection.execute(
                update(chain).where(*only(chain, named(chain, middle))).values({column: new[column.name]})
            )
        found = [finding for one in verify_store(filled) for finding in one.findings if finding.fault is Fault.BROKEN]
        broken = {finding.seq for finding in found}
        assert broken & {middle["seq"], new["seq"], middle["seq"] + 1}, column.name
        if not column.primary_key:
            assert broken == {middle["seq"]}, column.name
        with raw(filled) as connection:
            connection.execute(update(chain).where(*only(chain, named(chain, new))).values(middle))
    with raw(filled) as connection:
        connection.execute(delete(chain).where(*only(chain, named(chain, middle))))
    assert (Fault.BROKEN, "chain", "") in wrong(filled)


def test_an_entry_written_anew_with_a_hash_that_fits_breaks_the_next(filled):
    with raw(filled) as connection:
        mei = connection.execute(select(owners.c.owner_id).where(owners.c.name == "mei")).scalar_one()
        entry = connection.execute(select(chain).where(chain.c.owner_id == mei, chain.c.seq == 2)).one()._asdict()
        connection.execute(
            update(chain).where(*only(chain, named(chain, entry))).values(_again(entry | {"cause": "nothing at all"}))
        )
    found = [finding.seq for one in verify_store(filled) for finding in one.findings]
    assert found == [3]


def _again(entry):
    one = Entry(**{name: entry[name] for name in Entry.__dataclass_fields__})
    return one.values()


def test_the_end_of_a_chain_that_was_cut_is_told(filled):
    with raw(filled) as connection:
        head = connection.execute(select(heads).where(heads.c.seq > 3)).first()
        connection.execute(delete(chain).where(chain.c.owner_id == head.owner_id, chain.c.seq == head.seq))
    assert (Fault.CHANGED, "heads", "") in wrong(filled)


def test_a_whole_chain_that_is_gone_is_not_taken_for_a_store_of_before(filled):
    with raw(filled) as connection:
        connection.execute(delete(chain))
        connection.execute(update(heads).values(chain_hash=b""))
    assert {one.state for one in verify_store(filled)} == {State.TAMPERED}


def test_a_row_taken_out_past_the_library_is_missing_and_one_put_in_is_not_ours(filled):
    for table in owner_tables():
        with raw(filled) as connection:
            row = connection.execute(select(table)).first()._asdict()
            connection.execute(delete(table).where(*only(table, named(table, row))))
        expected = {(Fault.MISSING, table.name, row_key(table, row))}
        assert wrong(filled) >= expected, table.name
        if table not in (owners, heads):
            assert wrong(filled) == expected
        with raw(filled) as connection:
            connection.execute(insert(table).values(row))
    assert wrong(filled) == set()
    with raw(filled) as connection:
        row = connection.execute(select(turns)).first()._asdict()
        connection.execute(insert(turns).values(row | {"turn_id": 10**9, "import_key": None}))
    assert wrong(filled) == {(Fault.FOREIGN, "turns", str(10**9))}


def test_what_is_lawfully_erased_is_told_from_what_is_missing(filled, opened):
    memory = opened()
    mei = memory.workspace.find(OwnerKind.PERSON, "mei")
    record = memory.rounds(person="mei")[0]
    with owner_write(memory.workspace.engine, mei) as write:
        write.cause = "forgetting 7"
        assert write.erase(records, {"record_id": record.record_id}) == 1
    memory.close()
    (one,) = [one for one in verify_store(filled) if one.name == "mei"]
    assert one.state is State.OK
    (erasure,) = one.erasures
    assert (erasure.cause, erasure.erased, erasure.redacted) == ("forgetting 7", 1 + len(record.turns), 0)
    with raw(filled) as connection:
        kept = connection.execute(select(turns).where(turns.c.owner_id == mei.owner_id)).first()._asdict()
        connection.execute(insert(turns).values(kept | {"turn_id": record.turns[0].turn_id, "import_key": None}))
    assert wrong(filled) == {(Fault.FOREIGN, "turns", str(record.turns[0].turn_id))}


def test_a_redacted_row_stays_with_a_new_salt_so_that_no_digest_is_of_its_old_words(filled, opened):
    memory = opened()
    mei = memory.workspace.find(OwnerKind.PERSON, "mei")
    with raw(filled) as connection:
        before = connection.execute(select(turns).where(turns.c.owner_id == mei.owner_id)).first()._asdict()
    with owner_write(memory.workspace.engine, mei) as write:
        write.redact(turns, {"turn_id": before["turn_id"]}, {"text": "", "vector": None})
    memory.close()
    (one,) = [one for one in verify_store(filled) if one.name == "mei"]
    assert (one.state, one.erasures[-1].erased, one.erasures[-1].redacted) == (State.OK, 0, 1)
    with raw(filled) as connection:
        after = connection.execute(select(turns).where(*only(turns, named(turns, before)))).one()._asdict()
        blobs = connection.execute(select(chain.c.rows).where(chain.c.owner_id == mei.owner_id)).scalars().all()
    assert after["salt"] != before["salt"]
    digests = {digest for blob in blobs for _, digest in unpacked(blob)}
    assert digest_of(turns, before) in digests  # it stays, and proves nothing: its salt is nowhere any more
    assert digest_of(turns, before | {"salt": after["salt"]}) not in digests


def test_erasing_takes_what_hangs_on_a_row_along(filled, opened):
    memory = opened()
    mei = memory.workspace.find(OwnerKind.PERSON, "mei")
    with owner_write(memory.workspace.engine, mei) as write:
        mine = leaf_quotes.c.owner_id == mei.owner_id
        quotes = write.connection.execute(select(leaf_quotes.c.leaf_id).where(mine)).scalars().all()
        assert write.erase(leaves, {"leaf_id": quotes[0]}) == 1
    memory.close()
    assert wrong(filled) == set()


def test_a_store_of_before_is_unsealed_until_the_next_write_or_begin(filled, opened):
    with raw(filled) as connection:
        connection.execute(delete(chain))
        connection.execute(update(heads).values(chain_hash=b""))
        for table in owner_tables():
            connection.execute(update(table).values(salt=None))
    assert {one.state for one in verify_store(filled)} == {State.UNSEALED}
    memory = opened()
    memory.record("I moved to Leiden.", "Good.", person="mei")
    memory.close()
    states = {one.name: one.state for one in verify_store(filled)}
    assert states.pop("mei") is State.OK
    assert set(states.values()) == {State.UNSEALED}
    assert {one.state for one in verify_store(filled, begin=True)} == {State.OK}


def test_a_noted_head_is_found_again_and_a_chain_written_anew_does_not_have_it(filled, opened):
    noted = {one.name: one.head for one in verify_store(filled)}["mei"]
    memory = opened()
    memory.record("I moved to Leiden.", "Good.", person="mei")
    memory.close()
    found = verify_store(filled, noted=noted)
    assert [one.name for one in found if one.noted_at is not None] == ["mei"]
    assert verify_store(filled, "mei", noted[:16].upper())[0].noted_at is not None
    assert all(one.noted_at is None for one in verify_store(filled, noted="0" * 64))
    for bad in ("0" * 15, "x" * 64, "0" * 65, noted + " z"):
        with pytest.raises(InputError, match="no hash of a chain"):
            verify_store(filled, noted=bad)
    with pytest.raises(NotFound, match="'mei'"):
        verify_store(filled, "nobody")


def test_every_table_of_owners_has_a_salt_and_a_key_that_is_text_without_doubt():
    for table in metadata.sorted_tables:
        if "owner_id" in table.c and table is not chain:
            assert "salt" in table.c, f"{table.name} needs salt() of stores/columns.py, and its migration a column"
    assert {table.name for table in owner_tables()} == {t.name for t in metadata.sorted_tables if "salt" in t.c}


def test_a_large_transaction_becomes_several_entries_that_hang_together(monkeypatch):
    monkeypatch.setattr("duramen.stores.sealing.ROWS_PER_ENTRY", 2)
    listed = [(("turns", str(at)), bytes([at])) for at in range(5)]
    first = {"owner_id": "o", "tenant": "t", "seq": 3, "kind": "write", "recorded_us": 1}
    made = entries_of(Entry(**first, rows=b"", previous=b"p"), listed)
    assert [one["part"] for one in made] == [0, 1, 2]
    assert [one["previous"] for one in made] == [b"p", made[0]["hash"], made[1]["hash"]]
    assert [row for one in made for row in unpacked(one["rows"])] == listed
    assert len(entries_of(Entry(**first, rows=b"", previous=b"p"), [])) == 1


def test_no_two_rows_that_differ_are_encoded_alike():
    values = [None, "", "n", b"", b"n", 0, 1, 0.0, "1", b"1", "0", "1:s1", 1.5, "i1:1"]
    assert len({encoded(value) for value in values}) == len(values)
    for cut in (1, 3, 7):
        with pytest.raises(ValueError, match=r".*"):
            list(unpacked(packed([(("turns", "17"), b"x" * 32)])[:-cut]))
