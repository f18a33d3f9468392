"""`duramen persona` and `duramen schema add`: what a person types and reads."""

import json

import pytest

from duramen.schemas.loading import packaged_data

OPERATIONS = (
    'ADD(home.city, "北京")\nADD(home.town, "x")\nUPDATE(identity.name, "Ann")\nADD(goals.plans, "about to cook")\n'
)


@pytest.fixture
def grown(filled):
    """A command whose Ann has a tree of three leaves at version 1."""
    done = filled.run("persona", "apply", filled.file("ops.txt", OPERATIONS), "--person", "Ann")
    assert done.exit_code == 6  # one operation was left out
    return filled


def test_apply_prints_each_decision_with_its_code_and_the_nearest_paths(filled):
    done = filled.run("persona", "apply", filled.file("ops.txt", OPERATIONS), "--person", "Ann")
    assert 'applied (applied): ADD(home.city, "北京")' in done.stdout
    assert 'refused (unknown-path): ADD(home.town, "x")' in done.stdout
    assert "home.city" in done.stdout.split("unknown-path")[1].splitlines()[1]
    assert "applied (added)" in done.stdout
    assert done.stdout.splitlines()[-1] == "version 1"


def test_apply_as_json_and_from_standard_input(filled):
    done = filled.json("persona", "apply", "-", "--person", "Ann", stdin='ADD(home.city, "深圳")')
    (decision,) = done["decisions"]
    assert (decision["outcome"], decision["code"], decision["operation"]) == (
        "applied",
        "applied",
        'ADD(home.city, "深圳")',
    )
    assert (done["before"], done["version"], done["schema"], done["dry_run"]) == (0, 1, "core", False)


def test_a_rehearsal_needs_no_person_and_writes_nothing(duramen):
    file = duramen.file("ops.txt", 'ADD(home.city, "Rome")')
    done = duramen.run("persona", "apply", file, "--person", "Nobody", "--dry-run")
    assert done.exit_code == 0
    assert "dry run: nothing was written; 1 of 1" in done.stdout
    assert not duramen.home.exists()


def test_a_refused_write_makes_no_person(duramen):
    wrong = duramen.file("wrong.txt", 'ADD(home.town, "Rome")')
    refused = (
        (("set", "home.town", "Rome"), 3),
        (("set", "home.city", " "), 2),
        (("apply", wrong), 6),
        (("apply", wrong, "--policy", "strict", "--character", "Keeper"), 6),
        (("allow", "home.*: everything=perhaps"), 2),
        (("consent", "special", "--purpose", " "), 2),
    )
    for words, code in refused:
        done = duramen.run("persona", *words, "--person", "Nobody")
        assert (done.exit_code, words) == (code, words), done.stderr
        assert not duramen.home.exists()
    duramen.run("persona", "set", "home.city", "Rome", "--person", "Somebody")
    for words, code in refused:
        assert duramen.run("persona", *words, "--person", "Nobody").exit_code == code
        assert list(duramen.json("persons")) == ["Somebody"]


def test_a_list_under_another_schema_or_policy(filled):
    skills = filled.json("schema", "show", "core+skills")
    path = next(leaf["path"] for leaf in skills["leaves"] if leaf["path"].startswith("skills."))
    file = filled.file("ops.txt", f'ADD({path}, "sews")\nADD(nowhere, "x")')
    strict = filled.run("persona", "apply", file, "--person", "Ann", "--schema", "core+skills", "--policy", "strict")
    assert strict.exit_code == 6
    assert "nothing changed: the tree stays at version 0" in strict.stdout
    done = filled.run("persona", "apply", file, "--person", "Ann", "--schema", "core+skills")
    assert "version 1" in done.stdout
    wrong = filled.run("persona", "apply", file, "--person", "Ann", "--policy", "lax")
    assert (wrong.exit_code, "normal" in wrong.stderr) == (2, True)


def test_show_prints_what_is_so_and_as_json(grown):
    shown = grown.run("persona", "show", "--person", "Ann").stdout
    assert shown.startswith("Ann: version 1, schema core, 3 leaves\nidentity.name: Ann\nhome.city: 北京\n")
    values = {leaf["path"]: leaf["value"] for leaf in grown.json("persona", "show", "--person", "Ann")["leaves"]}
    assert values == {"identity.name": "Ann", "home.city": "北京", "goals.plans": "about to cook"}
    assert grown.json("persona", "show", "--person", "Ann", "--version", "0")["leaves"] == []
    assert grown.json("persona", "show", "--person", "Ann", "--at", "1999-01")["leaves"] == []


