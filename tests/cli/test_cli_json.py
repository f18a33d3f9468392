"""Every command that prints takes --json, and what it prints then is JSON with the keys that programs rely on."""

import json

import pytest

from duramen import Memory

SCRIPT = ["<analysis>need: experience; E1 supports; rests on E1</analysis><response>Miso.</response>"] * 3


@pytest.mark.parametrize("preset", ["balanced", "paper", "strict", "light"])
def test_recall_prints_what_was_asked_and_each_evidence_with_its_scores(filled, preset):
    found = filled.json("recall", "What is my cat called?", "--person", "Ann", "--preset", preset)
    assert {"question", "augmented", "now", "round", "preset", "evidence", "candidates"} <= found.keys()
    assert found["question"] == "What is my cat called?"
    assert found["preset"] == preset
    assert found["round"] == 3
    for one in found["evidence"]:
        keys = {"id", "source", "text", "happened_at", "round", "relative_round", "origin", "scores", "score"}
        assert keys <= one.keys()
        assert one["source"] in ("experience", "knowledge")
        assert all(isinstance(value, float) or value is None for value in one["scores"].values())
    assert [one["id"] for one in found["evidence"]] == [f"E{n + 1}" for n in range(len(found["evidence"]))]
    assert all(one["reason"] for one in found["candidates"])


def test_prompt_prints_its_messages_and_hash(filled):
    prompt = filled.json("prompt", "What is my cat called?", "--person", "Ann", "--model", "extractive")
    assert {"messages", "hash", "template", "form"} <= prompt.keys()
    assert [message["role"] for message in prompt["messages"]] == ["system", "user"]
    assert all(message.keys() == {"role", "content"} for message in prompt["messages"])


def test_a_reply_says_which_record_it_became_and_what_it_rests_on(filled):
    script = filled.file("script.json", json.dumps(SCRIPT))
    said = filled.json("chat", "--once", "What is my cat called?", "--person", "Ann", "--model", f"scripted:{script}")
    assert {
        "record",
        "round",
        "session",
        "model",
        "response",
        "state",
        "repairs",
        "analysis",
        "evidence",
    } <= said.keys()
    assert said["response"] == "Miso."
    assert said["state"] == "clean"
    assert said["analysis"]["bound"] == ["E1"]
    told = filled.json("round", said["record"], "--person", "Ann")
    assert told["answer"]["model"] == said["model"]
    assert told["state"] == "complete"
    assert told["answer"]["trace"]["evidence"]


def test_a_talk_prints_one_json_object_a_line(filled):
    script = filled.file("script.json", json.dumps(SCRIPT))
    done = filled.run("chat", "--person", "Ann", "--model", f"scripted:{script}", "--json", stdin="one\ntwo\n\nthree\n")
    assert done.exit_code == 0, done.stderr
    assert [json.loads(line)["round"] for line in done.stdout.splitlines()] == [3, 4, 5]


def test_an_import_prints_counts_span_and_problems(filled):
    told = json.loads(filled.run("import", filled.folder / "good.jsonl", "--person", "Ann", "--json").stdout)
    assert told["format"] == "jsonl"
    assert told["rounds"] == 0
    assert told["known"] == 4
    assert told["problems"] == []
    assert told["first_at"] == "2024-05-01T10:00:00+08:00"


def test_an_import_notes_the_zone_of_naive_times_and_a_round_shows_what_else_was_said_of_a_message(duramen):
    rows = [{"role": "user", "content": "My cat is Miso.", "time": "2024-05-01T10:00", "mood": "blue", "tags": [1]}]
    talk = duramen.file("talk.jsonl", rows)
    told = duramen.json("import", talk, "--person", "Ann")
    assert len(told["notes"]) == 1
    assert told["notes"][0].startswith("1 time has no zone and was read in ")
    assert "note: 1 time has no zone" in duramen.run("import", talk, "--person", "Ann").stdout
    assert duramen.json("import", talk, "--person", "Ann", "--timezone", "UTC")["notes"] == []
    (turn,) = duramen.json("round", "assistant/1", "--person", "Ann")["turns"]
    assert turn["extra"] == {"mood": "blue", "tags": [1]}


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        (["persons"], {"Ann"}),
        (
            ["status"],
            {"home", "bytes", "persons", "rounds", "documents", "vectors_from", "embedder", "model", "preset"},
        ),
        (["character", "show", "Keeper"], {"name", "occupation", "lore", "boundaries"}),
        (["knowledge", "show", "guide.md"], {"id", "base", "origin", "title", "texts"}),
        (["knowledge", "remove", "guide.md"], {"id", "base", "origin", "title"}),
        (["reindex", "--embedder", "hash"], {"embedder", "converted"}),
        (["round", "assistant/1", "--person", "Ann"], {"record", "round", "state", "turns", "answer", "happened_at"}),
    ],
)
def test_commands_about_one_thing_print_one_object(filled, command, keys):
    assert keys <= filled.json(*command).keys()


@pytest.mark.parametrize(
    ("command", "keys"),
    [
        (["rounds", "--person", "Ann"], {"record", "round", "state", "turns"}),
        (["knowledge", "list"], {"id", "base", "origin", "parents", "children"}),
        (["character", "list"], {"name", "occupation"}),
    ],
)
def test_lists_print_arrays_of_objects(filled, command, keys):
    listed = filled.json(*command)
    assert listed
    assert all(keys <= one.keys() for one in listed)


def test_an_empty_store_prints_empty_json(duramen):
    Memory(duramen.home).close()
    assert duramen.json("persons") == {}
    assert duramen.json("knowledge", "list") == [] == duramen.json("character", "list")


def test_adding_prints_what_was_added(duramen):
    guide = duramen.file("guide.md", "# Hours\n\nNine to five.\n")
    assert [one["outcome"] for one in duramen.json("knowledge", "add", guide)] == ["added"]
    assert [one["outcome"] for one in duramen.json("knowledge", "add", guide)] == ["unchanged"]
    card = duramen.file("keeper.yaml", "name: Keeper\n")
    assert duramen.json("character", "add", card)["name"] == "Keeper"
