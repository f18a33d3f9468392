"""Plain text: `Name: text` or `名字：text` lines, with a time before them or not; else paragraphs in alternation.

In: text. Lines that begin with no name belong to the message before. A prefix is taken for a name when it is a word
for a side ("User", "助手"), or when it occurs at least twice; where fewer than two do, the first prefixes of the file
fill up to two. In a file of which every line has a prefix, or has a time before it, one that occurs once is a name too,
but for a label ("Note", "地址"): so nobody's words in a group are another's. Any other is reported and stays part of the message. Paragraphs are read as turns of person and character in alternation
only when the format is named, since every book would fit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.generic_fields import Spoken, finish_spoken
from duramen.observe.sides import check_member, loose, role_of_word
from duramen.observe.source import MAX_LINE_CHARS, SourceFile, numbered_lines

_TIME = r"(?:[\[(（【]?(?P<time>\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?(?:[ T,，]+\d{1,2}:\d{2}(?::\d{2})?)?)[\])）】]?[\s,，\-]*)?"
_NAMED = re.compile(
    rf"^\ufeff?\s{{0,8}}{_TIME}(?P<name>[^\s:：\"“”。！？，,；;()<>/\\][^:：\"“”。！？，；;<>/\\\n]{{0,39}}?)\s?(?::(?!//)|：)\s?(?P<text>.*)$"
)
_MAX_WORDS = 4
_LABELS = """
    ps p.s. note notes nb n.b. edit update reminder warning todo tip tips time date place address where when what re fwd
    http https subject from to cc link total 注意 备注 地址 时间 日期 地点 提醒 链接 主题 总结 总计 说明 另外 附 電話 电话 图片
"""
# "Ann 2024-05-01 08" before the colon of a time is no name.
_DATED = re.compile(r"\d{1,4}[-/.]\d{1,2}[-/.]\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    number: int
    text: str
    name: str
    rest: str
    time: str


def sniff(source: SourceFile) -> bool:
    """Tell whether at least two of the first lines, and a third of them, begin with a name that comes again.

    Two speakers of a line each are enough when the file's first lines have no further prefix.
    """
    lines = [line for line in (_split(number, text) for number, text in enumerate(source.first_lines)) if line.name]
    known = _names(lines, at_least=2 if len({loose(line.name) for line in lines}) <= 2 else 0)
    speaking = sum(1 for line in lines if loose(line.name) in known)
    return speaking >= 2 and 3 * speaking >= len(source.first_lines)


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the names in the file whose side their word does not tell, in order; () for paragraphs."""
    rows = _named_rows(source, Collector(source))
    return tuple(dict.fromkeys(row.draft.speaker for row in rows if row.role is None))


def read(source: SourceFile) -> Dialogue:
    """Read named lines, else paragraphs, the first of which is the person's."""
    collector = Collector(source)
    rows = _named_rows(source, collector)
    if len(rows) >= 2 or (rows and len(source.first_lines) == 1):
        return finish_spoken(rows, collector, "txt")
    collector = Collector(source)
    check_member(source.member, [])
    for index, (number, paragraph) in enumerate(_paragraphs(source, collector)):
        side = Role.CHARACTER if index % 2 else Role.PERSON
        collector.add(Draft(role=side, text=paragraph, where=f"line {number}"))
    return collector.finish("txt")


def _split(number: int, text: str) -> _Line:
    match = _NAMED.match(text) if len(text) <= MAX_LINE_CHARS else None
    name = " ".join(match["name"].split()) if match else ""
    if match is None or len(name.split()) > _MAX_WORDS or name.isdigit() or _DATED.search(name):
        return _Line(number=number, text=text, name="", rest="", time="")
    return _Line(number=number, text=text, name=name, rest=match["text"], time=match["time"] or "")


def _names(lines: list[_Line], at_least: int = 2) -> set[str]:
    """Return the prefixes that count as names, in loose form; the first of the others fill up to `at_least`."""
    counts = Counter(loose(line.name) for line in lines if line.name)
    words = {loose(line.name) for line in lines if line.name and role_of_word(line.name) is not None}
    known = {name for name, count in counts.items() if count >= 2} | words
    others = [name for name in counts if name not in known]
    return known | set(others[: max(0, at_least - len(known))])


def _lines(source: SourceFile, collector: Collector) -> Iterator[_Line]:
    for number, text in numbered_lines(source.text):
        if len(text) > MAX_LINE_CHARS:
            collector.report(
                f"line {number}", f"{len(text):,} characters, more than the {MAX_LINE_CHARS:,} of one line; left out"
            )
        else:
            yield _split(number, text)


def _named_rows(source: SourceFile, collector: Collector) -> list[Spoken]:
    """Return the messages of named lines; other lines are joined to the message before them."""
    lines = list(_lines(source, collector))
    names = _names(lines, at_least=0)
    if names:
        whole = all(line.name for line in lines if line.text.strip())
        names |= {loose(line.name) for line in lines if line.name and (whole or line.time)} - set(_LABELS.split())
    names |= _names(lines)
    gathered: list[tuple[_Line, list[str]]] = []
    for line in lines:
        if line.name and loose(line.name) in names:
            gathered.append((line, [line.rest]))
            continue
        if line.name and gathered:
            collector.report(
                f"line {line.number}",
                f"{line.name!r} begins one line only, so it is taken for words, not for a speaker",
            )
        if gathered:
            gathered[-1][1].append(line.text)
        elif line.text.strip():
            collector.report(f"line {line.number}", "stands before the first speaker; left out")
    return [_spoken(line, "\n".join(parts)) for line, parts in gathered]


def _spoken(line: _Line, text: str) -> Spoken:
    role = role_of_word(line.name)
    draft = Draft(
        role=role or Role.OTHER,
        text=text,
        where=f"line {line.number}",
        speaker=line.name,
        when=line.time,
    )
    return Spoken(role=role, draft=draft)


def _paragraphs(source: SourceFile, collector: Collector) -> Iterator[tuple[int, str]]:
    """Yield (line number, paragraph); blank lines part them, or every line is one where there are no blank lines."""
    has_blank = bool(re.search(r"\n[ \t\r]*\n", source.text))
    begun, parts = 0, list[str]()
    for line in _lines(source, collector):
        if line.text.strip():
            begun = begun or line.number
            parts.append(line.text)
        if parts and (not has_blank or not line.text.strip()):
            yield begun, "\n".join(parts)
            begun, parts = 0, []
    if parts:
        yield begun, "\n".join(parts)
