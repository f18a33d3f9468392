"""Reading a file of `duramen export`: its lines one by one, and all that must hold of it before anything is done with it."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from duramen.domain.time import Moment
from duramen.errors import InputError, UnreadableFile
from duramen.memory.moving.export import FORMAT, FORMAT_VERSION
from duramen.memory.moving.export_lines import BASE, CHARACTER, PERSON, TENANT
from duramen.stores.portable.kinds import CARD, FORGETTING, KINDS, SCHEMA

MAX_LINE_BYTES = 256 * 1024 * 1024
_HEADER = {"person": str, "character": str, "vectors": bool, "for_others": bool, "version": int}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line between the header and the end: its number in the file, its kind, of whom it is, and the whole object."""

    number: int
    kind: str
    of: str
    plain: dict[str, Any]
    file: str

    def error(self, what: str) -> InputError:
        """Return the error of this line."""
        return _error(self.file, self.number, what)


@dataclass(slots=True, kw_only=True)
class Contents:
    """What a file holds, after it was read through. `owners`: of whom it tells, with their ids; `named`: its cards and schemas; `last`: the
    number of its last line.
    """

    person: str
    character: str
    vectors: bool
    embedder: tuple[str, int] | None
    last: int = 0
    messages: int = 0
    lines: dict[str, int] = field(default_factory=dict)
    named: list[Line] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)
    forgettings: dict[str, set[str]] = field(default_factory=dict)
    characters: tuple[str, ...] = ()
    first_at: Moment | None = None
    last_at: Moment | None = None


def is_own_export(path: Path) -> bool:
    """Tell whether a file is one of `duramen export`, by its first line."""
    return _own_header(path) is not None


def exported_person(source: object) -> str:
    """Return of whom an own export is, "" for any other file, and for what is no file."""
    header = _own_header(Path(source)) if isinstance(source, str | Path) else None
    return str(header.get("person", "")) if header is not None else ""


def _own_header(path: Path) -> dict[str, Any] | None:
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline(1_000_000))
    except (OSError, ValueError, RecursionError):  # whatever it is: others read it, and say what is wrong with it
        return None
    return header if isinstance(header, dict) and header.get("format") == FORMAT else None


def lines_of(path: Path) -> Iterator[Line]:
    """Yield the lines between the header and the end; raises InputError for one that cannot be read."""
    for number, raw in _raw_lines(path):
        plain = _object(path, number, raw)
        if number > 1 and plain.get("line") != "end":
            yield _line(path, number, plain)


def read_through(path: Path) -> Contents:
    """Read a file to its end and return what it holds; raises InputError for one that is cut, changed, or not for us."""
    digest, seen, end = hashlib.sha256(), Counter[str](), None
    times: list[Moment] = []
    contents: Contents | None = None
    number = 0
    for number, raw in _raw_lines(path):
        plain = _object(path, number, raw)
        if contents is None:
            contents = _header(path, plain)
        elif end is not None:
            raise _error(path.name, number, "it stands after the end; the file is two in one, or was changed")
        elif plain.get("line") == "end":
            end = plain
            continue
        else:
            line = _line(path, number, plain)
            seen[line.kind] += 1
            times = _noted(contents, line, times)
        digest.update(raw)
    if contents is None or end is None:
        raise _error(
            path.name, number, "the file ends here, without its last line: it was cut off; export it once more"
        )
    counts = end.get("lines")
    if not isinstance(counts, dict) or {**dict.fromkeys(counts, 0), **seen} != counts:
        raise _error(path.name, number, "other lines were counted than the file has; it was changed or cut")
    if end.get("sha256") != digest.hexdigest():
        raise _error(
            path.name,
            number,
            "the SHA-256 is of other lines: something was changed since the export; export it once more",
        )
    contents.last, contents.lines = number, dict(seen)
    if times:
        contents.first_at, contents.last_at = times
    return contents


