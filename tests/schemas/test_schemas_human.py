"""The two human schemas: the published trees leaf for leaf, each leaf described in both languages."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from duramen.domain.persona import Lifetime, Tier, Trunk

REFERENCE = Path(__file__).resolve().parents[3] / "shared" / "reference" / "insideout"
COUNTS = {"en": 305, "zh": 283}
LANGUAGES = ("en", "zh")
FIELDS = {"path", "trunk", "title", "description", "examples", "budget", "tier", "lifetime"}
SENTENCE_END = {"en": (".", re.compile(r"[.!?]\s")), "zh": ("。", re.compile(r"[。！？].", re.S))}
SCHEMAS = pytest.mark.parametrize("language", LANGUAGES)


@cache
def schema_of(language: str) -> dict[str, Any]:
    text = (files("duramen") / "schemas" / f"human-{language}.json").read_text(encoding="utf-8")
    return json.loads(text)


def leaves_of(language: str) -> list[dict[str, Any]]:
    return schema_of(language)["leaves"]


def tier_of(language: str, path_end: str) -> str:
    (tier,) = (leaf["tier"] for leaf in leaves_of(language) if leaf["path"].endswith("." + path_end))
    return tier


def leaf_paths(node: Any, above: tuple[str, ...] = ()) -> Iterator[str]:
    if not isinstance(node, dict):
        yield ".".join(above)
        return
    for key, below in node.items():
        yield from leaf_paths(below, (*above, key))


@SCHEMAS
def test_a_human_schema_says_who_it_is_and_has_as_many_leaves_as_the_published_tree(language: str):
    schema = schema_of(language)
    assert list(schema) == ["name", "version", "language", "about", "leaves"]
    assert (schema["name"], schema["version"], schema["language"]) == (f"human-{language}", 1, language)
    assert list(schema["about"]) == list(LANGUAGES)
    assert all(schema["about"].values())
    assert len(schema["leaves"]) == COUNTS[language]


@SCHEMAS
def test_paths_are_those_of_the_published_tree_in_its_order(language: str):
    published = REFERENCE / f"human_tree_{language}.json"
    if not published.exists():
        pytest.skip(f"shared/reference/insideout/{published.name} is not here")
    tree = json.loads(published.read_text(encoding="utf-8"))
    assert [leaf["path"] for leaf in leaves_of(language)] == list(leaf_paths(tree))


@SCHEMAS
def test_no_path_is_there_twice_or_is_the_beginning_of_another(language: str):
    paths = [leaf["path"] for leaf in leaves_of(language)]
    inner = {path.rsplit(".", cut)[0] for path in paths for cut in range(1, path.count(".") + 1)}
    assert len(set(paths)) == len(paths)
    assert not inner & set(paths)
    assert all(step == step.strip() != "" for path in paths for step in path.split("."))


@SCHEMAS
def test_every_leaf_has_all_its_fields_in_both_languages(language: str):
    for leaf in leaves_of(language):
        assert set(leaf) == FIELDS, leaf["path"]
        assert Trunk(leaf["trunk"])
        assert Tier(leaf["tier"])
        assert Lifetime(leaf["lifetime"])
        assert isinstance(leaf["budget"], int)
        assert 60 <= leaf["budget"] <= 300, leaf["path"]
        for field in ("title", "description", "examples"):
            assert list(leaf[field]) == list(LANGUAGES), (leaf["path"], field)
        for tongue in LANGUAGES:
            assert leaf["title"][tongue].strip(), leaf["path"]
            assert 1 <= len(leaf["examples"][tongue]) <= 2, leaf["path"]
            assert len(leaf["examples"]["en"]) == len(leaf["examples"]["zh"]), leaf["path"]
            assert all(0 < len(one) <= leaf["budget"] for one in leaf["examples"][tongue]), leaf["path"]


@SCHEMAS
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_a_description_is_one_sentence_in_its_own_language(language: str, tongue: str):
    end, broken_off = SENTENCE_END[tongue]
    for leaf in leaves_of(language):
        words = leaf["description"][tongue]
        assert words.endswith(end), words
        assert not broken_off.search(words), words
        assert bool(re.search(r"[\u4e00-\u9fff]", words)) == (tongue == "zh"), words


@SCHEMAS
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_no_title_or_description_is_given_to_two_leaves(language: str, tongue: str):
    for field in ("title", "description"):
        times = Counter(leaf[field][tongue] for leaf in leaves_of(language))
        assert [words for words, count in times.items() if count > 1] == []


@SCHEMAS
def test_examples_hold_no_date_that_could_leak_into_a_memory(language: str):
    dated = re.compile(r"\b(?:19|20)\d\d\b|\d+\s*[年月日号]|\d+[/-]\d+[/-]\d+")
    for leaf in leaves_of(language):
        for example in (*leaf["examples"]["en"], *leaf["examples"]["zh"]):
            assert not dated.search(example), (leaf["path"], example)


@pytest.mark.parametrize(
    "english,chinese,tier",
    [
        ("Health_Status", "健康状况", "special"),
        ("Distinct_Constitutional_Traits", "特殊体质", "special"),
        ("Psychological_Disorders", "心理障碍", "special"),
        ("Faith", "信仰", "special"),
        ("Life_Beliefs.Values", "人生信念.价值观", "special"),
        ("Political_Stance", "政治立场", "special"),
        ("Ethnicity", "种族", "special"),
        ("Intimate_Relationships", "人际关系.亲密关系", "special"),
        ("Gait", "步态", "special"),
        ("Income_Level", "收入水平", "private"),
        ("Use_of_Loans", "贷款使用", "private"),
        ("Platform_Screen_Name", "平台网名", "private"),
        ("Residence", "现居地", "ordinary"),
        ("Interests_and_Hobbies", "兴趣爱好", "ordinary"),
    ],
)
def test_what_is_sensitive_has_its_tier_in_both_schemas(english: str, chinese: str, tier: str):
    assert tier_of("en", english) == tier
    assert tier_of("zh", chinese) == tier


def test_leaves_that_mean_the_same_carry_the_same_texts_and_the_same_rules():
    english = {leaf["title"]["en"]: leaf for leaf in leaves_of("en")}
    shared = [(english[leaf["title"]["en"]], leaf) for leaf in leaves_of("zh") if leaf["title"]["en"] in english]
    assert len(shared) > 250
    for one, two in shared:
        assert one["title"] == two["title"]
        assert (one["trunk"], one["tier"]) == (two["trunk"], two["tier"]), two["path"]
