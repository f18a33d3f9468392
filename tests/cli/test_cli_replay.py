"""`duramen replay` at the command line: what it prints, its JSON, and what it refuses."""

import pytest


@pytest.fixture(
    params=[("Ann", "What is my cat called?", "My cat is called Miso."), ("小梅", "我的猫叫什么？", "我的猫叫咪咪。")]
)
def talked(duramen, request):
    """A person who was told to have a cat, and asked for its name; the command, the person and the question."""
    person, question, said = request.param
    file = duramen.file("talk.jsonl", [{"role": "user", "content": said, "time": "2024-05-01T10:00"}])
    duramen.run("import", file, "--person", person)
    duramen.run("chat", "--person", person, "--once", question)
    return duramen, person, question


def test_all_rounds_are_identical_and_what_was_imported_is_memory(talked):
    duramen, person, _ = talked
    found = duramen.json("replay", "--person", person)
    assert [found[name] for name in ("rounds", "identical", "changed", "erased", "not_replayable")] == [1, 1, 0, 0, 0]
    assert (found["without_answer"], found["list"][0]["outcome"]) == (1, "identical")
    done = duramen.run("replay", "--person", person)
    assert done.exit_code == 0
    assert "1 round: 1 identical" in done.stdout


def test_one_round_and_a_sitting_can_be_named(talked):
    duramen, person, question = talked
    held = duramen.held()
    assert question in duramen.run("replay", "assistant/2", "--person", person).stdout
    told = duramen.run("replay", "assistant/1", "--person", person).stdout
    assert "not-replayable" in told
    assert "it was imported" in told
    session = duramen.json("round", "assistant/2", "--person", person)["session"]
    assert duramen.json("replay", "--person", person, "--session", session)["rounds"] == 1
    done = duramen.run("replay", "--person", person, "--session", "none")
    assert (done.exit_code, "no round of the sitting 'none'" in done.stderr) == (3, True)
    assert duramen.held() == held


def test_other_settings_show_what_would_have_been_found(talked):
    duramen, person, _ = talked
    found = duramen.json("replay", "--person", person, "--set", "bm25=off", "--set", "dense=on", "--set", "threshold=9")
    moves = found["list"][0]["difference"]["moves"]
    assert [(move["kind"], move["before"], move["after"]) for move in moves] == [("experience", "E1", None)]
    told = duramen.run("replay", "--person", person, "--set", "threshold=9").stdout
    assert "1 prompt of 1 differ" in told


def test_the_model_is_asked_again_only_when_told_to(talked):
    duramen, person, _ = talked
    held = duramen.held()
    told = duramen.run("replay", "assistant/2", "--person", person, "--live").stdout
    assert "then: " in told
    assert "now:  " in told
    assert duramen.held() == held
    refused = duramen.run("replay", "assistant/2", "--person", person, "--model", "extractive")
    assert (refused.exit_code, "only with --live" in refused.stderr) == (2, True)


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (["--set", "lamda_hours=7"], 2, "near it are lambda_hours"),
        (["--set", "bm25=off", "--set", "dense=off"], 2, "leaves nothing to search by"),
        (["assistant/2", "--session", "x"], 2, "not both"),
        (["assistant/99"], 3, "there is no round"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(talked, args, code, told):
    duramen, person, _ = talked
    done = duramen.run("replay", *args, "--person", person)
    assert (done.exit_code, told in done.stderr) == (code, True), done.stderr
