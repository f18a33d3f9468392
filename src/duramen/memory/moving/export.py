"""Export: everything of a person as lines of JSON that people can read and `duramen import` takes back, bit for bit.

The first line is the header, the last one the end with the SHA-256 of all before it, so that a file that was cut off or
changed is known. Nothing is held but a batch of rows; docs/reference/export.md tells each line and field.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import Connection

from duramen.errors import InputError
from duramen.memory.events import logged
from duramen.memory.files import is_there, whole_or_nothing
from duramen.memory.moving.export_lines import Section, Wanted, count_lines, export_lines, sections_of
from duramen.memory.workspace import Workspace, identity_in
from duramen.stores.engine import SCHEMA_HEAD, reading
from duramen.stores.portable.fields import instant

FORMAT, FORMAT_VERSION = "duramen", 1
_TOLD_EVERY = 50
_LINE_ENDS = {end: f"\\u{end:04x}" for end in (0x85, 0x2028, 0x2029)}

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was exported: of whom, how many lines of each kind, the file's size and its SHA-256 (the header to the last row)."""

    person: str
    lines: dict[str, int]
    size_bytes: int
    sha256: str


def export_person(
    workspace: Workspace, wanted: Wanted, target: Path | BinaryIO, progress: Progress | None = None
) -> Exported:
    """Write an export to a file, which is whole or not there, or to a stream.

    Raises NotFound for names that the store does not hold, InputError where the file is there already or cannot be written.
    """
    with logged("exported") as facts, reading(workspace.engine) as connection:
        sections = sections_of(workspace, connection, wanted)
        made = _Lines(workspace, connection, sections, wanted)
        if isinstance(target, Path):
            if is_there(target):
                raise InputError(f"there is {str(target)!r} already; remove it, or name another file")
            with whole_or_nothing(target) as part, part.open("xb") as file:
                done = made.write(file, progress)
        else:
            done = made.write(target, progress)
        facts.update(lines=sum(done.lines.values()), bytes=done.size_bytes)
        return done


class _Lines:
    """The lines of one export: the header, what is told, the end."""

    def __init__(self, workspace: Workspace, connection: Connection, sections: list[Section], wanted: Wanted) -> None:
        self._workspace, self._connection, self._sections, self._wanted = workspace, connection, sections, wanted

    def write(self, file: BinaryIO, progress: Progress | None) -> Exported:
        counts = count_lines(self._connection, self._sections, self._wanted)
        lines = dict.fromkeys(counts, 0)
        digest, size, done, total = hashlib.sha256(), 0, 0, sum(counts.values())
        for plain in self._all(counts):
            raw = line_bytes(plain)
            digest.update(raw)
            size += file.write(raw)
            if "line" in plain:
                lines[plain["line"]] += 1
                done += 1
                if progress is not None and done % _TOLD_EVERY == 0:
                    progress(done, total)
        size += file.write(line_bytes({"line": "end", "lines": lines, "sha256": digest.hexdigest()}))
        file.flush()
        if progress is not None:  # one for others has fewer than were counted
            progress(total, total)
        return Exported(person=self._wanted.person, lines=lines, size_bytes=size, sha256=digest.hexdigest())

    def _all(self, counts: dict[str, int]) -> Iterator[dict[str, Any]]:
        yield self._header(counts)
        yield from export_lines(self._workspace, self._connection, self._sections, self._wanted)

    def _header(self, counts: dict[str, int]) -> dict[str, Any]:
        identity, wanted = identity_in(self._connection), self._wanted
        return {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "duramen": version("duramen"),
            "schema": SCHEMA_HEAD,
            "exported_at": instant(self._workspace.now_us()),
            "person": wanted.person,
            "character": wanted.character,
            "bases": list(wanted.bases),
            "for_others": wanted.for_others,
            "vectors": wanted.vectors,
            "embedder": None if identity is None else {"name": identity.name, "dimension": identity.dimension},
            "counts": {} if wanted.for_others else counts,
        }


def line_bytes(plain: dict[str, Any]) -> bytes:
    """Return an object as a line of the file, also for readers that take every line end of Unicode for one."""
    return json.dumps(plain, ensure_ascii=False, allow_nan=False).translate(_LINE_ENDS).encode() + b"\n"
