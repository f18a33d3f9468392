import threading

import pytest
from sqlalchemy import func, select

from duramen.domain.dialogue import Role
from duramen.domain.record import RecordDraft, RecordState, TurnDraft
from duramen.domain.time import Moment
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind, ensure_owner, find_owner, head_of, list_owners
from duramen.stores.records import add_records, list_records
from duramen.stores.tables import heads, records, turns
from duramen.stores.writing import owner_write


def found(engine, name, tenant="default", kind=OwnerKind.PERSON):
    with reading(engine) as connection:
        return find_owner(connection, tenant, kind, name)


def head(engine, owner):
    with reading(engine) as connection:
        return head_of(connection, owner)


def draft(record_id, character="Ada", text="Hello."):
    turn = TurnDraft(role=Role.PERSON, speaker="Mei", text=text, happened_at=Moment(at_us=1), vector=b"\1\0")
    return RecordDraft(
        record_id=record_id,
        character=character,
        session="s",
        channel="api",
        state=RecordState.COMPLETE,
        happened_at=Moment(at_us=1),
        recorded_us=2,
        turns=(turn,),
    )


def test_an_owner_is_made_once_and_found_by_its_exact_name(engine):
    made = ensure_owner(engine, "default", OwnerKind.PERSON, "test_user", 7)
    assert ensure_owner(engine, "default", OwnerKind.PERSON, "test_user", 9) == made
    assert found(engine, "test_user") == made
    for name in ("test_user1", "test_use", "Test_User", "test%user", "testXuser", " test_user", ""):
        assert found(engine, name) is None
    assert ensure_owner(engine, "default", OwnerKind.PERSON, "test_user1", 7).owner_id != made.owner_id


def test_tenants_and_kinds_are_apart(engine):
    owners = [
        ensure_owner(engine, tenant, kind, "Mei", 1)
        for tenant in ("one", "two")
        for kind in (OwnerKind.PERSON, OwnerKind.BASE)
    ]
    assert len({owner.owner_id for owner in owners}) == 4
    assert len({owner.secret for owner in owners}) == 4
    with reading(engine) as connection:
        assert list_owners(connection, "one", OwnerKind.BASE) == [owners[1]]
        assert list_owners(connection, "three", OwnerKind.BASE) == []


def test_owners_are_listed_by_name(engine):
    for name in ("b", "猫", "a"):
        ensure_owner(engine, "default", OwnerKind.PERSON, name, 1)
    with reading(engine) as connection:
        assert [owner.name for owner in list_owners(connection, "default", OwnerKind.PERSON)] == ["a", "b", "猫"]


@pytest.mark.parametrize("name", ["O'Brien", 'a"b', "小梅", "a;DROP TABLE owners", "😀", "a\nb", "x" * 5_000])
def test_any_name_is_kept_as_it_is(engine, name):
    assert ensure_owner(engine, "default", OwnerKind.PERSON, name, 1).name == name
    assert found(engine, name).name == name


def test_a_secret_is_not_shown(mei):
    assert len(mei.secret) == 32
    assert repr(mei.secret) not in repr(mei)
    assert "secret" not in repr(mei)


def test_eight_threads_that_make_one_owner_get_the_same_one(engine):
    made, barrier = [], threading.Barrier(8)

    def make():
        barrier.wait()
        made.append(ensure_owner(engine, "default", OwnerKind.PERSON, "Mei", 1))

    threads = [threading.Thread(target=make) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
    assert len(set(made)) == 1


def test_each_write_takes_the_next_seq_of_its_owner(engine, mei, base):
    seqs = []
    for owner in (mei, base, mei, mei):
        with owner_write(engine, owner) as write:
            seqs.append(write.seq)
    assert seqs == [1, 1, 2, 3]
    assert (head(engine, mei).seq, head(engine, base).seq) == (3, 1)


def test_a_write_that_fails_leaves_nothing(engine, mei):
    with owner_write(engine, mei) as write:
        add_records(write, [draft("r1")])

    def fail():
        with owner_write(engine, mei) as write:
            add_records(write, [draft("r2")])
            write.erase_happened()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert (head(engine, mei).seq, head(engine, mei).epoch) == (1, 0)
    with reading(engine) as connection:
        assert [record.record_id for record in list_records(connection, mei, None, 9)] == ["r1"]
        assert connection.execute(select(turns.c.record_id)).scalars().all() == ["r1"]
    with owner_write(engine, mei) as write:
        assert (write.seq, write.take_items(1), write.take_round("Ada")) == (2, 2, 2)


def test_items_are_handed_out_once(engine, mei):
    with owner_write(engine, mei) as write:
        assert [write.take_items(3), write.take_items(0), write.take_items(2)] == [1, 4, 4]
    with owner_write(engine, mei) as write:
        assert write.take_items(1) == 6


def test_rounds_count_up_for_each_character_and_are_never_used_again(engine, mei):
    with owner_write(engine, mei) as write:
        assert [write.take_round(name) for name in ("Ada", "小达", "Ada")] == [1, 1, 2]
    with owner_write(engine, mei) as write:
        assert [write.take_round(name) for name in ("Ada", "小达", "Bob")] == [3, 2, 1]


def test_an_erasure_is_noted(engine, mei):
    with owner_write(engine, mei) as write:
        write.erase_happened()
    assert head(engine, mei).epoch == 1


def test_sixteen_writers_and_a_reader_lose_nothing(engine, mei):
    failures, counts, done = [], [], threading.Event()

    def write_fifty(number):
        try:
            for at in range(50):
                with owner_write(engine, mei) as write:
                    add_records(write, [draft(f"{number}-{at}")])
        except BaseException as error:
            failures.append(error)

    def read():
        while not done.is_set():
            try:
                with reading(engine) as connection:
                    rows = connection.execute(select(func.count()).select_from(records)).scalar()
                    at = connection.execute(select(heads.c.seq).where(heads.c.owner_id == mei.owner_id)).scalar()
                counts.append((rows, at))
                done.wait(0.005)
            except BaseException as error:
                failures.append(error)
                return

    reader = threading.Thread(target=read)
    writers = [threading.Thread(target=write_fifty, args=(number,)) for number in range(16)]
    for thread in (reader, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    reader.join()
    assert failures == []
    assert all(rows == seq for rows, seq in counts)  # never half of a write
    with reading(engine) as connection:
        rows = connection.execute(select(records.c.born_seq, records.c.round)).all()
        items = connection.execute(select(turns.c.turn_id)).scalars().all()
    assert sorted(row.born_seq for row in rows) == list(range(1, 801))
    assert sorted(row.round for row in rows) == list(range(1, 801))
    assert sorted(items) == list(range(1, 801))
