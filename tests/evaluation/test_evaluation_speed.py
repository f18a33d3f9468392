"""The speed benchmark: its data are the same each time, its embedders keep vectors, its verdicts follow its targets."""

import json
import random

import numpy as np
import pytest
from typer.testing import CliRunner

from duramen.cli.main import app
from duramen.domain.dialogue import Role
from duramen.errors import InputError
from duramen.evaluation.speed import SpeedOptions, report_json, run_speed
from duramen.evaluation.speed_data import QUESTIONS, Talk, make_dialogue, read_lines, write_documents
from duramen.evaluation.speed_embedders import CachedEmbedder, MeteredEmbedder, SeededEmbedder
from duramen.evaluation.speed_report import Figure, cells, figures_of
from duramen.models.embedders import HashEmbedder

LINES = [
    f"{who}在{where}{what}，{when}才回来。"
    for who in "甲乙丙丁"
    for where in ("桥上", "茶馆", "院里")
    for what in ("下棋", "说话", "看花", "写信")
    for when in ("天黑", "第二天", "过了三天")
]


def test_the_same_talk_is_made_twice_and_another_seed_makes_another():
    talk = Talk(count=50, name="r", seed=3)
    assert make_dialogue(LINES, talk) == make_dialogue(LINES, talk)
    assert make_dialogue(LINES, talk) != make_dialogue(LINES, Talk(count=50, name="r", seed=4))


def test_rounds_are_two_turns_each_spread_over_two_years_in_order_of_time():
    messages = make_dialogue(LINES, Talk(count=240, name="r", seed=1)).messages
    times = [message.happened_at.at_us for message in messages]
    assert [message.role for message in messages] == [Role.PERSON, Role.CHARACTER] * 240
    assert times == sorted(times)
    assert 650 * 86_400_000_000 < times[-1] - times[0] < 731 * 86_400_000_000
    assert len({message.session for message in messages}) == 20


def test_both_languages_are_asked():
    chinese = sum(any("\u4e00" <= char <= "\u9fff" for char in question) for question in QUESTIONS)
    assert len(set(QUESTIONS)) == len(QUESTIONS) >= 48
    assert chinese == len(QUESTIONS) - chinese


def test_lines_are_limited_by_chinese_characters_and_a_missing_file_is_named(tmp_path):
    file = tmp_path / "novels.txt"
    file.write_text("第一行\nabc\n第二行\n第三行\n", encoding="utf-8")
    assert read_lines(file) == ["第一行", "abc", "第二行", "第三行"]
    assert read_lines(file, limit_chars=4) == ["第一行", "abc", "第二行"]
    with pytest.raises(InputError, match=r"absent\.txt"):
        read_lines(tmp_path / "absent.txt")


def test_documents_hold_every_line_once(tmp_path):
    written = write_documents(LINES, tmp_path)
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())]
    assert "".join(texts).splitlines() == LINES
    assert written == sum(len(text.encode()) for text in texts)


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
        "rounds": {"record_s": [0.006], "bare_s": [0.002], "reply_s": [0.03], "reply_recall_s": [0.02]},
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
    assert len(held) == 7
    slow = steps()
    slow["queries"]["floor_s"] = [s / 4 for s in slow["queries"]["recall_s"]]
    assert not verdicts(slow)["query over floor"]
    assert not verdicts(steps(bits=["a", "b"]))["different results of the same questions"]


def test_disk_is_held_against_the_bytes_of_documents_and_turns():
    figure = next(f for f in figures_of([(10_000, steps())], 1000, quick=False) if f.name.startswith("bytes on disk"))
    assert figure.value == pytest.approx(10_000 / 2000)


def test_noise_in_place_of_the_embedder_says_nothing_of_ingest():
    names = [figure.name for figure in figures_of([(10_000, steps(vectors="seeded"))], 1000, quick=True)]
    assert not any("embedder" in name for name in names)


def test_a_missed_target_is_said_outright():
    figure = Figure(stage="1", name="x", value=4.0, unit="", target=3.0, held=False)
    assert cells(figure)[-2:] == ["≤ 3", "MISSED"]


def test_rounds_that_do_not_ascend_are_refused():
    done = CliRunner().invoke(app, ["bench", "speed", "--rounds", "20,10"])
    assert done.exit_code == 2
    assert "20,10" in done.output


@pytest.mark.slow
def test_a_small_run_writes_its_tables_and_finds_the_same_bits(tmp_path):
    novels = tmp_path / "novels.txt"
    novels.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    options = ["--novels", str(novels), "--rounds", "24", "--quick", "--repeats", "1", "--durable", "2"]
    done = CliRunner().invoke(app, ["bench", "speed", *options, "--results", str(tmp_path / "out"), "--json"])
    assert done.exit_code == 0, done.output
    report = json.loads((tmp_path / "out" / "speed.json").read_text(encoding="utf-8"))
    assert "novels.txt" in report["options"]["novels"]
    assert str(tmp_path) not in json.dumps(report)
    same = next(f for f in report["figures"] if f["name"].startswith("different results"))
    assert same["held"]
    assert same["n"] == 8
    assert "| 24 | query without embedding |" in (tmp_path / "out" / "speed.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_kept_store_is_measured_again_without_being_filled_again(tmp_path):
    novels = tmp_path / "novels.txt"
    novels.write_text("\n".join(LINES) + "\n", encoding="utf-8")
    options = SpeedOptions(novels=novels, rounds=(12,), quick=True, repeats=1, durable=1, work=tmp_path / "work")
    said: list[str] = []
    first = run_speed(options)
    second = run_speed(options, said.append)
    assert sum("kept" in line for line in said) == 2
    assert report_json(first)["stages"][0]["steps"]["learn"] == report_json(second)["stages"][0]["steps"]["learn"]
