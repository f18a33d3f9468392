"""Windows by event in a store: the same whether the talk is heard as it comes or when all of it is there."""

import random

import pytest
from echo_listener import Echo, say

from duramen import Settings
from duramen.compose.listening import own_words
from duramen.errors import BadSetting
from duramen.memory.listening.listen import Manner, catch_up
from duramen.memory.persona.trees import tree_of
from duramen.settings import read_settings

CLIMBING = (
    "Yesterday evening I packed ropes, carabiners and new climbing shoes for the granite wall near the valley camp."
)
COOKING = "For dinner we simmered tomatoes, garlic, basil and olive oil, then baked fresh bread with rosemary and salt."
LINES = [
    CLIMBING,
    CLIMBING,
    COOKING,
    "ok",
    "By the way, I moved to Leeds",
    "ok",
    "对了，我换工作了",
    *["fine"] * 11,
    COOKING,
]


def talk(seed):
    choose = random.Random(seed)
    return [(f"{choose.choice(LINES)} {n}", choose.choice([1, 1, 1, 3, 45, 500])) for n in range(40)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_talk_heard_as_it_comes_falls_into_the_windows_of_the_whole(opened, tmp_path, clock, seed):
    whole, live = (opened(home=tmp_path / name, listener="off", window="event") for name in ("whole", "live"))
    at_the_end, as_it_comes = Echo(), Echo()
    for text, minutes in talk(seed):
        clock.forward(minutes=minutes)
        say(whole, text)
        say(live, text)
        catch_up(live.workspace, tree_of(live.workspace, "Mei"), as_it_comes, Manner(flush=False))
    whole.listen(person="Mei", listener=at_the_end)
    live.listen(person="Mei", listener=as_it_comes)
    assert as_it_comes.windows == at_the_end.windows
    assert sum(map(len, at_the_end.windows)) == 40
    assert 5 < len(at_the_end.windows) < 40


def test_the_setting_says_how_windows_are_cut(opened, tmp_path, clock):
    heard = {}
    for window in ("1", "3", "event"):
        memory = opened(home=tmp_path / window, listener="off", window=window)
        say(memory, "a", "b", "by the way, c", "d")
        rehearsed = [len(own_words(one.window)) for one in memory.rehearse(person="Mei", listener=Echo())]
        echo = Echo()
        memory.listen(person="Mei", listener=echo)
        heard[window] = [len(one) for one in echo.windows]
        assert rehearsed == heard[window]
    assert heard == {"1": [1, 1, 1, 1], "3": [3, 1], "event": [2, 2]}


def test_a_setting_that_is_none_is_named_with_its_variable(monkeypatch):
    monkeypatch.setenv("DURAMEN_WINDOW", "four")
    with pytest.raises(BadSetting, match=r"DURAMEN_WINDOW='four'.*from 1 to 8 nor 'event'"):
        read_settings()
    monkeypatch.setenv("DURAMEN_WINDOW", "event")
    assert read_settings().window == "event"
    assert Settings().window == "event"
