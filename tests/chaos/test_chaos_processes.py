"""Several processes on one store at once: no error, nothing lost, nothing doubled."""

import time

import pytest
from chaos_store import export, sound

from duramen.domain.record import RecordState

pytestmark = pytest.mark.slow


def acknowledged(workers, seconds):
    """Let the workers run for a while, end them, and return what each said; none may have failed."""
    for worker in workers:
        assert worker.stdout.readline() == "open\n"
    time.sleep(seconds)
    said = []
    for worker in workers:
        assert worker.poll() is None, worker.stderr.read()
        worker.kill()
        out, err = worker.communicate(timeout=60)
        assert err == "", err
        said.append(out[: out.rfind("\n") + 1].splitlines())
    return said


def test_four_processes_write_to_one_person_at_once(chaos):
    file = export(chaos.folder / "talk.jsonl", 2_000)
    workers = [
        chaos.start("imports", 1, file),
        chaos.start("imports", 2, file),
        chaos.start("record", 3),
        chaos.start("chat", 4),
    ]
    _, _, recorded, talked = acknowledged(workers, 12)
    assert len(recorded) > 10
    assert len(talked) > 3
    sound(chaos.home)
    with chaos.open() as memory:
        memory.import_dialogue(file, person="Ann", character="imported")
        records = {record.record_id: record for record in memory.rounds(person="Ann", limit=100_000)}
        assert records.keys() >= {*recorded, *talked}
        imported = [turn.text for r in records.values() if r.character == "imported" for turn in r.turns]
        assert len(imported) == len(set(imported)) == 4_000
        for character in ("imported", "assistant"):
            numbers = sorted(r.round for r in records.values() if r.character == character)
            assert numbers == list(range(1, len(numbers) + 1))
        assert all(records[one].state is RecordState.COMPLETE for one in (*recorded, *talked))
        last = records[recorded[-1]].turns[0].text
        assert any(e.text == last for e in memory.recall(last, person="Ann", character="assistant").evidence)


def test_documents_and_talks_by_four_processes_at_once(chaos):
    files = []
    for n in range(2):
        file = chaos.folder / f"book{n}.md"
        file.write_text(f"# Book {n}\n\n" + "".join(f"Sentence {s} of book {n}. " for s in range(800)))
        files.append(file)
    workers = [
        chaos.start("learn", 1, files[0]),
        chaos.start("learn", 2, files[1]),
        chaos.start("chat", 3),
        chaos.start("chat", 4),
    ]
    _, _, first, second = acknowledged(workers, 10)
    sound(chaos.home)
    with chaos.open() as memory:
        records = {record.record_id for record in memory.rounds(person="Ann", limit=100_000)}
        assert records >= {*first, *second}
        assert len(first) > 2
        assert len(second) > 2
