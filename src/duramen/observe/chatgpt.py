"""ChatGPT's export: conversations.json, its parts conversations-NNN.json, or the zip that holds them.

In: an array of conversations, each a tree of nodes (regenerated answers and edits are siblings). Out: for each
conversation, as one session, the path from its current node back to the root, in order. Hidden, system, tool and
thinking messages are counted in `skipped`, and so are messages on other branches. Very old exports have a flat
`messages` array, which is taken as it stands.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.errors import UnknownFormat, UnreadableFile
from duramen.observe.collect import Collector, Draft
from duramen.observe.extra import unplaced
from duramen.observe.sides import check_member
from duramen.observe.source import MAX_FILE_BYTES, SourceFile, as_dict, as_list, as_text, label, objects

_ROLES = {"user": Role.PERSON, "assistant": Role.CHARACTER, "system": Role.SYSTEM, "tool": Role.TOOL}
_PLACED = ("id", "author", "role", "create_time", "content", "parent", "children")
# What these fields hold in nearly every message says nothing.
_USUAL = {"status": "finished_successfully", "end_turn": True, "weight": 1, "recipient": "all"}
_SPOKEN = ("text", "multimodal_text", "")
_CONVERSATIONS_FILE = re.compile(r"(?:^|/)conversations(?:-\d+)?\.json$")


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON is an array of conversations with a mapping, one such object, or the flat old form."""
    return any("mapping" in item or _is_flat(item) for item in _conversations(source)[:3])


def read(source: SourceFile) -> Dialogue:
    """Read every conversation, in file order; a session is named by the conversation's id, else its title and time."""
    check_member(source.member, [])
    collector = Collector(source)
    for number, conversation in enumerate(_conversations(source), start=1):
        place = f"conversation {number}"
        session = _session(conversation, number)
        if isinstance(conversation.get("mapping"), dict):
            for message in _active_path(conversation, place, collector):
                _add(message, session, f"{place}, message {as_text(message.get('id')) or '?'}", collector)
        elif _is_flat(conversation):
            for index, message in enumerate(objects(conversation["messages"]), start=1):
                _add(message, session, f"{place}, message {index}", collector)
        else:
            collector.report(place, "has neither mapping nor messages; left out")
    return collector.finish("chatgpt")


