"""Listening when asked: each round once, in order, its effects exactly once, whatever the listener does."""

import asyncio
import threading

import pytest
from echo_listener import PATH, Echo, owner, say, told, values

from duramen import AsyncMemory, ModelError, NotFound
from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.operations import NO_OP
from duramen.domain.time import Moment
from duramen.errors import ModelTimeout, ModelUnavailable
from duramen.memory.listening.pieces import pieces_after
from duramen.models.listeners.model import ModelListener
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import reading
from duramen.stores.listening.unheard import Voice
from duramen.stores.listening.windows import WindowState, list_windows
from duramen.stores.persona.reading import leaf_history, list_versions, read_tree


def scripted(*answers):
    return ModelListener(ScriptedChat(list(answers)))


@pytest.fixture
def quiet(opened):
    return opened(listener="off")


def test_what_was_said_becomes_leaves_with_the_words_they_rest_on(quiet):
    say(quiet, "I moved to Porto last year.", "My cat is called Milo.")
    done = quiet.listen(person="Mei", listener=scripted('ADD(home.city, "Porto")\nADD(pets.animals, "cat Milo")'))
    assert values(quiet) == {"home.city": "Porto", "pets.animals": "cat Milo"}
    assert (done.windows, done.outcomes, done.version, done.waiting) == (1, {"applied": 2}, 1, 0)
    leaf = told(quiet, read_tree).leaves["home.city"]
    assert leaf.quotes[0].words == "I moved to Porto last year."
    assert leaf.writer == "model:scripted@1"


def test_each_round_is_heard_once_in_windows_of_three_and_the_rest_when_asked(quiet):
    say(quiet, *(f"line {n}" for n in range(8)))
    echo = Echo()
    quiet.listen(person="Mei", listener=echo)
    quiet.listen(person="Mei", listener=echo)
    assert echo.windows == [["line 0", "line 1", "line 2"], ["line 3", "line 4", "line 5"], ["line 6", "line 7"]]
    say(quiet, "line 8")
    quiet.listen(person="Mei", listener=echo)
    assert echo.windows[-1] == ["line 8"]
    assert values(quiet)[PATH] == "; ".join(f"line {n}" for n in range(9))


def test_two_characters_and_two_sittings_are_never_in_one_window(quiet, clock):
    say(quiet, "a", character="Ada")
    say(quiet, "b", character="Bo")
    say(quiet, "c", character="Ada")
    clock.forward(hours=7)
    say(quiet, "d", character="Ada")
    echo = Echo()
    quiet.listen(person="Mei", listener=echo)
    assert echo.windows == [["a"], ["b"], ["c"], ["d"]]


def test_no_op_alone_is_logged_and_makes_no_version(quiet):
    say(quiet, "hello")
    done = quiet.listen(person="Mei", listener=scripted("NO_OP()"))
    assert (done.windows, done.version) == (1, 0)
    (window,) = told(quiet, list_windows)
    assert (window.raw, window.state, window.listener) == (str(NO_OP), WindowState.DONE, "model:scripted@1")
    assert told(quiet, list_versions, 10) == []


def test_an_import_is_caught_up_with_and_the_tree_rests_on_its_turns(quiet):
    messages = [
        Message(
            role=Role.PERSON if n % 2 == 0 else Role.CHARACTER,
            speaker="",
            text=f"imported {n}",
            happened_at=Moment(at_us=n * 60_000_000),
            session="s",
            position=n,
        )
        for n in range(200)
    ]
    quiet.import_dialogue(Dialogue(format="test", messages=tuple(messages)), person="Mei")
    echo, bar = Echo(), []
    done = quiet.listen(person="Mei", listener=echo, progress=lambda *at: bar.append(at))
    assert [text for window in echo.windows for text in window] == [f"imported {n}" for n in range(0, 200, 2)]
    assert done.windows == 34
    assert bar[-1] == (100, 100)
    assert [at for at, _ in bar] == sorted(at for at, _ in bar)


def test_a_grown_export_is_heard_from_where_it_grew(quiet):
    def export(count):
        return Dialogue(
            format="test",
            messages=tuple(
                Message(
                    role=Role.PERSON, speaker="", text=f"burst {n}", happened_at=Moment(at_us=n * 1_000_000), position=n
                )
                for n in range(count)
            ),
        )

    echo = Echo()
    quiet.import_dialogue(export(3), person="Mei")
    say(quiet, "between", character="Ada")
    quiet.import_dialogue(export(5), person="Mei")
    quiet.listen(person="Mei", listener=echo)
    heard = [text for window in echo.windows for text in window]
    assert heard == ["burst 0", "burst 1", "burst 2", "between", "burst 3", "burst 4"]


