"""WeChat by WeFlow as text: a line `2025-01-15 08:13:20 "发送人"`, then the message, then a blank line.

In: such a text file, in any encoding. Out: every message that carries words. 我 is the person unless `member` says
otherwise. Times are local times in the reader's zone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft, name_text
from duramen.observe.sides import assign_roles
from duramen.observe.source import MAX_LINE_CHARS, SourceFile, numbered_lines
from duramen.observe.wechat import read_placeholder

_HEAD = re.compile(
    r"^\ufeff?(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}[ T]\d{1,2}:\d{2}(?::\d{2})?)\s+[\"“'「](.{1,200}?)[\"”'」]\s*$"
)


@dataclass(slots=True)
class _Entry:
    number: int
    when: str
    speaker: str
    lines: list[str] = field(default_factory=list)


def sniff(source: SourceFile) -> bool:
    """Tell whether the first line that is not blank is a head."""
    return bool(source.first_lines) and bool(_HEAD.match(source.first_lines[0][:400]))


def members(source: SourceFile) -> tuple[str, ...]:
    """Return those who wrote, in order of appearance."""
    return tuple(dict.fromkeys(entry.speaker for entry in _entries(Collector(source))))


def read(source: SourceFile) -> Dialogue:
    """Read the chat; raises InputError with the names where nobody is called 我 and no member is named."""
    collector = Collector(source)
    entries = _entries(collector)
    roles = assign_roles([entry.speaker for entry in entries], source.member, "我")
    for entry in entries:
        carried = read_placeholder("\n".join(entry.lines).strip())
        if carried.kind:
            collector.skipped[carried.kind] += 1
            continue
        collector.add(
            Draft(
                role=roles[entry.speaker],
                text=carried.text,
                where=f"line {entry.number}",
                speaker=entry.speaker,
                when=entry.when,
            )
        )
    person = next((name for name, role in roles.items() if role is Role.PERSON), "")
    character = next((name for name, role in roles.items() if role is Role.CHARACTER), "")
    return collector.finish("wechat-weflow", person=person, character=character)


def _entries(collector: Collector) -> list[_Entry]:
    entries: list[_Entry] = []
    for number, line in numbered_lines(collector.source.text):
        head = _HEAD.match(line) if len(line) <= 400 else None
        if head:
            entries.append(_Entry(number=number, when=head[1], speaker=name_text(head[2])))
        elif len(line) > MAX_LINE_CHARS:
            collector.report(
                f"line {number}", f"{len(line):,} characters, more than the {MAX_LINE_CHARS:,} of one line; left out"
            )
        elif entries:
            entries[-1].lines.append(line)
        elif line.strip():
            collector.report(f"line {number}", "stands before the first time and sender; left out")
    return entries
