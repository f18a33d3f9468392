"""Which leaves bear on a question, computed by hand."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.retrieve.leaves import DESCRIPTION, EXAMPLE, VALUE, LeafWords, leaf_words, relevance
from duramen.schemas import load_schema
from duramen.text.segment import terms


def leaf(path, value="", **about):
    return LeafWords(path=path, value=frozenset(value.split()), about=about)


def test_the_share_is_that_of_the_weights_of_the_terms_held():
    leaves = [leaf("a", "cat miso", cat=EXAMPLE), leaf("b", "tea", cat=DESCRIPTION), leaf("c", "train")]
    # "cat" stands in two of three leaves, "tea" in one.
    cat, tea = math.log(1 + 3 / 3), math.log(1 + 3 / 2)
    assert relevance(["cat", "tea", "cat"], leaves) == pytest.approx(
        [VALUE * cat / (cat + tea), (DESCRIPTION * cat + VALUE * tea) / (cat + tea), 0.0]
    )


def test_a_term_that_no_leaf_holds_lowers_all_shares():
    cat, nowhere = math.log(1 + 1 / 2), math.log(1 + 1 / 1)
    assert relevance(["cat", "zebra"], [leaf("a", "cat")]) == pytest.approx([cat / (cat + nowhere)])


def test_a_question_of_stop_words_and_a_tree_without_leaves_bear_on_nothing():
    assert relevance(["the", "of"], [leaf("a", "the cat")]) == [0.0]
    assert relevance(["cat"], []) == []


@given(st.lists(st.sampled_from(["cat", "tea", "train", "sleep", "run"]), max_size=6), st.data())
def test_every_share_lies_between_nothing_and_all(question, data):
    word = st.sampled_from(["cat", "tea", "train", "sleep"])
    part = st.sampled_from([1.0, DESCRIPTION, EXAMPLE])
    drawn = data.draw(st.lists(st.tuples(st.sets(word), st.dictionaries(word, part)), max_size=6))
    leaves = [LeafWords(path=str(at), value=frozenset(value), about=about) for at, (value, about) in enumerate(drawn)]
    for share, one in zip(relevance(question, leaves), leaves, strict=True):
        assert 0.0 <= share <= 1.0 + 1e-9
        assert (share > 0.0) == any(term in one.value or term in one.about for term in question)


def test_a_leaf_is_found_by_its_value_its_title_and_its_description():
    schema = load_schema("core")
    leaves = [leaf_words(path, "", spec) for path, spec in schema.leaves.items()]
    leaves[0] = leaf_words(leaves[0].path, "a cat called Miso", next(iter(schema.leaves.values())))
    assert max(relevance(terms("Miso?"), leaves)) == relevance(terms("Miso?"), leaves)[0] > 0.9
    shares = dict(zip(schema.leaves, relevance(terms("Which city do I live in?"), leaves), strict=True))
    assert shares["home.city"] == max(shares.values())
