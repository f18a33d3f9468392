"""The map joins the three schemas leaf by leaf, in both directions, without making anything less protected."""

from __future__ import annotations

import itertools

import pytest

from duramen.domain.persona import Tier, Trunk
from duramen.errors import BadSetting, InputError
from duramen.schemas import load_schema, schema_map, translate_path
from duramen.schemas.mapping import MAPPED, map_from

PAIRS = list(itertools.permutations(MAPPED, 2))
INTERESTS = {
    "human-en": "5_Behavioral_Characteristics.Interests_and_Skills.Interests_and_Hobbies",
    "human-zh": "5_行为特征.兴趣技能.兴趣爱好",
}
LEARNING = "2_Psychological_Characteristics.Cognitive_Abilities.Learning_Ability."


def without_counterpart(source, target):
    return {path for path in load_schema(source).leaves if not translate_path(path, source, target)}


@pytest.mark.parametrize("name", MAPPED)
def test_the_map_knows_every_leaf_and_the_trunk_it_hangs_on(name):
    leaves = load_schema(name).leaves
    assert schema_map().trunks[name] == {path: leaf.trunk for path, leaf in leaves.items()}
    assert set(schema_map().trunks[name].values()) == set(Trunk)


@pytest.mark.parametrize("source,target", PAIRS)
def test_every_leaf_leads_to_legal_leaves_each_once(source, target):
    for path in load_schema(source).leaves:
        found = translate_path(path, source, target)
        assert len(set(found)) == len(found)
        assert set(found) <= set(load_schema(target).leaves)


@pytest.mark.parametrize("source,target", PAIRS)
def test_what_leads_there_leads_back(source, target):
    for path in load_schema(source).leaves:
        for other in translate_path(path, source, target):
            assert path in translate_path(other, target, source)


def test_a_leaf_of_core_leads_to_the_same_places_in_both_published_trees():
    for path in load_schema("core").leaves:
        through = [
            chinese
            for english in translate_path(path, "core", "human-en")
            for chinese in translate_path(english, "human-en", "human-zh")
        ]
        assert translate_path(path, "core", "human-zh") == tuple(dict.fromkeys(through))


@pytest.mark.parametrize("source,target", PAIRS)
def test_no_leaf_leads_to_one_that_is_less_protected(source, target):
    for path, leaf in load_schema(source).leaves.items():
        for other in translate_path(path, source, target):
            to = load_schema(target).leaves[other].tier
            assert leaf.tier is Tier.ORDINARY or to is not Tier.ORDINARY, (path, other)


def test_the_published_trees_correspond_but_for_three_chinese_leaves():
    assert without_counterpart("human-en", "human-zh") == set()
    assert without_counterpart("human-zh", "human-en") == {
        "1_生物特征.生物节律.体质偏好",
        "5_行为特征.数字行为.数字身份.线上实名度",
        # It stands beside 人际关系.亲密关系 as the ordinary leaf of close people; the English tree has the one alone.
        "5_行为特征.社交互动.亲密关系",
    }


def test_the_leaves_of_core_that_the_published_trees_have_no_place_for_are_known():
    expected = {"identity.address", "identity.gender", "work.projects", "dislikes.other"}
    assert without_counterpart("core", "human-en") == without_counterpart("core", "human-zh") == expected


def test_leaves_described_alike_in_both_published_trees_are_each_others_counterparts():
    english = {leaf.title["en"]: path for path, leaf in load_schema("human-en").leaves.items()}
    alike = [
        (english[leaf.title["en"]], path)
        for path, leaf in load_schema("human-zh").leaves.items()
        if leaf.title["en"] in english
    ]
    assert len(alike) > 250
    assert [pair for pair in alike if pair[1] not in translate_path(pair[0], "human-en", "human-zh")] == []


def test_a_leaf_that_is_split_elsewhere_leads_to_all_its_parts():
    parts = translate_path("2_心理特征.认知能力.学习能力", "human-zh", "human-en")
    assert parts == (LEARNING + "Learning_Style", LEARNING + "Learning_Speed", LEARNING + "Comprehension")
    assert translate_path(parts[1], "human-en", "human-zh") == ("2_心理特征.认知能力.学习能力",)


@pytest.mark.parametrize("language", ["human-en", "human-zh"])
def test_the_leaf_that_a_published_one_is_nearest_to_stands_first(language):
    assert translate_path(INTERESTS[language], language, "core")[0] == "likes.hobbies"
    assert translate_path("likes.hobbies", "core", language)[0] == INTERESTS[language]


def test_a_leaf_leads_to_itself_in_its_own_schema():
    assert translate_path("home.city", "core", "core") == ("home.city",)


def test_two_published_leaves_are_not_joined_by_a_leaf_of_core_that_covers_both():
    data = {
        "human": [
            {"trunk": "social", "human-en": ["a"], "human-zh": ["甲"]},
            {"trunk": "social", "human-en": ["b"], "human-zh": ["乙"]},
        ],
        "core": {"c": {"trunk": "social", "human-en": ["a", "b"], "human-zh": ["甲", "乙"]}},
    }
    links = map_from(data).links
    assert links["human-en", "human-zh"] == {"a": ("甲",), "b": ("乙",)}
    assert links["core", "human-zh"] == {"c": ("甲", "乙")}


@pytest.mark.parametrize("source,target", [("skills", "core"), ("core", "skills"), ("core", "")])
def test_a_schema_that_is_not_in_the_map_is_refused(source, target):
    with pytest.raises(BadSetting, match="core, human-en, human-zh"):
        translate_path("home.city", source, target)


def test_a_path_that_is_not_there_is_refused_with_the_nearest():
    with pytest.raises(InputError, match=r"'home.cty'; nearest: home.city"):
        translate_path("home.cty", "core", "human-en")
