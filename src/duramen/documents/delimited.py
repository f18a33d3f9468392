"""CSV and TSV files: each row becomes a line `header: value; …`.

In: bytes, the file's name, and the delimiter where the format fixes it. Out: `Content`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from duramen.documents.content import Content, decode_named
from duramen.documents.rows import header_like, labelled_lines
from duramen.errors import UnreadableFile

_DELIMITERS = ",;\t|"
_SAMPLE_ROWS = 20
_SEP_LINE = re.compile(r"sep=(.)\r?\n", re.I)


def read_delimited(data: bytes, name: str, delimiter: str = "") -> Content:
    """Read a table of delimited values.

    The delimiter is the one given, or the one that Excel's `sep=` line names, or the one of `, ; tab |` that gives
    the first rows the most equal widths. The first row is the header unless it holds an empty, repeated or
    value-like cell; then rows are their cells joined by `; `. Raises UnreadableFile on a cell of more than 131,072
    characters, which is nearly always a quotation mark that is never closed.
    """
    text, encoding = decode_named(data, name)
    stated = _SEP_LINE.match(text)
    if stated:
        text = text[stated.end() :]
    delimiter = delimiter or (stated.group(1) if stated else _likely_delimiter(text))
    try:
        rows = [row for row in _rows(text, delimiter) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise UnreadableFile(
            f"{name}: not a readable table ({error}); look for a quotation mark that is never closed"
        ) from error
    named = len(rows) > 1 and header_like(rows[0])
    lines = labelled_lines(rows[0] if named else (), rows[1:] if named else rows)
    return Content(text="\n".join(lines), encoding=encoding)


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)


def _likely_delimiter(text: str) -> str:
    """Return the delimiter under which most of the first rows have one width above 1; a tie goes to the earlier one."""

    def evenness(delimiter: str) -> tuple[int, int]:
        widths: list[int] = []
        try:
            for row in _rows(text[:65_536], delimiter):
                if row:
                    widths.append(len(row))
                if len(widths) == _SAMPLE_ROWS:
                    break
        except csv.Error:
            return (0, 0)  # this delimiter cannot even split the sample
        wide = [width for width in widths if width > 1]
        common = max(set(wide), key=lambda width: (wide.count(width), width), default=0)
        return (wide.count(common), common)

    return max(_DELIMITERS, key=evenness)
