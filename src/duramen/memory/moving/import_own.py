"""Import of one's own export: a person comes back with the same ids, versions, numbers and times, or nothing is done.

In: a file of `duramen export`. It is read through first, so that a line that cannot be is named before anything is written;
then one transaction puts everything in. The person's key comes along: what was imported from a chat before is known again.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from duramen.domain.time import Moment
from duramen.errors import BadSetting, InputError, StoreError
from duramen.memory.events import logged
from duramen.memory.moving.export import FORMAT
from duramen.memory.moving.export_lines import (
    BASE,
    CHARACTER,
    PERSON,
    Wanted,
    base_section,
    export_lines,
    person_sections,
    without,
)
from duramen.memory.moving.export_reading import Contents, Line, is_own_export, lines_of, read_through
from duramen.memory.moving.forgotten import forget_since, known_forgettings
from duramen.memory.moving.imported_cards import add_missing_named
from duramen.memory.names import checked_name
from duramen.memory.observe import Imported, ImportRequest, import_file
from duramen.memory.persona.trees import self_name
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading, writing
from duramen.stores.owners import Owner, OwnerKind, find_owner, head_of, insert_owner
from duramen.stores.portable.fields import VECTORS, microseconds
from duramen.stores.portable.kinds import KINDS
from duramen.stores.portable.rows import OWNER_FIELDS, RowWriter, head_values, id_is_free, owner_from, remove_empty
from duramen.stores.writing import OwnerWrite, owner_write_in

Progress = Callable[[int, int], None]
_TOLD_EVERY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedOwn:
    """What came back: of whom, how many lines of each kind, and how many were there already. `notes` as in `Imported`."""

    person: str
    characters: tuple[str, ...]
    lines: dict[str, int]
    messages: int
    new: bool
    first_at: Moment | None
    last_at: Moment | None
    notes: tuple[str, ...]


def import_path(workspace: Workspace, path: Path, request: ImportRequest, progress: Progress | None = None) -> Imported:
    """Import a file, a chat export of elsewhere or one's own; raises InputError and StoreError as those do."""
    if request.format not in ("auto", FORMAT) or not is_own_export(path):
        return import_file(workspace, path, request, progress)
    if request.character or request.member:
        raise BadSetting(
            f"{str(path)!r} is an export of duramen, which comes back as it was; leave out --character and --member"
        )
    done = import_own(workspace, path, request.person, progress)
    rounds, documents = done.lines.get("round", 0), done.lines.get("document", 0)
    return Imported(
        format=FORMAT,
        person=done.person,
        character=", ".join(done.characters),
        rounds=rounds if done.new else 0,
        messages=done.messages if done.new else 0,
        known=0 if done.new else done.messages,
        documents=documents,
        first_at=done.first_at,
        last_at=done.last_at,
        notes=(*_told(done), *done.notes),
    )


def _told(done: ImportedOwn) -> Iterator[str]:
    """Say what else came back beside the rounds."""
    named = {"version": "versions of trees", "leaf": "values of leaves", "document": "documents", "card": "cards"}
    parts = [f"{done.lines[kind]:,} {what}" for kind, what in named.items() if done.lines.get(kind)]
    if parts:
        yield f"{'with' if done.new else 'known with'} {', '.join(parts)}"


def import_own(workspace: Workspace, path: Path, person: str = "", progress: Progress | None = None) -> ImportedOwn:
    """Take in a file of `duramen export`, under the person's own name or another that nobody here has.

    Raises InputError, naming the line, for a file that is cut off, changed or of a newer duramen, and StoreError where
    others' records stand under the name or in a knowledge base of the file.
    """
    with logged("own_export_imported") as facts:
        contents = read_through(path)
        name = checked_name(person or contents.person, "person")
        identity = workspace.embedder().identity
        vectors = contents.embedder == (identity.name, identity.dimension)
        absent = _absent(workspace, path, contents, name)
        notes = list(_vector_notes(workspace, contents, vectors))
        if absent:
            notes += add_missing_named(workspace, contents.named)
            try:
                with (
                    writing(workspace.engine) as connection,
                    _TakingIn(workspace, connection, contents, name, () if vectors else ("vector",)) as taken,
                ):
                    for line in lines_of(path):
                        if line.of in absent:
                            taken.add(line)
                        if progress is not None and line.number % _TOLD_EVERY == 0:
                            progress(line.number, contents.last)
            except IntegrityError as error:
                raise InputError(
                    f"{str(path)!r} holds rows that cannot stand together ({error.orig}), or another process wrote the "
                    "same ones meanwhile; nothing was imported: repeat it, or export it once more"
                ) from error
            for owner in taken.owners:
                workspace.drop_index(owner.owner_id)
                workspace.profiles.pop(owner.owner_id, None)
            if taken.forgotten:
                notes.append(f"what was forgotten here since the export stays so ({taken.forgotten} forgettings)")
            if progress is not None:
                progress(contents.last, contents.last)
        facts.update(lines=sum(contents.lines.values()), new=int(bool(absent)))
        return _result(contents, name, bool(absent), notes)


def _result(contents: Contents, name: str, new: bool, notes: list[str]) -> ImportedOwn:
    return ImportedOwn(
        person=name,
        characters=contents.characters,
        lines=contents.lines,
        messages=contents.messages,
        new=new,
        first_at=contents.first_at,
        last_at=contents.last_at,
        notes=tuple(notes),
    )


def _vector_notes(workspace: Workspace, contents: Contents, vectors: bool) -> Iterator[str]:
    embedder = workspace.settings.embedder
    if not contents.vectors:
        yield f"the file holds no vectors: its texts are found by their words until `duramen reindex --embedder {embedder}`"
    elif not vectors and contents.embedder is not None:
        yield (
            f"the file's vectors are of {contents.embedder[0]} and this store's of {embedder}: its texts are found by "
            f"their words until `duramen reindex --embedder {embedder}`"
        )


