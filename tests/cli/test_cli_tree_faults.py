"""Bad input to the tree's commands: one sentence and an exit code, nothing made, nothing lost, never a traceback."""

import json

import pytest

LEAF = {
    "path": "a.b",
    "trunk": "social",
    "title": {"en": "T", "zh": "题"},
    "description": {"en": "D", "zh": "述"},
    "examples": {"en": ["e"], "zh": ["例"]},
    "budget": 100,
    "tier": "ordinary",
    "lifetime": "lasting",
}


def schema(**changes):
    about = {"en": "A", "zh": "关"}
    return {"name": "mine", "version": 1, "language": "en", "about": about, "leaves": [LEAF], **changes}


def with_leaf(**changes):
    return schema(leaves=[{**LEAF, **changes}])


def failed(done, code):
    """Return the one sentence of a command that was refused."""
    assert done.exit_code == code, done.output
    lines = [line for line in done.stderr.splitlines() if not line.startswith("20")]
    assert [line[:7] for line in lines] == ["error: "], done.stderr
    return lines[0]


def test_a_refused_command_makes_no_store(duramen):
    good = duramen.file("good.txt", 'ADD(home.city, "Rome")')
    for words, code in (
        (("schema", "add", duramen.file("broken.json", "{")), 2),
        (("persona", "apply", duramen.folder / "missing", "--person", "P"), 2),
        (("persona", "apply", good, "--person", "P", "--policy", "wrong"), 2),
        (("persona", "apply", good, "--person", "P", "--schema", "wrong"), 2),
        (("persona", "apply", good, "--person", " "), 2),
        (("persona", "set", "home.nope", "x", "--person", "P"), 3),
        (("persona", "allow", "heath.*: never-store=on", "--person", "P"), 3),
        (("persona", "consent", "private", "--purpose", "\u200b", "--person", "P"), 2),
    ):
        failed(duramen.run(*words), code)
        assert not duramen.home.exists(), words


@pytest.mark.parametrize(("data", "fault"), [
    (schema(name="a+b"), "holds no +"),
    (schema(name="-x"), "does not begin with -"),
    (schema(name="n" * 101), "at most 100 characters"),
    (schema(version=2**63), "whole number from 1 to"),
    (with_leaf(budget=10**30), "whole number from 1 to"),
    (with_leaf(path="a.*"), "'*'"),
    (with_leaf(path="a.\u200bb"), "U+200B"),
    (schema(leaves=[{**LEAF, "path": f"r{at}"} for at in range(5_001)]), "5,001 leaves"),
    (json.dumps(schema()).replace('"version": 1', '"version": 1, "version": 2'), "'version' stands twice"),
])  # fmt: skip
def test_a_schema_that_could_not_be_used_is_refused(duramen, data, fault):
    file = duramen.file("mine.json", data if isinstance(data, str) else json.dumps(data))
    assert fault in failed(duramen.run("schema", "add", file), 2)


def test_many_sub_trees_plug_in_and_hold_values(duramen):
    names = [f"sub{at}" for at in range(9)]
    for name in names:
        duramen.run("schema", "add", duramen.file("sub.json", json.dumps(schema(name=name, version=20261130))))
    ops = duramen.file("ops.txt", 'ADD(sub8.a.b, "kept")')
    done = duramen.run("persona", "apply", ops, "--person", "P", "--schema", "+".join(["core", *names]))
    assert done.exit_code == 0, done.stderr


def test_a_sub_tree_whose_paths_would_be_too_long_to_write_is_not_plugged_in(duramen):
    duramen.run("schema", "add", duramen.file("s.json", json.dumps({**with_leaf(path="p" * 250), "name": "n" * 90})))
    said = failed(duramen.run("schema", "show", "core+" + "n" * 90), 2)
    assert "more than the 300 characters of a path" in said


@pytest.mark.parametrize("number", ["10" * 15, str(2**63)])
def test_a_number_that_nothing_has_is_not_found(duramen, number):
    duramen.run("persona", "set", "home.city", "Rome", "--person", "P")
    for words in (("show", "--version", number), ("diff", number, "1"), ("restore", number)):
        assert "has no version" in failed(duramen.run("persona", *words, "--person", "P"), 3)
    for verb in ("accept", "reject"):
        assert "waits in the tree" in failed(duramen.run("persona", verb, number, "--person", "P"), 3)
    assert len(duramen.json("persona", "versions", "--limit", number, "--person", "P")) == 1