def test_what_passed_is_printed_as_past_with_its_date(grown):
    grown.run("persona", "set", "goals.plans", "a picnic", "--person", "Ann", "--until", "2024-05-02")
    shown = grown.run("persona", "show", "--person", "Ann").stdout
    assert shown.split("past:\n")[1] == "goals.plans: a picnic  (until 2 May 2024)\n"


def test_set_delete_history_and_diff(grown):
    grown.run("persona", "set", "home.city", "深圳", "--person", "Ann", "--since", "2024-03", "--reason", "搬家")
    grown.run("persona", "delete", "home.city", "--person", "Ann", "--reason", "secret now")
    history = grown.run("persona", "history", "home.city", "--person", "Ann").stdout
    assert "version 1: 北京  (until March 2024)" in history
    assert "version 2: 深圳  (" in history
    assert "by person (搬家); ended with version 3 by person (secret now)" in history
    diff = grown.run("persona", "diff", "1", "2", "--person", "Ann").stdout
    assert diff == "home.city\n  - 北京\n  + 深圳\n"
    assert [one["value"] for one in grown.json("persona", "history", "home.city", "--person", "Ann")] == [
        "北京",
        "深圳",
    ]
    assert "set PATH" not in grown.run("persona", "versions", "--person", "Ann").stdout
    causes = [one["cause"] for one in grown.json("persona", "versions", "--person", "Ann")]
    assert causes == ["apply", "set", "delete"]


def test_restore_is_a_new_version(grown):
    grown.run("persona", "set", "home.city", "深圳", "--person", "Ann")
    done = grown.run("persona", "restore", "1", "--person", "Ann").stdout
    assert done == "restored version 1: version 3, 1 leaf changed\n"
    assert grown.run("persona", "restore", "1", "--person", "Ann").stdout.startswith("nothing to change")
    wrong = grown.run("persona", "restore", "9", "--person", "Ann")
    assert (wrong.exit_code, "0 (the empty tree) to 3" in wrong.stderr) == (3, True)


def test_explain_says_who_wrote_it_and_when(grown):
    said = grown.run("persona", "explain", "home.city", "--person", "Ann").stdout
    assert said.startswith("home.city (")
    assert "by person, stated" in said
    assert "no words of a conversation: written by hand" in said
    line = grown.json("persona", "explain", "home.city", "--person", "Ann")["line"]
    assert [(value["writer"], value["version"]) for value in line] == [("person", 1)]


def test_what_waits_is_listed_accepted_and_rejected(grown):
    file = grown.file("more.txt", 'UPDATE(home.city, "深圳")\nDELETE(identity.name, None)')
    done = grown.run("persona", "apply", file, "--person", "Ann", "--policy", "review")
    assert (done.exit_code, "nothing changed" in done.stdout) == (0, True)
    first, second = (one["id"] for one in grown.json("persona", "waiting", "--person", "Ann"))
    listed = grown.run("persona", "waiting", "--person", "Ann").stdout
    assert f'{first}: UPDATE(home.city, "深圳")\n   instead of: 北京\n' in listed
    assert "version 2" in grown.run("persona", "accept", first, "--person", "Ann").stdout
    assert grown.run("persona", "reject", second, "--person", "Ann").stdout.startswith("rejected: DELETE(identity.name")
    assert grown.run("persona", "waiting", "--person", "Ann").stdout == "nothing waits\n"
    again = grown.run("persona", "accept", first, "--person", "Ann")
    assert (again.exit_code, "accepted already" in again.stderr) == (2, True)


@pytest.mark.parametrize("command", ["history", "explain", "delete"])
def test_an_unknown_path_is_answered_with_the_nearest(grown, command):
    done = grown.run("persona", command, "home.citi", "--person", "Ann")
    assert done.exit_code == 3
    assert "home.city" in done.stderr
    failed = grown.run("persona", command, "home.citi", "--person", "Ann", "--json")
    assert json.loads(failed.stderr)["error"] == "NotFound"


def test_nobody_is_made_by_a_look_at_a_name(grown):
    done = grown.run("persona", "show", "--person", "ann")
    assert (done.exit_code, "'Ann'" in done.stderr) == (3, True)
    assert list(grown.json("persons")) == ["Ann"]


def test_a_file_that_is_not_there_is_named(grown):
    done = grown.run("persona", "apply", "nowhere.txt", "--person", "Ann")
    assert (done.exit_code, "nowhere.txt" in done.stderr) == (2, True)


