"""What is kept of a tree between two questions is used only while it is so: another process may write at any time."""

import contextlib
import json
import threading

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import event

from duramen import DuramenError
from duramen.govern.schema import schema_data
from duramen.memory.persona.kept import Asker, read_profile
from duramen.schemas import load_schema
from duramen.stores.owners import OwnerKind

QUESTION = "What do you know of me?"


@pytest.fixture
def both(opened):
    """Two programs on one store: each has its own memory, and keeps what it read."""
    first, second = opened(), opened()
    first.record("Good morning.", "Morning!", person="Mei")
    first.persona.set("home.city", "Porto", person="Mei")
    return first, second


def told(memory, **where):
    recalled = memory.recall(QUESTION, person="Mei", level="fast", **where)
    return {shown.leaf.path: shown.leaf.value for shown in recalled.leaves}


def kept(memory):
    return memory.workspace.profiles[memory.workspace.find(OwnerKind.PERSON, "Mei").owner_id].profile


def test_a_value_that_another_process_writes_is_told_at_the_next_question(both):
    first, second = both
    assert told(first) == told(second) == {"home.city": "Porto"}
    second.persona.set("home.city", "Rome", person="Mei")
    assert told(first) == {"home.city": "Rome"}
    first.persona.delete("home.city", person="Mei")
    assert told(second) == {}
    second.persona.restore(1, person="Mei")
    assert told(first) == {"home.city": "Porto"}


def test_a_permission_that_another_process_takes_away_holds_at_the_next_question(both):
    first, second = both
    assert told(first, character="Ada") == told(first) == {"home.city": "Porto"}
    second.persona.allow("home.*: generation=off", person="Mei")
    assert told(first) == told(first, character="Ada") == {}
    second.persona.allow("home.city: generation=on", person="Mei", character="Ada")
    for _ in range(2):  # by turns: what is kept of one place is not used at the other
        assert told(first) == {}
        assert told(first, character="Ada") == {"home.city": "Porto"}
    second.persona.allow("home.*: never-store=on", person="Mei")
    assert told(first, character="Ada") == {}


def test_a_consent_that_another_process_takes_back_holds_at_the_next_question(both):
    first, second = both
    second.persona.consent("special", person="Mei", purpose="care")
    second.persona.set("health.conditions", "asthma", person="Mei")
    assert told(first) == {"home.city": "Porto", "health.conditions": "asthma"}
    second.persona.withdraw("special", person="Mei")
    assert told(first) == {"home.city": "Porto"}


def test_a_leaf_that_another_process_declares_sensitive_is_not_told_any_more(both, tmp_path):
    first, second = both
    data = schema_data(load_schema("skills")) | {"name": "crafts"}
    path = data["leaves"][0]["path"]

    def add(version, tier):
        data["version"], data["leaves"][0]["tier"] = version, tier
        file = tmp_path / f"{version}.json"
        file.write_text(json.dumps(data), encoding="utf-8")
        second.add_schema(file)

    add(1, "ordinary")
    first.persona.apply(f'ADD(crafts.{path}, "weaves")', person="Mei", schema="core+crafts")
    assert told(first) == {"home.city": "Porto", f"crafts.{path}": "weaves"}
    profile = kept(first)
    assert told(first)
    assert kept(first) is profile
    add(2, "special")
    assert told(first) == {"home.city": "Porto"}


def test_a_profile_is_kept_over_rounds_and_places_and_read_anew_for_a_new_version(both):
    first, second = both
    told(first)
    profile = kept(first)
    second.record("How are you?", "Fine.", person="Mei")
    second.persona.allow("home.*: visible=on", person="Ann")  # of somebody else
    told(first, character="Ada", session="evening")
    assert kept(first) is profile
    second.persona.set("likes.food", "noodles", person="Mei")
    told(first)
    assert kept(first) is not profile
    worked_out = {leaf.path: kept(first).costs[leaf] for leaf in kept(first).leaves}
    assert worked_out["home.city"] is profile.costs[profile.leaves[0]]  # that leaf is the same


def test_an_earlier_moment_is_never_answered_from_what_is_kept(both, clock):
    first, _ = both
    told(first)
    clock.forward(days=2)
    then = clock()
    clock.forward(days=2)
    first.persona.set("home.city", "Rome", person="Mei")
    assert told(first) == {"home.city": "Rome"}
    assert told(first, at=then) == {"home.city": "Porto"}
    assert told(first) == {"home.city": "Rome"}


STEPS = st.sampled_from(
    [
        ("set", "home.city", "Rome"),
        ("set", "home.city", "Oslo"),
        ("set", "likes.food", "noodles"),
        ("delete", "home.city"),
        ("restore", 1),
        ("allow", "home.*: generation=off"),
        ("allow", "home.*: generation=on"),
        ("allow", "likes.food: never-store=on"),
        ("consent", "special"),
        ("withdraw", "special"),
        ("set", "health.conditions", "asthma"),
        ("record", "Hello."),
    ]
)


@given(st.lists(st.tuples(st.integers(0, 1), STEPS, st.integers(0, 1)), max_size=8))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whoever_writes_what_is_kept_says_the_same_as_what_is_read_anew(both, opened, steps):
    third = opened()
    for writer, (verb, *words), reader in steps:
        if verb == "record":
            both[writer].record(*words, "Hm.", person="Mei")
        else:
            more = {"purpose": "care"} if verb == "consent" else {}
            with contextlib.suppress(DuramenError):  # refused by what was allowed before, which is part of it
                getattr(both[writer].persona, verb)(*words, person="Mei", **more)
        third.workspace.profiles.clear()
        assert told(both[reader]) == told(third)
    third.close()


def test_what_is_read_while_another_process_writes_is_one_version_as_a_whole(both):
    first, second = both
    wanted, failed = 25, []

    def write():
        try:
            for number in range(wanted):
                second.persona.apply(
                    f'UPDATE(home.city, "town {number}")\nUPDATE(likes.food, "dish {number}")', person="Mei"
                )
        except Exception as error:
            failed.append(error)

    before = first.persona.versions(person="Mei")[-1].version
    owner = first.workspace.find(OwnerKind.PERSON, "Mei")
    writer = threading.Thread(target=write)
    writer.start()
    last = 0
    while last < before + wanted and not failed:
        profile = read_profile(first.workspace, Asker(owner=owner))
        values = {leaf.path: leaf.value for leaf in profile.leaves}
        number = profile.version - before - 1
        assert profile.version >= last
        assert number < 0 or values == {"home.city": f"town {number}", "likes.food": f"dish {number}"}
        last = profile.version
    writer.join()
    assert not failed


def test_a_list_is_applied_in_one_transaction(both):
    first, _ = both
    begun = []
    event.listen(first.workspace.engine, "begin", lambda opened: begun.append(opened.get_execution_options()))
    first.persona.apply('UPDATE(home.city, "Rome")\nADD(likes.food, "noodles")', person="Mei")
    assert sum(options.get("duramen_writes", False) for options in begun) == 1
    assert len(begun) <= 2  # who the person is, is looked up before
