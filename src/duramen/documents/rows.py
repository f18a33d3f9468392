"""Rows of cells, from whatever format, as lines that can be understood one by one.

In: rows of cell texts and whether the first row is a header. Out: lines such as `city: Oslo; rent: 900`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from duramen.documents.content import one_line

# A cell that is a value rather than the name of a column: a number, an amount, a date, an address of the web.
_VALUE = re.compile(r"[-+(]?[\s$€£¥￥]*\d[\d.,:/%\s年月日TZ+()-]*[a-zA-Z%元]{0,3}|https?://\S+|\S+@\S+\.\S+")


def header_like(row: Sequence[str]) -> bool:
    """Tell whether a first row names its columns: no empty, repeated or value-like cell."""
    cells = [one_line(cell) for cell in row]
    named = len(cells) > 0 and all(cells) and len(set(cells)) == len(cells)
    return named and not any(_VALUE.fullmatch(cell) for cell in cells)


def labelled_lines(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Say each row as `header: value; …`, one line a row.

    Empty cells are left out, rows without any are skipped; a cell beyond the header, or under an empty name,
    stands without a label. White space within a cell becomes one space.
    """
    names = [one_line(name) for name in header]
    lines: list[str] = []
    for row in rows:
        parts: list[str] = []
        for index, cell in enumerate(row):
            value = one_line(cell)
            if value:
                name = names[index] if index < len(names) else ""
                parts.append(f"{name}: {value}" if name else value)
        if parts:
            lines.append("; ".join(parts))
    return lines


def table_lines(rows: Sequence[Sequence[str]], *, header: bool) -> list[str]:
    """Say a table as lines.

    With a declared header: labelled lines. Without: two columns are `left: right`; three and more take the first
    row as header when it looks like one; else the cells are joined by `; `.
    """
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        return []
    width = max(len(row) for row in rows)
    if len(rows) > 1 and width > 1 and (header or (width > 2 and header_like(rows[0]))):
        return labelled_lines(rows[0], rows[1:])
    if width == 2:
        return [": ".join(filter(None, map(one_line, row))) for row in rows]
    return labelled_lines((), rows)
