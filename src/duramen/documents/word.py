"""Word documents (.docx) -> text: headings, paragraphs, lists and tables in their order.

In: bytes, the file's name, the zone of dates without one. Out: `Content`. Needs the extra `documents` (python-docx).
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from duramen.documents.content import Content, moment_or_unknown, one_line, tidy
from duramen.documents.rows import table_lines
from duramen.documents.unpacking import MAX_BYTES
from duramen.errors import InputError, UnreadableFile

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_HEADING = re.compile(r"(?:heading|标题|標題|überschrift|titre|título)\s*([1-9])", re.I)
_BREAKS = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}
# Parts of a paragraph that are not its words: what was deleted under tracked changes, and the double of a text box.
_NOT_READ = frozenset((f"{_W}del", f"{_W}moveFrom", _FALLBACK))
_BREAKAGE = (
    zipfile.BadZipFile,
    zlib.error,
    SyntaxError,
    ValueError,
    LookupError,
    AttributeError,
    TypeError,
    OSError,
    EOFError,
    RuntimeError,
)
# python-docx's own template says this of every document made from it: the date of the template, not of the text.
_TEMPLATE_YEAR_DAY = (2013, 12, 23)


def read_word(data: bytes, name: str, zone: str) -> Content:
    """Read a Word document's body.

    Headings become lines `# …`, list items `- …`, table rows labelled lines; inserted text under tracked changes is
    read, deleted text is not; text boxes and content controls are read where they stand. The date is the one of the
    last change, else of creation. Raises UnreadableFile for a damaged file and InputError without python-docx.
    """
    try:
        import docx
        from docx.opc.exceptions import OpcError
    except ImportError as error:
        raise InputError(
            f"{name}: reading Word files needs python-docx; run `pip install duramen[documents]`"
        ) from error
    try:
        _refuse_bomb(data, name)
        document = docx.Document(io.BytesIO(data))
        styles = {style.style_id: str(style.name or "") for style in document.styles}
        text = "\n".join(_block_lines(document.element.body, styles))
        properties = document.core_properties
        title, dated = one_line(properties.title or ""), _last_change(properties.modified, properties.created)
    except UnreadableFile:
        raise
    # lxml's XMLSyntaxError is a SyntaxError; the rest is what zipfile and python-docx meet in broken packages.
    except (OpcError, *_BREAKAGE) as error:
        raise UnreadableFile(
            f"{name}: a damaged Word document ({one_line(str(error))}); open it in Word or LibreOffice and save it again"
        ) from error
    first = re.search(r"^# (.+)$", text, re.M)
    return Content(
        text=tidy(text),
        title=title or (first.group(1) if first else ""),
        dated=moment_or_unknown(dated, zone),
    )


def _refuse_bomb(data: bytes, name: str) -> None:
    """Raise when the package says that it unpacks to more than a document may hold; zipfile holds it to its word."""
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        size = sum(member.file_size for member in package.infolist())
    if size > MAX_BYTES:
        raise UnreadableFile(f"{name}: larger than {MAX_BYTES // 2**20} MiB unpacked; split it into smaller files")


def _block_lines(container: Any, styles: dict[str, str]) -> Iterator[str]:
    """Give the lines of a body, a cell, or a wrapper such as a content control, in document order."""
    for element in container:
        if element.tag == f"{_W}p":
            yield from _paragraph_lines(element, styles)
        elif element.tag == f"{_W}tbl":
            yield ""
            yield from table_lines([list(_row_cells(row)) for row in element.iter(f"{_W}tr")], header=False)
            yield ""
        elif element.tag not in _NOT_READ and element.tag != f"{_W}sectPr":
            yield from _block_lines(element, styles)


def _paragraph_lines(paragraph: Any, styles: dict[str, str]) -> Iterator[str]:
    words = "".join(_words(paragraph)).strip()
    if not words:
        return
    style_id = paragraph.find(f"{_W}pPr/{_W}pStyle")
    style = styles.get(style_id.get(f"{_W}val"), "") if style_id is not None else ""
    heading = _HEADING.match(style)
    if style == "Title" or heading:
        level = 1 if heading is None else min(6, int(heading.group(1)))
        yield from ("", f"{'#' * level} {one_line(words)}", "")
    elif style.startswith("List") or paragraph.find(f"{_W}pPr/{_W}numPr") is not None:
        yield f"- {words}"
    else:
        yield words


def _words(element: Any) -> Iterator[str]:
    """Give the text of runs, hyperlinks, insertions and text boxes below an element; what was deleted is left out."""
    for child in element:
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag in _BREAKS:
            yield _BREAKS[child.tag]
        elif child.tag == f"{_W}txbxContent":
            yield "\n" + "\n".join("".join(_words(inner)) for inner in child) + "\n"
        elif child.tag not in _NOT_READ and child.tag != f"{_W}pPr":
            yield from _words(child)


def _row_cells(row: Any) -> Iterator[str]:
    for cell in row.iter(f"{_W}tc"):
        yield one_line(" ".join("".join(_words(paragraph)) for paragraph in cell.iter(f"{_W}p")))


def _last_change(modified: datetime | None, created: datetime | None) -> datetime | None:
    for date in (modified, created):
        if date is not None and (date.year, date.month, date.day) != _TEMPLATE_YEAR_DAY:
            return date
    return None
