"""A CSV file -> rows by column name, with the line each begins at; a broken row is reported and the rest is kept.

In: text, whose delimiter is found in the header. Out: `Row`s. Quoted fields may hold delimiters, doubled quotes and
line breaks (RFC 4180). The standard reader would swallow the rest of the file after one stray quote and refuses fields
of 131,072 characters; this one goes on at the next line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from duramen.observe.source import MAX_LINE_CHARS

DELIMITERS = (",", "\t", ";", "|")
SURPLUS = "_surplus"
_QUOTED_CHARS = 1_000_000
_QUOTED_LINES = 2_000
_INSIDE = re.compile(r'[^"]*')


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row: its place ("line 12") and its cells by column name; surplus cells stand together under SURPLUS."""

    where: str
    cells: dict[str, str]


class _Broken(Exception):
    """A row that cannot be read; the message says why."""


def delimiter_of(header: str) -> str:
    """Return the delimiter that the header uses most outside quotes; the comma when there is none."""
    bare = re.sub(r'"[^"]*"', "", header[:10_000])
    return max(DELIMITERS, key=bare.count)


def split_header(line: str) -> list[str]:
    """Return the column names of a header line, without blanks, quotes and byte order mark."""
    line = line[:10_000].lstrip("\ufeff")
    return [name.strip().strip('"').strip() for name in line.split(delimiter_of(line))]


def read_table(text: str, report: Callable[[str, str], None]) -> Iterator[Row]:
    """Yield the rows below the header in file order; blank lines are passed over, broken rows go to `report`."""
    names: list[str] = []
    for where, cells in _records(text, report):
        if not names:
            names = [cell.strip().lstrip("\ufeff").strip() for cell in cells]
            continue
        if len(cells) == 1 and not cells[0].strip() and len(names) > 1:
            continue
        if len(cells) < 2 <= len(names):
            report(where, f"has 1 column where the header has {len(names)}; left out")
            continue
        surplus = ",".join(cells[len(names) :]).strip(",")
        yield Row(where=where, cells=dict(zip(names, cells, strict=False)) | ({SURPLUS: surplus} if surplus else {}))


def _records(text: str, report: Callable[[str, str], None]) -> Iterator[tuple[str, list[str]]]:
    """Yield (place, cells) for each record, header first."""
    start, number, delimiter = 0, 1, ""
    while start < len(text):
        line_end = text.find("\n", start)
        line_end = len(text) if line_end < 0 else line_end
        if not delimiter and text[start:line_end].strip():
            delimiter = delimiter_of(text[start : min(line_end, start + 10_000)])
        next_start, lines = line_end + 1, 1
        if line_end - start > MAX_LINE_CHARS:
            report(f"line {number}", f"{line_end - start:,} characters, more than {MAX_LINE_CHARS:,}; left out")
        elif text[start:line_end].strip():
            try:
                cells, end = _record(text, start, line_end, delimiter)
                yield f"line {number}", cells
                if end > line_end:
                    lines = 1 + text.count("\n", start, end)
                    next_start = end + 1
            except _Broken as broken:
                report(f"line {number}", f"{broken}; left out")
        start, number = next_start, number + lines


def _record(text: str, start: int, line_end: int, delimiter: str) -> tuple[list[str], int]:
    """Return the cells of the record at `start` and the place of the line break after it."""
    if text.find('"', start, line_end) < 0:
        return text[start:line_end].rstrip("\r").split(delimiter), line_end
    cells: list[str] = []
    at = start
    while True:
        if text.startswith('"', at):
            cell, at = _quoted(text, at)
        else:
            line_end = text.find("\n", at)
            line_end = len(text) if line_end < 0 else line_end
            stop = text.find(delimiter, at, line_end)
            stop = line_end if stop < 0 else stop
            cell, at = text[at:stop].rstrip("\r") if stop == line_end else text[at:stop], stop
        cells.append(cell)
        if text.startswith(delimiter, at):
            at += 1
        elif at >= len(text) or text.startswith(("\n", "\r\n"), at):
            return cells, at + (1 if text.startswith("\r", at) else 0)
        else:
            raise _Broken(f"column {len(cells)} has characters after its closing quote")


def _quoted(text: str, at: int) -> tuple[str, int]:
    """Return a quoted cell's value and the place after its closing quote."""
    begin = at + 1
    limit = min(len(text), begin + _QUOTED_CHARS)
    at = begin
    while True:
        inside = _INSIDE.match(text, at, limit)
        at = inside.end() if inside else at
        if at >= limit:
            raise _Broken(f"a quote is opened and not closed within {_QUOTED_CHARS:,} characters")
        if not text.startswith('""', at):
            break
        at += 2
    if text.count("\n", begin, at) > _QUOTED_LINES:
        raise _Broken(f"a quote spans more than {_QUOTED_LINES} lines")
    return text[begin:at].replace('""', '"'), at + 1
