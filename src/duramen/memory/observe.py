"""Observe: a chat export from elsewhere in, records out.

Import is idempotent: a message's identity is an HMAC under the person's key, so that a second import adds nothing, a
grown export adds what is new, and an interrupted one goes on. Rounds are written in batches, each whole.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from duramen.domain.dialogue import Dialogue, Message, Problem, Role, Round
from duramen.domain.record import RecordDraft, RecordState, TurnDraft
from duramen.domain.time import Moment
from duramen.errors import InputError, UnknownFormat
from duramen.memory.events import Facts, logged
from duramen.memory.files import read_file, storable
from duramen.memory.learn import learn_lorebook
from duramen.memory.passages import pack, turn_passage
from duramen.memory.record import DEFAULT_CHARACTER
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.observe.everyone import partaken
from duramen.observe.formats import dialogue_members, read_dialogue
from duramen.observe.identity import round_keys
from duramen.observe.lorebooks import holds_lorebook, stem
from duramen.observe.rounds import rounds_of
from duramen.observe.sides import loose
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.records import add_records, append_turns
from duramen.stores.turns import known_import_keys

BATCH_ROUNDS = 50
LOREBOOK = "lorebook"
# Clocks and zones differ by less than a day: what happens later than that has a wrong date.
AHEAD_US = 24 * 3_600_000_000
ANOTHER_ZONE = "for another zone import with --timezone NAME from the first time on: other times make other messages"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """What to import: `member` says who the person is in a file that holds several, "" to go by `person`'s name.

    `partaken`: only the rounds in which the person said something, and the one before each.
    """

    person: str
    character: str = ""
    format: str = "auto"
    zone: str = ""
    member: str = ""
    partaken: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did. `known` messages were there already; `skipped` counts what is no dialogue, by kind.

    `documents`: how many entries a lorebook has; they stand in the knowledge base that is called like the character.
    `notes`: what was taken for granted, and how to have it otherwise. `masked`: secrets that were not kept, by kind.
    """

    format: str
    person: str
    character: str
    rounds: int = 0
    messages: int = 0
    known: int = 0
    skipped: dict[str, int] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    first_at: Moment | None = None
    last_at: Moment | None = None
    documents: int = 0
    notes: tuple[str, ...] = ()
    masked: dict[str, int] = field(default_factory=dict)


def import_file(workspace: Workspace, path: Path, request: ImportRequest, progress: Progress | None = None) -> Imported:
    """Import a chat export; raises InputError (what cannot be read at all) and reports single broken lines."""
    with logged("imported") as facts:
        data = read_file(path)
        try:
            dialogue = _read(data, path.name, request, request.zone or workspace.zone)
        except UnknownFormat:
            if request.format not in ("auto", LOREBOOK) or not holds_lorebook(data, name=path.name):
                raise
            return _import_lorebook(workspace, path, data, request, progress)
        done = _import(workspace, dialogue, request, progress, facts)
        notes = () if request.zone else zone_notes(dialogue, workspace.zone)
        return replace(done, notes=(*dialogue.notes, *notes))


def zone_notes(dialogue: Dialogue, zone: str) -> tuple[str, ...]:
    """Return one note on times that were read in a zone that nobody named, none where there are no such times."""
    if not dialogue.zoneless:
        return ()
    count = "1 time has" if dialogue.zoneless == 1 else f"{dialogue.zoneless} times have"
    return (f"{count} no zone and {'was' if dialogue.zoneless == 1 else 'were'} read in {zone}; {ANOTHER_ZONE}",)


def _import_lorebook(
    workspace: Workspace, path: Path, data: bytes, request: ImportRequest, progress: Progress | None
) -> Imported:
    base = request.character or stem(path.name)
    place = {"name": storable(path.name), "origin": storable(str(path.resolve())), "base": base}
    learned = learn_lorebook(workspace, data, progress=progress, **place)
    masked = sum((Counter(one.masked) for one in learned), Counter[str]())
    return Imported(format=LOREBOOK, person=request.person, character=base, documents=len(learned), masked=dict(masked))


def import_dialogue(
    workspace: Workspace,
    dialogue: Dialogue,
    request: ImportRequest,
    progress: Progress | None = None,
    vectors: dict[str, bytes] | None = None,
) -> Imported:
    """Store a dialogue's rounds that are not stored yet.

    `vectors` holds packed vectors by passage, and gets those that are worked out: one talk is stored for several people.
    """
    with logged("imported") as facts:
        return _import(workspace, dialogue, request, progress, facts, _Passages(vectors))


