"""The speed benchmark's figures: their verdicts follow their targets."""

import random

import pytest

from duramen.evaluation.speed.report import Figure, cells, figures_of


def steps(**changes):
    chance = random.Random(0)
    seconds = [0.010 + chance.random() / 1000 for _ in range(20)]
    opening = {
        "imports_s": 1.0,
        "open_s": 0.1,
        "index_s": 0.1,
        "first_recall_s": 1.5,
        "peak_bytes": 2**28,
        "own_bytes": 2**27,
    }
    stored = {
        "wall_s": 11.0,
        "embedder_s": 10.0,
        "texts": 5,
        "text_bytes": 1000,
        "peak_bytes": 2**28,
        "own_bytes": 2**27,
    }
    return {
        "vectors": "real",
        "learn": stored,
        "talk": stored,
        "first_opening": opening,
        "openings": [opening, opening],
        "disk": {"database": 8000, "index": 2000},
        "queries": {
            "recall_s": seconds,
            "floor_s": [s / 2 for s in seconds],
            "sitting_s": seconds,
            "rows": {"experience": 2, "knowledge": 3},
        },
        "bits": ["a", "a"],
        "rounds": {
            "record_s": [0.006],
            "bare_s": [0.002],
            "reply_s": [0.03],
            "reply_recall_s": [0.02],
            "trace_s": [0.02],
        },
    } | changes


def verdicts(found):
    return {
        figure.name: figure.held
        for figure in figures_of([(10_000, found)], 1000, quick=False)
        if figure.target is not None
    }


def test_a_figure_within_its_target_is_held_and_one_beyond_it_is_missed():
    held = verdicts(steps())
    assert all(held.values())
    assert len(held) == 8
    slow = steps()
    slow["queries"]["floor_s"] = [s / 4 for s in slow["queries"]["recall_s"]]
    assert not verdicts(slow)["query over floor"]
    assert not verdicts(steps(bits=["a", "b"]))["different results of the same questions"]


def test_disk_is_held_against_the_bytes_of_documents_and_turns():
    figure = next(f for f in figures_of([(10_000, steps())], 1000, quick=False) if f.name.startswith("bytes on disk"))
    assert figure.value == pytest.approx(10_000 / 2000)


def test_noise_in_place_of_the_embedder_says_nothing_of_ingest():
    names = [figure.name for figure in figures_of([(10_000, steps(vectors="seeded"))], 1000, quick=True)]
    assert "query without embedding" in names
    assert not any("embedder" in name for name in names)


def test_a_missed_target_is_said_outright():
    figure = Figure(stage="1", name="x", value=4.0, unit="", target=3.0, held=False)
    assert cells(figure)[-2:] == ["≤ 3", "MISSED"]
