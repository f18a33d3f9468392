"""Token counts are estimates that do not fall short."""

from hypothesis import given
from hypothesis import strategies as st

from duramen.text.tokens import count_tokens


def test_counts_follow_the_documented_estimate():
    assert count_tokens("") == 0
    assert count_tokens("我喜欢猫。") == 5
    assert count_tokens("cat") == 1
    assert count_tokens("I like cats") == 3
    assert count_tokens("internationalization") == 5
    assert count_tokens("2023") == 4
    assert count_tokens("😀") == 3
    assert count_tokens("a\nb") == 3


@given(st.text(max_size=80), st.text(max_size=80))
def test_a_text_costs_no_more_than_its_parts_and_no_less_than_either(one, other):
    both = count_tokens(one + other)
    assert both <= count_tokens(one) + count_tokens(other) + 1
    assert both >= max(count_tokens(one), count_tokens(other))


@given(st.text(min_size=1, max_size=200).filter(lambda text: not text.isspace()))
def test_no_text_is_free(text):
    assert count_tokens(text) >= 1
