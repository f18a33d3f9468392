"""A character's own tree on the command line: fed by listening, shown with its words, guarded, its contradictions told."""

import json

import pytest

WHO = ("--person", "Mei", "--character", "Ada")


@pytest.fixture
def said(duramen, monkeypatch):
    """A function that has a scripted model answer one round as Ada."""
    monkeypatch.setenv("DURAMEN_LISTENER", "off")

    def say(reply, *options, text="Tell me of yourself."):
        answer = f"<analysis>need: none; rests on nothing</analysis><response>{reply}</response>"
        script = duramen.file("script.json", json.dumps([answer]))
        return duramen.run("chat", "--once", text, *WHO, "--model", f"scripted:{script}", *options)

    return say


def test_listening_hears_the_person_and_their_characters_unless_told_otherwise(duramen, said):
    said("I grew up in Bergen.", text="I live in Porto.")
    told = duramen.json("listen", "--person", "Mei", "--no-characters")
    assert (told["windows"], told["characters"]) == (1, [])
    told = duramen.json("listen", "--person", "Mei")
    assert told["windows"] == 0
    assert [(one["character"], one["windows"], one["outcomes"]) for one in told["characters"]] == [
        ("Ada", 1, {"applied": 1})
    ]
    said("I live in Oslo.")
    done = duramen.run("listen", *WHO)
    assert done.exit_code == 0
    assert "1 window of Ada heard by rules@1: 1 applied; the tree stands at version 2" in done.stdout
    assert "characters" not in duramen.json("listen", *WHO)


def test_show_history_and_explain_quote_the_characters_turns(duramen, said):
    said("I grew up in Bergen.")
    duramen.json("listen", "--person", "Mei")
    assert "identity.origin: grew up in Bergen" in duramen.run("persona", "show", *WHO).stdout
    explained = duramen.run("persona", "explain", "identity.origin", *WHO).stdout
    assert "“I grew up in Bergen" in explained
    assert "by rules@1, stated" in explained
    (value,) = duramen.json("persona", "history", "identity.origin", *WHO)
    assert value["quotes"][0]["words"].startswith("I grew up in Bergen")


def test_a_contradiction_is_told_in_the_round_the_list_and_the_queue(duramen, said):
    said("I grew up in Bergen.")
    duramen.json("listen", "--person", "Mei")
    reply = json.loads(said("I grew up in Cairo.", "--json").stdout)
    assert [one["path"] for one in reply["contradicts"]] == ["identity.origin"]
    assert [one["path"] for one in reply["self_leaves"]] == ["identity.origin"]
    record = duramen.json("round", "Ada/2", "--person", "Mei")
    assert record["contradicts"] == [
        {"path": "identity.origin", "words": "I grew up in Cairo.", "version": 1, "record": None}
    ]
    assert record["answer"]["trace"]["self_leaves"][0]["path"] == "identity.origin"
    line = (
        "contradicts what the character said of itself (identity.origin, version 1 of its tree): “I grew up in Cairo.”"
    )
    for command in (("round", "Ada/2"), ("rounds",)):
        assert line in duramen.run(*command, "--person", "Mei").stdout
    assert "contradicts what" in said("I grew up in Cairo.", "--sources").stdout
    duramen.json("listen", *WHO)
    waiting = duramen.json("persona", "waiting", *WHO)
    assert next((one["code"], one["held"], one["words"]) for one in waiting) == (
        "contradicts-self",
        "grew up in Bergen",
        "I grew up in Cairo.",
    )
    accepted = duramen.run("persona", "accept", str(waiting[0]["id"]), *WHO)
    assert accepted.exit_code == 0
    assert "identity.origin: grew up in Cairo" in duramen.run("persona", "show", *WHO).stdout


def test_why_tells_of_a_contradiction_and_of_what_was_shown(duramen, said):
    said("I grew up in Bergen.")
    duramen.json("listen", "--person", "Mei")
    answer = "<analysis>need: none; rests on nothing</analysis><response>I grew up in Cairo.</response>"
    script = duramen.file("script.json", json.dumps([answer]))
    told = duramen.run("chat", *WHO, "--model", f"scripted:{script}", stdin="Where did you grow up?\n/why\n").stdout
    assert "! contradicts what the character said of itself (identity.origin, version 1 of its tree)" in told
    assert "what Ada has said of itself, as shown to the model:" in told
    assert "S1  Origin: grew up in Bergen" in told


def test_the_cards_facts_are_shown_as_such_and_refused_to_every_hand(duramen, said):
    card = duramen.file("ada.yaml", "name: Ada\noccupation: lighthouse keeper\n")
    duramen.json("character", "add", card)
    said("I am a pilot. I live in Oslo.")
    told = duramen.json("listen", *WHO)
    assert (told["outcomes"], told["refused"]) == ({"applied": 1, "refused": 1}, {"protected": 1})
    shown = duramen.run("persona", "show", *WHO).stdout
    assert "identity.occupation: lighthouse keeper  (from its card)" in shown
    assert "its card says so" in duramen.run("persona", "explain", "identity.occupation", *WHO).stdout
    refused = duramen.run("persona", "set", "identity.occupation", "pilot", *WHO)
    assert refused.exit_code == 2
    assert "`duramen character add` with another card changes it" in refused.stderr
    duramen.json("character", "add", duramen.file("ada.yaml", "name: Ada\noccupation: pilot\n"))
    assert "identity.occupation: pilot  (from its card)" in duramen.run("persona", "show", *WHO).stdout
    assert duramen.run("round", "Ada/1", "--person", "Mei").stdout.count("its card)") == 1


def test_an_imported_character_counts_as_what_it_said(duramen, monkeypatch):
    monkeypatch.setenv("DURAMEN_LISTENER", "off")
    rows = [
        {"role": "user", "content": "你是做什么的？", "time": "2025-03-05T10:00:00+08:00"},
        {"role": "assistant", "content": "我是一名面包师，我住在上海。", "time": "2025-03-05T10:00:10+08:00"},
    ]
    duramen.json("import", duramen.file("talk.jsonl", rows), "--person", "小梅", "--character", "小月")
    told = duramen.json("listen", "--person", "小梅", "--character", "小月", "--dry-run")
    assert told["operations"] == ['ADD(identity.occupation, "面包师")', 'ADD(home.place, "上海")']
    duramen.json("listen", "--person", "小梅")
    shown = duramen.json("persona", "show", "--person", "小梅", "--character", "小月")
    assert {leaf["path"]: leaf["value"] for leaf in shown["leaves"]} == {
        "identity.occupation": "面包师",
        "home.place": "上海",
    }


def test_listening_to_a_character_that_said_nothing_is_told_in_a_sentence(duramen, said):
    said("Yes.")
    done = duramen.run("listen", "--person", "Mei", "--character", "Bo")
    assert done.exit_code == 3
    assert "nothing is kept yet of what 'Bo' said of itself to 'Mei'" in done.stderr
