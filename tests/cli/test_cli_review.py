"""`duramen review` and `duramen stats` as they are typed."""

from __future__ import annotations

import csv
import io
import json

import pytest

from duramen.scoring.sheets import write_sheet

SCRIPT = [
    "<analysis>need: experience; E1 supports; rests on E1</analysis><response>My cat is called Miso.</response>",
    "I know that you have 42 cats.",
    "Forty-two, as I said.",
]


@pytest.fixture
def chatted(filled, monkeypatch):
    """A store in which a scripted model answered twice."""
    script = filled.file("script.json", json.dumps(SCRIPT))
    monkeypatch.setenv("DURAMEN_LISTENER", "off")
    monkeypatch.setenv("DURAMEN_MODEL", f"scripted:{script}")
    asked = "What is my cat called?\nWhat is my cat called?\n"
    assert filled.run("chat", "--person", "Ann", stdin=asked).exit_code == 0
    return filled


def judged(path, verdict):
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))
    path.write_bytes(write_sheet([row | {"ManualSupport": verdict, "AnswerCorrect": verdict} for row in rows]))


def test_a_review_from_export_to_plot(chatted):
    to, plot = chatted.folder / "s.csv", chatted.folder / "curves.svg"
    done = chatted.json("review", "export", "--to", to, "--reviewers", "2")
    assert (done["rounds"], [one[-8:] for one in done["files"]]) == (2, ["s-R1.csv", "s-R2.csv"])
    judged(chatted.folder / "s-R1.csv", "✓")
    judged(chatted.folder / "s-R2.csv", "0")
    taken = chatted.run("review", "import", *done["files"])
    assert (taken.exit_code, taken.stdout) == (0, "4 verdicts of R1, R2, 4 new; 0 rows left blank\n")
    shown = chatted.run("review", "score", "--plot", plot)
    assert shown.exit_code == 0
    assert "Cohen's kappa of R1 and R2: 0.000" in shown.stdout
    assert "2 disagreements, 2 undecided" in shown.stdout
    assert plot.read_text(encoding="utf-8").startswith("<svg")
    sheet = chatted.folder / "decide.csv"
    assert chatted.run("review", "export", "--to", sheet, "--disagreements").exit_code == 0
    judged(sheet, "TRUE")
    assert chatted.json("review", "import", sheet)["reviewers"] == ["adjudicator"]
    found = chatted.json("review", "score", "--person", "Ann")
    assert found["all"]["ways"] == {"adjudicated": 2}
    assert found["all"]["manual"]["value"] == 1.0
    assert found["cohen"][0]["reviewers"] == ["R1", "R2"]


def test_a_row_that_cannot_be_read_is_listed_and_the_command_says_so(chatted):
    to = chatted.folder / "s.csv"
    chatted.run("review", "export", "--to", to)
    judged(to, "perhaps")
    done = chatted.run("review", "import", to)
    assert done.exit_code == 6
    assert "s.csv, row 2, column ManualSupport: 'perhaps' is neither yes nor no" in done.stdout
    assert "0 verdicts of nobody" in done.stdout


@pytest.mark.parametrize(
    "words, said, code",
    [
        (("review", "score"), "was exported for review", 3),
        (("review", "score", "{good}", "--person", "Ann"), "not both", 2),
        (("review", "import", "nowhere.csv"), "there is no file 'nowhere.csv'", 2),
        (("review", "import", "{good}"), "none of the columns", 2),
        (("review", "export", "--to", "{good}"), "may hold judgements", 2),
        (("review", "export", "--to", "x.csv", "--person", "Bob"), "there is no person 'Bob'", 3),
        (("review", "export", "--to", "x.csv", "--against", "{folder}/none"), "there is no store", 3),
        (("review", "export", "--to", "x.csv", "--disagreements", "--reviewers", "2"), "one adjudicator", 2),
        (("review", "export", "--to", "x.csv", "--reviewers", "99"), "99 reviewers", 2),
        (("review", "export", "--to", "x.csv", "--rounds", "{good}"), "line 1 names no round", 2),
        (("stats", "protocol", "--by", "moon"), "'moon' is nothing to group by", 2),
        (("stats", "protocol", "--judge", "moon"), "no chat model is called 'moon'", 2),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_an_exit_code(chatted, words, said, code):
    fill = {"good": chatted.folder / "good.jsonl", "folder": chatted.folder}
    done = chatted.run(*(word.format(**fill) for word in words))
    assert (done.exit_code, said in done.stderr) == (code, True), done.stderr


def test_sheets_are_scored_without_a_store(duramen):
    row = {"snr_ratio": "1:5", "AutoCorrect": "0", "ManualSupport": "是", "AnswerCorrect": "是"}
    sheet = duramen.file("arpm.csv", write_sheet([row | {"round": str(number)} for number in range(1, 4)]))
    found = duramen.json("review", "score", sheet)
    assert found["conditions"]["1:5"]["raised"] == 3
    assert found["all"]["manual_curve"] == [1.0, 1.0, 1.0]
    assert not duramen.home.exists()


def test_statistics_of_the_protocol_as_table_json_and_csv(chatted):
    to = chatted.folder / "p.csv"
    shown = chatted.run("stats", "protocol", "--csv", to)
    assert shown.exit_code == 0
    assert "no-tags 1" in shown.stdout
    rows = list(csv.DictReader(io.StringIO(to.read_text(encoding="utf-8-sig"), newline="")))
    assert [(row["阶段"], row["模型"], row["样本数"], row["analysis标签缺失"]) for row in rows] == [
        ("S1", "scripted:script.json", "2", "1")
    ]
    found = chatted.json("stats", "protocol", "--person", "Ann")
    assert found["groups"][0]["protocol"]["rounds"] == 2
    assert found["groups"][0]["repairs"] == {"no-tags": 1}
