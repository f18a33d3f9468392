"""Import a talk once for each human in it: each becomes a person with records of their own (B21).

In: a chat export. Out: what became of each member. One reading of the file, one vector a message; what is there already
is not added again, and stopped at any moment the same call goes on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from duramen.domain.dialogue import Problem
from duramen.errors import BadSetting
from duramen.memory.files import read_file
from duramen.memory.names import checked_name
from duramen.memory.observe import ANOTHER_ZONE, Imported, ImportRequest, import_dialogue, zone_notes
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.observe.everyone import Everyone, Member, read_everyone
from duramen.stores.owners import OwnerKind

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedMember:
    """What an import did for one member: `words` counts the messages they wrote, `new` says that the person is new."""

    words: int
    new: bool
    done: Imported


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedEveryone:
    """What an import did for everyone in a file, in order of appearance.

    `bots` counts the messages of each speaker that is no human; `skipped`, `problems`, `notes` and `masked`
    (secrets that were not kept, by kind) are the file's.
    """

    format: str
    members: tuple[ImportedMember, ...] = ()
    bots: dict[str, int] = field(default_factory=dict)
    skipped: dict[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    notes: tuple[str, ...] = ()
    masked: dict[str, int] = field(default_factory=dict)


def import_everyone(
    workspace: Workspace, path: Path, request: ImportRequest, progress: Progress | None = None
) -> ImportedEveryone:
    """Import a chat export for each human in it; `request.person` is the exporting side's name, or "".

    Each has the rounds in which they said something and the one before each, with the others' words as context. Raises
    InputError before anything is stored; single broken lines are in `problems`.
    """
    data = read_file(path)
    found = read_everyone(
        data,
        name=path.name,
        format=request.format,
        zone=request.zone or workspace.zone,
        person=request.person,
        member=request.member,
    )
    names = [_checked(member) for member in found.members]
    keeper = Keeper(workspace.settings.secrets)
    for talk in found.talks:  # before any is stored: `refuse` refuses the file
        keeper.dialogue(talk)
    known = {owner.name for owner in workspace.owners(OwnerKind.PERSON)}
    vectors: dict[str, bytes] = {}
    total, before = sum(len(member.talk.messages) for member in found.members), 0
    members: list[ImportedMember] = []
    for member, name in zip(found.members, names, strict=True):
        done = import_dialogue(
            workspace, member.dialogue(), replace(request, person=name, partaken=True), vectors=vectors
        )
        members.append(ImportedMember(words=member.messages, new=name not in known, done=done))
        before += len(member.talk.messages)
        if progress is not None:
            progress(before, total)
    told = _told(workspace, found, members, zoned=bool(request.zone))
    return replace(told, masked=dict(keeper.counts))


def _checked(member: Member) -> str:
    try:
        return checked_name(member.name, "person")
    except BadSetting as error:
        raise BadSetting(f"{error}; it is the name of a member in the file, so change it there") from error


def _told(workspace: Workspace, found: Everyone, members: list[ImportedMember], *, zoned: bool) -> ImportedEveryone:
    notes = list(found.notes)
    if not zoned and len(found.talks) == 1:
        notes += zone_notes(found.talks[0], workspace.zone)
    elif not zoned and any(talk.zoneless for talk in found.talks):
        notes.append(f"times that name no zone were read in {workspace.zone}; {ANOTHER_ZONE}")
    problems = [*found.problems, *(problem for member in members for problem in member.done.problems)]
    return ImportedEveryone(
        format=found.format,
        members=tuple(members),
        bots=found.bots,
        skipped=found.skipped,
        problems=tuple(dict.fromkeys(problems)),
        notes=tuple(notes),
    )
