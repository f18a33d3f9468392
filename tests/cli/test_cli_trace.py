"""`duramen trace`: a round or a drift, for people at a terminal, for programs, and drawn."""

import xml.etree.ElementTree as tree

import pytest


@pytest.fixture
def talked(filled):
    for question in ("What is my cat called?", "Where did I move to?"):
        assert filled.run("chat", "--once", question, "--person", "Ann", "--character", "assistant").exit_code == 0
    return filled


def test_a_round_is_shown_with_scores_reasons_prompt_and_what_followed(talked):
    done = talked.run("trace", "assistant/4", "--person", "Ann")
    assert done.exit_code == 0, done.stderr
    for words in ("Entered the prompt:", "dense", "lexical", "rests on", "byte for byte", "No operation followed"):
        assert words in done.stdout
    assert "#1" in done.stdout
    assert all(len(line) <= 100 for line in done.stdout.splitlines() if line.startswith("    rank"))


def test_the_prompt_is_printed_when_asked_for(talked):
    assert "## system" not in talked.run("trace", "assistant/4").stdout
    assert "## system" in talked.run("trace", "assistant/4", "--prompt").stdout


def test_as_json_it_is_whole(talked):
    found = talked.json("trace", "assistant/4")
    assert found["prompt"]["same"] is True
    assert found["round"]["round"] == 4
    every = [*found["entered"], *found["left_out"]]
    assert every
    for one in every:
        assert set(one["ranks"]) <= set(one["scores"])
        assert (one["why"] is None) == (one["id"] is not None)
    assert set(found["components"]) <= {name for one in every for name in one["scores"]}


@pytest.mark.parametrize("arguments", [("assistant/4",), ()])
def test_it_is_drawn_into_a_file(talked, arguments):
    file = talked.folder / "drawn.svg"
    done = talked.run("trace", *arguments, "--svg", file)
    assert done.exit_code == 0
    assert f"drawn: {file}" in done.stdout
    assert tree.parse(file).getroot().tag.endswith("svg")


def test_without_a_round_the_drift_is_shown(talked):
    assert "2 of them answered here" in talked.run("trace").stdout
    found = talked.json("trace", "--rolling", "1")
    assert found["groups"]["tree"]["at"] == list(range(1, len(found["rounds"]) + 1))
    assert len(found["groups"]["protocol"]["series"]["tags_share"]) == 2


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (("assistant/99",), 3, "no round"),
        (("--session", "nowhere"), 3, "no sitting 'nowhere'"),
        (("assistant/4", "--session", "s"), 2, "not both"),
        (("--rolling", "0"), 2, "--rolling"),
        (("assistant/4", "--svg", "/no/such/folder/x.svg"), 2, "cannot be written"),
        (("--person", "Zoe"), 3, "Zoe"),
    ],
)
def test_what_cannot_be_traced_is_a_sentence(talked, arguments, code, words):
    done = talked.run("trace", *arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert words in done.stderr
