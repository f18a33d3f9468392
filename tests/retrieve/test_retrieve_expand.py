import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.retrieve.expand import Hinting, fused_ranks, queries_from_leaves, read_queries


def hint(value, fit=0.9, path="pets.animals", title="Pets"):
    return Hinting(path=path, title=title, value=value, fit=fit)


def test_the_leaves_that_fit_best_make_a_query_each():
    hints = [hint("a dog", 0.3), hint("soup", 0.9, "likes.food", "Food"), hint("Oslo", 0.1, "home.city", "Town")]
    assert queries_from_leaves(hints) == ("Food soup", "Pets a dog")
    assert queries_from_leaves([]) == ()
    assert len(queries_from_leaves([hint(f"dog {at}", path=f"a.b{at}") for at in range(9)])) == 3


def test_a_long_value_is_asked_for_by_its_newest_parts():
    value = "; ".join(f"part number {at} of a long story" for at in range(30))
    (query,) = queries_from_leaves([hint(value)])
    assert query.endswith("part number 29 of a long story")
    assert "part number 0 of" not in query


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("vet visit\nlimping dog", ("vet visit", "limping dog")),
        ("<think>hm\nhm</think>\n1. vet visit\n2) “limping dog”", ("vet visit", "limping dog")),
        ("Here are the queries:\n- vet visit\n- vet visit\n* **limping**", ("vet visit", "limping")),
        ("Query 1: vet visit\n检索词2：狗瘸了", ("vet visit", "狗瘸了")),
        ("```\nvet visit\n```", ("vet visit",)),
        ("How is my dog?", ()),
        ("a\nb\nc\nd", ("a", "b", "c")),
        ("x" * 500, ()),
        ("", ()),
    ],
)
def test_queries_are_read_from_what_a_model_writes(text, wanted):
    assert read_queries(text, "How is my dog?") == wanted


@given(st.text(max_size=400))
def test_any_text_of_a_model_is_read(text):
    found = read_queries(text, "q")
    assert len(found) <= 3
    assert all(0 < len(query) <= 200 for query in found)


def test_ranks_are_fused_by_their_reciprocals():
    # a: 1/61 + 1/62; b: 1/62 + 1/61 -> tie, first seen first; c: 1/63
    fused = fused_ranks([["a", "b", "c"], ["b", "a"]])
    assert list(fused) == ["a", "b", "c"]
    assert fused["a"] == pytest.approx(1 / 61 + 1 / 62)
    assert fused["c"] == pytest.approx(1 / 63)
