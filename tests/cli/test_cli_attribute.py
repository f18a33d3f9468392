"""`duramen attribute`: a file of questions with their gold, a table of classes, and nothing stored."""

import json

import pytest

LINES = (
    {"id": "cat", "question": "What is my cat called?", "answers": ["Miso"], "evidence": ["My cat is called Miso."]},
    {"id": "cow", "question": "What is my cow called?", "answers": [], "evidence": []},
    {"id": "dog", "question": "What is my dog called?", "answers": ["Rex"], "evidence": ["My dog is called Rex"]},
)


@pytest.fixture
def questions(filled):
    return filled.file("questions.jsonl", LINES)


def test_each_question_lands_in_one_class(filled, questions):
    before = filled.held()
    found = filled.json("attribute", questions, "--person", "Ann")
    assert [item["id"] for item in found["items"]] == ["cat", "cow", "dog"]
    assert sum(one["count"] for one in found["classes"]) == 3
    causes = {item["id"]: item["cause"] for item in found["items"]}
    assert (causes["cat"], causes["dog"]) == ("right", "never_stored")
    assert filled.held() == before


def test_the_table_says_each_class_with_its_interval(filled, questions):
    done = filled.run("attribute", questions, "--person", "Ann")
    assert done.exit_code == 0
    assert "never stored" in done.stdout
    assert "questions.jsonl: 3 questions" in done.stdout


@pytest.mark.parametrize(
    "line, arguments, code, words",
    [
        ("{", ("--person", "Ann"), 2, "line 1 is no JSON"),
        (json.dumps(LINES[0]), (), 2, "--person"),
        (json.dumps(LINES[0]), ("--person", "Zoe"), 3, "Zoe"),
        (json.dumps({"round": "assistant/1", "person": "Ann"}), (), 2, "not answered here"),
        (json.dumps({"round": "assistant/99", "person": "Ann"}), (), 3, "no round"),
        (json.dumps(LINES[0] | {"at": "no day"}), ("--person", "Ann"), 2, "no day"),
    ],
)
def test_what_cannot_be_attributed_is_a_sentence(filled, line, arguments, code, words):
    done = filled.run("attribute", filled.file("q.jsonl", line), *arguments)
    assert (done.exit_code, done.stdout) == (code, "")
    assert words in done.stderr
