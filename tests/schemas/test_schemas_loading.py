"""The packaged schemas pass every check, read well in a prompt and leak nothing into a memory."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from duramen.domain.persona import Lifetime, Tier, Trunk
from duramen.errors import BadSetting
from duramen.govern.schema import grafted, schema_data, schema_from
from duramen.schemas import load_schema, schema_names

OURS = ("core", "skills", "character")
SCHEMAS = pytest.mark.parametrize("name", schema_names())
OWN = pytest.mark.parametrize("name", OURS)
WORD = re.compile(r"[\u4e00-\u9fff]")
# English words that are written large though they name nobody; all else in the middle of a sentence is a name.
LARGE = {"English", "Chinese"}


def texts(schema, language):
    for leaf in schema.leaves.values():
        for text in (leaf.title[language], leaf.description[language], *leaf.examples[language]):
            yield leaf.path, text


def test_the_schemas_that_were_promised_are_there():
    assert schema_names() == ("character", "core", "human-en", "human-zh", "skills")


@SCHEMAS
def test_a_packaged_schema_is_read_under_its_own_name_and_prints_back(name):
    schema = load_schema(name)
    assert schema.name == name
    assert load_schema(name) is schema
    assert schema_from(schema_data(schema)) == schema


@pytest.mark.parametrize("name", ["map", "Core", "", "core.json", "../core", "nothing"])
def test_a_schema_that_is_not_there_is_refused_with_those_that_are(name):
    with pytest.raises(BadSetting, match="character, core, human-en, human-zh, skills"):
        load_schema(name)


@OWN
def test_titles_and_descriptions_tell_leaves_apart_in_both_languages(name):
    leaves = load_schema(name).leaves.values()
    for language in ("en", "zh"):
        for field in ("title", "description"):
            said = [getattr(leaf, field)[language] for leaf in leaves]
            assert len(set(said)) == len(said)


@OWN
def test_each_leaf_has_two_or_three_examples_and_a_sensible_budget(name):
    for leaf in load_schema(name).leaves.values():
        assert 60 <= leaf.budget <= 300, leaf.path
        assert 2 <= len(leaf.examples["en"]) == len(leaf.examples["zh"]) <= 3, leaf.path


@OWN
def test_english_is_english_and_chinese_is_chinese(name):
    schema = load_schema(name)
    assert [path for path, text in texts(schema, "en") if WORD.search(text)] == []
    assert [path for path, text in texts(schema, "zh") if not WORD.search(text)] == []
    assert [text for _, text in texts(schema, "zh") if re.search(r"[A-Za-z;,]", text)] == []
    assert [text for _, text in texts(schema, "en") if re.search(r"[；，。：]", text)] == []
    assert all(leaf.description["en"].endswith(".") for leaf in schema.leaves.values())
    assert all(leaf.description["zh"].endswith("。") for leaf in schema.leaves.values())


@SCHEMAS
def test_nothing_in_a_schema_is_a_date_or_a_number_that_could_leak(name):
    for language in ("en", "zh"):
        dated = re.compile(r"\d{4}|\d+\s*[年月日号]|\d+[/-]\d+[/-]\d+|\d+ (?:January|May|June)")
        assert [(path, text) for path, text in texts(load_schema(name), language) if dated.search(text)] == []


@OWN
def test_nothing_in_our_schemas_is_a_name_that_could_leak(name):
    inside = re.compile(r"(?<=[\w,;:()] )[A-Z]\w*")
    for path, text in texts(load_schema(name), "en"):
        assert set(inside.findall(text)) <= LARGE, (path, text)
        assert not re.search(r"\d", text), (path, text)


def test_core_has_what_people_expect_with_its_tiers_and_lifetimes():
    core = load_schema("core").leaves
    assert len(core) == 49
    expected = {
        "identity.name": (Tier.ORDINARY, Lifetime.LASTING, Trunk.SOCIAL),
        "health.conditions": (Tier.SPECIAL, Lifetime.CHANGING, Trunk.BIOLOGICAL),
        "health.allergies": (Tier.SPECIAL, Lifetime.LASTING, Trunk.BIOLOGICAL),
        "beliefs.values": (Tier.SPECIAL, Lifetime.CHANGING, Trunk.PSYCHOLOGICAL),
        "contact.details": (Tier.PRIVATE, Lifetime.CHANGING, Trunk.SOCIAL),
        "goals.plans": (Tier.ORDINARY, Lifetime.PASSING, Trunk.SOCIAL),
        "mood.current": (Tier.ORDINARY, Lifetime.PASSING, Trunk.PSYCHOLOGICAL),
    }
    assert {path: (core[path].tier, core[path].lifetime, core[path].trunk) for path in expected} == expected
    sensitive = {path for path, leaf in core.items() if leaf.tier is not Tier.ORDINARY}
    assert sensitive == {
        "health.conditions", "health.allergies", "health.medication", "beliefs.values", "finance.situation",
        "contact.details",
    }  # fmt: skip


def test_skills_say_what_an_agent_can_do_where_it_failed_and_what_to_retire():
    assert {path.split(".")[0] for path in load_schema("skills").leaves} >= {"abilities", "failures", "retire"}
    assert 15 <= len(load_schema("skills").leaves) <= 25


def test_a_character_may_tell_of_itself_what_people_ask():
    assert set(load_schema("character").leaves) >= {
        "identity.name", "identity.age", "identity.origin", "identity.occupation", "likes.all", "dislikes.all",
        "opinions.views", "promises.open", "plans.shared", "bond.nicknames", "habits.daily", "family.members",
        "past.story", "abilities.can", "mood.current",
    }  # fmt: skip


@pytest.mark.parametrize("base", schema_names())
@pytest.mark.parametrize("branch", schema_names())
def test_any_schema_plugs_into_any_other_under_its_own_root(base, branch):
    both = grafted(load_schema(base), load_schema(branch))
    assert len(both.leaves) == len(load_schema(base).leaves) + len(load_schema(branch).leaves)
    assert schema_from(schema_data(both)) == both


def test_every_data_file_is_in_the_wheel():
    root = Path(__file__).resolve().parents[2]
    data = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-data"]
    assert "schemas/*.json" in data["duramen"]
