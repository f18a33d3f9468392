import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.index.lexical import LexicalIndex, LexicalWeights, hash_term
from duramen.text.segment import terms

VARIANTS = ("bm25+", "idf-delta", "bm25")
WORDS = st.sampled_from(["tea", "cat", "rain", "moon", "猫", "茶"])
DOCUMENTS = st.lists(st.lists(WORDS, max_size=8), max_size=10)
QUERIES = st.dictionaries(WORDS, st.floats(0.1, 3.0), max_size=4)


def indexed(documents):
    index = LexicalIndex.empty()
    index.append(documents, [len(words) for words in documents])
    return index


def everything(index):
    return np.ones(len(index), dtype=bool)


def by_formula(documents, query, weights):
    """BM25 and both ways to add delta, as the formula is written."""
    k1, b, delta = weights.k1, weights.b, weights.delta
    n = len(documents)
    mean = sum(map(len, documents)) / n or 1.0
    scores = [0.0] * n
    for term, weight in query.items():
        df = sum(term in words for words in documents)
        for row, words in enumerate(documents):
            if tf := words.count(term):
                saturated = (k1 + 1) * tf / (k1 * (1 - b + b * len(words) / mean) + tf)
                idf = math.log((n + 1) / df)
                scores[row] += (
                    weight
                    * {
                        "bm25+": idf * (saturated + delta),
                        "idf-delta": (idf + delta) * saturated,
                        "bm25": idf * saturated,
                    }[weights.variant]
                )
    return scores


def test_one_score_by_hand():
    # Two documents of 3 and 1 terms, mean 2; "tea" twice in the first: idf = ln(3 / 1),
    # saturated = 2.5 * 2 / (1.5 * (0.25 + 0.75 * 3 / 2) + 2) = 5 / 4.0625 = 1.230769...
    index = indexed([["tea", "tea", "rain"], ["rain"]])
    found = index.among(everything(index)).scores({"tea": 1.0}, LexicalWeights())
    assert found.values.tolist() == pytest.approx([1.0986122886681098 * (1.2307692307692308 + 0.5), 0.0])
    assert found.attainable == pytest.approx(1.0986122886681098 * 3.0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_fixed_collection_scores_as_the_formula_written_out(variant):
    documents = [
        ["cat", "cat", "cat", "tea"],
        ["tea"],
        ["rain", "tea", "moon", "moon", "cat", "rain", "rain"],
        [],
        ["moon", "rain"],
    ]
    weights = LexicalWeights(k1=1.2, b=0.6, delta=0.7, variant=variant)
    query = {"cat": 1.0, "moon": 2.5, "absent": 1.0, "tea": 0.5}
    index = indexed(documents)
    found = index.among(everything(index)).scores(query, weights).values
    assert found.tolist() == pytest.approx(by_formula(documents, query, weights), rel=1e-12)
    assert found[3] == 0.0


@pytest.mark.parametrize("variant", VARIANTS)
@given(documents=DOCUMENTS.filter(bool), query=QUERIES)
def test_any_collection_scores_as_the_formula_written_out(variant, documents, query):
    weights = LexicalWeights(variant=variant)
    index = indexed(documents)
    found = index.among(everything(index)).scores(query, weights)
    assert found.values.tolist() == pytest.approx(by_formula(documents, query, weights), rel=1e-9, abs=1e-12)
    assert (found.values <= found.attainable + 1e-9).all()


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("猫", "我养了一只猫，它叫米洛。"),
        ("工作压力", "最近工作压力很大，睡不好。"),
        ("moving", "She moved to Oslo in May."),
    ],
)
def test_the_right_document_comes_first(question, right):
    texts = [
        "今天天气很好，我们去公园。",
        "我在工作。",
        "Nothing of the kind.",
        right,
        "大气压力升高了。",
        "狗在院子里。",
    ]
    documents = [terms(text) for text in texts]
    index = indexed(documents)
    found = index.among(everything(index)).scores(dict.fromkeys(terms(question), 1.0), LexicalWeights()).values
    assert texts[int(np.argmax(found))] == right


