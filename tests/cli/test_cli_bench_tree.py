"""`duramen bench facts`, `growth` and `persona` as commands."""

import json


def test_without_data_facts_says_where_it_looked_and_how_to_name_it(duramen):
    done = duramen.run("bench", "facts", "--data", duramen.folder / "nowhere", "--out", duramen.folder / "out")
    assert done.exit_code != 0
    assert "nowhere" in done.stderr
    assert "--data" in done.stderr
    assert not (duramen.folder / "out").exists()


def test_an_unknown_listener_and_an_unknown_split_are_named(duramen):
    for command in (("facts", "--listener", "parrot"), ("growth", "--listener", "parrot")):
        done = duramen.run("bench", *command)
        assert done.exit_code != 0
        assert "'parrot'" in done.stderr
    done = duramen.run("bench", "facts", "--split", "half")
    assert done.exit_code != 0
    assert "'half'" in done.stderr


def test_persona_writes_its_figures_as_json_and_markdown(duramen):
    out = duramen.folder / "out"
    found = duramen.json("bench", "persona", "--repeats", "20", "--versions", "20", "--out", out)
    assert found["options"] == {"repeats": 20, "versions": 20}
    assert {"read", "apply", "versions"} == {figure["stage"] for figure in found["figures"]}
    assert json.loads((out / "persona.json").read_text(encoding="utf-8")) == found
    assert "| read | recall at the level fast |" in (out / "persona.md").read_text(encoding="utf-8")