def _import(
    workspace: Workspace,
    dialogue: Dialogue,
    request: ImportRequest,
    progress: Progress | None,
    facts: Facts,
    passages: _Passages | None = None,
) -> Imported:
    keeper = Keeper(workspace.settings.secrets)
    dialogue = keeper.dialogue(dialogue)
    character = _talked_to(request, dialogue)
    rounds = rounds_of(_with_speakers(dialogue, request.person, character))
    kept = partaken(rounds) if request.partaken else [True] * len(rounds)
    keyed = list(zip(rounds, round_keys(rounds), kept, strict=True)) if any(kept) else []
    counts = {"rounds": 0, "messages": 0, "known": 0}
    if keyed:
        workspace.embedder()  # refused here, a store of another embedder gets no new person either
        owner = workspace.owner(OwnerKind.PERSON, request.person)
        facts["owner"] = owner.owner_id
    passages = passages or _Passages()
    for at in range(0, len(keyed), BATCH_ROUNDS):
        # A round that is not theirs is passed over, but it is what the next passage begins with.
        batch = [
            (round_, keys, words)
            for round_, keys, words, is_kept in (
                (round_, keys, passages.of(round_), is_kept) for round_, keys, is_kept in keyed[at : at + BATCH_ROUNDS]
            )
            if is_kept
        ]
        done = _store_batch(workspace, owner, batch, (character, dialogue.format), passages)
        counts = {name: counts[name] + done[name] for name in counts}
        if progress is not None:
            progress(min(at + BATCH_ROUNDS, len(keyed)), len(keyed))
    facts.update(counts, format=dialogue.format, problems=len(dialogue.problems), **keeper.facts())
    times = [m.happened_at for m in dialogue.messages if m.happened_at.known]
    return Imported(
        format=dialogue.format,
        person=request.person,
        character=character,
        rounds=counts["rounds"],
        messages=counts["messages"],
        known=counts["known"],
        skipped=dialogue.skipped,
        problems=(*dialogue.problems, *_odd_times(dialogue, workspace.now_us())),
        first_at=min(times, key=lambda moment: moment.at_us or 0, default=None),
        last_at=max(times, key=lambda moment: moment.at_us or 0, default=None),
        masked=dict(keeper.counts),
    )


def _odd_times(dialogue: Dialogue, now_us: int) -> list[Problem]:
    """Report messages that have not happened yet or are older than chats are; they are kept as the file has them."""
    dated = [m for m in dialogue.messages if m.happened_at.at_us is not None]
    odd = {
        "lie in the future": [m for m in dated if (m.happened_at.at_us or 0) > now_us + AHEAD_US],
        "lie before 1970": [m for m in dated if (m.happened_at.at_us or 0) < 0],
    }
    return [
        Problem(
            where=f"message {found[0].position + 1}",
            what=f"{len(found)} of the messages {how}, the first at {found[0].happened_at.iso()}; they are kept so: "
            "check the file's dates and --timezone",
        )
        for how, found in odd.items()
        if found
    ]


def _talked_to(request: ImportRequest, dialogue: Dialogue) -> str:
    """Return whose talk with the person it is: as asked for, the group's name, the other side's, or the usual one."""
    return request.character or dialogue.group or dialogue.character or DEFAULT_CHARACTER


def _with_speakers(dialogue: Dialogue, person: str, character: str) -> Dialogue:
    """Name the speakers that the file leaves unnamed; what the file says stays."""
    names = {Role.PERSON: person, Role.CHARACTER: character}
    messages = tuple(
        message if message.speaker else replace(message, speaker=names.get(message.role, ""))
        for message in dialogue.messages
    )
    return replace(dialogue, messages=messages)


def read_named(path: Path, request: ImportRequest, zone: str) -> Dialogue:
    """Read a chat export as an import would, its speakers named, and store nothing; raises InputError."""
    dialogue = _read(read_file(path), path.name, request, request.zone or zone)
    return _with_speakers(dialogue, request.person, _talked_to(request, dialogue))


def _read(data: bytes, name: str, request: ImportRequest, zone: str) -> Dialogue:
    """Read a file, the person being whom the request names, else who is called so, else the only one there is."""
    members = dialogue_members(data, name=name, format=request.format, zone=zone)
    called_so = any(loose(member) == loose(request.person) for member in members)
    member = request.member or (request.person if called_so else "")
    try:
        return read_dialogue(data, name=name, format=request.format, zone=zone, member=member)
    except InputError:
        if member or len(members) != 1:
            raise
        return read_dialogue(data, name=name, format=request.format, zone=zone, member=members[0])


