"""Logs say what was done, to which ids, how much and how long; never who spoke or what was said (C11)."""

import json
import logging

import pytest

SECRET = "Xanthippe"


@pytest.fixture
def logs(duramen, monkeypatch):
    monkeypatch.setenv("DURAMEN_LOG_LEVEL", "debug")
    monkeypatch.setenv("DURAMEN_LOG_FORMAT", "json")
    monkeypatch.setenv("DURAMEN_API_KEY", f"sk-{SECRET}")
    yield duramen
    logger = logging.getLogger("duramen")
    logger.handlers, logger.propagate = [logging.NullHandler()], True
    logger.setLevel(logging.NOTSET)


def events(done):
    return [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]


def test_every_verb_is_logged_and_no_line_holds_a_personal_word(logs):
    talk = [
        {"role": "user", "speaker": SECRET, "content": f"I am {SECRET}.", "time": "2024-05-01", "session": SECRET},
        {"role": "assistant", "speaker": SECRET, "content": f"Hello {SECRET}!", "id": SECRET},
    ]
    who = ("--person", SECRET, "--character", SECRET)
    ran = [
        logs.run("import", logs.file(f"{SECRET}.jsonl", talk), *who),
        logs.run("chat", "--once", f"Who is {SECRET}?", *who, "--session", SECRET),
        logs.run("recall", f"Who is {SECRET}?", *who),
        logs.run("knowledge", "add", logs.file(f"{SECRET}.md", f"# {SECRET}\n\n{SECRET} sings.\n"), "--base", SECRET),
        logs.run("knowledge", "remove", f"{SECRET}.md", "--base", SECRET),
        logs.run("character", "add", logs.file(f"{SECRET}.yaml", f"name: {SECRET}\ndescription: {SECRET}\n")),
        logs.run("recall", SECRET, "--person", f"{SECRET} the second"),
        logs.run("import", logs.file(f"{SECRET}.bin", bytes(range(256)) * 9), *who),
        logs.run("reindex", "--embedder", "hash"),
    ]
    lines = [event for done in ran for event in events(done)]
    assert [line["event"] for line in lines] == [
        *("imported", "recalled", "replied", "recalled", "learned", "removed", "character_added", "failed", "reindexed")
    ]
    for line in lines:
        assert SECRET not in json.dumps(line, ensure_ascii=False)
        assert line["level"] == "info"
        assert line["ms"] >= 0
        assert line["timestamp"].endswith("Z")
    imported, _, replied = lines[:3]
    assert imported["messages"] == 2
    assert len(imported["owner"]) == 32
    assert replied["model"] == "extractive"
    assert replied["state"] == "clean"
    assert replied["owner"] == imported["owner"]


def test_a_failing_model_is_logged_by_its_kind_alone(logs):
    script = logs.file("script.json", json.dumps([{"error": "timeout", "message": f"{SECRET} was too slow"}]))
    done = logs.run("chat", "--once", f"I am {SECRET}", "--person", SECRET, "--model", f"scripted:{script}")
    assert done.exit_code == 5
    failed = events(done)[-1]
    assert (failed["event"], failed["verb"], failed["error"]) == ("failed", "replied", "ModelTimeout")
    assert SECRET not in json.dumps(failed)


def test_the_console_format_is_readable_and_the_default_level_says_nothing(logs, monkeypatch):
    monkeypatch.setenv("DURAMEN_LOG_FORMAT", "console")
    assert "replied" in logs.run("chat", "--once", "hi", "--person", "Ann").stderr
    monkeypatch.delenv("DURAMEN_LOG_LEVEL")
    assert logs.run("chat", "--once", "hi", "--person", "Ann").stderr == ""


def test_as_a_library_nothing_is_printed(duramen, capfd):
    from duramen import Memory

    with Memory(duramen.home) as memory:
        memory.record("My cat is called Miso.", person="Ann")
        memory.recall("cat?", person="Ann")
    assert capfd.readouterr() == ("", "")
