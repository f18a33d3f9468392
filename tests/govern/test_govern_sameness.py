"""Two values say the same when their text does; what turns a fact round, or cuts a word in two, does not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.govern.sameness import facts_of, folded, same_text, says_the_same

SAME = [
    ("Shenzhen", "shenzhen."),
    ("深圳", "深圳。"),
    ("ＡＢＣ　ｄｅｆ", "abc def"),
    ("plays  chess", "Plays chess!"),
    ("has a cat", "likes tea; has a cat; runs"),
    ("养猫", "喜欢茶；养猫。"),
    ("has a cat; likes tea", "likes tea; has a cat"),
    ("Chinese food", "likes Chinese food"),
    ("深圳", "住在深圳"),
    ("deux", "un, deux, trois"),
]
OTHER = [
    ("Shenzhen", "Beijing"),
    ("cat", "likes concatenation"),
    ("猫", "喜欢熊猫"),
    ("北京", "毕业于北京大学"),
    ("likes tea", "no longer likes tea"),
    ("likes tea", "used to like; never likes tea before noon"),
    ("喜欢茶", "不再喜欢茶"),
    ("住在北京", "以前住在北京"),
    ("likes tea; has a dog", "likes tea; has a cat"),
    ("likes green tea", "likes tea"),
    ("!!!", "likes tea"),
    ("!!!", "???"),
    ("", "likes tea"),
]


@pytest.mark.parametrize("new, old", SAME)
def test_values_that_say_the_same_are_told(new, old):
    assert says_the_same(new, old)


@pytest.mark.parametrize("new, old", OTHER)
def test_values_that_say_something_else_are_told(new, old):
    assert not says_the_same(new, old)


def test_facts_are_parted_by_semicolons_of_both_languages():
    assert facts_of("likes tea; 养猫；runs;\n; ") == ("likes tea", "养猫", "runs")


@given(st.text())
def test_a_value_says_what_it_says(value):
    assert same_text(value, value)
    assert says_the_same(value, value)
    assert folded(folded(value)) == folded(value)


@given(st.lists(st.sampled_from(["likes tea", "养猫", "runs daily", "Oslo"]), min_size=1, unique=True), st.data())
def test_any_choice_of_facts_in_any_order_says_the_same(facts, data):
    chosen = data.draw(st.permutations(facts))[: data.draw(st.integers(1, len(facts)))]
    assert says_the_same("; ".join(chosen), "；".join(facts))
