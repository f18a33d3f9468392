from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.index.quantize import quantize
from duramen.index.vector import VectorIndex

SEEDS = st.integers(0, 2**32 - 1)


def whole(rng, count, dimension):
    rows = rng.standard_normal((count, dimension))
    return quantize(rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def empty(dimension):
    return VectorIndex(np.zeros((0, dimension), np.float32), np.zeros(0, np.int32))


def split_index(vectors, passages, cuts):
    """Base up to the first cut, then a tail in batches."""
    index = empty(vectors.shape[1])
    at_vector = at_row = 0
    for place, cut in enumerate([*cuts, len(passages)]):
        counts = np.array(passages[at_row:cut], dtype=np.int64)
        index.append(vectors[at_vector : at_vector + counts.sum()], counts)
        if place == 0:
            index = VectorIndex(*(array.copy() for array in index.arrays()))
        at_vector, at_row = at_vector + int(counts.sum()), cut
    return index


def test_the_cosine_of_the_published_check_comes_out():
    q_norm, c_norm, product = 17.775351, 16.523336, 258.142242
    along = product / q_norm
    q, c = np.array([q_norm, 0.0]), np.array([along, np.sqrt(c_norm**2 - along**2)])
    assert q @ c == pytest.approx(product)
    assert product / (q_norm * c_norm) == pytest.approx(0.878907, abs=1e-6)
    index = empty(2)
    index.append(quantize(c[None] / c_norm).astype(np.float32), np.array([1]))
    assert index.cosines(quantize(q / q_norm).astype(np.float32))[0] == pytest.approx(0.878907, abs=0.001)


def test_an_index_without_rows_gives_no_scores():
    assert empty(3).cosines(np.zeros(3, np.float32)).shape == (0,)
    assert empty(3).vector_count == 0


def test_a_row_scores_as_its_best_passage():
    axes = np.eye(3, dtype=np.float32) * 2048
    index = empty(3)
    index.append(axes[[0, 1, 2, 0]], np.array([2, 1, 1]))
    assert index.vector_count == 4
    assert index.cosines(axes[0]).tolist() == [1.0, 0.0, 1.0]
    assert index.cosines(axes[1]).tolist() == [1.0, 0.0, 0.0]
    assert index.cosines(-axes[1]).tolist() == [0.0, 0.0, 0.0]


def test_a_query_of_another_dimension_is_refused_rather_than_read_past_its_end():
    index = empty(4)
    index.append(np.zeros((1, 4), np.float32), np.array([1]))
    with pytest.raises(ValueError, match=r"\(3,\).*4"):
        index.cosines(np.zeros(3, np.float32))


@given(seed=SEEDS, dimension=st.sampled_from([1, 7, 64, 512]), data=st.data())
def test_cosines_are_the_integer_dot_products_however_rows_came(seed, dimension, data):
    passages = data.draw(st.lists(st.integers(1, 3), max_size=12))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(passages)), max_size=4)))
    rng = np.random.default_rng(seed)
    vectors, query = whole(rng, sum(passages), dimension), whole(rng, 1, dimension)[0]
    dots = (vectors.astype(np.int64) @ query.astype(np.int64)).tolist()
    ends = np.cumsum([0, *passages])
    best = [max(dots[a:b]) / 2048**2 for a, b in pairwise(ends.tolist())]
    assert split_index(vectors, passages, cuts).cosines(query).tolist() == best