def unpack(data: bytes, name: str) -> list[bytes]:
    """Return the conversations files in an export's zip, in order of their names.

    Raises UnknownFormat when there is none, UnreadableFile when the zip is damaged, encrypted or unpacks to more than
    MAX_FILE_BYTES.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [item for item in archive.infolist() if _CONVERSATIONS_FILE.search(item.filename)]
            if not members:
                raise UnknownFormat(f"{label(name)} is a zip without conversations.json; unpack it and name one file")
            budget = MAX_FILE_BYTES
            parts: list[bytes] = []
            for item in sorted(members, key=lambda member: member.filename):
                with archive.open(item) as part:
                    parts.append(part.read(budget + 1))
                budget -= len(parts[-1])
                if budget < 0:
                    raise UnreadableFile(
                        f"{label(name)} unpacks to more than {MAX_FILE_BYTES:,} bytes; unpack it first"
                    )
            return parts
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, OSError, EOFError, ValueError) as error:
        raise UnreadableFile(f"{label(name)} is a damaged or encrypted zip ({error}); unpack it first") from error


def _conversations(source: SourceFile) -> list[dict[str, Any]]:
    if isinstance(source.document, dict):
        inner = source.document.get("conversations")
        return objects(inner) if isinstance(inner, list) else [source.document]
    return objects(source.document)


def _is_flat(conversation: dict[str, Any]) -> bool:
    """Tell the old form: messages with an author or content object beside a title or creation time."""
    messages = objects(conversation.get("messages"))
    dated = "title" in conversation or "create_time" in conversation
    return dated and any("author" in item or isinstance(item.get("content"), dict) for item in messages[:5])


def _session(conversation: dict[str, Any], number: int) -> str:
    own = as_text(conversation.get("conversation_id")) or as_text(conversation.get("id"))
    described = f"{as_text(conversation.get('title'))} {as_text(conversation.get('create_time'))}".strip()
    return own or described or f"conversation {number}"


def _active_path(conversation: dict[str, Any], place: str, collector: Collector) -> Iterator[dict[str, Any]]:
    """Yield the messages from the root to the current node; count spoken messages on other branches."""
    mapping = as_dict(conversation.get("mapping"))
    node_id = as_text(conversation.get("current_node"))
    if node_id not in mapping:
        node_id = _latest_leaf(mapping)
        if mapping:
            collector.report(place, "current_node is missing; the branch with the latest message is taken")
    path: list[str] = []
    seen: set[str] = set()
    while node_id in mapping and node_id not in seen:
        seen.add(node_id)
        path.append(node_id)
        node_id = as_text(as_dict(mapping[node_id]).get("parent"))
    if node_id in seen:
        collector.report(place, "the tree of messages runs in a circle; cut where it closes")
    for key, node in mapping.items():
        message = as_dict(as_dict(node).get("message"))
        if key not in seen and _role(message) in (Role.PERSON, Role.CHARACTER):
            collector.skipped["other branch"] += 1
    for key in reversed(path):
        message = as_dict(as_dict(mapping[key]).get("message"))
        if message:
            yield message


def _latest_leaf(mapping: dict[str, Any]) -> str:
    """Return the id of the leaf with the latest message, the last of equals; "" in an empty tree."""
    best, best_time = "", float("-inf")
    parents = {as_text(as_dict(node).get("parent")) for node in mapping.values()}
    for key, node in mapping.items():
        if key in parents:
            continue
        time = as_dict(as_dict(node).get("message")).get("create_time")
        at = float(time) if isinstance(time, int | float) else float("-inf")
        if at >= best_time:
            best, best_time = key, at
    return best


def _role(message: dict[str, Any]) -> Role | None:
    author = message.get("author")
    name = as_text(author.get("role")) if isinstance(author, dict) else as_text(author) or as_text(message.get("role"))
    return _ROLES.get(name)


def _add(message: dict[str, Any], session: str, where: str, collector: Collector) -> None:
    """Add one message unless it is hidden, no speech, or meant for a tool."""
    role = _role(message)
    content = message.get("content")
    kind = as_text(as_dict(content).get("content_type"))
    reason = _why_skipped(message, role, kind)
    if reason:
        collector.skipped[reason] += 1
        return
    if role is None:
        collector.report(where, "has no author role; left out")
        return
    collector.add(
        Draft(
            role=role,
            text=content if isinstance(content, str) else _spoken(as_dict(content), collector),
            where=where,
            when=message.get("create_time"),
            session=session,
            external_id=as_text(message.get("id")),
            extra=_extra(message),
        )
    )


def _extra(message: dict[str, Any]) -> dict[str, Any]:
    """Return what a message has beside its words: metadata, and whatever field is not of its usual value."""
    extra = unplaced(message, _PLACED)
    author = unplaced(as_dict(message.get("author")), ("role",))
    parts = [part for part in as_list(as_dict(message.get("content")).get("parts")) if isinstance(part, dict)]
    named = {"author": author, "parts": [part for part in parts if not as_text(part.get("text"))]}
    kept = {key: value for key, value in extra.items() if value != _USUAL.get(key)}
    return kept | unplaced(named, ())


def _why_skipped(message: dict[str, Any], role: Role | None, kind: str) -> str:
    if role in (Role.SYSTEM, Role.TOOL):
        return role.value
    if as_dict(message.get("metadata")).get("is_visually_hidden_from_conversation") or message.get("weight") == 0:
        return "hidden"
    if kind not in _SPOKEN:
        return kind[:40]
    recipient = as_text(message.get("recipient"))
    return "tool call" if role is Role.CHARACTER and recipient not in ("", "all") else ""


def _spoken(content: dict[str, Any], collector: Collector) -> str:
    """Join a message's text parts by line breaks; parts that are pictures and files are counted by their type."""
    texts: list[str] = []
    for part in as_list(content.get("parts")) or [content.get("text")]:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict):
            spoken = as_text(part.get("text"))
            texts.append(spoken)
            if not spoken:
                collector.skipped[as_text(part.get("content_type"))[:40] or "part without text"] += 1
    return "\n".join(text for text in texts if text)