def _absent(workspace: Workspace, path: Path, contents: Contents, name: str) -> frozenset[str]:
    """Return what of the file is not in the store yet; raises StoreError where something else stands in its place."""
    absent: set[str] = set()
    tenant = workspace.settings.tenant
    with reading(workspace.engine) as connection:
        person = find_owner(connection, tenant, OwnerKind.PERSON, name)
        own = {of for of in contents.owners if not of.startswith(BASE)}
        if person is None or head_of(connection, person).seq == 0:
            absent |= own
        elif own and not _same(workspace, connection, path, Wanted(person=name, character=contents.character), own):
            raise StoreError(
                f"{name!r} has other records here than the file tells of, and nothing was changed; import it as somebody "
                "new with --person NAME, or into another store with --home"
            )
        for of in sorted(set(contents.owners) - own):
            base = of.removeprefix(BASE)
            found = find_owner(connection, tenant, OwnerKind.BASE, base)
            if found is None or head_of(connection, found).seq == 0:
                absent.add(of)
            elif not _same(workspace, connection, path, Wanted(person=name, bases=(base,)), {of}):
                raise StoreError(
                    f"the knowledge base {base!r} holds other documents here than the file tells of, and nothing was "
                    "changed; import into another store with --home, or export without --base"
                )
    return frozenset(absent)


def _same(workspace: Workspace, connection: Connection, path: Path, wanted: Wanted, told: set[str]) -> bool:
    """Tell whether the store says of these owners what the file says, but for vectors, names and owners' ids."""
    if wanted.bases:
        sections = [base_section(workspace, connection, wanted.bases[0])]
    else:
        sections = person_sections(workspace, connection, wanted)
    here = (_compared(line) for line in export_lines(workspace, connection, sections, wanted))
    there = (_compared(line.plain) for line in lines_of(path) if line.of in told)
    for one in there:
        if next(here, None) != one:
            return False
    return next(here, None) is None


def _compared(plain: dict[str, Any]) -> dict[str, Any]:
    dropped = ("owner_id", "name", "seq") if plain["line"] == "owner" else ()
    return without(plain, (*VECTORS, *dropped))


class _TakingIn:
    """The owners and rows of a file on their way into the store, in one transaction; what was forgotten here stays so."""

    def __init__(
        self, workspace: Workspace, connection: Connection, contents: Contents, name: str, drop: tuple[str, ...]
    ) -> None:
        self.owners: list[Owner] = []
        self.forgotten = 0
        self._connection, self._contents, self._name, self._drop = connection, contents, name, drop
        self._tenant = workspace.settings.tenant
        self._epoch = workspace.now_us() // 1_000_000
        self._ledger = known_forgettings(workspace, connection)
        self._of = ""
        self._open = ExitStack()
        self._write: OwnerWrite | None = None
        self._rows: RowWriter | None = None

    def __enter__(self) -> _TakingIn:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self._end()
        else:
            self._open.__exit__(kind, error, trace)

    def add(self, line: Line) -> None:
        """Put in a line; raises InputError with its number."""
        plain = {name: value for name, value in line.plain.items() if name not in ("line", "of")}
        try:
            if line.kind == "owner":
                self._end()
                self._begin(line.of, plain)
            elif self._rows is None or line.of != self._of:
                raise InputError(f"it is of {line.of!r}, but {self._of!r} is told of here")
            else:
                self._rows.add(KINDS[line.kind], without(plain, self._drop) if self._drop else plain)
        except InputError as error:
            raise line.error(str(error)) from error

    def _begin(self, of: str, plain: dict[str, Any]) -> None:
        if set(plain) != set(OWNER_FIELDS):
            raise InputError(f"an owner has {', '.join(OWNER_FIELDS)}")
        kind, name = self._who(of)
        old = find_owner(self._connection, self._tenant, kind, name)
        if old is not None:
            remove_empty(self._connection, old)
        wanted = str(plain["owner_id"])
        owner_id = wanted if id_is_free(self._connection, wanted) else uuid.uuid4().hex
        owner = owner_from(plain, owner_id=owner_id, tenant=self._tenant, kind=kind, name=name)
        head = head_values(plain, self._epoch)
        insert_owner(self._connection, owner, microseconds("recorded_at", plain["recorded_at"]), head)
        self.owners.append(owner)
        self._of = of
        if plain["seq"]:
            source = self.owners[0] if kind is OwnerKind.SELF else owner
            self._write = self._open.enter_context(owner_write_in(self._connection, owner))
            self._write.cause = "import"
            self._rows = RowWriter(self._write, source.owner_id)

    def _end(self) -> None:
        """Put in the last rows of an owner, forget what was forgotten of it here since the export, and seal it."""
        if self._write is not None and self._rows is not None:
            self._rows.flush()
            told = self._contents.forgettings.get(self._of, set())
            since = [one for one in self._ledger if one["owner"] == self._contents.owners[self._of]]
            self.forgotten += forget_since(self._write, [one for one in since if one["id"] not in told])
        self._open.close()
        self._write = self._rows = None

    def _who(self, of: str) -> tuple[OwnerKind, str]:
        if of == PERSON:
            return OwnerKind.PERSON, self._name
        if of.startswith(BASE):
            return OwnerKind.BASE, of.removeprefix(BASE)
        if not self.owners or self.owners[0].kind is not OwnerKind.PERSON:
            raise InputError("a character's own tree stands before the person whom it talks with")
        return OwnerKind.SELF, self_name(self.owners[0], of.removeprefix(CHARACTER))
