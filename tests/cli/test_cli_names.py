"""Names of persons, characters and bases may hold any letters; one name is one owner, however it is typed."""

import json
import unicodedata

import pytest

from duramen.text.border import displayable

NAMES = [
    "👩‍👩‍👧 Familie 🦊",
    "שלום עולם",
    "مريم \u202b١٢\u202c",
    "李雷 与 韩梅梅",
    'O\'Brien "the" `cat`',
    "../../etc/passwd",
    "Robert'); DROP TABLE turns;--",
    "[bold]not markup[/bold]",
    "--person",
    "a/b/3",
    "é" * 200,
]


@pytest.mark.parametrize("name", NAMES)
def test_a_person_of_any_name_is_recorded_found_and_listed(filled, name):
    said = filled.json("chat", "--once", "My bike is green.", f"--person={name}", f"--character={name}")
    name_there = unicodedata.normalize("NFC", name)
    assert filled.json("persons")[name_there] == {name_there: 1}
    found = filled.json("recall", "bike?", f"--person={name}", f"--character={name}")
    assert next(e["text"] for e in found["evidence"]) == "My bike is green."
    shown = filled.run("round", f"--person={name}", "--json", "--", f"{name}/1")
    assert json.loads(shown.stdout)["record"] == said["record"]
    assert len(filled.json("rounds", f"--person={name}", f"--character={name}")) == 1
    shown_there = displayable(name_there)  # a table has none of the marks that turn the direction of what follows
    assert shown_there in filled.run("persons").stdout.replace("\n", "") or len(name) > 60
    assert filled.json("persons")["Ann"] == {"assistant": 2}


@pytest.mark.parametrize("name", NAMES)
def test_a_base_and_a_character_of_any_name_are_kept_apart(filled, name):
    guide = filled.file("other.md", "# Other\n\nThe museum closes on Mondays.\n")
    assert filled.run("knowledge", "add", guide, f"--base={name}").exit_code == 0
    assert [one["title"] for one in filled.json("knowledge", "list", f"--base={name}")] == ["Other"]
    found = filled.json("recall", "museum Mondays?", "--person", "Ann", f"--base={name}")
    assert any("museum" in one["text"] for one in found["evidence"])
    elsewhere = filled.json("recall", "museum Mondays?", "--person", "Ann", "--base", "main")
    assert not any("museum" in one["text"] for one in elsewhere["evidence"])
    card = filled.file("card.yaml", "name: Somebody\noccupation: guide\n")
    assert filled.run("character", "add", card, f"--name={name}").exit_code == 0
    assert filled.run("character", "show", "--", name).exit_code == 0
    assert filled.run("knowledge", "remove", "other.md", f"--base={name}").exit_code == 0
    assert len(filled.json("knowledge", "list")) == 1


def test_upper_and_lower_case_are_different_persons(filled):
    filled.run("chat", "--once", "My bike is green.", "--person", "ann")
    assert set(filled.json("persons")) == {"Ann", "ann"}
    assert not any("bike" in e["text"] for e in filled.json("recall", "bike?", "--person", "Ann")["evidence"])


def test_composed_and_decomposed_letters_are_one_person_character_and_base(filled):
    composed, decomposed = "Zoë", "Zoe\u0308"
    filled.run("chat", "--once", "My bike is green.", "--person", composed, "--character", decomposed)
    filled.run("chat", "--once", "My hat is blue.", "--person", decomposed, "--character", composed)
    assert filled.json("persons")[composed] == {composed: 2}
    assert decomposed not in filled.json("persons")
    guide = filled.file("other.md", "# Other\n\nClosed.\n")
    filled.run("knowledge", "add", guide, "--base", decomposed)
    assert len(filled.json("knowledge", "list", "--base", composed)) == 1
    filled.run("character", "add", filled.file("card.yaml", "name: x\n"), "--name", decomposed)
    assert filled.json("character", "show", composed)["name"] == composed


def test_spaces_around_and_between_do_not_make_another_person(filled):
    filled.run("chat", "--once", "My bike is green.", "--person", "  Ben \u3000  Li ")
    assert filled.json("persons")["Ben Li"] == {"assistant": 1}
    assert len(filled.json("rounds", "--person", "Ben  Li")) == 1


def test_a_document_is_found_by_its_name_composed_or_decomposed(filled):
    filled.run("knowledge", "add", filled.file("cafe\u0301.md", "# Menu\n\nSoup.\n"))
    assert filled.json("knowledge", "show", "café.md")["title"] == "Menu"
    assert filled.run("knowledge", "remove", "café.md").exit_code == 0


@pytest.mark.parametrize("other", ["test_user1", "test_use", "TEST_USER", "test_user ", "test%user", "u2"])
def test_a_name_that_merely_resembles_another_sees_nothing_of_it(filled, other):
    filled.run("chat", "--once", "My bike is green.", "--person", "test_user")
    filled.run("chat", "--once", "I have nothing to tell.", "--person", other)
    own = other.strip() == "test_user"
    found = filled.json("recall", "bike green?", "--person", other)
    told = [one["text"] for one in (*found["evidence"], *found["candidates"])]
    assert any("green" in text for text in told) is own


def test_what_one_character_was_told_is_not_another_ones(filled):
    filled.run("chat", "--once", "My bike is green.", "--person", "Ann", "--character", "Ada")
    filled.run("chat", "--once", "My zebra is blue.", "--person", "Ann", "--character", "Bob")

    def told(*options):
        found = filled.json("recall", "bike zebra?", "--person", "Ann", *options)
        return " ".join(one["text"] for one in (*found["evidence"], *found["candidates"]))

    assert "bike" in told("--character", "Ada")
    assert "zebra" not in told("--character", "Ada")
    assert "zebra" in told("--character", "Bob")
    assert "bike" not in told("--character", "Bob")
    assert "bike" in told()
    assert "zebra" in told()
    filled.run("chat", "--once", "What colour is my bike?", "--person", "Ann", "--character", "Bob", "--json")
    assert "green" not in filled.json("rounds", "--person", "Ann", "--character", "Bob")[-1]["turns"][1]["text"]
