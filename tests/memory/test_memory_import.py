"""Importing is idempotent, however often, in whatever pieces and order it happens."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duramen import Memory, Settings, StoreError

START = datetime(2024, 1, 1, 9, tzinfo=UTC)


def talk(days, first=0):
    """A talk of one round a day, as the lines of an export."""
    lines = []
    for day in range(first, first + days):
        at = START + timedelta(days=day)
        lines.append({"role": "user", "content": f"Day {day}: I ate dish{day}.", "time": at.isoformat()})
        lines.append(
            {"role": "assistant", "content": f"Dish{day} is fine.", "time": (at + timedelta(seconds=30)).isoformat()}
        )
    return lines


def write(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def said(memory, person="Ann"):
    """Everything a person's rounds hold, without ids."""
    return [
        (record.happened_at.iso(), [(turn.role.value, turn.text) for turn in record.turns])
        for record in memory.rounds(person=person, limit=10_000)
    ]


def test_importing_twice_adds_nothing(memory, tmp_path):
    file = write(tmp_path / "talk.jsonl", talk(5))
    first = memory.import_dialogue(file, person="Ann")
    before = said(memory)
    again = memory.import_dialogue(file, person="Ann")
    assert (first.rounds, first.messages, first.known) == (5, 10, 0)
    assert (again.rounds, again.messages, again.known) == (0, 0, 10)
    assert said(memory) == before


def test_the_same_talk_under_another_name_of_file_is_known(memory, tmp_path):
    memory.import_dialogue(write(tmp_path / "one.jsonl", talk(3)), person="Ann")
    assert memory.import_dialogue(write(tmp_path / "two.jsonl", talk(3)), person="Ann").messages == 0


def test_another_persons_import_of_the_same_file_is_their_own(memory, tmp_path):
    file = write(tmp_path / "talk.jsonl", talk(2))
    assert memory.import_dialogue(file, person="Ann").messages == 4
    assert memory.import_dialogue(file, person="Ben").messages == 4


@pytest.mark.parametrize("cut", range(1, 10))
def test_an_export_that_grew_adds_only_what_is_new_and_ends_as_if_imported_at_once(opened, tmp_path, cut):
    lines = talk(5)
    grown, whole = opened(), opened(home=tmp_path / "whole")
    first = grown.import_dialogue(write(tmp_path / "talk.jsonl", lines[:cut]), person="Ann")
    then = grown.import_dialogue(write(tmp_path / "talk.jsonl", lines), person="Ann")
    whole.import_dialogue(tmp_path / "talk.jsonl", person="Ann")
    assert (first.messages, then.messages, then.known) == (cut, 10 - cut, cut)
    assert said(grown) == said(whole)


def test_an_import_broken_off_halfway_goes_on_where_it_stopped(opened, tmp_path, monkeypatch):
    monkeypatch.setattr("duramen.memory.observe.BATCH_ROUNDS", 3)
    memory, file = opened(), write(tmp_path / "talk.jsonl", talk(10))

    def stop(done, total):
        if done >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        memory.import_dialogue(file, person="Ann", progress=stop)
    assert len(said(memory)) == 6
    rest = memory.import_dialogue(file, person="Ann")
    assert (rest.rounds, rest.known) == (4, 12)
    whole = opened(home=tmp_path / "whole")
    whole.import_dialogue(file, person="Ann")
    assert said(memory) == said(whole)


