"""Which rounds are reviewed: all of a person's that were answered here, or those that a file names.

In: names, or a file with a round a line. Out: cases with what the file says of each.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from duramen.domain.record import Record
from duramen.errors import BadSetting, InputError, NotFound, UnreadableFile
from duramen.memory.files import read_file
from duramen.memory.names import checked_name, optional_name
from duramen.memory.review.cases import Case, cases_of
from duramen.memory.rounds import MAX_ROUNDS, read_round
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.records import list_records
from duramen.text.encodings import decode

_FIELDS = ("round", "person", "gold", "condition")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Whose rounds are reviewed: a person's, with one character, in one sitting; or those that `rounds` names."""

    person: str
    character: str = ""
    session: str = ""
    rounds: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A case, the answer expected ("" for nothing to know, None where unknown), and its condition."""

    case: Case
    gold: str | None
    condition: str


def choose(workspace: Workspace, choice: Choice) -> list[Chosen]:
    """Return the chosen rounds that were answered here, in the order in which they happened.

    Raises NotFound where there is none, or a named one is not there; UnreadableFile and InputError for a bad file.
    """
    found = list(_named(workspace, choice) if choice.rounds else _all(workspace, choice))
    if not found:
        raise NotFound(
            f"{choice.person!r} has no round here that was answered by a model; imported rounds have no prompt to "
            "review, `duramen chat` makes some"
        )
    return sorted(found, key=lambda one: (one.case.record.happened_at.at_us or 0, one.case.record.round))


def _all(workspace: Workspace, choice: Choice) -> Iterator[Chosen]:
    owner = workspace.known(OwnerKind.PERSON, checked_name(choice.person, "person"))
    character = optional_name(choice.character, "character") or None
    with reading(workspace.engine) as connection:
        records = list_records(connection, owner, character, MAX_ROUNDS)
    kept = [one for one in records if not choice.session or one.session == choice.session]
    for case in cases_of(workspace, owner, kept):
        yield Chosen(case=case, gold=None, condition=case.condition)


def _named(workspace: Workspace, choice: Choice) -> Iterator[Chosen]:
    assert choice.rounds is not None
    seen: dict[str, int] = {}
    for place, row in _rows(choice.rounds):
        person = row.get("person") or choice.person
        try:
            record = read_round(workspace, person, row["round"])
        except NotFound as error:
            raise NotFound(f"{choice.rounds.name!r}, row {place}: {error}") from error
        if record.record_id in seen:
            raise InputError(
                f"{choice.rounds.name!r}, row {place} names the round of row {seen[record.record_id]} again"
            )
        seen[record.record_id] = place
        yield from _with(workspace, person, record, row)


def _with(workspace: Workspace, person: str, record: Record, row: Mapping[str, str | None]) -> Iterator[Chosen]:
    owner = workspace.known(OwnerKind.PERSON, checked_name(person, "person"))
    for case in cases_of(workspace, owner, [record]):
        yield Chosen(case=case, gold=row.get("gold"), condition=row.get("condition") or case.condition)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (row number, fields) of a file: JSON Lines, CSV with a header, or a bare round a line."""
    text = decode(read_file(path)).text.strip()
    if text.startswith("{"):
        for number, line in enumerate(text.splitlines(), start=1):
            if line.strip():
                yield number, _fields(path, number, line)
        return
    lines = text.splitlines()
    if "round" in [name.strip().casefold() for name in lines[0].replace(";", ",").split(",")]:
        delimiter = ";" if lines[0].count(";") > lines[0].count(",") else ","
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
        for number, row in enumerate(reader, start=2):
            fields = {(name or "").strip().casefold(): value or "" for name, value in row.items() if name is not None}
            if not fields["round"].strip():
                raise UnreadableFile(f"{path.name!r}, row {number} names no round in its column `round`")
            yield number, {name: fields[name].strip() for name in _FIELDS if name in fields}
        return
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, {"round": line.strip()}


def _fields(path: Path, number: int, line: str) -> dict[str, str]:
    try:
        values = json.loads(line)
    except ValueError as error:
        raise UnreadableFile(f"{path.name!r}, line {number} is not JSON: {error}") from error
    if not isinstance(values, dict) or not isinstance(values.get("round"), str):
        raise UnreadableFile(f'{path.name!r}, line {number} names no round; write {{"round": "CHARACTER/NUMBER"}}')
    wrong = [name for name in _FIELDS if not isinstance(values.get(name, ""), str)]
    if wrong:
        raise BadSetting(f"{path.name!r}, line {number}: {wrong[0]} must be a text")
    return {name: values[name] for name in _FIELDS if name in values}
