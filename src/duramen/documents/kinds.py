"""Which kind of document some bytes are, by the file's name and by what the bytes say.

In: bytes and a file name. Out: a `Kind`, or UnknownFormat when the two contradict each other or nothing here reads it.
"""

from __future__ import annotations

import io
import re
import zipfile
from enum import StrEnum
from pathlib import PurePath

from duramen.errors import UnknownFormat, UnreadableFile


class Kind(StrEnum):
    """The kinds that are read, each with its media type."""

    TEXT = "text/plain"
    MARKDOWN = "text/markdown"
    HTML = "text/html"
    PDF = "application/pdf"
    WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    CSV = "text/csv"
    TSV = "text/tab-separated-values"
    JSON = "application/json"
    JSON_LINES = "application/x-ndjson"


_BY_SUFFIX = {
    ".txt": Kind.TEXT,
    ".text": Kind.TEXT,
    ".log": Kind.TEXT,
    ".md": Kind.MARKDOWN,
    ".markdown": Kind.MARKDOWN,
    ".html": Kind.HTML,
    ".htm": Kind.HTML,
    ".xhtml": Kind.HTML,
    ".pdf": Kind.PDF,
    ".docx": Kind.WORD,
    ".csv": Kind.CSV,
    ".tsv": Kind.TSV,
    ".json": Kind.JSON,
    ".jsonl": Kind.JSON_LINES,
    ".ndjson": Kind.JSON_LINES,
}
SUPPORTED_SUFFIXES: tuple[str, ...] = (*_BY_SUFFIX, ".gz")

# What a file is when its first bytes say so, and what to do about it.
_FOREIGN = (
    (b"{\\rtf", "an RTF document", "save it as .docx or .txt"),
    (b"\x89PNG\r\n\x1a\n", "a PNG picture", "only text can be remembered; run text recognition (OCR) over it first"),
    (b"\xff\xd8\xff", "a JPEG picture", "only text can be remembered; run text recognition (OCR) over it first"),
    (b"GIF8", "a GIF picture", "only text can be remembered; run text recognition (OCR) over it first"),
    (b"Rar!\x1a\x07", "a RAR archive", "unpack it and add the files"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it and add the files"),
    (b"BZh", "compressed with bzip2", "unpack it first"),
    (b"\xfd7zXZ\x00", "compressed with xz", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd", "unpack it first"),
    (b"SQLite format 3\x00", "an SQLite database", "export it as CSV or JSON"),
    (b"\x7fELF", "a program", "add a text file"),
    (b"MZ\x90\x00", "a program", "add a text file"),
    (b"ID3", "a sound file", "only text can be remembered; transcribe it first"),
)
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PDF_WITHIN = 1024
_HTML_START = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.I | re.S)
_JSON_START = re.compile(rb"\s*[\[{]")
# Text kinds whose name is believed whatever the text looks like, unless it opens as an HTML page.
_MAY_BE_HTML = (Kind.TEXT, Kind.MARKDOWN)


def kind_of(data: bytes, name: str) -> Kind:
    """Tell what a file is.

    A text or Markdown file that opens as an HTML page is read as one; a file without a suffix goes by its content.
    Raises UnknownFormat when a binary content contradicts the suffix or nothing here reads it, UnreadableFile for
    a password-protected Word file.
    """
    suffix = PurePath(name).suffix.lower()
    named = _BY_SUFFIX.get(suffix)
    found = _binary_kind(data, name) or _html_kind(data)
    if suffix and named is None and found is None:
        raise UnknownFormat(
            f"{name}: {suffix!r} files are not read; supported are {', '.join(SUPPORTED_SUFFIXES)} "
            "(a plain text under another name: rename it to .txt)"
        )
    if named is None:
        return found or (Kind.JSON if _JSON_START.match(data) and data.rstrip()[-1:] in (b"]", b"}") else Kind.TEXT)
    if found is None and named in (Kind.PDF, Kind.WORD):
        raise UnknownFormat(
            f"{name}: named {suffix} but the content is not {_spoken(named)}; the file may be damaged, "
            "or a text: then rename it to .txt"
        )
    if found is None or found is named:
        return named
    if found is Kind.HTML and named in _MAY_BE_HTML:
        return found
    ending = next(known for known, kind in _BY_SUFFIX.items() if kind is found)
    raise UnknownFormat(f"{name}: named {suffix} but the content is {_spoken(found)}; rename it to end in {ending}")


def _binary_kind(data: bytes, name: str) -> Kind | None:
    """Return PDF or WORD by the first bytes, None for what may be text; raises for other known binary kinds."""
    if b"%PDF-" in data[:_PDF_WITHIN]:
        return Kind.PDF
    if data.startswith(b"PK\x03\x04"):
        return _zip_kind(data, name)
    if data.startswith(_OLE):
        raise UnreadableFile(
            f"{name}: an Office file that is old (.doc, .xls, .ppt) or password-protected; "
            "open it, remove the password and save it as .docx"
        )
    for signature, what, way_out in _FOREIGN:
        if data.startswith(signature):
            raise UnknownFormat(f"{name}: the content is {what}; {way_out}")
    return None


def _zip_kind(data: bytes, name: str) -> Kind:
    """Return WORD for a zip that holds a Word document; raises for every other zip."""
    try:
        members = set(zipfile.ZipFile(io.BytesIO(data)).namelist())
    except (zipfile.BadZipFile, ValueError, EOFError, OSError, NotImplementedError) as error:
        raise UnreadableFile(f"{name}: a damaged zip or .docx file ({error}); get a whole copy of it") from error
    if "word/document.xml" in members:
        return Kind.WORD
    what, way_out = "a zip archive", "unpack it and add the files"
    if "xl/workbook.xml" in members:
        what, way_out = "an Excel workbook", "save its sheets as .csv"
    elif "ppt/presentation.xml" in members:
        what, way_out = "a PowerPoint presentation", "export it as .pdf"
    elif "mimetype" in members:
        what, way_out = "an OpenDocument or EPUB file", "save it as .docx, .html or .txt"
    raise UnknownFormat(f"{name}: the content is {what}; {way_out}")


def _html_kind(data: bytes) -> Kind | None:
    """Return HTML when the text opens with a doctype or an html element."""
    head = data[:4096]
    for mark, encoding in ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")):
        if head.startswith(mark):
            head = head[2:].decode(encoding, errors="ignore").encode()
    return Kind.HTML if _HTML_START.match(head.removeprefix(b"\xef\xbb\xbf")) else None


def _spoken(kind: Kind) -> str:
    return {Kind.PDF: "a PDF", Kind.WORD: "a Word document", Kind.HTML: "an HTML page"}[kind]