def test_older_chats_imported_later_stay_old(memory, tmp_path, clock):
    memory.import_dialogue(write(tmp_path / "new.jsonl", talk(3, first=100)), person="Ann")
    memory.import_dialogue(write(tmp_path / "old.jsonl", talk(3, first=0)), person="Ann")
    clock.now = START + timedelta(days=103)
    found = memory.recall("dish0 dish1 dish2 dish100 dish101 dish102 ate", person="Ann")
    everything = [*(e.candidate for e in found.evidence), *found.candidates]
    mine = sorted((c for c in everything if c.speaker == "Ann"), key=lambda c: c.happened_at.at_us)
    shown = [e.candidate.happened_at.at_us for e in found.evidence]
    assert shown == sorted(shown)
    assert [c.text.split(":")[0] for c in mine] == [f"Day {day}" for day in (0, 1, 2, 100, 101, 102)]
    assert [c.relative_round for c in mine] == [6, 5, 4, 3, 2, 1]
    assert found.round == 7
    assert found.last_at.iso().startswith("2024-04-12")
    assert [record.happened_at.at_us for record in memory.rounds(person="Ann")] == sorted(
        record.happened_at.at_us for record in memory.rounds(person="Ann")
    )


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 10)), min_size=1, max_size=4))
def test_pieces_in_any_order_and_overlap_hold_each_message_once(tmp_path_factory, pieces):
    folder = tmp_path_factory.mktemp("pieces")
    days = set()
    with Memory(folder / "home", settings=Settings(embedder="hash", timezone="UTC")) as memory:
        for number, (first, count) in enumerate(pieces):
            memory.import_dialogue(write(folder / f"{number}.jsonl", talk(count, first)), person="Ann")
            days |= set(range(first, first + count))
        texts = [text for _, turns in said(memory) for _, text in turns]
        numbers = [record.round for record in memory.rounds(person="Ann", limit=100)]
    assert sorted(texts) == sorted(line["content"] for day in days for line in talk(1, day))
    assert sorted(numbers) == list(range(1, len(days) + 1))


def test_a_failing_store_in_mid_import_keeps_whole_batches_and_goes_on(opened, tmp_path, monkeypatch):
    monkeypatch.setattr("duramen.memory.observe.BATCH_ROUNDS", 2)
    memory, file = opened(), write(tmp_path / "talk.jsonl", talk(6))
    real, calls = memory.workspace.write, []

    def failing(owner):
        calls.append(owner)
        if len(calls) == 2:
            raise StoreError("no room left")
        return real(owner)

    monkeypatch.setattr(memory.workspace, "write", failing)
    with pytest.raises(StoreError):
        memory.import_dialogue(file, person="Ann")
    assert len(said(memory)) == 2
    assert memory.import_dialogue(file, person="Ann").rounds == 4


def test_equal_words_said_twice_stay_two(memory, tmp_path):
    line = {"role": "user", "content": "ok", "time": "2024-05-01T10:00:00"}
    file = write(tmp_path / "ok.jsonl", [line, line, {**line, "time": "2024-05-01T10:20:00"}])
    assert memory.import_dialogue(file, person="Ann").messages == 3
    assert memory.import_dialogue(file, person="Ann").messages == 0


def test_the_reader_of_an_import_learns_of_relative_days_from_the_day_they_were_said(memory, tmp_path):
    line = {"role": "user", "content": "Yesterday I went to the vet.", "time": "2023-05-07T10:00"}
    memory.import_dialogue(write(tmp_path / "vet.jsonl", [line]), person="Ann")
    reply = memory.reply("When did I go to the vet?", person="Ann")
    assert "6 May 2023" in reply.text
    record = memory.rounds(person="Ann", limit=10)[0]
    assert record.happened_at.iso().startswith("2023-05-07")
    assert record.recorded_us == memory.workspace.now_us()


def test_the_same_instant_in_any_notation_weighs_the_same(memory, tmp_path):
    notations = [
        "2024-05-01T10:00:00",
        "2024-05-01T02:00:00Z",
        "2024-05-01T10:00:00+08:00",
        "2024-04-30T22:00:00-04:00",
    ]
    scores = set()
    for number, time in enumerate(notations):
        file = write(tmp_path / f"{number}.jsonl", [{"role": "user", "content": "My cat is Miso.", "time": time}])
        memory.import_dialogue(file, person=f"person {number}")
        found = memory.recall("cat?", person=f"person {number}", preset="paper")
        (candidate,) = [e.candidate for e in found.evidence] or list(found.candidates)
        scores.add((candidate.happened_at.at_us, candidate.scores["weight.time"]))
    assert len(scores) == 1


def test_undated_words_have_no_time_and_lose_no_weight(memory, tmp_path):
    memory.import_dialogue(write(tmp_path / "u.jsonl", [{"role": "user", "content": "My cat is Miso."}]), person="Ann")
    found = memory.recall("cat Miso?", person="Ann", preset="balanced")
    candidate = found.evidence[0].candidate
    assert candidate.happened_at.at_us is None
    assert candidate.scores["weight.time"] == 1.0
    assert "date unknown" in memory.prompt("cat Miso?", person="Ann").text
