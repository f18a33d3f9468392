"""The text chunks of a PNG, read from the file's own layout (W3C PNG, sections 5.2 and 11.3.3.2).

In: the bytes of a PNG. Out: keyword -> text of its tEXt chunks. Nothing is decompressed and no pixel is looked at.
"""

from __future__ import annotations

import struct
import zlib

from duramen.errors import UnreadableFile

SIGNATURE = b"\x89PNG\r\n\x1a\n"
MAX_TEXT_BYTES = 32 * 1024 * 1024
_HEAD = struct.Struct(">I4s")
_CRC_BYTES = 4


def text_chunks(data: bytes) -> dict[str, bytes]:
    """Return the tEXt chunks by keyword, lower case; the last of equal keywords, as the writers of cards have it.

    Raises UnreadableFile when the file is no PNG, is cut off before its texts end, or a text fails its check sum.
    """
    if not data.startswith(SIGNATURE):
        raise UnreadableFile("the file is no PNG: it does not begin with the PNG signature")
    texts: dict[str, bytes] = {}
    at = len(SIGNATURE)
    while at + _HEAD.size <= len(data):
        length, kind = _HEAD.unpack_from(data, at)
        begin, end = at + _HEAD.size, at + _HEAD.size + length
        if end + _CRC_BYTES > len(data):
            raise UnreadableFile(f"the PNG is cut off inside its chunk {kind!r} at byte {at}; save the picture again")
        if kind == b"tEXt":
            _keep(texts, data[begin:end], kind, data[end : end + _CRC_BYTES])
        if kind == b"IEND":
            break
        at = end + _CRC_BYTES
    return texts


def _keep(texts: dict[str, bytes], body: bytes, kind: bytes, crc: bytes) -> None:
    if len(body) > MAX_TEXT_BYTES:
        raise UnreadableFile(
            f"a text of the PNG has {len(body):,} bytes, more than the {MAX_TEXT_BYTES:,} that are read"
        )
    if zlib.crc32(kind + body).to_bytes(4, "big") != crc:
        raise UnreadableFile("a text of the PNG is damaged: its check sum is wrong; save the picture again")
    keyword, _, text = body.partition(b"\x00")
    texts[keyword.decode("latin-1").lower()] = text
