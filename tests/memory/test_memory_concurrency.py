"""Threads on one store: nothing lost, nothing doubled, every round with a number of its own."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from duramen import NotFound
from duramen.domain.record import RecordState

THREADS = 16


@pytest.fixture
def pool():
    with ThreadPoolExecutor(THREADS) as pool:
        yield pool


def all_of(pool, work, arguments):
    return [future.result(timeout=60) for future in [pool.submit(work, argument) for argument in arguments]]


def test_sixteen_threads_record_and_a_reader_reads(opened, pool):
    memory = opened(clocked=False)
    memory.record("The first word.", person="Ann")
    stop = threading.Event()
    seen = []

    def read():
        while not stop.is_set():
            seen.append(len(memory.recall("word number?", person="Ann").evidence))

    reader = pool.submit(read)
    ids = all_of(pool, lambda n: memory.record(f"word number {n}", f"reply {n}", person="Ann"), range(80))
    stop.set()
    reader.result(timeout=60)
    records = memory.rounds(person="Ann", limit=1_000)
    assert {record.record_id for record in records} >= set(ids)
    assert len(records) == 81
    assert sorted(record.round for record in records) == list(range(1, 82))
    assert all(len(record.turns) == 2 for record in records if record.record_id in ids)
    turn_ids = [turn.turn_id for record in records for turn in record.turns]
    assert len(set(turn_ids)) == len(turn_ids)
    assert seen
    assert all(seen)


def test_sixteen_threads_talk_at_once(opened, pool):
    memory = opened(clocked=False)
    replies = all_of(pool, lambda n: memory.reply(f"I have {n} apples.", person="Ann"), range(32))
    records = memory.rounds(person="Ann", limit=1_000)
    assert sorted(reply.round for reply in replies) == list(range(1, 33))
    assert all(record.state is RecordState.COMPLETE and len(record.turns) == 2 for record in records)
    assert sorted(record.turns[0].text for record in records) == sorted(f"I have {n} apples." for n in range(32))


def test_one_export_imported_by_many_threads_at_once_is_there_once(opened, pool, tmp_path):
    lines = [
        {
            "role": "user" if n % 2 == 0 else "assistant",
            "content": f"line {n}",
            "time": f"2024-05-01T{n // 60:02}:{n % 60:02}",
        }
        for n in range(400)
    ]
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    memory = opened()
    done = all_of(pool, lambda _: memory.import_dialogue(file, person="Ann"), range(8))
    assert sum(one.messages for one in done) == 400
    assert sum(one.rounds for one in done) == len(memory.rounds(person="Ann", limit=1_000)) == 200
    texts = [turn.text for record in memory.rounds(person="Ann", limit=1_000) for turn in record.turns]
    assert sorted(texts) == sorted(line["content"] for line in lines)


def test_a_new_person_met_by_many_threads_is_one_person(opened, pool):
    memory = opened()
    all_of(pool, lambda n: memory.record(f"hello {n}", person="Newcomer"), range(THREADS))
    assert memory.persons() == {"Newcomer": {"assistant": THREADS}}


def test_documents_come_and_go_while_others_search(opened, pool, tmp_path):
    memory = opened()
    memory.record("Tell me of ships.", person="Ann")
    files = []
    for number in range(4):
        path = tmp_path / f"ship{number}.md"
        path.write_text(f"# Ship {number}\n\n" + f"Ship {number} sails on the sea with {number} masts. " * 40)
        files.append(path)
    memory.learn(*files, base="ships")
    stop = threading.Event()

    def search(_):
        count = 0
        while not stop.is_set():
            memory.recall("Which ship sails on the sea?", person="Ann")
            count += 1
        return count

    searches = [pool.submit(search, n) for n in range(4)]
    for _ in range(6):
        for path in files:
            memory.remove_document(path.name, base="ships")
            memory.learn(path, base="ships")
    stop.set()
    assert all(one.result(timeout=60) for one in searches)
    assert len(memory.documents("ships")) == 4
    with pytest.raises(NotFound):
        memory.document("ship9.md", base="ships")


def test_the_same_document_learnt_by_many_threads_is_there_once(opened, pool, tmp_path):
    path = tmp_path / "guide.md"
    path.write_text("# Hours\n\nThe shop opens at nine.\n")
    memory = opened()
    all_of(pool, lambda _: memory.learn(path), range(8))
    assert len(memory.documents()) == 1
    memory.record("hi", person="Ann")
    found = memory.recall("When does the shop open?", person="Ann")
    assert sum("shop opens" in e.text for e in found.evidence) == 1