def test_a_row_without_terms_is_never_found_and_an_empty_query_finds_nothing():
    index = indexed([[], ["tea"]])
    assert index.among(everything(index)).scores({"tea": 1.0}, LexicalWeights()).values[0] == 0.0
    nothing = index.among(everything(index)).scores({}, LexicalWeights())
    assert nothing.values.tolist() == [0.0, 0.0]
    assert nothing.attainable == 0.0


def test_no_row_alive_scores_nothing():
    index = indexed([["tea"]])
    found = index.among(np.zeros(1, dtype=bool)).scores({"tea": 1.0}, LexicalWeights())
    assert (found.values.tolist(), found.attainable) == ([0.0], 0.0)


def test_rows_of_length_nought_do_not_divide_by_zero():
    index = LexicalIndex.empty()
    index.append([["the"], ["the"]], [0, 0])  # stop words do not count in the length
    found = index.among(everything(index)).scores({"the": 1.0}, LexicalWeights(b=1.0))
    assert np.isfinite(found.values).all()
    assert (found.values > 0).all()


def test_a_word_that_no_row_holds_makes_every_row_cover_less():
    index = indexed([["tea"], ["rain"]])
    known = index.among(everything(index)).scores({"tea": 1.0}, LexicalWeights())
    asked = index.among(everything(index)).scores({"tea": 1.0, "zeppelin": 1.0}, LexicalWeights())
    assert asked.values.tolist() == known.values.tolist()
    assert asked.attainable == pytest.approx(2 * known.attainable)


@given(documents=DOCUMENTS, query=QUERIES, data=st.data())
def test_scores_as_of_an_earlier_state_are_those_of_an_index_of_the_living_rows(documents, query, data):
    alive = np.array(data.draw(st.lists(st.booleans(), min_size=len(documents), max_size=len(documents))), dtype=bool)
    whole = indexed(documents).among(alive).scores(query, LexicalWeights())
    part = indexed([words for words, lives in zip(documents, alive, strict=True) if lives])
    then = part.among(everything(part)).scores(query, LexicalWeights())
    assert whole.values[alive].tolist() == then.values.tolist()
    assert not whole.values[~alive].any()
    assert whole.attainable == then.attainable


@given(documents=DOCUMENTS, query=QUERIES, data=st.data())
def test_scores_are_equal_in_any_split_of_batches_and_of_base_and_tail(documents, query, data):
    once = indexed(documents)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(documents)), max_size=4)))
    index, start = LexicalIndex.empty(), 0
    for cut in [*cuts, len(documents)]:
        index.append(documents[start:cut], [len(words) for words in documents[start:cut]])
        start = cut
        if data.draw(st.booleans()):
            kept = index.arrays()
            base = LexicalIndex(*(kept[name] for name in ("hashes", "starts", "rows", "tfs")))
            index = LexicalIndex.with_lengths(base, kept["lengths"])
    found, wanted = (i.among(everything(i)).scores(query, LexicalWeights()) for i in (index, once))
    assert found.values.tolist() == wanted.values.tolist()
    assert found.attainable == wanted.attainable
    kept, fresh = index.arrays(), once.arrays()
    assert all(np.array_equal(kept[name], fresh[name]) and kept[name].dtype == fresh[name].dtype for name in fresh)


def test_postings_are_in_row_order_with_counts():
    index = indexed([["tea", "tea"], ["cat"], ["tea"]])
    rows, tfs = index.postings("tea")
    assert (rows.tolist(), tfs.tolist()) == ([0, 2], [2.0, 1.0])
    assert index.postings("absent")[0].tolist() == []


def test_the_rarity_of_a_term_counts_living_rows_only():
    index = indexed([["tea"], ["tea"], ["rain"]])
    assert index.among(everything(index)).rarity("tea") == pytest.approx(math.log(4 / 2))
    assert index.among(np.array([True, False, True])).rarity("tea") == pytest.approx(math.log(3 / 1))
    assert index.among(everything(index)).rarity("absent") == pytest.approx(math.log(4))


def test_a_term_is_kept_as_the_same_number_in_every_process():
    assert hash_term("猫") == 0x3974566081432538
    assert hash_term("\ud800") != hash_term("\ud801")
