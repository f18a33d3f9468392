"""What was read at an earlier state is read again from any later one: trees, histories of leaves, titles, decisions."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from still_clock import Clock

from duramen import Memory, Settings
from duramen.errors import DuramenError
from duramen.memory.replay.replay import Wanted, replay
from duramen.stores.engine import reading
from duramen.stores.knowledge import document_names
from duramen.stores.owners import OwnerKind, head_of
from duramen.stores.persona.earlier import earlier_values
from duramen.stores.persona.reading import current_version, find_version, read_tree, read_tree_at

MONTHS = [f"2025-{month:02}" for month in range(1, 13)]
EDIT = st.tuples(
    st.sampled_from(["work.occupation", "home.city"]),
    st.sampled_from(["set", "set", "set", "merge", "delete"]),
    st.one_of(st.none(), st.sampled_from(MONTHS)),
    st.one_of(st.none(), st.sampled_from(MONTHS)),
)


def read(connection, owner, version):
    tree = read_tree(connection, owner, version)
    leaves = list(tree.leaves.values())
    at = [read_tree_at(connection, owner, Clock.at(us * 10**12).at_us, version) for us in range(1735, 1791, 5)]
    told = earlier_values(connection, owner, leaves, tree.version)
    # Who took a value out, and when, was not known then either; a prompt tells nothing of it.
    past = {path: [(one.leaf, one.reason) for one in values] for path, values in told.items()}
    return tree, [one.leaves for one in at], past


@example(
    [
        ("work.occupation", "set", "2025-06", None),
        ("work.occupation", "set", "2025-01", "2025-03"),
        ("work.occupation", "delete", None, None),
    ]
)
@settings(max_examples=15)
@given(edits=st.lists(EDIT, min_size=2, max_size=9))
def test_a_tree_of_an_earlier_version_is_read_as_it_was_read_then(tmp_path_factory, edits):
    clock = Clock()
    folder = tmp_path_factory.mktemp("tree")
    with Memory(folder, settings=Settings(embedder="hash", timezone="UTC"), clock=clock) as memory:
        memory.record("Hello.", "Hi.", person="Mei")
        owner = memory.workspace.find(OwnerKind.PERSON, "Mei")
        then = {}
        for number, (path, how, since, until) in enumerate(edits):
            clock.forward(days=1)
            try:
                if how == "delete":
                    memory.persona.delete(path, person="Mei", until=until)
                elif how == "merge":
                    text = f'UPDATE({path}, "value {number}")'
                    memory.persona.apply(text, person="Mei", writer="told@1")
                else:
                    memory.persona.set(path, f"value {number}", person="Mei", since=since, until=until)
            except DuramenError:
                continue  # nothing to delete, or an end before its beginning
            with reading(memory.workspace.engine) as connection:
                version = current_version(connection, owner).version
                then[version] = read(connection, owner, None)
        for version, known in then.items():
            with reading(memory.workspace.engine) as connection:
                assert read(connection, owner, find_version(connection, owner, version)) == known


def test_titles_are_those_of_then(opened, tmp_path):
    memory = opened()
    file = tmp_path / "a.md"
    file.write_text("# First\n\nBread rests.", encoding="utf-8")
    memory.learn(file)
    base = memory.workspace.find(OwnerKind.BASE, "main")
    with reading(memory.workspace.engine) as connection:
        then = head_of(connection, base).seq
        known = document_names(connection, base, 9, then)
    file.write_text("# Second\n\nBread rests.", encoding="utf-8")
    memory.learn(file)
    with reading(memory.workspace.engine) as connection:
        assert document_names(connection, base, 9, then) == known == ["First"]
        assert document_names(connection, base, 9) == ["Second"]


@pytest.mark.parametrize(("words", "scope"), [("I am allergic to peanuts.", "special"), ("我对花生过敏。", "special")])
def test_a_window_is_judged_by_what_the_person_had_agreed_to_then(opened, words, scope):
    memory = opened(listener="off")
    memory.record(words, "Noted.", person="Mei")
    memory.persona.consent(scope, person="Mei", purpose="care")
    done = memory.listen(person="Mei", listener="rules")
    assert done.outcomes.get("applied")
    memory.persona.withdraw(scope, person="Mei")
    (window,) = replay(memory.workspace, Wanted(person="Mei")).windows
    assert (window.outcome, window.operations) == ("identical", sum(done.outcomes.values()))