def test_listening_again_from_a_round_hears_it_and_all_later_ones(quiet):
    say(quiet, *(f"line {n}" for n in range(5)))
    quiet.listen(person="Mei", listener=Echo())
    echo = Echo()
    quiet.listen(person="Mei", listener=echo, from_round="assistant/4")
    assert echo.windows == [["line 3", "line 4"]]
    with pytest.raises(NotFound):
        quiet.listen(person="Mei", listener=echo, from_round="assistant/9")


def test_a_window_that_fails_three_times_is_parked_and_the_next_is_heard(quiet):
    say(quiet, *(f"line {n}" for n in range(5)))
    echo = Echo(fail=lambda window: any(m.text == "line 1" and not m.shown_only for m in window.messages))
    for _ in range(2):
        with pytest.raises(ModelTimeout, match="parked"):
            quiet.listen(person="Mei", listener=echo)
        assert told(quiet, list_windows)[0].state is WindowState.FAILED
    done = quiet.listen(person="Mei", listener=echo)
    assert echo.windows == [["line 3", "line 4"]]
    (parked,) = done.parked
    assert (parked.attempts, parked.state) == (3, WindowState.PARKED)
    assert parked.problem == "ModelTimeout: the server fell silent"
    assert values(quiet) == {PATH: "line 3; line 4"}


def test_a_model_that_cannot_be_reached_is_not_counted_against_the_window(quiet):
    class Away(Echo):
        def listen(self, window, tree, schema):
            raise ModelUnavailable("the server is not there")

    say(quiet, "line 1")
    for _ in range(5):
        with pytest.raises(ModelUnavailable, match="when it is there again"):
            quiet.listen(person="Mei", listener=Away())
    assert told(quiet, list_windows) == []
    quiet.listen(person="Mei", listener=Echo())
    assert values(quiet) == {PATH: "line 1"}


def test_a_fault_of_a_listener_is_counted_and_told_without_anybodys_words(quiet):
    class Broken(Echo):
        def listen(self, window, tree, schema):
            raise KeyError("secret words")

    say(quiet, "hello")
    with pytest.raises(ModelError):
        quiet.listen(person="Mei", listener=Broken())
    assert told(quiet, list_windows)[0].problem == "KeyError"


def test_a_window_that_failed_once_and_then_works_is_one_window(quiet):
    say(quiet, "one")
    with pytest.raises(ModelTimeout):
        quiet.listen(person="Mei", listener=Echo(fail=lambda window: True))
    say(quiet, "two")
    quiet.listen(person="Mei", listener=Echo())
    (window,) = told(quiet, list_windows)
    assert (window.attempts, window.state) == (2, WindowState.DONE)
    assert values(quiet) == {PATH: "one; two"}


