"""RealMem's dialogue files: one person and an assistant, sessions over months.

In: `{_metadata: {person_name}, dialogues: [{session_uuid, current_time, dialogue_turns: [{speaker, content}]}]}`.
Out: every turn at its session's date (a day), with `session_uuid:index` as external id. Marks of questions
(`is_query`), memories used and memories extracted are gold of the benchmark and never imported.
"""

from __future__ import annotations

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.sides import check_member, role_of_word
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, objects, show


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON has dialogues with dialogue_turns."""
    return any("dialogue_turns" in session for session in objects(as_dict(source.document).get("dialogues"))[:5])


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the one person of the file, or () where it gives no name."""
    name = _person(source)
    return (name,) if name else ()


def read(source: SourceFile) -> Dialogue:
    """Read every session in file order; a `member` that is not the file's person raises InputError."""
    collector = Collector(source)
    person = _person(source)
    check_member(source.member, [person])
    for number, session in enumerate(objects(as_dict(source.document).get("dialogues")), start=1):
        session_id = as_text(session.get("session_uuid")) or f"session {number}"
        for index, turn in enumerate(as_list(session.get("dialogue_turns"))):
            row = as_dict(turn)
            where = f"session {session_id}, turn {index + 1}"
            role = role_of_word(as_text(row.get("speaker")))
            if role is None:
                collector.report(
                    where, f"its speaker {show(row.get('speaker'))} is neither User nor Assistant; left out"
                )
                continue
            collector.add(
                Draft(
                    role=role,
                    text=as_text(row.get("content")),
                    where=where,
                    speaker=person if role is Role.PERSON else "",
                    when=session.get("current_time"),
                    session=session_id,
                    external_id=f"{session_id}:{index}",
                )
            )
    return collector.finish("realmem", person=person)


def _person(source: SourceFile) -> str:
    name = as_text(as_dict(as_dict(source.document).get("_metadata")).get("person_name"))
    return " ".join(name.replace("_", " ").split())
