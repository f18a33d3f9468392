"""Review sheets (A15): CSV with the columns of ARPM's own, written for people and read back from whatever Excel made of it.

In: rows, or the bytes of a file. Out: text, or what was judged with a sentence for each cell that cannot be read. A blank
cell is unjudged. Columns are found by name, in any order.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from duramen.errors import UnreadableFile
from duramen.scoring.review import GRADES, final_correct
from duramen.text.encodings import decode

ARPM_COLUMNS = (
    "snr_ratio",
    "round",
    "question",
    "original_answer",
    "prompt_knowledge_parent_ids",
    "top_parent_id",
    "AutoCorrect",
    "AutoSupport",
    "ManualSupport",
    "AnswerCorrect",
    "FinalCorrect",
    "EvidenceParentID",
    "EvidenceQuote",
    "CorrectionReason",
    "NeedHumanReview",
    "OriginalRollingAccuracy",
    "CorrectedRollingAccuracy",
    "EvidenceScore",
)
"""The columns of ARPM's sheets in their order; the last stands in one of the two."""
MORE_COLUMNS = ("EvidenceInPrompt", "Reasonableness", "Tone", "PersonaContinuity", "Verdicts", "Reviewer", "Item")
"""What a blind sheet needs besides: all that the prompt held, the grades, whose sheet it is, and which round is meant."""
COLUMNS = ARPM_COLUMNS + MORE_COLUMNS
GRADE_COLUMNS = {"reasonableness": "Reasonableness", "tone": "Tone", "persona": "PersonaContinuity"}
_JUDGED = ("ManualSupport", "AnswerCorrect", "FinalCorrect")
_YES = frozenset(
    [
        "1",
        "1.0",
        "是",
        "对",
        "√",
        "✓",
        "✔",
        "☑",
        "✅",
        "true",
        "yes",
        "y",
        "t",
        "真",
        "right",
        "correct",
        "wahr",
        "vrai",
    ]
)
_NO = frozenset(
    ["0", "0.0", "否", "错", "✗", "✘", "☒", "❌", "false", "no", "n", "f", "假", "wrong", "incorrect", "falsch", "faux"]
)
_MOST_CHARS = 32_000  # Excel cuts a cell at 32,767 without a word
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_DELIMITERS = (",", ";", "\t", "|")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """One row as it was read; `row` is its number as a spreadsheet shows it. None and "" are what was left blank.

    `condition` and `round` are what the sheet says, letters and running numbers in a blind one. `final` follows from the
    two verdicts, and is the sheet's own where they are blank. `cells`: all of it, by column.
    """

    row: int
    item: str
    reviewer: str
    condition: str
    round: str
    automatic: bool | None
    support: bool | None
    answer: bool | None
    final: bool | None
    grades: Mapping[str, str]
    note: str
    cells: Mapping[str, str]

    @property
    def judged(self) -> bool:
        """Tell whether anything was filled in."""
        return (self.support, self.answer, self.final) != (None, None, None) or any(self.grades.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A file as it was read: its rows, and a sentence for each that was left out, with row and column."""

    name: str
    rows: tuple[SheetRow, ...]
    problems: tuple[str, ...] = ()


def write_sheet(rows: Sequence[Mapping[str, str]]) -> bytes:
    """Return a sheet that Excel opens with the right characters: UTF-8 with a mark, commas, CRLF.

    A cell that a spreadsheet would run as a formula gets an apostrophe before it, and one that is too long for it is cut.
    """
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([[_cell(row.get(column, "")) for column in COLUMNS] for row in rows])
    return b"\xef\xbb\xbf" + text.getvalue().encode("utf-8", errors="replace")


def read_sheet(data: bytes, name: str) -> Sheet:
    """Read a sheet back; raises UnreadableFile for one that is empty, no table, or without the columns of verdicts.

    A few Chinese signs in a sheet of English are hard to tell from other characters by looking at them: what is not UTF-8 is
    read as GB18030 as well, and the reading that leaves fewer cells unread is taken.
    """
    other = _in_gb18030(data, name)
    try:
        decoded = decode(data)
    except UnreadableFile:
        if other is None:
            raise
        return other
    if other is not None and not decoded.encoding.startswith(("utf", "gb")):
        found = _read(decoded.text, name)
        return other if len(other.problems) < len(found.problems) else found
    return _read(decoded.text, name)


def _in_gb18030(data: bytes, name: str) -> Sheet | None:
    try:
        return _read(data.decode("gb18030"), name)
    except (UnicodeDecodeError, UnreadableFile):
        return None


def _read(text: str, name: str) -> Sheet:
    table = _table(text, name)
    if not table:
        raise UnreadableFile(f"{name!r} holds no row; export it again with `duramen review export`")
    header = _header(table[0][1], name)
    rows, problems = list[SheetRow](), list[str]()
    for number, cells in table[1:]:
        if not any(cell.strip() for cell in cells):
            continue
        values = {column: cells[at].strip() for column, at in header.items() if at < len(cells)}
        wrong: list[str] = []
        row = _row(number, values, wrong)
        problems += [f"{name}, row {number}, {one}" for one in wrong]
        if row is not None:
            rows.append(row)
    return Sheet(name=name, rows=tuple(rows), problems=tuple(problems))


def _row(number: int, values: Mapping[str, str], wrong: list[str]) -> SheetRow | None:
    """Return a row; None, with what is wrong told, where a cell cannot be read."""
    unread = len(wrong)
    auto = _truth(values, "AutoCorrect", wrong)
    support, answer, own = (_truth(values, column, wrong) for column in _JUDGED)
    grades = {aspect: _grade(values, column, wrong) for aspect, column in GRADE_COLUMNS.items()}
    if len(wrong) > unread:
        return None
    if own is True and (support, answer) == (None, None):
        support = answer = True  # which is what passing says
    final = final_correct(support, answer)
    if final is None:
        final = own
    elif own is not None and own is not final:
        says = "passes" if final else "does not pass"
        wrong.append(
            f"column FinalCorrect: {values['FinalCorrect']!r} is left aside, since by ManualSupport and AnswerCorrect it "
            f"{says}; change those"
        )
    return SheetRow(
        row=number,
        item=_unguarded(values.get("Item", "")),
        reviewer=_unguarded(values.get("Reviewer", "")),
        condition=values.get("snr_ratio", ""),
        round=values.get("round", ""),
        automatic=auto,
        support=support,
        answer=answer,
        final=final,
        grades=grades,
        note=_unguarded(values.get("CorrectionReason", "")),
        cells=dict(values),
    )


def _truth(values: Mapping[str, str], column: str, wrong: list[str]) -> bool | None:
    written = values.get(column, "")
    plain = unicodedata.normalize("NFKC", written).replace("\ufe0f", "").strip().casefold()
    if not plain:
        return None
    if plain in _YES or plain in _NO:
        return plain in _YES
    wrong.append(f"column {column}: {written[:40]!r} is neither yes nor no; write 是 or 否, 1 or 0, or leave it empty")
    return None


def _grade(values: Mapping[str, str], column: str, wrong: list[str]) -> str:
    written = values.get(column, "")
    plain = unicodedata.normalize("NFKC", written).strip().upper()
    if plain and plain not in GRADES:
        wrong.append(f"column {column}: {written[:40]!r} is no grade; write A, B, C, D or E, or leave it empty")
        return ""
    return plain


def _table(text: str, name: str) -> list[tuple[int, list[str]]]:
    """Return the records with their row numbers; the separator is the one that the header uses most."""
    first, _, rest = text.partition("\n")
    chosen = ""
    if re.fullmatch(r'"?sep=.\r?"?', first.strip("\r"), re.IGNORECASE):  # a line that Excel itself understands
        chosen, text = first.strip('\r"')[-1], rest
        first = rest.partition("\n")[0]
    delimiter = chosen or max(_DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        return list(enumerate(reader, start=2 if chosen else 1))
    except csv.Error as error:
        raise UnreadableFile(
            f"{name!r} breaks off at line {reader.line_num}: {error}; save it again as CSV from the spreadsheet"
        ) from error


def _header(cells: Sequence[str], name: str) -> dict[str, int]:
    """Return the place of each known column; others are passed over."""
    known = {_folded(column): column for column in COLUMNS}
    found: dict[str, int] = {}
    for at, cell in enumerate(cells):
        column = known.get(_folded(cell))
        if column is None:
            continue
        if column in found:
            raise UnreadableFile(f"{name!r} has the column {column} twice; delete one of them")
        found[column] = at
    if not found.keys() & set(_JUDGED):
        raise UnreadableFile(
            f"{name!r} has none of the columns {', '.join(_JUDGED)}; its first row must be the header of a review sheet"
        )
    return found


def _folded(column: str) -> str:
    return re.sub(r"[\s_\ufeff]", "", unicodedata.normalize("NFKC", column)).casefold()


def _cell(text: str) -> str:
    text = _CONTROL.sub("\ufffd", text)
    if len(text) > _MOST_CHARS:
        text = text[:_MOST_CHARS] + " …"
    return f"'{text}" if text.startswith(_FORMULA) else text


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and text[1:].startswith(_FORMULA) else text
