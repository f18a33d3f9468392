"""A path that is not there finds the ones that were meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from schema_makers import schema_of

from duramen.govern.nearest import same_path
from duramen.govern.schema import nearest_paths

PATHS = ("home.city", "likes.food", "likes.music", "dislikes.food", "work.occupation", "family.parents", "pets.animals")
TITLES = {"home.city": ("Place of living", "居住地"), "work.occupation": ("Occupation", "职业")}
SMALL = schema_of(*PATHS, titles=TITLES)
HUMAN = schema_of(
    "1_生物特征.外观形态.体型.身高", "5_行为特征.兴趣技能.兴趣爱好", "5_Behavioral.Interests.Creative_Outputs"
)


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("Home.City", "home.city"),
        ("ＨＯＭＥ．ｃｉｔｙ", "home.city"),
        ("home . ci_ty", "home.city"),
        ("home。city", "home.city"),
        ("user.profile.city", "home.city"),
        ("city", "home.city"),
        ("home.town.居住地", "home.city"),
        ("基本信息.职业", "work.occupation"),
        ("Occupation", "work.occupation"),
        ("place of living", "home.city"),
        ("home.city.district", "home.city"),
        ("likes.foods", "likes.food"),
        ("dislikes.foods", "dislikes.food"),
        ("work.ocupation", "work.occupation"),
        ("hobbies.music", "likes.music"),
        ("animals.dog", "pets.animals"),
        ("user.occupation.current", "work.occupation"),
    ],
)
def test_what_was_meant_comes_first(asked, first):
    assert nearest_paths(SMALL, asked)[0] == first


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("生物特征.外观形态.体型.身高", "1_生物特征.外观形态.体型.身高"),
        ("兴趣爱好", "5_行为特征.兴趣技能.兴趣爱好"),
        ("行为特征.兴趣爱好", "5_行为特征.兴趣技能.兴趣爱好"),
        ("5_behavioral.interests.creative outputs", "5_Behavioral.Interests.Creative_Outputs"),
        ("creativeoutput", "5_Behavioral.Interests.Creative_Outputs"),
    ],
)
def test_published_paths_are_found_without_their_numbers_and_underscores(asked, first):
    assert nearest_paths(HUMAN, asked)[0] == first


def test_an_inner_node_offers_its_leaves_in_order():
    assert nearest_paths(SMALL, "likes")[:2] == ("likes.food", "likes.music")


def test_an_equal_last_segment_stands_before_a_likelier_whole():
    assert nearest_paths(SMALL, "likes.foo.animals", 1) == ("pets.animals",)


def test_an_equal_last_segment_stands_before_a_leaf_of_the_same_branch():
    assert nearest_paths(SMALL, "likes.food.city") == ("home.city", "likes.food", "dislikes.food")


def test_a_leaf_whose_name_holds_the_last_word_stands_before_a_shorter_one_of_its_branch():
    skills = schema_of(
        "5_Behavioral_Characteristics.Interests_and_Skills.Soft_Skills",
        "5_Behavioral_Characteristics.Interests_and_Skills.Interests_and_Hobbies",
    )
    assert (
        nearest_paths(skills, "5_Behavioral_Characteristics.Interests_and_Skills.Hobbies")[0] == list(skills.leaves)[1]
    )


def test_two_leaves_with_the_same_last_segment_are_told_apart_by_the_rest():
    assert nearest_paths(SMALL, "my.dislikes.food", 2) == ("dislikes.food", "likes.food")


@pytest.mark.parametrize("asked", ["", ".", "  ", "_", "饭", "🙂"])
def test_what_resembles_nothing_finds_nothing(asked):
    assert nearest_paths(SMALL, asked) == ()


def test_no_more_are_given_than_asked_for():
    assert nearest_paths(SMALL, "likes.food", 0) == ()
    assert len(nearest_paths(SMALL, "likes.food", 2)) == 2


def test_two_ways_to_write_a_path_are_the_same():
    assert same_path("Home.City", "home . city")
    assert not same_path("home.city", "home.cities")


@given(st.text(max_size=300), st.integers(0, 9))
def test_any_text_gives_legal_paths_each_once(asked, count):
    found = nearest_paths(SMALL, asked, count)
    assert len(found) == len(set(found)) <= count
    assert set(found) <= set(PATHS)
    assert nearest_paths(SMALL, asked, count) == found


@given(st.sampled_from(PATHS), st.sampled_from([str.upper, str.title, lambda p: p.replace(".", " . ")]))
def test_a_path_finds_itself_however_it_is_written(path, written):
    assert nearest_paths(SMALL, written(path), 1) == (path,)
