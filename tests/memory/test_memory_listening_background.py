"""Listening behind the talk: nobody waits, order is kept, memory can be switched off."""

import threading
import time

import pytest
from echo_listener import PATH, Echo, say, told, until, values

from duramen.errors import BadSetting, ModelUnavailable
from duramen.memory.listening.background import BACK_OFF_S, SETTLE_S
from duramen.stores.listening.windows import heard_upto, list_windows


def test_add_with_a_writer_that_takes_three_seconds_returns_in_50_ms(opened):
    echo = Echo(wait_s=3.0)
    memory = opened(listener=echo)
    say(memory, "warm up")
    took = []
    for n in range(4):
        began = time.perf_counter()
        memory.record(f"line {n}", "I see.", person="Mei")
        took.append(time.perf_counter() - began)
    assert sorted(took)[len(took) // 2] < 0.05
    assert echo.windows == []
    until(lambda: echo.windows and values(memory))
    assert echo.windows[0] == ["warm up", "line 0", "line 1"]


def test_full_windows_are_heard_behind_the_talk_and_the_rest_when_the_store_is_closed(opened):
    echo = Echo()
    memory = opened(listener=echo)
    say(memory, *(f"line {n}" for n in range(4)))
    until(lambda: len(echo.windows) == 1)
    assert echo.windows == [["line 0", "line 1", "line 2"]]
    memory.close()
    assert echo.windows[1:] == [["line 3"]]
    again = opened(listener="off")
    assert values(again)[PATH] == "line 0; line 1; line 2; line 3"


def test_closing_does_not_wait_for_ever_and_the_rest_is_caught_up_later(opened):
    memory = opened(listener=Echo(wait_s=1.0))
    say(memory, *(f"line {n}" for n in range(9)))
    began = time.monotonic()
    memory._listening.background.close(0.2)
    assert time.monotonic() - began < 0.9
    until(lambda: not memory._listening.background._thread.is_alive())
    again = opened(listener="off")
    again.listen(person="Mei", listener=Echo())
    assert values(again)[PATH] == "; ".join(f"line {n}" for n in range(9))


def test_an_idle_sitting_is_heard_with_the_next_words_whoever_they_are_for(opened, clock):
    echo = Echo()
    memory = opened(listener=echo)
    say(memory, "line 0")
    clock.forward(hours=7)
    say(memory, "line 1")
    until(lambda: echo.windows == [["line 0"]])


def test_each_persons_words_are_heard_in_order_whatever_threads_say_them(opened):
    echo = Echo()
    memory = opened(listener=echo)
    threads = [
        threading.Thread(target=say, args=(memory, *(f"{name} {n}" for n in range(9))), kwargs={"person": name})
        for name in ("Ann", "Bob", "Cai")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    memory.close()
    for name in ("Ann", "Bob", "Cai"):
        heard = [text for window in echo.windows for text in window if text.startswith(name)]
        assert heard == [f"{name} {n}" for n in range(9)]


def test_memory_switched_off_calls_no_writer_and_writes_nothing(opened, monkeypatch):
    opened_listeners = []
    monkeypatch.setattr("duramen.memory.listening.door.open_listener", lambda *names: opened_listeners.append(names))
    memory = opened(listener="off")
    say(memory, *(f"I live in Porto {n}" for n in range(9)))
    memory.reply("I live in Porto", person="Mei")
    threads = {thread.name for thread in threading.enumerate()}
    memory.close()
    assert "duramen-listener" not in threads
    assert opened_listeners == []
    again = opened(listener="off")
    assert (values(again), told(again, list_windows), told(again, heard_upto)) == ({}, [], 0)


def test_a_failing_listener_is_not_asked_again_at_once_and_the_talk_goes_on(opened):
    calls = []

    class Failing(Echo):
        def listen(self, window, tree, schema):
            if window.character:
                return super().listen(window, tree, schema)
            calls.append(window)
            raise ModelUnavailable("gone")

    memory = opened(listener=Failing())
    say(memory, *(f"line {n}" for n in range(3)))
    until(lambda: calls)
    say(memory, *(f"line {n}" for n in range(3, 9)))
    time.sleep(2 * SETTLE_S)
    assert len(calls) == 1
    assert BACK_OFF_S >= 30
    assert memory.reply("still there?", person="Mei").text


def test_no_window_begins_while_an_answer_is_being_made(opened):
    echo = Echo()
    memory = opened(listener=echo)
    with memory._listening.background.quiet():
        say(memory, *(f"line {n}" for n in range(3)))
        time.sleep(2 * SETTLE_S)
        assert echo.windows == []
    until(lambda: echo.windows)


def test_an_unknown_listener_is_refused_when_the_store_is_opened(opened):
    for name in ("rule", "model:", "model:extractive"):
        with pytest.raises(BadSetting):
            opened(listener=name)
