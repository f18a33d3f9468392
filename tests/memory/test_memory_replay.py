"""A recorded round comes out the same again, whatever happened since; and what was erased or changed is told."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from replay_history import History, Model, outcomes
from sqlalchemy import update

from duramen import Memory, Settings
from duramen.errors import BadSetting, ModelUnavailable, NotFound
from duramen.memory.moving.migrate import migrate_store
from duramen.memory.replay.changes import changes_of
from duramen.memory.replay.replay import How, Wanted, replay
from duramen.models.base import EmbedderIdentity
from duramen.models.embedders import HashEmbedder
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import writing
from duramen.stores.owners import OwnerKind
from duramen.stores.tables import records

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


@pytest.fixture
def history(opened, clock, tmp_path):
    return History(opened(), clock, tmp_path)


def again(memory, person="Mei", **wanted):
    return replay(memory.workspace, Wanted(person=person, **wanted))


def only(found):
    (one,) = found.rounds
    return one


def test_a_history_of_everything_comes_out_the_same(history, opened, clock):
    history.run(40)
    odd, counts = outcomes(history.memory)
    assert odd == []
    assert counts[0] == 40
    assert counts[2] > 5
    history.memory.close()
    for name in ("Mei", "小梅"):  # another process, and an index that is built anew
        fresh = opened()
        owner = next(one for one in fresh.workspace.owners(OwnerKind.PERSON) if one.name == name)
        fresh.workspace.drop_index(owner.owner_id)
        assert outcomes(fresh, (name,))[0] == []
        fresh.close()


@settings(max_examples=5)
@given(seed=st.integers(0, 2**32), rounds=st.integers(1, 12), share=st.sampled_from([0.15, 0.3, 0.6]))
def test_whatever_comes_between_all_rounds_come_out_the_same(tmp_path_factory, clock, seed, rounds, share):
    folder = tmp_path_factory.mktemp("history")
    clock = type(clock)()  # each example begins at the same time
    with Memory(folder / "home", settings=Settings(embedder="hash", timezone="Asia/Shanghai"), clock=clock) as memory:
        history = History(memory, clock, folder, seed)
        history.run(rounds, chat_share=share)
        assert outcomes(memory)[0] == []


@pytest.mark.slow
def test_another_thread_count_and_hash_seed_give_the_same(history, home):
    history.run(12)
    history.memory.close()
    for threads, seed in (("1", "1"), ("4", "77")):
        found = _command(home, "Mei", threads, seed)
        assert (found["changed"], found["erased"], found["not_replayable"]) == (0, 0, 0)
        assert found["rounds"] == found["identical"] > 0
        assert found["windows"]["changed"] == 0


@pytest.mark.slow
def test_the_other_database_and_the_way_back_give_the_same(opened, clock, tmp_path, new_database):
    history = History(opened(home=tmp_path / "first"), clock, tmp_path)
    history.run(40)
    history.memory.close()
    url = new_database()
    migrate_store(tmp_path / "first", url)
    there = opened(home=url)
    assert outcomes(there) == ([], outcomes(opened(home=tmp_path / "first"))[1])
    history.memory = there
    history.run(20)
    there.close()
    migrate_store(url, tmp_path / "back")
    odd, counts = outcomes(opened(home=tmp_path / "back"))
    assert odd == []
    assert counts[0] == 60


@pytest.mark.slow
def test_five_hundred_rounds_on_imported_talks_of_months_come_out_the_same(opened, clock, tmp_path, new_database):
    english, chinese = (SHARED / "memorybank" / place for place in ("en/memory_bank_en.json", "cn/memory_bank_cn.json"))
    if not english.exists() or not chinese.exists():
        pytest.skip("../shared/data/memorybank is not here")
    home = tmp_path / "home"
    memory = opened(home=home)
    people = {"Mei": (english, 0), "小梅": (chinese, 0)}
    for person, (file, member) in people.items():
        names = list(json.loads(file.read_text(encoding="utf-8")))
        memory.import_dialogue(file, person=person, member=names[member])
    history = History(memory, clock, tmp_path, seed=500)
    history.run(500, chat_share=0.6)
    odd, counts = outcomes(memory)
    assert (odd, counts[0]) == ([], 500)
    memory.close()
    for person in people:
        found = _command(home, person, "3", "6")
        assert found["rounds"] == found["identical"]
    url = new_database()
    migrate_store(home, url)
    assert outcomes(opened(home=url))[0] == []


def test_what_waited_for_its_vector_is_found_by_words_alone_again(opened, monkeypatch):
    memory = opened()
    inner = memory.workspace.embedder()
    down = _Down(inner)
    memory.workspace.wrap_embedder(lambda _: down)
    memory.record("My dog Biscuit limps.", "Oh dear.", person="Mei")
    down.is_down = True
    memory.record("The vet in Delft looked at Biscuit.", "Good.", person="Mei")
    down.is_down = False
    memory.reply("How is Biscuit, and the vet?", person="Mei")
    assert memory.waiting() == 2
    monkeypatch.setattr("duramen.memory.reindex.open_embedder", lambda *_: inner)
    memory.reindex("hash")
    assert memory.waiting() == 0
    assert only(again(memory)).outcome == "identical"
    memory.reply("How is Biscuit, and the vet?", person="Mei")
    assert [one.outcome for one in again(memory).rounds] == ["identical", "identical"]


def test_a_model_that_wrote_queries_is_not_asked_again(opened):
    memory = opened(model=Model().chat)
    memory.persona.set("pets.animals", "dog Biscuit", person="Mei")
    memory.record("Biscuit limps.", "Oh dear.", person="Mei")
    memory.reply("How is my dog Biscuit?", person="Mei", level="full")
    memory._model = ScriptedChat([])  # whoever asks it fails
    assert only(again(memory)).outcome == "identical"


def test_another_embedder_is_told(opened, monkeypatch):
    memory = opened()
    memory.record("My dog Biscuit limps.", "Oh dear.", person="Mei")
    memory.reply("How is Biscuit?", person="Mei")
    other = HashEmbedder()
    monkeypatch.setattr(HashEmbedder, "identity", EmbedderIdentity(name="hash@2", dimension=64))
    monkeypatch.setattr("duramen.memory.reindex.open_embedder", lambda *_: other)
    memory.reindex("hash")
    one = only(again(memory))
    assert one.outcome == "changed"
    assert any("it was hash@1" in line and "hash@2" in line for line in one.told)


@pytest.mark.parametrize(
    ("name", "text", "question"),
    [
        ("bread.txt", "Sourdough rests for nine hours.", "How long does sourdough rest?"),
        ("面包.txt", "面团要发酵九个小时。", "面团要发酵多久？"),
    ],
)
def test_a_removed_document_is_told_to_be_missing_and_a_replaced_one_is_not(opened, tmp_path, name, text, question):
    memory = opened()
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    memory.learn(file)
    memory.reply(question, person="Mei")
    file.write_text(text + text, encoding="utf-8")
    memory.learn(file)
    assert only(again(memory)).outcome == "identical"
    memory.remove_document(name)
    one = only(again(memory))
    assert one.outcome == "erased"
    assert "1 passage (" in one.told[0]


def test_an_erasure_elsewhere_in_a_base_that_changes_how_words_count_is_told(opened, tmp_path):
    memory = opened()
    for name, text in (("bread.txt", "Sourdough rests for nine hours."), ("dogs.txt", "Dogs limp.")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        memory.learn(tmp_path / name)
    memory.reply("How long does sourdough rest?", person="Mei", preset="light")
    memory.remove_document("dogs.txt")
    one = only(again(memory))
    assert one.outcome in ("erased", "identical")
    assert one.outcome == "identical" or one.told


def test_what_has_no_answer_of_ours_cannot_be_replayed_and_says_why(opened, clock):
    memory = opened(model=ScriptedChat([ModelUnavailable("down")]))
    memory.record("Hello.", "Hi.", person="Mei")
    with pytest.raises(ModelUnavailable):
        memory.reply("How are you?", person="Mei")
    told, broken = memory.rounds(person="Mei")
    found = again(memory)
    assert found.without_answer == 1
    assert (only(found).outcome, only(found).told) == ("not-replayable", ("it is interrupted: no reply was made",))
    assert only(again(memory, record_id=told.record_id)).told == (
        "it took place elsewhere: nothing was looked up for it",
    )
    assert broken.record_id == only(found).record_id
    with pytest.raises(NotFound, match="there is no person 'Tom'"):
        again(memory, person="Tom")


def test_a_round_of_before_all_was_kept_says_so(opened):
    memory = opened()
    memory.reply("Hello.", person="Mei")
    record = memory.rounds(person="Mei")[0]
    _alter(memory, record, trace={key: value for key, value in record.answer.trace.items() if key != "format"})
    assert "before duramen kept all" in only(again(memory)).told[0]


@pytest.mark.parametrize(
    ("column", "value", "told"),
    [
        ("prompt_hash", "0" * 64, "the prompt is another one"),
        ("bindings", "E7", "bound: read otherwise"),
        ("raw", "<response>No.</response>", "reply: read otherwise"),
    ],
)
def test_a_round_that_was_tampered_with_is_told_to_have_changed(opened, column, value, told):
    memory = opened()
    memory.record("My dog Biscuit limps.", "Oh dear.", person="Mei")
    memory.reply("How is Biscuit?", person="Mei")
    _alter(memory, memory.rounds(person="Mei")[-1], **{column: value})
    assert told in only(again(memory)).told


def test_other_settings_tell_what_enters_and_leaves_and_store_nothing(history):
    history.run(15)
    memory = history.memory
    before = memory.persons()
    found = replay(
        memory.workspace,
        Wanted(person="Mei"),
        How(changes=changes_of(["bm25=off", "lambda_round=2", "experience.found=1"])),
    )
    assert any(one.difference.moves for one in found.rounds)
    assert all(one.outcome == "identical" for one in found.rounds)
    same = replay(memory.workspace, Wanted(person="Mei"), How(changes=changes_of(["turn_chars=1000"])))
    assert not any(one.difference.moves for one in same.rounds)
    assert memory.persons() == before
    assert outcomes(memory)[0] == []


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lamda_hours=7", "near it are lambda_hours"),
        ("bm25", "is not KEY=VALUE"),
        ("bm25=maybe", "neither on nor off"),
        ("floor=2", "must be at most 1"),
        ("level=deep", "not one of fast, routed, full"),
        ("衰减=7", "there are bm25, dense"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_a_sentence(text, told):
    with pytest.raises(BadSetting, match=told):
        changes_of([text])


def test_a_model_that_is_asked_again_answers_beside_the_old_answer(opened):
    memory = opened(model=Model().chat)
    memory.record("My dog Biscuit limps.", "Oh dear.", person="Mei")
    memory.reply("How is Biscuit?", person="Mei")
    count = memory.persons()
    new = ScriptedChat(["<analysis>need: none; rests on nothing</analysis><response>Better.</response>"])
    one = only(replay(memory.workspace, Wanted(person="Mei"), How(model=new)))
    assert (one.outcome, one.says) == ("identical", "Better.")
    assert one.said != one.says
    assert memory.persons() == count
    assert new.prompts[0].hash == memory.rounds(person="Mei")[-1].answer.prompt_hash


def _alter(memory, record, **values):
    import zlib

    if "trace" in values:
        values["trace"] = zlib.compress(json.dumps(values["trace"]).encode())
    with writing(memory.workspace.engine) as connection:
        connection.execute(update(records).where(records.c.record_id == record.record_id).values(**values))


def _command(home, person, threads, seed):
    environment = {
        **os.environ,
        "OMP_NUM_THREADS": threads,
        "PYTHONHASHSEED": seed,
        "DURAMEN_EMBEDDER": "hash",
        "DURAMEN_TIMEZONE": "UTC",
    }
    code = "from duramen.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "replay", "--home", str(home), "--person", person, "--json"],
        capture_output=True,
        env=environment,
        check=True,
    )
    return json.loads(done.stdout)


class _Down:
    """An embedder that can be switched off."""

    def __init__(self, inner):
        self.inner, self.is_down = inner, False

    @property
    def identity(self):
        return self.inner.identity

    def passages(self, texts):
        self._check()
        return self.inner.passages(texts)

    def queries(self, texts):
        self._check()
        return self.inner.queries(texts)

    def _check(self):
        if self.is_down:
            raise ModelUnavailable("down")