class _Passages:
    """What is embedded for each message: it begins with the last message of its session so far; and its vector.

    `vectors` by passage were worked out before, and grow.
    """

    def __init__(self, vectors: dict[str, bytes] | None = None) -> None:
        self._last: dict[str, str] = {}
        self._vectors = vectors

    def of(self, round_: Round) -> list[str]:
        """Return what is embedded for the messages of the round that comes next."""
        found = []
        for message in round_.messages:
            found.append(turn_passage(message.text, self._last.get(round_.session, "")))
            self._last[round_.session] = message.text
        return found

    def packed(self, workspace: Workspace, wanted: Mapping[bytes, str]) -> dict[bytes, bytes]:
        """Return the packed vector of each wanted passage, by its key."""
        if self._vectors is None:
            return dict(zip(wanted, pack(workspace.embedder(), list(wanted.values())), strict=True))
        new = [passage for passage in dict.fromkeys(wanted.values()) if passage not in self._vectors]
        self._vectors.update(zip(new, pack(workspace.embedder(), new), strict=True))
        return {key: self._vectors[passage] for key, passage in wanted.items()}


def _store_batch(
    workspace: Workspace,
    owner: Owner,
    batch: Sequence[tuple[Round, tuple[str, ...], list[str]]],
    place: tuple[str, str],
    passages: _Passages,
) -> dict[str, int]:
    """Store what is not stored yet of rounds with their keys and passages."""
    character, format_name = place
    keys = [[_keyed(owner, character, key) for key in round_keys] for _, round_keys, _ in batch]
    flat = [key for row in keys for key in row]
    with reading(workspace.engine) as connection:
        known = known_import_keys(connection, owner, flat)
    worded = [passage for _, _, words in batch for passage in words]
    wanted = {key: passage for key, passage in zip(flat, worded, strict=True) if key not in known}
    if not wanted:
        return {"rounds": 0, "messages": 0, "known": len(flat)}
    vectors = passages.packed(workspace, wanted)
    with workspace.write(owner) as write:
        # Another process may have stored some of them since they were looked up.
        known |= known_import_keys(write.connection, owner, list(wanted))
        rounds = [
            (round_, row, _missing(round_, row, known, vectors))
            for (round_, _, _), row in zip(batch, keys, strict=True)
        ]
        new = [
            _record_draft(workspace, round_, drafts, character, format_name)
            for round_, row, drafts in rounds
            if drafts and known.keys().isdisjoint(row)
        ]
        add_records(write, new)
        for _, row, drafts in rounds:
            if drafts and not known.keys().isdisjoint(row):
                append_turns(write, next(known[key] for key in row if known.get(key)), drafts)
    added = sum(len(drafts) for _, _, drafts in rounds)
    return {"rounds": len(new), "messages": added, "known": len(flat) - added}


def _missing(
    round_: Round, row: Sequence[bytes], known: Mapping[bytes, str], vectors: Mapping[bytes, bytes]
) -> list[TurnDraft]:
    if any(key in known for key in row) and not any(known.get(key) for key in row):
        return []  # a round that was forgotten does not come back with a reply that it got since
    return [
        _turn_draft(message, key, vectors[key])
        for message, key in zip(round_.messages, row, strict=True)
        if key not in known
    ]


def _keyed(owner: Owner, character: str, key: str) -> bytes:
    return hmac.new(owner.secret, f"{character}\x1e{key}".encode("utf-8", "replace"), hashlib.sha256).digest()


def _turn_draft(message: Message, key: bytes, vector: bytes) -> TurnDraft:
    return TurnDraft(
        role=message.role,
        speaker=message.speaker,
        text=message.text,
        happened_at=message.happened_at,
        vector=vector,
        import_key=key,
        extra=message.extra,
    )


def _record_draft(
    workspace: Workspace, round_: Round, drafts: Sequence[TurnDraft], character: str, format_name: str
) -> RecordDraft:
    return RecordDraft(
        record_id=workspace.new_id(),
        character=character,
        session=round_.session,
        channel=f"import:{format_name}",
        state=RecordState.COMPLETE,
        happened_at=round_.happened_at,
        recorded_us=workspace.now_us(),
        turns=tuple(drafts),
    )
