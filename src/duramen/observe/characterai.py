"""Character.AI: the dump of the old site (histories) and the chat2 pages (turns), as browser tools save them.

In: `{info, histories: {histories: [{msgs}]}}`, or `{turns: [{author, candidates, primary_candidate_id}]}`, or a list
of such pages, newest first or not. Out: messages in order of time; of several candidates the primary one, else the
first that has text. Alternatives are counted in `skipped`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.extra import unplaced
from duramen.observe.sides import assign_roles, check_member, loose
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, objects

_PLACED = ("uuid", "id", "text", "created", "src", "tgt", "is_alternative")
_TURN_PLACED = ("turn_key", "turn_id", "create_time", "author", "candidates", "primary_candidate_id")
_CANDIDATE_PLACED = ("candidate_id", "raw_content", "create_time", "is_final")


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON has histories with msgs, or turns with candidates."""
    return bool(_histories(source)) or any(
        "candidates" in turn for page in _pages(source)[:3] for turn in objects(page.get("turns"))[:3]
    )


def read(source: SourceFile) -> Dialogue:
    """Read either layout; a session is a history or a chat, named by its id."""
    return _read_histories(source) if _histories(source) else _read_turns(source)


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the authors of chat2 turns that do not say who is human, in order; () where the file says it."""
    if _histories(source):
        return ()
    turns = [turn for page in _pages(source) for turn in objects(page.get("turns"))]
    if any(as_dict(turn.get("author")).get("is_human") is True for turn in turns):
        return ()
    return tuple(dict.fromkeys(filter(None, (_author(turn) for turn in turns))))


def _histories(source: SourceFile) -> list[dict[str, Any]]:
    histories = as_dict(source.document).get("histories")
    found = objects(histories.get("histories") if isinstance(histories, dict) else histories)
    return [history for history in found if isinstance(history.get("msgs"), list)]


def _pages(source: SourceFile) -> list[dict[str, Any]]:
    document = source.document
    if isinstance(document, dict) and isinstance(document.get("chats"), list):
        return objects(document["chats"])
    return [document] if isinstance(document, dict) else objects(document)


def _character_name(info: object) -> str:
    character = as_dict(as_dict(info).get("character"))
    return as_text(character.get("name")) or as_text(as_dict(character.get("data")).get("name"))


def _read_histories(source: SourceFile) -> Dialogue:
    collector = Collector(source)
    people: list[str] = []
    names: list[str] = []
    for number, history in enumerate(_histories(source), start=1):
        for index, message in enumerate(as_list(history["msgs"]), start=1):
            where = f"history {number}, message {index}"
            row = as_dict(message)
            src = as_dict(row.get("src"))
            if row.get("is_alternative") is True:
                collector.skipped["alternative"] += 1
                continue
            human = src.get("is_human")
            if human is None and as_dict(row.get("tgt")).get("is_human") in (True, False):
                human = not as_dict(row.get("tgt"))["is_human"]
            if human not in (True, False):
                collector.report(where, "does not say whether a human wrote it; left out")
                continue
            speaker = as_text(src.get("name"))
            (people if human else names).append(speaker)
            collector.add(
                Draft(
                    role=Role.PERSON if human else Role.CHARACTER,
                    text=as_text(row.get("text")),
                    where=where,
                    speaker=speaker,
                    when=row.get("created"),
                    session=as_text(history.get("external_id")) or f"history {number}",
                    external_id=as_text(row.get("uuid")) or as_text(row.get("id")),
                    extra=unplaced(row, _PLACED),
                )
            )
    check_member(source.member, people)
    character = _character_name(as_dict(source.document).get("info")) or next(iter(names), "")
    return collector.finish("characterai", person=next(iter(people), ""), character=character)


def _author(turn: dict[str, Any]) -> str:
    return as_text(as_dict(turn.get("author")).get("name"))


def _roles_by_author(source: SourceFile, turns: list[dict[str, Any]], character: str) -> dict[str, Role]:
    """Return the role of each author: as `is_human` says, else by the character's name, else by the member."""
    humans = {_author(turn) for turn in turns if as_dict(turn.get("author")).get("is_human") is True}
    authors = list(dict.fromkeys(_author(turn) for turn in turns))
    if humans:
        check_member(source.member, sorted(humans))
        return {name: Role.PERSON if name in humans else Role.CHARACTER for name in authors}
    if character and not source.member:
        return {name: Role.CHARACTER if loose(name) == loose(character) else Role.PERSON for name in authors}
    return assign_roles(authors, source.member)


def _read_turns(source: SourceFile) -> Dialogue:
    collector = Collector(source)
    pages = _pages(source)
    character = next((name for page in pages if (name := _character_name(page))), "")
    turns = [turn for page in pages for turn in objects(page.get("turns"))]
    roles = _roles_by_author(source, turns, character)
    scratch = Collector(source)  # problems with times are noted once, when the message is added
    dated: list[tuple[int | None, Draft]] = []
    for page in pages:
        for turn in objects(page.get("turns")):
            draft = _turn_draft(turn, page, roles, f"turn {len(dated) + 1}")
            dated.append((scratch.moment(draft.when, draft.where).at_us, draft))
            if len(as_list(turn.get("candidates"))) > 1:
                collector.skipped["alternative"] += len(turn["candidates"]) - 1
    for _, draft in _oldest_first(dated):
        collector.add(draft)
    person = next((name for name, role in roles.items() if role is Role.PERSON), "")
    character = character or next((name for name, role in roles.items() if role is Role.CHARACTER), "")
    return collector.finish("characterai", person=person, character=character)


def _oldest_first(dated: list[tuple[int | None, Draft]]) -> list[tuple[int | None, Draft]]:
    """Return drafts by time, turns of equal or no time in the order that the known times show the file to have."""
    known = [at for at, _ in dated if at is not None]
    falling = sum(1 for before, after in pairwise(known) if after < before)
    if 2 * falling > len(known) - 1:
        dated = dated[::-1]
    if len(known) < len(dated):
        return dated
    return sorted(dated, key=lambda pair: pair[0] or 0)


def _turn_draft(turn: dict[str, Any], page: dict[str, Any], roles: dict[str, Role], where: str) -> Draft:
    candidates = objects(turn.get("candidates"))
    primary = as_text(turn.get("primary_candidate_id"))
    chosen = next((item for item in candidates if primary and as_text(item.get("candidate_id")) == primary), None)
    if chosen is None:
        chosen = next((item for item in candidates if as_text(item.get("raw_content"))), {})
    key = as_dict(turn.get("turn_key"))
    return Draft(
        role=roles[_author(turn)],
        text=as_text(chosen.get("raw_content")),
        where=where,
        speaker=_author(turn),
        when=turn.get("create_time") or chosen.get("create_time"),
        session=as_text(page.get("chat_id")) or as_text(key.get("chat_id")),
        external_id=as_text(key.get("turn_id")) or as_text(turn.get("turn_id")),
        extra=unplaced(chosen, _CANDIDATE_PLACED) | unplaced(turn, _TURN_PLACED),
    )