def test_a_tree_moves_to_another_schema_and_back(grown):
    done = grown.run("persona", "migrate", "core", "--person", "Ann", "--move", "home.city=identity.origin").stdout
    assert done == "moved to schema core: version 2, 2 leaves changed\n"
    assert "identity.origin: 北京" in grown.run("persona", "show", "--person", "Ann").stdout
    grown.run("persona", "restore", "1", "--person", "Ann")
    assert "home.city: 北京" in grown.run("persona", "show", "--person", "Ann").stdout
    wrong = grown.run("persona", "migrate", "core", "--person", "Ann", "--move", "home.city")
    assert (wrong.exit_code, "OLD=NEW" in wrong.stderr) == (2, True)


def test_consent_is_asked_for_recorded_and_taken_back(grown):
    ann = ("--person", "Ann")
    refused = grown.run("persona", "set", "health.allergies", "nuts", *ann)
    assert (refused.exit_code, "consented" in refused.stderr) == (2, True)
    assert grown.run("persona", "consent", "special", *ann, "--purpose", "to cook for me").exit_code == 0
    assert grown.run("persona", "set", "health.allergies", "nuts", *ann).exit_code == 0
    assert grown.run("persona", "withdraw", "special", *ann).stdout == "withdrawn: special\n"
    assert "not shown: 1 leaf" in grown.run("persona", "show", *ann).stdout
    listed = grown.run("persona", "permissions", *ann).stdout
    assert "agreed to special on " in listed
    assert "withdrawn" in listed
    assert "health.allergies (no-consent)" in listed


def test_a_permission_is_set_and_listed(grown):
    ann = ("--person", "Ann")
    assert grown.run("persona", "allow", "home.*: visible=off", *ann).stdout == "set: home.*: visible=off\n"
    assert "home.city" not in grown.run("persona", "show", *ann).stdout
    assert "not visible: home.city" in grown.run("persona", "permissions", *ann).stdout
    assert grown.json("persona", "permissions", *ann)["leaves"]["home.city"]["visible"] is False
    wrong = grown.run("persona", "allow", "home.*: seen=off", *ann)
    assert (wrong.exit_code, "visible" in wrong.stderr) == (2, True)


def garden(duramen, version=1, **changes):
    data = packaged_data("skills")
    return duramen.file("garden.json", json.dumps({**data, "name": "garden", "version": version, **changes}))


def test_an_added_schema_is_listed_shown_and_plugged_in(duramen):
    count = len(packaged_data("skills")["leaves"])
    assert duramen.run("schema", "add", garden(duramen)).stdout == f"added: garden 1 ({count} leaves)\n"
    assert "garden" in [one["name"] for one in duramen.json("schema", "list")]
    plugged = duramen.json("schema", "show", "core+garden")
    path = plugged["leaves"][-1]["path"]
    assert path.startswith("garden.")
    done = duramen.run(
        "persona", "apply", "-", "--person", "Bo", "--schema", "core+garden", stdin=f'ADD({path}, "roses")'
    )
    assert done.exit_code == 0
    assert f"{path}: roses" in duramen.run("persona", "show", "--person", "Bo").stdout
    shown = duramen.run("persona", "set", path, "lilies", "--person", "Bo")
    assert shown.exit_code == 0, shown.stderr


def test_an_added_schema_gives_way_to_a_higher_version_only(duramen):
    leaves = packaged_data("skills")["leaves"]
    assert duramen.run("schema", "add", garden(duramen, version=2)).exit_code == 0
    assert duramen.run("schema", "add", garden(duramen, version=2)).exit_code == 0
    lower = duramen.run("schema", "add", garden(duramen, version=2, leaves=leaves[:1]))
    assert (lower.exit_code, "version above" in lower.stderr) == (2, True)
    assert duramen.run("schema", "add", garden(duramen, version=3, leaves=leaves[:1])).exit_code == 0
    assert len(duramen.json("schema", "show", "garden")["leaves"]) == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is no JSON"),
        ("[]", "a schema is an object"),
        (b"\xff\xfe{", "not in UTF-8"),
        (None, "ships with duramen"),
    ],
)
def test_a_file_that_is_no_schema_to_add_is_refused_with_the_reason(duramen, content, said):
    content = json.dumps(packaged_data("core")) if content is None else content
    done = duramen.run("schema", "add", duramen.file("bad.json", content))
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr
