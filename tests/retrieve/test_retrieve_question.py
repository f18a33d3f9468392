import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.preset import Asking
from duramen.retrieve.question import MAX_TERMS, blended, weighted_terms, without_names
from duramen.text.moments import parse_moment
from duramen.text.segment import terms

PLAIN = Asking(stop_words=False)
NOW = parse_moment("2023-07-09T10:00:00", "UTC")
CLEVER = Asking(stop_words=True, context_turns=6, context_decay=0.5)


def test_without_removal_of_stop_words_a_term_weighs_as_often_as_it_stands():
    assert weighted_terms("the cat and the dog", (), PLAIN, NOW) == {"the": 2.0, "cat": 1.0, "and": 1.0, "dog": 1.0}


def test_stop_words_go_and_repeats_count_by_their_logarithm():
    assert weighted_terms("the cat, the cat and the dog", (), CLEVER, NOW) == pytest.approx(
        {"cat": 1.0 + math.log(2), "dog": 1.0}
    )


def test_earlier_turns_join_with_weights_that_halve():
    found = weighted_terms("her sister", ("my aunt Rosa", "Rosa sings"), CLEVER, NOW)
    assert found == pytest.approx({"sister": 1.0, "aunt": 0.5, "rosa": 0.75, "sing": 0.25})


def test_a_question_of_stop_words_alone_still_asks_for_something():
    assert weighted_terms("who are you", (), CLEVER, NOW) == {"who": 1.0, "are": 1.0, "you": 1.0}
    assert weighted_terms("?!", (), CLEVER, NOW) == {}


def test_chinese_questions_are_cut_into_words():
    assert weighted_terms("我的猫在哪里？", (), CLEVER, NOW) == {"猫": 1.0}


def test_a_question_of_a_megabyte_is_searched_by_its_first_terms():
    question = " ".join(f"w{number}" for number in range(3 * MAX_TERMS))
    assert len(weighted_terms(question, (), CLEVER, NOW)) == MAX_TERMS


@given(question=st.text(max_size=60), context=st.lists(st.text(max_size=30), max_size=3), clever=st.booleans())
def test_every_weight_is_positive_for_any_text(question, context, clever):
    found = weighted_terms(question, context, CLEVER if clever else PLAIN, NOW)
    assert all(weight > 0 for weight in found.values())
    if not clever:
        assert found.keys() >= set(terms(question)[:MAX_TERMS])


def test_vectors_blend_to_a_unit_vector():
    x, y, z = np.eye(3, dtype=np.float32)
    assert blended(x, [], 0.5).tolist() == [1.0, 0.0, 0.0]
    norm = math.sqrt(1 + 0.25 + 0.0625)
    assert blended(x, [y, z], 0.5).tolist() == pytest.approx([1 / norm, 0.5 / norm, 0.25 / norm])
    assert blended(x, [y], 0.5).dtype == np.float32


def test_vectors_that_cancel_give_no_direction_instead_of_noise():
    x = np.array([1.0, 0.0], dtype=np.float32)
    assert blended(x, [-x], 1.0).tolist() == [0.0, 0.0]


def test_dates_that_the_question_names_join_where_they_are_asked_for():
    dated = Asking(stop_words=True, dates=True)
    found = weighted_terms("my walk on May 2", (), dated, NOW)
    assert found["walk"] == 1.0
    assert found["#d05-02"] == 1.0
    assert "#d05-02" not in weighted_terms("my walk on May 2", (), CLEVER, NOW)


@pytest.mark.parametrize(
    ("question", "names", "rest"),
    [
        ("What did Mei say to Tom?", ("Mei", "Tom"), "What did say to ?"),
        ("mei's cat", ("Mei",), "cat"),
        ("Meiling sings", ("Mei",), "Meiling sings"),
        ("小梅说了什么？", ("小梅",), "说了什么？"),
        ("Mei?", ("Mei",), "Mei?"),
        ("Mei Lin came", ("Mei", "Mei Lin", ""), "came"),
        ("C++ (you know)", ("C++",), "(you know)"),
        ("", ("Mei",), ""),
    ],
)
def test_names_are_left_out_where_they_stand_whole(question, names, rest):
    assert without_names(question, names) == rest