def test_half_a_character_is_named_and_nothing_is_written(duramen):
    duramen.run("persona", "set", "home.city", "Rome", "--person", "P")
    for words in (("set", "\ud800", "x"), ("history", "\ud800"), ("set", "home.city", "x", "--reason", "\ud800")):
        done = duramen.run("persona", *words, "--person", "P")
        assert done.exit_code in (2, 3)
        assert "Traceback" not in done.output
    assert len(duramen.json("persona", "versions", "--person", "P")) == 1


def test_half_a_character_in_operations_is_a_decision(duramen):
    said = '[{"op":"ADD","path":"home.city","value":"\\ud800x"}]\nADD(identity.name, "Ana")'
    done = duramen.run("persona", "apply", duramen.file("ops.txt", said), "--person", "P", "--json")
    codes = [one["code"] for one in json.loads(done.stdout)["decisions"]]
    assert (done.exit_code, codes) == (6, ["control-character", "applied"])


def test_a_list_that_is_too_long_is_refused_whole(duramen):
    ops = duramen.file("ops.txt", "\n".join(f'UPDATE(home.city, "v{at}")' for at in range(10_001)))
    assert "10,001 operations" in failed(duramen.run("persona", "apply", ops, "--person", "P"), 2)
    ops = duramen.file("long.txt", "x" * 4_000_001)
    assert "4,000,001 characters" in failed(duramen.run("persona", "apply", ops, "--person", "P"), 2)


def test_what_is_allowed_or_agreed_to_must_be_a_place_in_a_tree(duramen):
    duramen.run("persona", "set", "home.city", "Rome", "--person", "P")
    said = failed(duramen.run("persona", "allow", "home.town: never-store=on", "--person", "P"), 3)
    assert "home.town" in said
    assert "home.city" in said
    failed(duramen.run("persona", "allow", "home.*: visible=off, visible=on", "--person", "P"), 2)
    failed(duramen.run("persona", "consent", "heath", "--purpose", "x", "--person", "P"), 3)
    failed(duramen.run("persona", "consent", "ordinary", "--purpose", "x", "--person", "P"), 2)
    for scope in ("Private", "SPECIAL", "health.*", "skills.abilities.tools", "skills"):
        done = duramen.run("persona", "consent", scope, "--purpose", "x", "--person", "P")
        assert (done.exit_code, scope) == (0, scope), done.stderr
    agreed = duramen.json("persona", "permissions", "--person", "P")["consents"]
    assert {one["tier"] or one["path"] for one in agreed} == {
        "private",
        "special",
        "health",
        "skills.abilities.tools",
        "skills",
    }


def test_listening_to_a_file_tells_of_broken_lines_and_knows_plugged_schemas(duramen):
    file = duramen.file("talk.jsonl", '{"role":"user","content":"I live in Rome."}\n{"role":"user","content":')
    done = duramen.run("listen", "--file", file, "--dry-run", "--schema", "core+skills")
    assert done.exit_code == 0, done.stderr
    assert 'ADD(home.city, "Rome")' in done.stdout
    assert "warning: " in done.stderr
    failed(duramen.run("listen", "--file", file, "--dry-run", "--from", "assistant/1"), 2)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_operations_are_read_in_the_encoding_they_were_saved_in(duramen, encoding):
    said = 'ADD(home.city, "里斯本，葡萄牙的首都")\r\nADD(work.occupation, "护士，\r\n上夜班")\r\n'
    done = duramen.run("persona", "apply", duramen.file("ops.txt", said.encode(encoding)), "--person", "P")
    assert done.exit_code == 0, done.output
    leaves = duramen.run("persona", "show", "--person", "P").stdout
    assert "里斯本，葡萄牙的首都" in leaves
    assert "护士，\n" in leaves


@pytest.mark.parametrize("data", [b"\x00\xff\xfe\x80" * 100, b"\x89PNG\r\n\x1a\n" + b"\x00" * 50])
def test_a_file_that_is_no_text_is_refused_and_nothing_is_written(duramen, data):
    failed(duramen.run("persona", "apply", duramen.file("ops.txt", data), "--person", "P"), 2)
    assert not duramen.home.exists()
