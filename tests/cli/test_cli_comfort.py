"""What the command line does so that nobody has to guess: names, plurals, outcomes, and errors without a bar."""

import json

import pytest

from duramen.cli.names import new_name_line
from duramen.cli.output import counted, progress
from duramen.errors import UnreadableFile

AT = ("--at", "2024-07-01T10:00")
READING = [["rounds"], ["round", "assistant/1"], ["recall", "cat?", *AT], ["prompt", "cat?", *AT]]
LINES = [{"role": "user", "content": "My bike is green."}, {"role": "assistant", "content": "Nice."}]


@pytest.mark.parametrize("command", READING)
def test_the_only_person_is_taken_and_told_on_standard_error(filled, unchanged, command):
    with unchanged:
        done = filled.run(*command)
    assert done.exit_code == 0
    assert done.stderr == "person: Ann, the only one here\n"
    assert "cat" in done.stdout
    assert filled.json(*command) == filled.json(*command, "--person", "Ann")


@pytest.mark.parametrize("command", READING)
def test_of_several_persons_one_has_to_be_named(filled, command):
    assert filled.run("import", filled.file("b.jsonl", LINES), "--person", "Ben").exit_code == 0
    done = filled.run(*command)
    assert done.exit_code == 2
    assert done.stderr == "error: the store holds 2 persons; say which with --person: 'Ann', 'Ben'\n"


@pytest.mark.parametrize("command", [["recall", "hours?"], ["prompt", "hours?"], ["rounds"]])
def test_where_nobody_talked_the_way_out_is_told(duramen, command):
    duramen.run("knowledge", "add", duramen.file("guide.md", "# Hours\n\nThe shop opens at nine.\n"))
    done = duramen.run(*command)
    assert done.exit_code == 2
    assert "--person NAME" in done.stderr


def test_a_new_person_and_a_new_character_are_told_with_names_like_them_first(filled):
    done = filled.run("chat", "--once", "My bike is green.", "--person", "Anne", "--character", "keeper")
    assert done.exit_code == 0
    assert "note: a new person 'Anne' begins here; known: 'Ann'\n" in done.stderr
    assert "note: a new character 'keeper' begins here; known: 'Keeper', 'assistant'\n" in done.stderr
    again = filled.run("chat", "--once", "My car is red.", "--person", "Anne", "--character", "keeper")
    assert again.stderr == ""


def test_names_from_cards_and_records_are_known(filled):
    for character in ("Keeper", "assistant"):
        assert filled.run("chat", "--once", "Hi there.", "--person", "Ann", "--character", character).stderr == ""


def test_the_first_person_and_an_import_of_a_known_one_need_no_word(duramen):
    file = duramen.file("a.jsonl", LINES)
    assert duramen.run("import", file, "--person", "Ann").stderr.count("note:") == 0
    assert duramen.run("import", file, "--person", " Ann ").stderr.count("note:") == 0


def test_an_import_tells_of_a_new_person_and_its_json_stays_json(filled):
    done = filled.run("import", filled.file("b.jsonl", LINES), "--person", "Annn", "--json")
    assert json.loads(done.stdout)["person"] == "Annn"
    assert "note: a new person 'Annn' begins here; known: 'Ann'\n" in done.stderr


def test_an_import_that_fails_begins_nobody(filled):
    assert "note:" not in filled.run("import", filled.folder / "missing.jsonl", "--person", "Annn").stderr


def test_a_talk_tells_of_a_new_person_before_the_first_words(filled, unchanged):
    with unchanged:
        done = filled.run("chat", "--person", "Lyam", stdin="")
    assert done.stderr.startswith("note: a new person 'Lyam' begins here")


def test_names_alike_come_first_and_many_are_counted():
    known = ["Ada", "Bo", "Cy", "Di", "Ed", "LIAM", "Zoë"]
    assert new_name_line("person", "Lyam", known) == (
        "note: a new person 'Lyam' begins here; known: 'LIAM', 'Ada', 'Bo', 'Cy', 'Di' and 2 more (`duramen persons`)"
    )
    assert "known: '林晓禾', 'Ada'" in new_name_line("person", "林小禾", ["Ada", "林晓禾"])
    assert new_name_line("person", "Zoe\u0308", known) == new_name_line("person", "Lyam", []) == ""


def test_one_of_a_thing_is_told_in_the_singular(duramen):
    assert [counted(n, "entry", "entries") for n in (0, 1, 2)] == ["0 entries", "1 entry", "2 entries"]
    assert counted(1200, "round") == "1,200 rounds"
    done = duramen.run("import", duramen.file("one.jsonl", LINES[:1]), "--person", "Ann")
    assert "1 round with 1 message of Ann" in done.stdout
    assert "1 parent, 1 child)" in duramen.run("knowledge", "add", duramen.file("a.md", "# Hours\n\nNine.\n")).stdout
    again = duramen.run("import", duramen.file("one.jsonl", LINES[:1]), "--person", "Ann")
    assert "1 message was known already" in again.stdout


def test_a_card_is_added_unchanged_or_replaced(duramen):
    card = "name: Keeper\noccupation: {}\n"
    said = [
        duramen.run("character", "add", duramen.file("c.yaml", card.format(job))) for job in ("cook", "cook", "baker")
    ]
    assert [done.stdout.partition(":")[0] for done in said] == ["added", "unchanged", "replaced"]
    assert duramen.json("character", "add", duramen.file("c.yaml", card.format("baker")))["outcome"] == "unchanged"


@pytest.mark.parametrize("name", ["missing.jsonl", "picture.jsonl"])
@pytest.mark.parametrize("command", [["import", "--person", "Ann"], ["knowledge", "add"]])
def test_an_error_about_a_file_stands_alone(filled, command, name):
    filled.file("picture.jsonl", b"\x89PNG\r\n\x1a\n\x00\x00")
    done = filled.spawn(*command, str(filled.folder / name))
    lines = done.stderr.decode().splitlines()
    assert done.returncode in (2, 3)
    assert len(lines) == 1
    assert lines[0].startswith("error: ")


def test_a_bar_shows_once_there_is_progress_and_goes_with_a_failure(capsys):
    with progress("import a", "rounds") as update:
        update(1, 2)
        update(2, 2)
    assert "import a" in capsys.readouterr().err
    for steps in (0, 1):
        with pytest.raises(UnreadableFile):
            _fails_after(steps)
        assert "import b" not in capsys.readouterr().err


def _fails_after(steps):
    with progress("import b", "rounds") as update:
        for step in range(steps):
            update(step, 2)
        raise UnreadableFile("no")
