"""MemoryBank's memory files: people, each with a history of days, each day a list of query and response.

In: `{name: {"history": {"2023-04-27": [{query, response}]}}}`, or the entry of one person. Out: the messages of one
person; a session is a day, times are of that precision. Names are matched loosely: some carry stray spaces.
Summaries, personality and meta information are gold of the data set, not dialogue, and never imported.
"""

from __future__ import annotations

from typing import Any

from duramen.domain.dialogue import Dialogue, Role
from duramen.observe.collect import Collector, Draft
from duramen.observe.sides import choose
from duramen.observe.source import SourceFile, as_dict, as_list, as_text, show

_SIDES = (("query", Role.PERSON), ("response", Role.CHARACTER))


def sniff(source: SourceFile) -> bool:
    """Tell whether the JSON has people with a history of lists of queries."""
    for entry in list(_people(source).values())[:20]:
        for day in list(_history(entry).values())[:20]:
            if any("query" in as_dict(turn) for turn in as_list(day)[:5]):
                return True
    return False


def members(source: SourceFile) -> tuple[str, ...]:
    """Return the people in the file, in order, without stray spaces."""
    return tuple(name.strip() for name in _people(source))


def read(source: SourceFile) -> Dialogue:
    """Read one person's days; where the file has several people, `member` says who."""
    collector = Collector(source)
    people = _people(source)
    key = choose(source.member, people, "people") if source.member or len(people) > 1 else next(iter(people))
    name = " ".join(key.split())
    for date, turns in _history(people[key]).items():
        for number, turn in enumerate(as_list(turns), start=1):
            where = f"{name}, {date}, turn {number}"
            row = as_dict(turn)
            if not any(side in row for side, _ in _SIDES):
                collector.report(where, f"{show(turn)} is neither query nor response; left out")
                continue
            for side, role in _SIDES:
                speaker = name if role is Role.PERSON else ""
                collector.add(
                    Draft(role=role, text=as_text(row.get(side)), where=where, speaker=speaker, when=date, session=date)
                )
    return collector.finish("memorybank", person=name)


def _people(source: SourceFile) -> dict[str, Any]:
    document = as_dict(source.document)
    if isinstance(document.get("history"), dict):
        return {as_text(document.get("name")): document}
    return {name: entry for name, entry in document.items() if _history(entry)}


def _history(entry: object) -> dict[str, Any]:
    return as_dict(as_dict(entry).get("history"))