def test_two_processes_that_hear_the_same_window_write_it_once(opened, tmp_path):
    first, second = opened(listener="off"), opened(listener="off")
    say(first, *(f"w{n}" for n in range(30)))
    both = threading.Barrier(2)

    def run(memory):
        both.wait()
        memory.listen(person="Mei", listener=Echo(wait_s=0.002))

    threads = [threading.Thread(target=run, args=(memory,)) for memory in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values(first)[PATH].split("; ") == [f"w{n}" for n in range(30)]
    assert len(told(first, list_windows)) == 10


def test_what_changed_in_the_tree_while_the_listener_listened_is_not_written_over(quiet):
    say(quiet, "I like tea", "I like jam", "I like bread", "I like rain")
    inner = Echo()

    class Slow(Echo):
        def listen(self, window, tree, schema):
            if not self.windows:
                self.windows.append("first")
                quiet.listen(person="Mei", listener=inner)  # somebody else is quicker
            return super().listen(window, tree, schema)

    quiet.listen(person="Mei", listener=Slow())
    assert values(quiet)[PATH] == "I like tea; I like jam; I like bread; I like rain"
    assert len(told(quiet, leaf_history, PATH)) == 2


def test_an_add_to_a_filled_leaf_goes_back_once_and_is_merged(quiet):
    say(quiet, "I love noodles")
    quiet.listen(person="Mei", listener=scripted('ADD(likes.food, "noodles")'))
    say(quiet, "I love dumplings too")
    answers = ['ADD(likes.food, "dumplings")', 'UPDATE(likes.food, "noodles and dumplings")']
    quiet.listen(person="Mei", listener=scripted(*answers))
    assert values(quiet) == {"likes.food": "noodles and dumplings"}
    say(quiet, "I love pears")
    quiet.listen(person="Mei", listener=scripted('ADD(likes.food, "pears")', ModelUnavailable("gone")))
    assert values(quiet) == {"likes.food": "noodles and dumplings; pears"}
    assert told(quiet, list_windows)[1].raw.split("\n\x1e\n") == answers


def test_an_old_chat_that_is_imported_late_never_replaces_what_was_said_since(quiet):
    say(quiet, "I moved to Shenzhen", at="2024-05-01T10:00:00Z")
    quiet.listen(person="Mei", listener=scripted('ADD(home.city, "Shenzhen")'))
    say(quiet, "I live in Beijing", at="2019-05-01T10:00:00Z", character="old")
    quiet.listen(person="Mei", listener=scripted('UPDATE(home.city, "Beijing")'))
    assert values(quiet) == {"home.city": "Shenzhen; earlier: Beijing"}
    say(quiet, "I do not live in Shenzhen", at="2018-05-01T10:00:00Z", character="older")
    done = quiet.listen(person="Mei", listener=scripted("DELETE(home.city, None)"))
    assert done.refused == {"older": 1}
    assert values(quiet) == {"home.city": "Shenzhen; earlier: Beijing"}


def test_a_delete_without_a_word_of_denial_waits_and_never_empties_a_leaf(quiet):
    say(quiet, "I like Chinese food")
    quiet.listen(person="Mei", listener=scripted('ADD(likes.food, "Chinese food")'))
    say(quiet, "I hate Chinese food now")
    done = quiet.listen(person="Mei", listener=scripted("DELETE(likes.food, None)"))
    assert values(quiet) == {"likes.food": "Chinese food"}
    assert done.outcomes == {"waits": 1}
    say(quiet, "I don't eat Chinese food any more")
    quiet.listen(person="Mei", listener=scripted("DELETE(likes.food, None)"))
    assert values(quiet) == {}


def test_an_invented_path_is_refused_and_the_next_operation_applies(quiet):
    say(quiet, "I live in Porto and I like tea")
    done = quiet.listen(
        person="Mei", listener=scripted('ADD(home.planet, "Porto tea")\nADD(home.city, "Porto")\nADD(home, "Porto")')
    )
    assert values(quiet) == {"home.city": "Porto"}
    assert done.refused["unknown-path"] >= 1


def test_a_text_that_broke_off_keeps_its_whole_operations_and_marks_the_window(quiet):
    say(quiet, "I live in Porto and I like tea")
    quiet.listen(person="Mei", listener=scripted('ADD(home.city, "Porto")\nADD(likes.food, "te'))
    assert values(quiet) == {"home.city": "Porto"}
    assert told(quiet, list_windows)[0].state is WindowState.PARTIAL


def test_a_round_that_waits_for_its_reply_is_not_heard_yet(opened):
    asked = threading.Event()
    answer = threading.Event()

    def slow(prompt):
        asked.set()
        answer.wait(20)
        return "<analysis>need: none; rests on nothing</analysis><response>Yes.</response>"

    memory = opened(model=ScriptedChat(slow), listener="off")
    talk = threading.Thread(target=memory.reply, args=("I live in Porto",), kwargs={"person": "Mei"})
    talk.start()
    assert asked.wait(20)
    with reading(memory.workspace.engine) as connection:
        assert pieces_after(connection, Voice(owner=owner(memory)), 0, memory.workspace.clock()) == []
    answer.set()
    talk.join()
    echo = Echo()
    memory.listen(person="Mei", listener=echo)
    assert echo.windows == [["I live in Porto"]]


def test_in_a_group_each_persons_tree_is_fed_with_their_own_words_alone(quiet):
    lines = [("Ann", "I live in Porto"), ("Bob", "I live in Rome"), ("Ann", "I like tea"), ("Bob", "I like jam")]

    def group(person):
        return Dialogue(
            format="jsonl",
            messages=tuple(
                Message(
                    role=Role.PERSON if speaker == person else Role.OTHER,
                    speaker=speaker,
                    text=text,
                    happened_at=Moment(at_us=n * 1_000_000),
                    position=n,
                )
                for n, (speaker, text) in enumerate(lines)
            ),
        )

    for person in ("Ann", "Bob"):
        quiet.import_dialogue(group(person), person=person, character="friends")
        quiet.listen(person=person, listener=Echo())
    assert values(quiet, "Ann") == {PATH: "I live in Porto; I like tea"}
    assert values(quiet, "Bob") == {PATH: "I live in Rome; I like jam"}


def test_an_async_program_listens_too(quiet):
    say(quiet, "I live in Porto")
    done = asyncio.run(AsyncMemory(quiet).listen(person="Mei", listener=scripted('ADD(home.city, "Porto")')))
    assert (done.outcomes, values(quiet)) == ({"applied": 1}, {"home.city": "Porto"})


def test_what_the_person_wrote_by_hand_is_not_undone_by_words_said_before(quiet, clock):
    say(quiet, "I live in Leeds.", "I moved to Bristol last week.")
    clock.forward(days=1)
    quiet.persona.set("home.city", "Porto", person="Mei")
    done = quiet.listen(person="Mei", listener="rules")
    assert values(quiet)["home.city"] == "Porto"
    assert done.refused == {"older": 1}
    clock.forward(days=1)
    say(quiet, "I moved to Faro.")
    quiet.listen(person="Mei", listener="rules")
    assert "Faro" in values(quiet)["home.city"]
