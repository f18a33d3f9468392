"""Bytes of a document -> its plain text with title, media type, date and encoding (A1).

In: the bytes of one file, its name, and the zone in which dates without one are meant. Out: `DocumentText`, whose
text is the one that chunks are spans of. Nothing is opened, fetched or executed.
"""

from __future__ import annotations

from pathlib import PurePath

from duramen.documents.content import Content, one_line, tidy
from duramen.documents.delimited import read_delimited
from duramen.documents.kinds import SUPPORTED_SUFFIXES, Kind, kind_of
from duramen.documents.markdown import read_markdown
from duramen.documents.pdf import read_pdf
from duramen.documents.plain import read_plain
from duramen.documents.records import read_json, read_json_lines
from duramen.documents.unpacking import MAX_BYTES, unpack
from duramen.documents.webpage import read_html
from duramen.documents.word import read_word
from duramen.domain.knowledge import DocumentText
from duramen.domain.time import zone_of
from duramen.errors import BadTime, UnreadableFile
from duramen.text.border import clean

__all__ = ["MAX_BYTES", "SUPPORTED_SUFFIXES", "read_document"]


def read_document(data: bytes, *, name: str, zone: str = "UTC") -> DocumentText:
    """Read a document of any supported kind, plain or gzip-compressed.

    `name` is the file's name; suffix and content together decide the kind (see `kinds.kind_of`). `zone` applies to
    dates that a document states without one. The title falls back to the name without its suffixes; the date stays
    unknown where the document states none that can be read. Headings are lines `# …`, table rows lines
    `header: value; …`. The text is clean (NFC, no NUL; `text.border`) and never empty.
    Raises UnknownFormat (a kind that is not read, or not the one that the suffix names), UnreadableFile (empty,
    binary, damaged, password-protected, over 256 MiB unpacked), InputError where an extra is not installed, and
    BadTime for an unknown zone; each names the file and the way out.
    """
    try:
        zone_of(zone)
    except ValueError as error:
        raise BadTime(f"{error}; give an IANA name such as Asia/Shanghai, or an offset such as +08:00") from error
    payload = unpack(data, name)
    if not payload.data.strip():
        raise UnreadableFile(f"{name}: the file is empty; there is nothing to remember in it")
    kind = kind_of(payload.data, payload.name)
    content = _read(kind, payload.data, payload.name, zone)
    text = tidy(clean(content.text).text)
    if not text.strip():
        raise UnreadableFile(f"{name}: no readable text in it; there is nothing to remember")
    return DocumentText(
        title=one_line(clean(content.title).text) or _stem(payload.name),
        text=text,
        media_type=kind.value,
        dated=content.dated,
        encoding=content.encoding,
    )


def _read(kind: Kind, data: bytes, name: str, zone: str) -> Content:
    match kind:
        case Kind.TEXT:
            return read_plain(data, name)
        case Kind.MARKDOWN:
            return read_markdown(data, name, zone)
        case Kind.HTML:
            return read_html(data, name, zone)
        case Kind.PDF:
            return read_pdf(data, name, zone)
        case Kind.WORD:
            return read_word(data, name, zone)
        case Kind.CSV:
            return read_delimited(data, name)
        case Kind.TSV:
            return read_delimited(data, name, "\t")
        case Kind.JSON:
            return read_json(data, name)
        case Kind.JSON_LINES:
            return read_json_lines(data, name)


def _stem(name: str) -> str:
    """Return a file's name without folders and its suffix."""
    return PurePath(name.replace("\\", "/")).stem or name
