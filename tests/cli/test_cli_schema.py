"""`duramen schema` shows what ships, without a store."""

from __future__ import annotations

import pytest

from duramen.govern.schema import schema_from
from duramen.schemas import load_schema, schema_names


def test_the_list_names_every_schema_with_its_leaves(duramen):
    done = duramen.json("schema", "list")
    assert [one["name"] for one in done] == list(schema_names())
    assert {one["name"]: one["leaves"] for one in done}["human-en"] == 305
    shown = duramen.run("schema", "list").stdout
    assert all(name in shown for name in schema_names())
    assert not duramen.home.exists()


def test_a_schema_is_shown_whole_and_as_json_reads_back(duramen):
    assert schema_from(duramen.json("schema", "show", "core")) == load_schema("core")
    shown = duramen.run("schema", "show", "core").stdout
    assert all(path in shown for path in ("home.city", "health.allergies", "communication.boundaries"))


@pytest.mark.parametrize("options,word", [([], "allergies"), (["--language", "zh"], "过敏")])
def test_a_schema_is_described_in_the_language_asked_for(duramen, options, word):
    assert word in duramen.run("schema", "show", "core", *options).stdout


@pytest.mark.parametrize("args", [("show", "cor"), ("show", "core", "--language", "fr"), ("list", "--language", "fr")])
def test_a_name_or_language_that_is_not_there_is_refused_with_those_that_are(duramen, args):
    done = duramen.run("schema", *args)
    assert done.exit_code == 2
    assert "core" in done.stderr or "en, zh" in done.stderr
