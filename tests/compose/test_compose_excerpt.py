import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.compose.excerpt import CUT_MARK, excerpt
from duramen.text.tokens import count_tokens

STORY = (
    "We left at dawn. The ferry was late again. My sister Rosa brought oranges. "
    "Rosa sang on the deck. It rained in the afternoon. We slept early."
)
PIECES = st.lists(
    st.sampled_from(
        ["Tea. ", "猫睡了。", "word ", "\n", "  ", "😀", "a", "…", "!", "éèà ", "Rosa sang. ", "12.5 ", "第三章\n"]
    ),
    max_size=40,
).map("".join)


def test_a_text_within_the_limit_comes_back_as_it_is():
    assert excerpt("  Tea.\n", ["tea"], 50) == "  Tea.\n"
    assert excerpt("", [], 0) == ""


def test_the_run_of_sentences_that_holds_most_wanted_words_is_kept():
    assert excerpt(STORY, ["rosa", "sang"], 17) == "…My sister Rosa brought oranges. Rosa sang on the deck.…"


def test_the_beginning_and_the_end_carry_no_mark():
    assert excerpt(STORY, ["dawn"], 8).startswith("We left at dawn.")
    assert excerpt(STORY, ["sleep"], 8) == "…We slept early."


def test_of_equal_runs_the_first_wins():
    assert excerpt("Tea is hot. Rain is wet. Tea is hot.", ["tea"], 7).startswith("Tea is hot.")
    assert excerpt(STORY, [], 8).startswith("We left at dawn.")


def test_chinese_is_cut_at_its_own_sentence_ends():
    text = "早上下雨。我养了一只猫，它叫米洛。晚上我们去散步。"
    assert excerpt(text, ["猫"], 14) == "…我养了一只猫，它叫米洛。…"


def test_a_single_sentence_over_the_limit_is_cut_hard():
    found = excerpt("word " * 200, ["word"], 20)
    assert found.endswith(CUT_MARK)
    assert count_tokens(found) <= 20


def test_leading_blanks_are_not_taken_for_something_cut_off():
    assert not excerpt("   \n" + STORY, ["dawn"], 8).startswith(CUT_MARK)


@pytest.mark.parametrize("text", ["\n" * 60, "\n \n" * 30, "😀" * 9, "hello world. again"])
@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_a_tiny_limit_is_kept_for_any_text(text, limit):
    assert count_tokens(excerpt(text, ["hello"], limit)) <= limit


@given(text=PIECES, limit=st.integers(0, 30), wanted=st.sets(st.sampled_from(["tea", "猫", "rosa"])))
def test_an_excerpt_is_within_its_limit_and_in_the_texts_own_words(text, limit, wanted):
    found = excerpt(text, wanted, limit)
    assert count_tokens(found) <= limit
    if found == text:
        return
    candidates = {found, found.removeprefix(CUT_MARK), found.removesuffix(CUT_MARK)}
    candidates |= {found.removeprefix(CUT_MARK).removesuffix(CUT_MARK)}
    assert any(candidate in text for candidate in candidates)


@given(text=st.text(max_size=300), limit=st.integers(0, 60))
def test_any_text_at_all_keeps_the_limit(text, limit):
    assert count_tokens(excerpt(text, ["a"], limit)) <= limit
