"""`duramen forget` on the command line: it shows, asks, erases, and tells it in a receipt."""

import pytest


@pytest.fixture
def grown(filled):
    """A command whose Ann has a tree of one leaf beside her rounds."""
    filled.run("persona", "set", "home.city", "Lisbon", "--person", "Ann", "--reason", "moved")
    return filled


def test_a_dry_run_shows_the_words_and_does_nothing(grown):
    done = grown.run("forget", "--person", "Ann", "--matching", "lisbon", "--dry-run")
    assert done.exit_code == 0
    assert "I moved to Lisbon." in done.stdout
    assert "home.city (now): Lisbon  (holds the words)" in done.stdout
    assert grown.json("persona", "show", "--person", "Ann")["leaves"]
    told = grown.json("forget", "--person", "Ann", "--matching", "lisbon", "--dry-run")
    assert {item["kind"] for item in told["items"]} >= {"round", "leaf value"}


def test_without_a_terminal_and_without_yes_nothing_is_done(grown):
    done = grown.run("forget", "--person", "Ann", "--path", "home.city", stdin="yes\n")
    assert done.exit_code == 2
    assert "nothing was forgotten: there is no terminal to ask at; give --yes" in done.stderr
    assert "Lisbon" in grown.run("persona", "show", "--person", "Ann").stdout


def test_what_is_forgotten_is_told_in_a_receipt_that_can_be_read_again(grown):
    done = grown.json("forget", "--person", "Ann", "--matching", "lisbon", "--yes")
    assert done["counts"]["records"] == 1
    assert done["compacted"]
    assert grown.json("forget", "--receipt", done["id"]) == done
    again = grown.run("forget", "--receipt", done["id"])
    assert f"forgotten: receipt {done['id']}" in again.stdout
    assert "nothing is due" in grown.run("forget", "--compact").stdout
    assert b"Lisbon" not in (grown.home / "duramen.db").read_bytes()
    assert "Lisbon" not in done["id"] + again.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        ((), 2, "nothing was named; say what is to be forgotten with one of --path"),
        (("--path", "a", "--all"), 2, "--path and --all was named"),
        (("--matching", "猫"), 2, "too short"),
        (("--matching", "nobody said this", "--yes"), 3, "nothing that is held fits"),
        (("--path", "home.town", "--yes"), 3, "no leaf 'home.town' of 'Ann' was ever filled; there are: home.city"),
        (("--record", "Ada/77", "--yes"), 3, "there is no round 'Ada/77'"),
        (("--document", "x.pdf", "--yes"), 3, "there is no document 'x.pdf'"),
        (("--receipt", "x"), 3, "there is no receipt 'x'"),
    ],
)
def test_what_cannot_be_meant_is_a_sentence(grown, arguments, code, told):
    done = grown.run("forget", "--person", "Ann", *arguments)
    assert done.exit_code == code
    assert told in done.stderr
