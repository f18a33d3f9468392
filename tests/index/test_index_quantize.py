import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.index.quantize import COSINE_PER_UNIT, SCALE, from_bytes, quantize, to_bytes

SEEDS = st.integers(0, 2**32 - 1)
DIMENSIONS = st.sampled_from([1, 2, 3, 16, 384, 512, 1024])


def unit(rng, count, dimension):
    rows = rng.standard_normal((count, dimension))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def test_a_component_is_rounded_to_the_nearest_2048th():
    vector = np.array([[0.6, -0.8]], dtype=np.float32)
    assert quantize(vector).tolist() == [[1229, -1638]]  # 0.6 * 2048 = 1228.8, 0.8 * 2048 = 1638.4
    assert quantize(vector).dtype == np.int16
    assert quantize(np.array([[1.0, 0.0], [0.0, -1.0]], dtype=np.float32)).tolist() == [[2048, 0], [0, -2048]]


def test_bytes_are_little_endian_on_every_machine():
    assert to_bytes(np.array([[0.6, -0.8]], dtype=np.float32)) == bytes.fromhex("cd04 9af9")


def test_no_vector_gives_no_bytes_and_no_rows():
    assert to_bytes(np.zeros((0, 4), dtype=np.float32)) == b""
    assert from_bytes(b"", 4).shape == (0, 4)


def test_bytes_that_are_not_whole_vectors_are_refused():
    with pytest.raises(ValueError, match="reshape"):
        from_bytes(b"\0\0" * 5, 4)


@given(seed=SEEDS, count=st.integers(0, 5), dimension=DIMENSIONS)
def test_several_vectors_end_to_end_come_back_as_they_were_rounded(seed, count, dimension):
    vectors = unit(np.random.default_rng(seed), count, dimension)
    back = from_bytes(to_bytes(vectors), dimension)
    assert back.dtype == np.float32
    assert np.array_equal(back, quantize(vectors))
    assert to_bytes(back / np.float32(SCALE)) == to_bytes(vectors)


@given(seed=SEEDS, dimension=st.sampled_from([384, 512, 1024]))
def test_the_cosine_is_off_by_at_most_a_thousandth(seed, dimension):
    q, c = unit(np.random.default_rng(seed), 2, dimension).astype(np.float64)
    rounded = quantize(np.stack([q, c])).astype(np.int64)
    assert abs(int(rounded[0] @ rounded[1]) * COSINE_PER_UNIT - q @ c) <= 0.001


@given(data=st.data(), dimension=st.integers(1, 64))
def test_no_vector_at_all_is_off_by_more_than_its_documented_worst_case(data, dimension):
    numbers = st.floats(-1.0, 1.0, width=32)
    rows = np.array([data.draw(st.lists(numbers, min_size=dimension, max_size=dimension)) for _ in range(2)])
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    q, c = rows / np.where(norms == 0.0, 1.0, norms)
    rounded = quantize(np.stack([q, c])).astype(np.int64)
    worst = np.sqrt(dimension) / SCALE + dimension / (2 * SCALE) ** 2
    assert abs(int(rounded[0] @ rounded[1]) * COSINE_PER_UNIT - q @ c) <= worst + 1e-12


@given(seed=SEEDS, dimension=DIMENSIONS, alike=st.booleans())
def test_float32_sums_of_the_products_are_exact_in_any_order(seed, dimension, alike):
    rng = np.random.default_rng(seed)
    q, c = quantize(unit(rng, 2, dimension)).astype(np.int64)
    c = q if alike else c  # the largest sums
    products = (q * c).astype(np.float32)[rng.permutation(dimension)]
    assert np.array_equal(np.cumsum(products, dtype=np.float32), np.cumsum(products.astype(np.int64)))
    assert float(np.add.reduce(products)) == int(q @ c)
