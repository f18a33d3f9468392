"""The speed benchmark's embedders: they count, keep vectors, and stand in for others."""

import numpy as np

from duramen.evaluation.speed.embedders import CachedEmbedder, MeteredEmbedder, SeededEmbedder
from duramen.models.embedders import HashEmbedder


def test_a_meter_counts_texts_and_leaves_vectors_as_they_are():
    meter = MeteredEmbedder(HashEmbedder())
    assert np.array_equal(meter.passages(["a", "b"]), HashEmbedder().passages(["a", "b"]))
    meter.queries(["c"])
    assert meter.texts == 3
    assert meter.seconds > 0.0
    assert meter.identity == HashEmbedder().identity


def test_a_remembered_vector_is_not_asked_for_again_and_survives_in_a_file(tmp_path):
    meter = MeteredEmbedder(HashEmbedder())
    cache = CachedEmbedder(meter)
    first = cache.queries(["tea", "rent"])
    assert np.array_equal(cache.queries(["rent", "tea"]), first[::-1])
    assert meter.texts == 2
    cache.save(tmp_path / "kept.npz")
    again = CachedEmbedder(meter)
    again.load(tmp_path / "kept.npz")
    assert np.array_equal(again.queries(["tea", "rent"]), first)
    assert meter.texts == 2


def test_seeded_vectors_are_of_unit_length_and_depend_on_the_text_alone():
    embedder = SeededEmbedder(HashEmbedder())
    found = embedder.passages(["a", "b", "a"])
    assert np.allclose(np.linalg.norm(found, axis=1), 1.0, atol=1e-6)
    assert np.array_equal(found[0], found[2])
    assert not np.array_equal(found[0], found[1])
