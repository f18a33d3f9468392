"""Sheets as spreadsheets save them."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.errors import UnreadableFile
from duramen.scoring.sheets import COLUMNS, read_sheet, write_sheet

ROW = {"question": "猫叫什么？", "ManualSupport": "是", "AnswerCorrect": "否", "Reviewer": "R1", "Item": "r1a"}


def sheet(rows, columns=("Item", "Reviewer", "ManualSupport", "AnswerCorrect", "FinalCorrect", "Tone"), separator=","):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator)
    writer.writerows([columns, *rows])
    return text.getvalue()


def verdicts(data):
    return [(row.support, row.answer, row.final) for row in read_sheet(data, "s.csv").rows]


def test_what_is_written_is_read_back():
    data = write_sheet([ROW])
    assert data.startswith(b"\xef\xbb\xbf")
    found = read_sheet(data, "s.csv")
    assert found.problems == ()
    assert [(row.row, row.item, row.reviewer, row.final) for row in found.rows] == [(2, "r1a", "R1", False)]
    assert next(csv.reader([data.decode("utf-8-sig").splitlines()[0]])) == list(COLUMNS)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_encodings_and_separators_of_spreadsheets_are_read(encoding, separator):
    rows = [["r1", "评审甲", "是", "否", "", "B"], ["r2", "评审甲", "√", "对", "", ""]]
    found = read_sheet(sheet(rows, separator=separator).encode(encoding), "s.csv")
    assert found.problems == ()
    assert [(row.reviewer, row.final, row.grades["tone"]) for row in found.rows] == [
        ("评审甲", False, "B"),
        ("评审甲", True, ""),
    ]


@pytest.mark.parametrize("answer", ["hi ✓" * 3, "é ë 😎 “ " * 10, "He said – “yes”. " * 10])
def test_a_few_chinese_signs_in_much_else_are_read(answer):
    rows = [[f"r{number}", "R1", "✓" if number % 3 else "否", "1", answer] for number in range(40)]
    text = sheet(rows, columns=("Item", "Reviewer", "ManualSupport", "AnswerCorrect", "original_answer"), separator=";")
    found = read_sheet(text.encode("gb18030"), "s.csv")
    assert found.problems == ()
    assert [row.support for row in found.rows[:4]] == [False, True, True, False]


@pytest.mark.parametrize("yes, no", [("1", "0"), ("✓", "✗"), ("TRUE", "FALSE"), ("是", "否"), ("√", "错"), ("Yes", "no"),
                                     ("1.0", "0.0"), (" 1 ", " 0 "), ("１", "０"), ("✔️", "❌"), ("wahr", "FALSCH")])  # fmt: skip
def test_yes_and_no_are_read_in_many_ways(yes, no):
    assert verdicts(sheet([["r1", "R", yes, yes, "", ""], ["r2", "R", yes, no, "", ""]]).encode()) == [
        (True, True, True),
        (True, False, False),
    ]


def test_a_blank_cell_is_unjudged_and_never_no():
    found = read_sheet(sheet([["r1", "R", "", " ", "", ""], ["r2", "R", "1", "", "", ""]]).encode(), "s.csv")
    assert [(row.final, row.judged) for row in found.rows] == [(None, False), (None, True)]


def test_columns_are_found_by_name_in_any_order_and_others_are_passed_over():
    text = sheet([["x", "A", "0", "1", "r9"]], columns=("mine", "tone", "ANSWERCORRECT", "Manual Support", "item"))
    row = read_sheet(text.encode(), "s.csv").rows[0]
    assert (row.item, row.support, row.answer, row.final, row.grades["tone"]) == ("r9", True, False, False, "A")


def test_what_cannot_be_read_is_told_with_row_and_column_and_the_other_rows_stand():
    rows = [["r1", "R", "maybe", "1", "", ""], ["r2", "R", "1", "1", "", "F"], ["r3", "R", "1", "1", "", "a"]]
    found = read_sheet(sheet(rows).encode(), "s.csv")
    assert [row.item for row in found.rows] == ["r3"]
    assert found.problems[0].startswith("s.csv, row 2, column ManualSupport: 'maybe' is neither yes nor no")
    assert found.problems[1].startswith("s.csv, row 3, column Tone: 'F' is no grade")


def test_final_follows_from_the_two_verdicts_and_a_contrary_one_is_told():
    rows = [["r1", "R", "1", "0", "1", ""], ["r2", "R", "", "", "1", ""], ["r3", "R", "", "", "0", ""]]
    found = read_sheet(sheet(rows).encode(), "s.csv")
    assert [(row.support, row.answer, row.final) for row in found.rows] == [
        (True, False, False),
        (True, True, True),
        (None, None, False),
    ]
    assert len(found.problems) == 1
    assert "row 2, column FinalCorrect" in found.problems[0]


def test_a_line_that_names_the_separator_is_understood_and_rows_are_numbered_as_shown():
    text = "sep=;\r\n" + sheet([["r1", "R", "?", "1", "", ""]], separator=";")
    assert "row 3, column ManualSupport" in read_sheet(text.encode(), "s.csv").problems[0]


def test_empty_lines_are_passed_over():
    text = sheet([["", "", "", "", "", ""], ["r1", "R", "1", "1", "", ""]])
    assert [row.row for row in read_sheet(text.encode(), "s.csv").rows] == [3]


@pytest.mark.parametrize(
    "data, said",
    [
        (b"", "empty"),
        (b"a,b\n1,2\n", "none of the columns ManualSupport"),
        (b"Item,ManualSupport,manual_support\nr,1,1\n", "ManualSupport twice"),
        (b'Item,ManualSupport\nr1,"1\nr2,1\n', "breaks off at line"),
        (b"\x89PNG\r\n\x1a\n123", "PNG"),
    ],
)
def test_what_is_no_sheet_is_refused_in_a_sentence(data, said):
    with pytest.raises(UnreadableFile, match=said):
        read_sheet(data, "s.csv")


def test_a_cell_that_a_spreadsheet_would_run_is_defused_and_a_long_one_cut():
    data = write_sheet(
        [ROW | {"question": '=HYPERLINK("http://x")', "original_answer": "-1", "EvidenceInPrompt": "猫" * 50_000}]
    )
    cells = next(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert cells["question"].startswith("'=HYPERLINK")
    assert cells["original_answer"] == "'-1"
    assert len(cells["EvidenceInPrompt"]) < 32_767


@given(st.dictionaries(st.sampled_from(COLUMNS), st.text(max_size=60)))
def test_no_text_breaks_a_sheet(cells):
    row = ROW | {
        name: text
        for name, text in cells.items()
        if name in ("question", "original_answer", "EvidenceInPrompt", "CorrectionReason")
    }
    found = read_sheet(write_sheet([row, ROW]), "s.csv")
    assert found.problems == ()
    assert [(one.item, one.final) for one in found.rows] == [("r1a", False)] * 2
