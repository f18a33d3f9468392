import traceback

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loopback_api import KEY, serving

from duramen.errors import ModelError, ModelTimeout, ModelUnavailable
from duramen.models.openai_embedder import OpenAICompatibleEmbedder
from duramen.models.options import ServerOptions


@pytest.fixture(scope="module")
def api():
    with serving() as running:
        yield running


def embedder(api, model="ok", dimension=None, **changes):
    options = {"base_url": api.base_url, "api_key": KEY, "timeout_s": 5.0, "backoff_s": 0.001, **changes}
    return OpenAICompatibleEmbedder(model, ServerOptions(**options), dimension=dimension)


def failure_of(api, model, expected=ModelUnavailable, **changes):
    with pytest.raises(expected) as caught:
        embedder(api, model, **changes).passages(["one", "two"])
    assert type(caught.value) is expected
    assert KEY not in "".join(traceback.format_exception(caught.value))
    assert model in str(caught.value)
    return str(caught.value)


def test_vectors_are_unit_float32_in_the_order_of_the_texts_whatever_the_order_of_the_answer(api):
    texts = ["a" * length for length in (5, 1, 9, 3)]
    expected = np.array([[length, 1.0, 2.0] for length in (5, 1, 9, 3)])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    for model in ("ok", "shuffled"):
        rows = embedder(api, model).passages(texts)
        assert rows.dtype == np.float32
        np.testing.assert_allclose(rows, expected, atol=1e-7)


def test_texts_are_sent_in_batches(api):
    before = len(api.seen)
    rows = embedder(api, batch=3).queries([str(number) * (number + 1) for number in range(8)])
    assert [len(request["input"]) for request in api.seen[before:]] == [3, 3, 2]
    assert rows.shape == (8, 3)
    assert api.seen[-1]["encoding_format"] == "float"


def test_the_dimension_is_learnt_from_the_first_answer_and_asked_for_once(api):
    fresh, before = embedder(api), len(api.seen)
    assert (fresh.identity.name, fresh.identity.dimension) == ("openai:ok", 3)
    assert fresh.passages([]).shape == (0, 3)
    assert len(api.seen) == before + 1


def test_a_given_dimension_needs_no_server_and_is_held_against_the_answers(api):
    unreachable = OpenAICompatibleEmbedder("m", ServerOptions(base_url="http://127.0.0.1:9/v1"), dimension=7)
    assert unreachable.identity.dimension == 7
    with pytest.raises(ModelError, match=r"3 dimensions where 7 were expected.*reindex"):
        embedder(api, dimension=7).passages(["a"])


def test_a_dimension_that_changes_is_refused(api):
    changing = embedder(api, "changing")
    changing.passages(["a"])
    with pytest.raises(ModelError, match="4 dimensions where 3"):
        changing.passages(["a"])


def test_blank_long_and_unreadable_texts_are_sent_as_something_defined(api):
    rows = embedder(api, max_chars=10).passages(
        ["", " \n", "\0", "x" * 100_000, "a\0b", "😀", "\ud800", "\ud83d\ude00"]
    )
    assert api.seen[-1]["input"] == ["-", "-", "-", "x" * 10, "a b", "😀", "\ufffd", "😀"]
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-6)


@pytest.fixture(scope="module")
def together(api):
    return embedder(api, batch=3, dimension=3)


@settings(max_examples=12, deadline=None)
@given(texts=st.lists(st.text(max_size=30), max_size=7))
def test_any_text_has_the_same_vector_in_any_batch(together, texts):
    rows = together.passages(texts)
    assert np.isfinite(rows).all()
    assert all((together.passages([text])[0] == row).all() for text, row in zip(texts, rows, strict=True))


def test_failures_of_the_server_are_explained_with_the_settings_of_the_embedder(api):
    assert "DURAMEN_EMBEDDER_KEY" in failure_of(api, "http-401")
    assert "DURAMEN_EMBEDDER" in failure_of(api, "http-404")
    assert "tried 3 times" in failure_of(api, "http-429")
    assert "HTTP 413" in failure_of(api, "http-413", ModelError)
    assert "sent nothing for 0.2 s" in failure_of(api, "silent", ModelTimeout, timeout_s=0.2)


def test_answers_that_are_no_embeddings_are_explained(api):
    assert "not numbered 0 to 1" in failure_of(api, "missing")
    assert "of one length" in failure_of(api, "ragged")
    assert "not lists of numbers" in failure_of(api, "words")
    assert "empty embeddings" in failure_of(api, "hollow")
    assert "JSON" in failure_of(api, "bad-json")
    assert "not a list of embeddings" in failure_of(api, "html")


def test_a_vector_without_direction_is_refused_and_the_text_named(api):
    assert "for text 0 of 2" in failure_of(api, "zero", ModelError)
