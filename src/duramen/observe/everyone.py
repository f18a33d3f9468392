"""A talk of several humans, seen by each of them: who they are, and the talk in which one of them is the person (B21).

In: the bytes of a chat export. Out: `Everyone`: the human members, each with a name of their own and the dialogue as it
is theirs, in which only their words are the person's. Bots and assistants are nobody; their messages are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from duramen.domain.dialogue import Dialogue, Message, Problem, Role, Round
from duramen.errors import InputError
from duramen.observe.formats import Format, Holds, is_zip, open_format, read_dialogue
from duramen.observe.sides import choose, is_bot, loose, role_of_word
from duramen.observe.source import SourceFile, label

_UNSPOKEN = (Role.SYSTEM, Role.TOOL)
_LISTED = 40
# Words for a side that are no name, beside those that every format knows (SillyTavern calls its user "You").
_ME = frozenset(("you", "unused", "你", "您", "自己"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A human of a talk: `name` is whom an import makes a person, `messages` counts what they wrote themselves.

    `speaker` is how the talk has them ("" where it gives them no name), None where the talk is theirs as it is; of many
    members' talks there is one. `bots` are the speakers that are no humans.
    """

    name: str
    messages: int
    talk: Dialogue
    speaker: str | None = None
    bots: frozenset[str] = frozenset()

    def dialogue(self) -> Dialogue:
        """Return the talk in which they are the person."""
        return self.talk if self.speaker is None else seen_by(self.talk, self.speaker, self.bots)


