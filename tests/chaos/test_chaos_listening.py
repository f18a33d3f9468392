"""kill -9 while windows are heard: each of the person's messages is heard, and its effects are there exactly once."""

import pytest
from chaos_store import export, sound

from duramen.memory.persona.trees import self_name
from duramen.stores.engine import reading
from duramen.stores.listening.windows import WindowState, heard_upto, list_windows
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.decisions import decisions_of_window
from duramen.stores.persona.reading import list_versions, read_tree

pytestmark = pytest.mark.slow
KILLS = 20


def heard(memory, person, character=""):
    """Check that the windows follow each other without a gap or an overlap, each with its version and its decision."""
    owner, path = memory.workspace.known(OwnerKind.PERSON, person), "likes.other"
    if character:
        owner, path = memory.workspace.find(OwnerKind.SELF, self_name(owner, character)), "past.story"
        if owner is None:
            return 0, 0
    with reading(memory.workspace.engine) as connection:
        windows = list_windows(connection, owner)
        versions = list_versions(connection, owner, 100_000)
        assert all(len(decisions_of_window(connection, owner, window.window_id)) == 1 for window in windows)
        assert heard_upto(connection, owner) == (windows[-1].upto_turn if windows else 0)
        value = read_tree(connection, owner).values().get(path, "0")
    if not windows:  # killed before the first one was written
        assert versions == []
        return 0, 0
    assert [window.after_turn for window in windows] == [0, *(window.upto_turn for window in windows[:-1])]
    assert {window.state for window in windows} <= {WindowState.DONE}
    assert [version.cause for version in versions] == [f"window {window.window_id}" for window in windows]
    return int(value), len(windows)


def test_killed_while_listening_every_window_is_applied_exactly_once(chaos):
    file = export(chaos.folder / "talk.jsonl", 900)
    with chaos.open() as memory:
        memory.import_dialogue(file, person="Ann", character="imported")
    progress = []
    for seed in range(KILLS):
        chaos.killed("listen", seed, longest_s=0.6)
        sound(chaos.home)
        with chaos.open() as memory:
            progress.append(heard(memory, "Ann")[0])
    assert progress == sorted(progress)
    assert len(set(progress)) > 3  # it was really killed amid the work
    worker = chaos.start("listen", KILLS)
    out, err = worker.communicate(timeout=120)
    assert err == ""
    assert "heard all" in out
    with chaos.open() as memory:
        assert heard(memory, "Ann") == (900, 300)


def test_killed_while_listening_to_a_character_every_reply_counts_exactly_once(chaos):
    file = export(chaos.folder / "talk.jsonl", 450, reply="I count to {n}")
    with chaos.open() as memory:
        memory.import_dialogue(file, person="Ann", character="imported")
    progress = []
    for seed in range(KILLS // 2):
        chaos.killed("listen_to_character", seed)
        sound(chaos.home)
        with chaos.open() as memory:
            progress.append(heard(memory, "Ann", "imported")[0])
            assert heard(memory, "Ann") == (0, 0)  # the person's own words have a cursor of their own
    assert progress == sorted(progress)
    assert len(set(progress)) > 2
    out, err = chaos.start("listen_to_character", KILLS).communicate(timeout=120)
    assert (err, "heard all" in out) == ("", True)
    with chaos.open() as memory:
        assert heard(memory, "Ann", "imported") == (450, 150)


def test_killed_while_talking_with_a_listener_behind_the_talk(chaos):
    acknowledged = [line for seed in range(8) for line in chaos.killed("talk_and_listen", seed)]
    sound(chaos.home)
    with chaos.open() as memory:
        rounds = len(memory.rounds(person="Bea", limit=100_000))
        assert rounds >= len(acknowledged) > 8
        before, _ = heard(memory, "Bea")
        assert before <= rounds
        from worker import Count

        memory.listen(person="Bea", listener=Count())
        assert heard(memory, "Bea")[0] == rounds
