"""PDF -> text, with the paragraphs that pages have cut into lines joined again.

In: bytes, the file's name, the zone of dates without one. Out: `Content`. Needs the extra `documents` (pypdf).
"""

from __future__ import annotations

import io
import re
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING

from duramen.documents.content import Content, moment_or_unknown, one_line
from duramen.documents.wrapped import unwrap
from duramen.errors import InputError, UnreadableFile

if TYPE_CHECKING:
    from pypdf import PdfReader

_DIGITS = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(r"[-–—\s]*(?:page|p\.|第)?\s*\d{1,4}\s*(?:页|頁|(?:/|of)\s*\d{1,4})?[-–—\s]*", re.I)
# Titles that programs write when nobody gave one.
_NO_TITLE = re.compile(
    r"(?:microsoft (?:word|powerpoint)\b.*|untitled.*|无标题.*|.*\.(?:docx?|indd|tex|dvi|pptx?|rtf|qxd))", re.I
)
_MIN_PAGES_FOR_FURNITURE = 3
_BREAKAGE = (ValueError, LookupError, AttributeError, TypeError, AssertionError, ArithmeticError, OSError, RuntimeError)


def read_pdf(data: bytes, name: str, zone: str) -> Content:
    """Read the text layer of a PDF, page by page.

    Lines that stand at the top or bottom of most pages (running heads, page numbers) are left out. A document that
    opens without a password is read whatever it forbids. The date is the one of its creation, the title its own.
    Raises UnreadableFile when a password is needed, when no page has text (scans) or when the file is damaged, and
    InputError when pypdf is not installed.
    """
    try:
        import pypdf
        from pypdf.errors import DependencyError, PyPdfError
    except ImportError as error:
        raise InputError(f"{name}: reading PDF needs pypdf; run `pip install duramen[documents]`") from error
    try:
        reader = pypdf.PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableFile(f"{name}: the PDF is protected by a password; save a copy without one and add that")
        pages = [page.extract_text() or "" for page in reader.pages]
        title, created = _own_title(reader), _created(reader)
    except (DependencyError, NotImplementedError) as error:
        raise UnreadableFile(
            f"{name}: the PDF's encryption cannot be opened here ({error}); save a copy without a password and add that"
        ) from error
    except UnreadableFile:
        raise
    # A damaged PDF breaks pypdf in many ways, not only its own; each of them means that the file cannot be read.
    except (PyPdfError, *_BREAKAGE) as error:
        raise UnreadableFile(
            f"{name}: a damaged PDF ({one_line(str(error))}); open it and print it to a new PDF"
        ) from error
    if not any(page.strip() for page in pages):
        raise UnreadableFile(
            f"{name}: the PDF has {len(pages)} pages and no text layer (pictures of pages); run text recognition (OCR) first"
        )
    return Content(text=unwrap(_lines(pages)), title=title, dated=moment_or_unknown(created, zone))


def _lines(pages: list[str]) -> list[str]:
    """Return the lines of all pages without running heads and page numbers; pages follow each other without a gap."""
    split = [[line.rstrip() for line in page.split("\n") if line.strip()] for page in pages]
    split = [lines for lines in split if lines]
    edges = Counter(_DIGITS.sub("#", line.strip()) for lines in split for line in {lines[0], lines[-1]})
    often = max(_MIN_PAGES_FOR_FURNITURE, len(split) // 2 + 1)
    furniture = {line for line, count in edges.items() if count >= often and len(split) >= _MIN_PAGES_FOR_FURNITURE}
    kept: list[str] = []
    for number, lines in enumerate(split):
        # The first page keeps its head: it is usually the title.
        if len(lines) > 1 and number > 0 and _is_furniture(lines[0], furniture):
            lines = lines[1:]
        if len(lines) > 1 and _is_furniture(lines[-1], furniture):
            lines = lines[:-1]
        kept.extend(lines)
    return kept


def _is_furniture(line: str, furniture: set[str]) -> bool:
    return _DIGITS.sub("#", line.strip()) in furniture or bool(_PAGE_NUMBER.fullmatch(line.strip()))


def _own_title(reader: PdfReader) -> str:
    title = one_line(str(reader.metadata.title or "")) if reader.metadata else ""
    return "" if _NO_TITLE.fullmatch(title) else title


def _created(reader: PdfReader) -> datetime | None:
    """Return the creation date; None where there is none or it is written in a way that is no date."""
    try:
        return reader.metadata.creation_date if reader.metadata else None
    except (ValueError, TypeError):
        return None
