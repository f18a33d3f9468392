"""Sheets in: what people wrote into them becomes verdicts in the store in which each round stands.

In: files, as spreadsheets have saved them. Out: how many verdicts are new, and a sentence, with row and column, for each row
that could not be used. A blank cell is unjudged; what is taken in twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from duramen.errors import BadSetting, InputError
from duramen.memory.events import logged
from duramen.memory.files import read_file
from duramen.memory.names import optional_name
from duramen.memory.review.prejudging import item_of
from duramen.memory.workspace import Workspace
from duramen.scoring.sheets import Sheet, SheetRow, read_sheet
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.verdicts import AUTOMATIC, Verdict, put_verdicts, read_verdicts
from duramen.stores.writing import owner_write
from duramen.text.border import clean

_MOST_NOTE_CHARS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """What came of sheets: rows judged and left blank, verdicts that say something new, whose they are, what was wrong."""

    judged: int
    blank: int
    new: int
    reviewers: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a round of a sheet stands, and what the rules said of it."""

    workspace: Workspace
    owner: Owner
    rules: Verdict


def take_sheets(workspaces: Sequence[Workspace], files: Sequence[Path], reviewer: str = "") -> Taken:
    """Take judged sheets in; `reviewer` names whose they are, "" for what each row says.

    Rows are stored whole or not at all, and the good ones although others are bad. Raises UnreadableFile for a file that
    is no sheet, BadSetting for a reviewer's name that cannot be.
    """
    name = optional_name(reviewer, "reviewer")
    if name == AUTOMATIC:
        raise BadSetting(f"the reviewer {name!r} is what rules are called; give another with --reviewer")
    sheets = [read_sheet(read_file(file), file.name) for file in files]
    # Of a round that a copy of a store has too, the first store's, as in the export.
    places = {item: place for workspace in reversed(workspaces) for item, place in _places(workspace).items()}
    given: dict[tuple[str, str], tuple[_Place, Verdict]] = {}
    problems = [problem for sheet in sheets for problem in sheet.problems]
    blank = 0
    for sheet in sheets:
        for row in sheet.rows:
            if not row.judged and not (row.note and row.item in places):
                blank += 1
                continue
            try:
                place = _place(sheet, row, places)
                verdict = _verdict(sheet, row, place, name)
            except InputError as error:
                problems.append(str(error))
                continue
            if not row.judged and not verdict.note:  # there is only what the sheet itself had said
                blank += 1
                continue
            key = (row.item, verdict.reviewer)
            if key in given and given[key][1] != verdict:
                problems.append(
                    f"{sheet.name}, row {row.row}, column Item: {verdict.reviewer!r} judged {row.item!r} twice and "
                    "differently; this row is left out"
                )
                continue
            given[key] = (place, verdict)
    with logged("review_imported", files=len(files)) as facts:
        new = _store(list(given.values()))
        facts.update(verdicts=new)
    reviewers = tuple(sorted({verdict.reviewer for _, verdict in given.values()}))
    return Taken(judged=len(given), blank=blank, new=new, reviewers=reviewers, problems=tuple(problems))


def _places(workspace: Workspace) -> dict[str, _Place]:
    """Return all rounds that were exported from a store, by their name in sheets."""
    found = {}
    for owner in workspace.owners(OwnerKind.PERSON):
        with reading(workspace.engine) as connection:
            for verdict in read_verdicts(connection, owner):
                if verdict.reviewer == AUTOMATIC:
                    place = _Place(workspace=workspace, owner=owner, rules=verdict)
                    found[item_of(owner, verdict.record_id)] = place
    return found


def _place(sheet: Sheet, row: SheetRow, places: dict[str, _Place]) -> _Place:
    if not row.item:
        raise InputError(
            f"{sheet.name}, row {row.row}, column Item: it is empty, so that nobody knows which round is meant; export the "
            "sheet again and copy the judgements over"
        )
    if row.item not in places:
        raise InputError(
            f"{sheet.name}, row {row.row}, column Item: {row.item[:40]!r} is no round that was exported from here; name the "
            "store it is from with --home or --against"
        )
    return places[row.item]


def _verdict(sheet: Sheet, row: SheetRow, place: _Place, name: str) -> Verdict:
    reviewer = name or optional_name(row.reviewer, "reviewer")
    if not reviewer or reviewer == AUTOMATIC:
        raise InputError(
            f"{sheet.name}, row {row.row}, column Reviewer: {reviewer!r} names no reviewer; say who judged with --reviewer NAME"
        )
    note = clean(row.note).text[:_MOST_NOTE_CHARS]
    return Verdict(
        record_id=place.rules.record_id,
        reviewer=reviewer,
        support=row.support,
        answer=row.answer,
        final=row.final,
        grades=row.grades,
        note="" if note == place.rules.note else note,  # what the sheet itself had said
    )


def _store(given: Sequence[tuple[_Place, Verdict]]) -> int:
    new = 0
    by_owner: dict[tuple[int, str], list[tuple[_Place, Verdict]]] = {}
    for place, verdict in given:
        by_owner.setdefault((id(place.workspace), place.owner.owner_id), []).append((place, verdict))
    for pairs in by_owner.values():
        place = pairs[0][0]
        with owner_write(place.workspace.engine, place.owner) as write:
            write.cause = "review import"
            new += put_verdicts(write, [verdict for _, verdict in pairs], place.workspace.now_us())
    return new