@dataclass(frozen=True, slots=True, kw_only=True)
class Everyone:
    """Whom a file holds: its human members in order of appearance, and how much each speaker wrote that is a bot."""

    format: str
    members: tuple[Member, ...]
    bots: dict[str, int]
    notes: tuple[str, ...] = ()

    @property
    def talks(self) -> tuple[Dialogue, ...]:
        """Return the members' talks, each once."""
        return tuple({id(member.talk): member.talk for member in self.members}.values())

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Return what could not be read, each once."""
        return tuple(dict.fromkeys(problem for talk in self.talks for problem in talk.problems))

    @property
    def skipped(self) -> dict[str, int]:
        """Return what was left out, by kind; of several talks the most that was left out of one."""
        kinds = {kind for talk in self.talks for kind in talk.skipped}
        return {kind: max(talk.skipped.get(kind, 0) for talk in self.talks) for kind in sorted(kinds)}


def read_everyone(
    data: bytes, *, name: str, format: str = "auto", zone: str = "UTC", person: str = "", member: str = ""
) -> Everyone:
    """Read a chat export for each human in it.

    `person` is what the exporting side is called: needed where the file calls it "me", 我 or nothing. `member` names
    that side in the file where the file does not tell, or says which chat or conversation is meant where it holds
    several. Raises as `read_dialogue` does, and InputError that lists the names where one of the two is missing.
    """
    if is_zip(data):
        return _one_human(read_dialogue(data, name=name, format=format, zone=zone, member=member), person, name)
    known, source = open_format(data, name=name, format=format, zone=zone)
    if known.holds is Holds.APART and known.members(source):
        return _conversations(known, source, person, member)
    if known.holds in (Holds.TALK, Holds.ROLES):
        return _talk(known, source, person, member)
    return _one_human(known.read(replace(source, member=member)), person, name)


def seen_by(talk: Dialogue, speaker: str, bots: Iterable[str] = ()) -> Dialogue:
    """Return a talk as one of its speakers has it: their words are the person's, those of other humans OTHER's.

    Bots are the character, and so is the other speaker where there is one alone. Names are compared loosely; system
    lines and the order stay.
    """
    bots, own = frozenset(bots), loose(speaker)
    others = {_key(message) for message in talk.messages if message.role not in _UNSPOKEN} - {own}

    def role(message: Message) -> Role:
        if message.role in _UNSPOKEN:
            return message.role
        key = _key(message)
        if key == own:
            return Role.PERSON
        return Role.CHARACTER if key is None or message.speaker in bots or len(others) == 1 else Role.OTHER

    messages = tuple(replace(message, role=role(message)) for message in talk.messages)
    # A bot that only its name gives away is talked beside, not with: as an import for one person has it.
    with_it = (
        after.speaker
        for before, after in zip(talk.messages, messages, strict=True)
        if after.role is Role.CHARACTER and (len(others) == 1 or before.role is Role.CHARACTER)
    )
    return replace(talk, messages=messages, person=speaker, character=next(filter(None, with_it), ""))


def partaken(rounds: Sequence[Round]) -> list[bool]:
    """Tell of each round whether it is one of the person's: they said something in it, or answer it in the next one.

    What a group talks about without them is none of theirs. The round before counts in the same session alone.
    """
    own = [any(message.role is Role.PERSON for message in round_.messages) for round_ in rounds]
    before = [
        here.session == after.session and follows
        for here, after, follows in zip(rounds, rounds[1:], own[1:], strict=False)
    ]
    return [is_own or leads for is_own, leads in zip(own, [*before, False], strict=False)]


def _key(message: Message) -> str | None:
    """Return under which name a speaker is one and the same; None for an assistant without a name."""
    return None if not message.speaker and message.role is Role.CHARACTER else loose(message.speaker)


def _talk(known: Format, source: SourceFile, person: str, member: str) -> Everyone:
    """Return the humans of one talk. Where rows have roles, a named assistant is told from a human by its role."""
    chats = known.chats(source)
    if len(chats) > 1:
        member = choose(member, chats, "chats")
    labels = {loose(name) for name in known.members(source)} if known.holds is Holds.ROLES else None
    talk, side = _read(known, source, member, is_chat=len(chats) > 1)
    bots: Counter[str] = Counter()
    spelt: dict[str, Counter[str]] = {}
    for message in talk.messages:
        key = _key(message)
        if (
            key is None
            or is_bot(message.speaker)
            or (labels is not None and message.role is Role.CHARACTER and key not in labels)
        ):
            bots[message.speaker or "assistant"] += 1
        elif message.role not in _UNSPOKEN:
            spelt.setdefault(key, Counter())[message.speaker] += 1
    names = {key: counts.most_common(1)[0][0] for key, counts in spelt.items()}
    called = _called(names, side, person, source.name)
    members = (
        Member(
            name=called[key], messages=spelt[key].total(), talk=talk, speaker=names[key], bots=frozenset(bots)
        )
        for key in names
    )  # fmt: skip
    return Everyone(format=talk.format, members=tuple(members), bots=dict(bots), notes=talk.notes)


def _read(known: Format, source: SourceFile, member: str, *, is_chat: bool) -> tuple[Dialogue, str | None]:
    """Return the talk, and the name of the exporting side in it, loosely, None where the file does not tell it."""
    try:
        talk = known.read(replace(source, member=member))
    except InputError:
        humans = [name for name in known.members(source) if not is_bot(name)]
        if member or not humans:
            raise
        return known.read(replace(source, member=humans[0])), None  # whoever it is: each will be the person in turn
    speakers = {loose(message.speaker) for message in talk.messages if message.role is Role.PERSON}
    if member and not is_chat:
        return talk, loose(talk.person)
    return talk, next(iter(speakers)) if len(speakers) == 1 else None


def _called(names: dict[str, str], side: str | None, person: str, file: str) -> dict[str, str]:
    """Return what each human is called, by key: as the file has it, and the exporting side as `person` says."""
    unnamed = [key for key in names if _is_unnamed(key)]
    if unnamed and not person:
        raise InputError(_who_is_me(names[unnamed[0]], file))
    if not person:
        return names
    own = unnamed[0] if unnamed else loose(person) if loose(person) in names else side
    if own is None or own not in names:
        raise InputError(
            f"nobody in {label(file)} is called {person!r}, and it does not say who exported it; say who {person!r} is "
            f"there with --member NAME, or leave --person out: {_listed(names.values())}"
        )
    if any(loose(name) == loose(person) for key, name in names.items() if key != own):
        raise InputError(
            f"another member of {label(file)} is called {person!r} already; give {names[own] or 'the exporting side'!r} "
            "another name with --person"
        )
    return names | {own: person}


def _is_unnamed(key: str) -> bool:
    return not key or key in _ME or role_of_word(key) is Role.PERSON


def _who_is_me(word: str, file: str) -> str:
    return (
        f"{label(file)} calls one side {word or 'the user'!r} and does not say who that is; give that side's name with "
        "--person NAME"
    )


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - _LISTED} more" if len(listed) > _LISTED else ""
    return ", ".join(map(repr, listed[:_LISTED])) + more


def _one_human(talk: Dialogue, person: str, file: str) -> Everyone:
    """Return the one human of a talk with characters."""
    bots = Counter(message.speaker or "assistant" for message in talk.messages if message.role is Role.CHARACTER)
    own = sum(message.role is Role.PERSON for message in talk.messages)
    name = person or talk.person
    if own and _is_unnamed(loose(name)) and not person:
        raise InputError(_who_is_me(name, file))
    members = (Member(name=name, messages=own, talk=talk),) if own else ()
    return Everyone(format=talk.format, members=members, bots=dict(bots), notes=talk.notes)


def _conversations(known: Format, source: SourceFile, person: str, member: str) -> Everyone:
    """Return every person of a file of conversations, each with their own; `member` narrows it to one conversation."""
    labels, side = _narrowed(known.members(source), member)
    talks = {one: known.read(replace(source, member=one)) for one in labels}
    shared = Counter(loose(talk.person) for talk in talks.values())
    names = {
        one: f"{talk.person} ({_conversation(one) or one})" if shared[loose(talk.person)] > 1 else talk.person or one
        for one, talk in talks.items()
    }
    notes = [note for talk in talks.values() for note in talk.notes]
    for key, count in shared.items():
        if count > 1:
            same = [names[one] for one, talk in talks.items() if loose(talk.person) == key]
            notes.append(
                f"{count} people of different conversations have one name; they are kept apart: {_listed(same)}"
            )
    keyed = {loose(one): name for one, name in names.items()}
    named = {loose(name): loose(one) for one, name in names.items()}
    only = loose(labels[0]) if len(labels) == 1 else None
    if person and loose(person) in named:
        side = named[loose(person)]
    called = _called(keyed, side or only, person, source.name)
    members = [
        Member(
            name=called[loose(one)], messages=sum(m.role is Role.PERSON for m in talk.messages), talk=talk
        )
        for one, talk in talks.items()
    ]  # fmt: skip
    return Everyone(
        format=known.name,
        members=tuple(one for one in members if one.messages),
        bots={},
        notes=tuple(dict.fromkeys(notes)),
    )


def _narrowed(labels: Sequence[str], member: str) -> tuple[list[str], str | None]:
    """Return the persons of the conversation that `member` names, or names one of, and that one; all for "".

    A person of no named conversation stands alone.
    """
    if not member:
        return list(labels), None
    inside = [one for one in labels if _conversation(one) and loose(_conversation(one)) == loose(member)]
    if inside:
        return inside, None
    tails = [one for one in labels if loose(one.rpartition("/")[2]) == loose(member)]
    chosen = tails[0] if len(tails) == 1 else choose(member, labels, "people")
    conversation = _conversation(chosen)
    return [one for one in labels if one == chosen or (conversation and _conversation(one) == conversation)], loose(
        chosen
    )


def _conversation(one: str) -> str:
    """Return the conversation in "conv-26/Caroline", "" where there is none."""
    return one.rpartition("/")[0]
