"""Gzip-compressed documents, unpacked within a limit.

In: bytes and a file name. Out: the bytes inside and the name without ".gz"; UnreadableFile for a bomb or a damaged file.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import PurePath

from duramen.errors import UnreadableFile

MAX_BYTES = 256 * 2**20
"""Largest document, unpacked: 256 MiB, about a hundred times the Chinese text of a long novel."""

_GZIP = b"\x1f\x8b"
_GZIP_WBITS = 31


@dataclass(frozen=True, slots=True, kw_only=True)
class Payload:
    """The bytes of a document as they were before compression, and the name that fits them."""

    data: bytes
    name: str


def unpack(data: bytes, name: str, limit: int = MAX_BYTES) -> Payload:
    """Unpack a gzip file; anything else comes back as it is.

    Several gzip members in a row are one file; zero bytes after the last are padding. Memory stays within `limit`
    bytes of output. Raises UnreadableFile when the output would be larger, or when the file is cut off or damaged,
    holds something after its end, or is compressed twice.
    """
    if not data.startswith(_GZIP):
        if PurePath(name).suffix.lower() == ".gz":
            raise UnreadableFile(f"{name}: named .gz but not gzip-compressed; rename it without .gz")
        _refuse_large(len(data), name, limit)
        return Payload(data=data, name=name)
    inner = name[:-3] if name.lower().endswith(".gz") else name
    plain = _inflate(data, name, limit)
    if plain.startswith(_GZIP):
        raise UnreadableFile(f"{name}: compressed twice; unpack it once first")
    return Payload(data=plain, name=inner)


def _inflate(data: bytes, name: str, limit: int) -> bytes:
    """Return the output of all gzip members, never more than `limit` bytes of it."""
    parts: list[bytes] = []
    size = 0
    rest = data
    while rest.startswith(_GZIP):
        member = zlib.decompressobj(wbits=_GZIP_WBITS)
        try:
            part = member.decompress(rest, limit - size + 1)
        except zlib.error as error:
            raise UnreadableFile(f"{name}: damaged gzip file ({error}); get a whole copy of it") from error
        parts.append(part)
        size += len(part)
        _refuse_large(size, name, limit)
        if not member.eof:
            raise UnreadableFile(f"{name}: the gzip file is cut off before its end; get a whole copy of it")
        rest = member.unused_data
    if rest.strip(b"\x00"):
        raise UnreadableFile(
            f"{name}: {len(rest)} foreign bytes after the end of the gzip data; get a whole copy of it"
        )
    return b"".join(parts)


def _refuse_large(size: int, name: str, limit: int) -> None:
    if size > limit:
        raise UnreadableFile(
            f"{name}: larger than {limit // 2**20} MiB unpacked; split it into smaller files"
            if limit >= 2**20
            else f"{name}: larger than {limit} bytes unpacked; split it into smaller files"
        )
