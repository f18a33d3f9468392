"""Plain text files: decoded, and their wrapping undone where they are plainly wrapped by hand.

In: bytes and the file's name. Out: `Content`; the words are the file's own.
"""

from __future__ import annotations

from duramen.documents.content import Content, decode_named, tidy
from duramen.documents.wrapped import looks_wrapped, unwrap


def read_plain(data: bytes, name: str) -> Content:
    """Read a plain text; it has no title or date of its own."""
    text, encoding = decode_named(data, name)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\f", "\n")
    if looks_wrapped(text):
        text = unwrap(text.split("\n"))
    return Content(text=tidy(text), encoding=encoding)
