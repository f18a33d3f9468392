"""--level, the leaves shown and `feedback`, at the command line."""

import pytest

from duramen.memory.open import Memory
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import owner_write
from duramen.text.moments import parse_moment


@pytest.fixture
def grown(filled):
    """The store of `filled`, where Ann has a tree of two leaves."""
    with Memory(filled.home) as memory:
        workspace = memory.workspace
        owner = workspace.owner(OwnerKind.PERSON, "Ann")
        draft = VersionDraft(
            after=0, schema="core", schema_version=1, cause="test", writer="person", recorded=workspace.clock()
        )
        since = parse_moment("2024-05-01", "UTC")
        leaves = {"pets.animals": "a cat called Miso", "home.city": "Lisbon"}
        with owner_write(workspace.engine, owner) as write:
            write_version(write, draft, [Change(path=p, value=v, valid_from=since) for p, v in leaves.items()])
    return filled


def test_recall_prints_the_level_the_route_and_the_leaves(grown):
    found = grown.json("recall", "What is my cat called?", "--person", "Ann", "--level", "fast")
    assert (found["level"], found["evidence"]) == ("fast", [])
    assert found["route"]["experience"]["depth"] == "none"
    assert found["route"]["experience"]["reason"].keys() == {"en", "zh"}
    assert [(leaf["id"], leaf["value"], leaf["since"]) for leaf in found["leaves"]] == [
        ("L1", "a cat called Miso", "2024-05-01"),
        ("L2", "Lisbon", "2024-05-01"),
    ]
    told = grown.run("recall", "What is my cat called?", "--person", "Ann").stdout
    assert "Level routed:" in told
    assert "L1  Pets" in told


def test_the_prompt_has_the_leaves_and_the_routed_level_is_the_usual_one(grown):
    text = grown.run("prompt", "What is my cat called?", "--person", "Ann").stdout
    assert '<profile id="L1" about="Pets' in text
    assert grown.json("recall", "Where do I live?", "--person", "Ann")["level"] == "routed"


def test_a_leaf_answers_at_the_level_fast_and_feedback_is_taken(grown):
    said = grown.json("chat", "--once", "What is my cat called?", "--person", "Ann", "--level", "fast")
    assert "a cat called Miso" in said["response"]
    assert said["analysis"]["bound"] == ["L1"]
    moved = grown.json("feedback", said["record"], "--person", "Ann", "--deeper")
    assert moved["after"]["experience"]["shallow"] < moved["before"]["experience"]["shallow"]
    told = grown.run("feedback", f"assistant/{said['round']}", "--person", "Ann", "--shallower")
    assert told.exit_code == 0
    assert "profile: shallow" in told.stdout


def test_a_round_tells_which_level_ran_why_and_which_leaves_were_shown(grown):
    said = grown.json("chat", "--once", "What is my cat called?", "--person", "Ann", "--level", "fast")
    told = grown.run("round", said["record"], "--person", "Ann").stdout
    assert "level fast" in told
    assert "experience none: the level fast reads the leaves alone" in told
    assert "L1: pets.animals, version 1" in told
    said = grown.json("chat", "--once", "我的猫叫什么？", "--person", "Ann", "--level", "full")
    assert "experience deep: full 级别全部都读" in grown.run("round", said["record"], "--person", "Ann").stdout


@pytest.mark.parametrize("options", [(), ("--deeper", "--good")])
def test_feedback_wants_one_of_its_options(grown, options):
    done = grown.run("feedback", "assistant/1", "--person", "Ann", *options)
    assert done.exit_code == 2
    assert "--deeper, --shallower, --good and --bad" in done.stderr


def test_an_unknown_level_is_a_mistyped_option(grown):
    done = grown.run("recall", "x", "--person", "Ann", "--level", "deep")
    assert done.exit_code == 2
    assert "fast, routed, full" in done.stderr
