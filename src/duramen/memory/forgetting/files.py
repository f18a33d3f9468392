"""Files beside the database: exports, review sheets, samples, weights, logs under the store's folder that hold what goes.

In: the folder, the words and the ids that go. Out: what each file loses; then, staged beside it, what is to replace it. Rows
of tables and lists are taken out one by one; a file that is no list of rows goes whole; an older copy of a database is named,
since the ledger is applied when it is restored. Weights go with the JSON beside them that lists a round they were trained on
(`trained_on`, a list of ids, and `weights`, the file's name).
"""

from __future__ import annotations

import csv
import io
import json
import os
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duramen.govern.forgetting.words import holds_any
from duramen.stores.forgetting.ledger import LEDGER_NAME
from duramen.stores.sqlite import DATABASE_NAME

STAGED = ".forgetting-"
_OURS = frozenset(
    {DATABASE_NAME, f"{DATABASE_NAME}-wal", f"{DATABASE_NAME}-shm", f"{DATABASE_NAME}-journal", LEDGER_NAME}
)
_LINES = frozenset({".jsonl", ".ndjson", ".txt", ".md", ".log"})
_TABLES = {".csv": ",", ".tsv": "\t"}
_COPIES = (b"SQLite format 3\x00", b"PK\x03\x04", b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd")
_TEXTS = ("utf-8", "utf-16")
MAX_BYTES, MAX_HEADER_BYTES = 2**31, 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTrace:
    """A file that holds what goes. `action`: rewrite (it loses `rows`), delete, or copy: an older copy, which is only named."""

    path: Path
    action: str
    rows: int = 0


Holds = Callable[[str], bool]


def files_holding(
    folder: Path, words: frozenset[str], ids: frozenset[str], owners: frozenset[str] = frozenset()
) -> list[FileTrace]:
    """Return the files below a folder that hold one of these folded words, or one of the ids; none where nothing goes.

    `owners`: the ids of whoever goes altogether: their exports go whole.
    """
    if not folder.is_dir() or not (words or ids or owners):
        return []
    holds = _holder(words, ids)
    found: dict[Path, FileTrace] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not _is_ours(path, folder):
            whole = bool(owners) and _is_export_of(path, owners)
            trace = FileTrace(path=path, action="delete") if whole else _trace(path, holds)
            if trace is not None:
                found[path] = trace
                for weights in _weights(path, ids):
                    found[weights] = FileTrace(path=weights, action="delete")
    return list(found.values())


def _holder(words: frozenset[str], ids: frozenset[str]) -> Holds:
    lowered = frozenset(one.casefold() for one in ids if len(one) >= 16)  # ids of 32 digits, never a word
    return lambda text: holds_any(text, words) or any(one in text.casefold() for one in lowered)


def _is_ours(path: Path, folder: Path) -> bool:
    inner = path.relative_to(folder)
    return inner.parts[0] == "index" or (len(inner.parts) == 1 and path.name in _OURS) or STAGED in path.name


def _trace(path: Path, holds: Holds) -> FileTrace | None:
    try:
        if path.stat().st_size > MAX_BYTES:
            return None
        data = path.read_bytes()
    except OSError:
        return None
    if data.startswith(_COPIES):
        return FileTrace(path=path, action="copy") if _bytes_hold(data, holds) or _is_copy(data) else None
    text = _decoded(data)
    if text is None:
        return FileTrace(path=path, action="delete") if _bytes_hold(data, holds) else None
    if not holds(text):
        return None
    kept = _without(path, text, holds)
    if kept is None or holds(kept[0]):
        return FileTrace(path=path, action="delete")
    return FileTrace(path=path, action="rewrite", rows=kept[1])


def _is_export_of(path: Path, owners: frozenset[str]) -> bool:
    """Tell whether a file is an export of one of these owners, of which each line is then theirs."""
    try:
        with path.open("rb") as file:
            if b'"format": "duramen"' not in file.readline(MAX_HEADER_BYTES):
                return False
            return any(any(owner.encode() in line for owner in owners) for line in file if b'"line": "owner"' in line)
    except OSError:
        return False


def _is_copy(data: bytes) -> bool:
    return data.startswith(_COPIES[0])


def _bytes_hold(data: bytes, holds: Holds) -> bool:
    """Tell whether bytes that are no text hold the words in one of the ways in which text is written."""
    return any(holds(data.decode(encoding, "ignore")) for encoding in ("utf-8", "utf-16-le", "utf-16-be"))


def _decoded(data: bytes) -> str | None:
    if b"\x00" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return None
    for encoding in _TEXTS if data.startswith((b"\xff\xfe", b"\xfe\xff")) is False else ("utf-16",):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None


def _without(path: Path, text: str, holds: Holds) -> tuple[str, int] | None:
    """Return the text without the rows that hold what goes, and how many those are; None where it is no list of rows."""
    suffix = path.suffix.lower()
    if suffix in _TABLES:
        return _table_without(text, _TABLES[suffix], holds)
    if suffix == ".json":
        try:
            value = json.loads(text)
        except ValueError:
            return None
        return _json_without(value, holds)
    if suffix in _LINES:
        lines = text.splitlines(keepends=True)
        kept = [line for line in lines if not holds(line)]
        return "".join(kept), len(lines) - len(kept)
    return None


def _table_without(text: str, delimiter: str, holds: Holds) -> tuple[str, int] | None:
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error:
        return None
    kept = [row for at, row in enumerate(rows) if at == 0 or not any(map(holds, row))]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\r\n" if "\r\n" in text else "\n").writerows(kept)
    return out.getvalue(), len(rows) - len(kept)


def _json_without(value: Any, holds: Holds) -> tuple[str, int] | None:
    if not isinstance(value, list | dict):
        return None
    pruned, rows = _pruned(value, holds)
    return json.dumps(pruned, ensure_ascii=False, indent=1) + "\n", rows


def _pruned(value: Any, holds: Holds) -> tuple[Any, int]:
    """Return a JSON value without the items of lists, and the entries of objects outside of any list, that hold what goes."""
    if isinstance(value, list):
        kept = [item for item in value if not holds(json.dumps(item, ensure_ascii=False))]
        return kept, len(value) - len(kept)
    if not isinstance(value, dict):
        return value, 0
    pruned, rows = {}, 0
    for name, inner in value.items():
        if holds(name) or (not isinstance(inner, list | dict) and holds(json.dumps(inner, ensure_ascii=False))):
            rows += 1
            continue
        pruned[name], more = _pruned(inner, holds)
        rows += more
    return pruned, rows


def _weights(path: Path, ids: frozenset[str]) -> Iterator[Path]:
    """Yield the weights that a JSON file says were trained on a round that goes."""
    if path.suffix.lower() != ".json":
        return
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return
    if isinstance(told, dict) and isinstance(told.get("trained_on"), list) and ids & set(map(str, told["trained_on"])):
        name = told.get("weights")
        if isinstance(name, str) and name and (path.parent / Path(name).name).is_file():
            yield path.parent / Path(name).name


def staged(traces: list[FileTrace], words: frozenset[str], ids: frozenset[str]) -> list[tuple[str, str]]:
    """Write, beside each file that loses rows, what is to replace it; returns (file, replacement), "" to delete it."""
    holds, pairs = _holder(words, ids), []
    for trace in traces:
        if trace.action == "delete":
            pairs.append((str(trace.path), ""))
        elif trace.action == "rewrite":
            data = trace.path.read_bytes()
            kept = _without(trace.path, _decoded(data) or "", holds)
            beside = trace.path.with_name(f"{trace.path.name}{STAGED}{uuid.uuid4().hex[:8]}")
            encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
            beside.write_bytes((kept[0] if kept else "").encode(encoding))
            pairs.append((str(trace.path), str(beside)))
    return pairs


def replaced(pairs: list[list[str]]) -> None:
    """Put staged files in their places, and delete those without one; what is done already is passed over."""
    for path, beside in pairs:
        if not beside:
            Path(path).unlink(missing_ok=True)
        elif Path(beside).exists():
            os.replace(beside, path)


def unstaged(pairs: list[tuple[str, str]]) -> None:
    """Take staged files away again, after a forgetting that did not come to be."""
    for _, beside in pairs:
        if beside:
            Path(beside).unlink(missing_ok=True)
