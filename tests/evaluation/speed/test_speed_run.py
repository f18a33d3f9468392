"""`duramen bench speed` as a whole, on a small text."""

import json

import pytest
from novel_lines import LINES
from typer.testing import CliRunner

from duramen.cli.main import app
from duramen.evaluation.speed.run import SpeedOptions, report_json, run_speed


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