def _noted(contents: Contents, line: Line, times: list[Moment]) -> list[Moment]:
    """Note what a line says of the whole file; returns the first and the last time of a message so far."""
    if line.kind in (CARD.name, SCHEMA.name):
        contents.named.append(line)
    elif line.kind == "owner":
        if line.of in contents.owners:
            raise line.error(f"{line.of!r} stands there twice")
        contents.owners[line.of] = str(line.plain.get("owner_id"))
    elif line.of not in contents.owners:
        raise line.error(f"it is of {line.of!r}, and no line before it says who that is")
    if line.kind == FORGETTING.name:
        contents.forgettings.setdefault(line.of, set()).add(str(line.plain.get("forgetting_id")))
    if line.kind == "round":
        character = str(line.plain.get("character"))
        if character not in contents.characters:
            contents.characters = (*contents.characters, character)
        turns = line.plain.get("turns")
        for turn in turns if isinstance(turns, list) else ():
            contents.messages += 1
            moment = _moment(turn)
            if moment is not None:
                known = [*times, moment]
                times = [min(known, key=_us), max(known, key=_us)]
    return times


def _us(moment: Moment) -> int:
    return moment.at_us or 0


def _moment(turn: Any) -> Moment | None:
    try:
        told = turn["happened_at"]
        return None if told["us"] is None else Moment(at_us=int(told["us"]), offset_minutes=int(told["offset_minutes"]))
    except (TypeError, KeyError, ValueError):
        return None  # said with the line's number when it is put in


def _raw_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with path.open("rb") as file:
            number = 0
            while raw := file.readline(MAX_LINE_BYTES + 1):
                number += 1
                if len(raw) > MAX_LINE_BYTES:
                    raise _error(path.name, number, f"it has more than the {MAX_LINE_BYTES // 2**20} MiB of a line")
                yield number, raw
    except OSError as error:
        raise UnreadableFile(f"{str(path)!r} cannot be read: {error.strerror or error}; check the path") from error


def _object(path: Path, number: int, raw: bytes) -> dict[str, Any]:
    try:
        plain = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        cut = "" if raw.endswith(b"\n") else ", and the file ends in the middle of it"
        raise _error(path.name, number, f"it is no JSON ({error}){cut}; export it once more") from error
    if not isinstance(plain, dict):
        raise _error(path.name, number, "it is no JSON object; export it once more")
    return plain


def _line(path: Path, number: int, plain: dict[str, Any]) -> Line:
    kind, of = plain.get("line"), plain.get("of")
    if kind != "owner" and kind not in KINDS:
        raise _error(path.name, number, f"it is of kind {kind!r}, which this duramen does not know; upgrade duramen")
    if not isinstance(of, str) or not (of in (PERSON, TENANT) or of.startswith((CHARACTER, BASE))):
        raise _error(path.name, number, f"it is of {of!r}, which is no owner")
    return Line(number=number, kind=str(kind), of=of, plain=plain, file=path.name)


def _header(path: Path, plain: dict[str, Any]) -> Contents:
    if plain.get("format") != FORMAT:
        raise _error(path.name, 1, f"it says no {FORMAT!r} as its format; this is no file of `duramen export`")
    version = plain.get("version")
    if isinstance(version, int) and version > FORMAT_VERSION:
        raise _error(
            path.name,
            1,
            f"the file is of format version {version}, and this duramen knows versions up to {FORMAT_VERSION}; upgrade duramen",
        )
    wrong = [name for name, kind in _HEADER.items() if not isinstance(plain.get(name), kind)]
    if wrong:
        raise _error(path.name, 1, f"the header has no {', '.join(wrong)}; export it once more")
    if plain["for_others"]:
        raise _error(
            path.name, 1, "the file was made for others to read and does not hold all; export it without --for-others"
        )
    embedder = plain.get("embedder")
    identity = (str(embedder.get("name")), embedder.get("dimension", 0)) if isinstance(embedder, dict) else None
    return Contents(
        person=plain["person"],
        character=plain["character"],
        vectors=plain["vectors"],
        embedder=identity if plain["vectors"] else None,
    )


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _error(file: str, number: int, what: str) -> InputError:
    return InputError(f"line {number:,} of {file!r}: {what}")
