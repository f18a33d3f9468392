"""Collect the messages of a source: clean the text, read the time, drop what is empty or doubled, note every problem.

In: drafts, as a format finds them. Out: a `Dialogue`. Nothing is lost without a trace: what is left out is counted
under its kind in `skipped`, what cannot be used is a `Problem` with its place, and the rest is kept.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from duramen.domain.dialogue import Dialogue, Message, Problem, Role
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.errors import BadTime
from duramen.observe.extra import EXTRA_BYTES, pack_extra
from duramen.observe.source import MAX_LINE_CHARS, SourceFile, numbered_lines, parse_json, show
from duramen.text.border import MAX_MESSAGE_CHARS, clean, is_blank
from duramen.text.moments import read_moment

MAX_PROBLEMS = 1_000
"""Problems kept one by one; further ones are counted in the last."""

MAX_FIELD_CHARS = 40
"""Longest name of a field in the count of what was left out."""

MAX_NAME_CHARS = 200
"""Longest speaker, session or id; a longer one is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A message as a format found it: raw text and raw time, with the place for problems ("line 3").

    `extra`: what else the source says of it, by field.
    """

    role: Role
    text: str
    where: str
    speaker: str = ""
    when: object = None
    session: str = ""
    external_id: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


class Collector:
    """Gathers drafts into a Dialogue; one for each file that is read.

    Of what a message has besides, `extra_bytes` are kept; fields beyond are counted in `skipped` as "field NAME".
    """

    def __init__(self, source: SourceFile, *, extra_bytes: int = EXTRA_BYTES) -> None:
        self.source = source
        self._extra_bytes = extra_bytes
        self._zoneless = 0
        self.skipped: Counter[str] = Counter()
        self._messages: list[Message] = []
        self._problems: list[Problem] = []
        self.notes: list[str] = []
        self._unlisted = 0
        self._texts_by_id: dict[tuple[str, str], str] = {}
        if source.replaced:
            self.report("file", f"{source.replaced} damaged places could not be decoded and are shown as U+FFFD")

    def report(self, where: str, what: str) -> None:
        """Note a problem; beyond MAX_PROBLEMS they are only counted."""
        if len(self._problems) < MAX_PROBLEMS:
            self._problems.append(Problem(where=where, what=what))
        else:
            self._unlisted += 1

    def add(self, draft: Draft) -> None:
        """Keep one message, or count why not: system and tool messages, empty ones, repeats of one id and text."""
        if draft.role in (Role.SYSTEM, Role.TOOL):
            self.skipped[draft.role.value] += 1
            return
        text = self._text(draft)
        if is_blank(text):
            self.skipped["empty"] += 1
            return
        session, external_id = name_text(draft.session), name_text(draft.external_id)
        if external_id:
            known = self._texts_by_id.get((session, external_id))
            if known == text:
                self.skipped["duplicate"] += 1
                return
            if known is not None:
                self.report(draft.where, f"the id {show(external_id)} occurs twice with different texts; both are kept")
                external_id = ""
            else:
                self._texts_by_id[session, external_id] = text
        extra, too_large = pack_extra(draft.extra, self._extra_bytes)
        self.skipped.update(f"field {name[:MAX_FIELD_CHARS]}" for name in too_large)
        self._messages.append(
            Message(
                role=draft.role,
                speaker=name_text(draft.speaker),
                text=text,
                happened_at=self.moment(draft.when, draft.where),
                session=session,
                external_id=external_id,
                position=len(self._messages),
                extra=extra,
                where=draft.where,
            )
        )

    def moment(self, value: object, where: str) -> Moment:
        """Read a time; absent ones are unknown, unreadable ones are unknown and reported."""
        if value is None or value == "":
            return UNKNOWN_MOMENT
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            try:
                moment, told = read_moment(value.strip() if isinstance(value, str) else value, self.source.zone)
            except BadTime as error:
                self.report(where, f"time unknown: {str(error)[:300]}")
                return UNKNOWN_MOMENT
            self._zoneless += not told
            return moment
        self.report(where, f"time unknown: {show(value)} is not a time")
        return UNKNOWN_MOMENT

    def finish(self, format_name: str, *, person: str = "", character: str = "", group: str = "") -> Dialogue:
        """Return everything that was gathered, messages in the order in which they were added."""
        problems = sorted(self._problems, key=lambda problem: _line_number(problem.where))
        if self._unlisted:
            problems.append(Problem(where="file", what=f"{self._unlisted} further problems of the same file"))
        return Dialogue(
            format=format_name,
            messages=tuple(self._messages),
            problems=tuple(problems),
            person=name_text(person),
            character=name_text(character),
            skipped=dict(sorted(self.skipped.items())),
            zoneless=self._zoneless,
            notes=tuple(self.notes),
            group=name_text(group),
        )

    def json_lines(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield (line number, object) for each line; a broken, overlong or other line is reported and passed over."""
        for number, line in numbered_lines(self.source.text):
            where = f"line {number}"
            if len(line) > MAX_LINE_CHARS:
                self.report(where, f"{len(line):,} characters, more than the {MAX_LINE_CHARS:,} of one line; left out")
                continue
            if not line.strip("\x00 \t\ufeff"):
                continue
            try:
                row = parse_json(line)
            except json.JSONDecodeError as error:
                self.report(
                    where, f"not valid JSON at column {error.colno}: {error.msg}; the line begins {show(line, 40)}"
                )
                continue
            except RecursionError:
                self.report(where, "JSON nested too deeply; left out")
                continue
            if isinstance(row, dict):
                yield number, row
            else:
                self.report(where, f"{show(row)} where an object was expected")

    def _text(self, draft: Draft) -> str:
        if len(draft.text) > MAX_MESSAGE_CHARS:
            self.report(
                draft.where,
                f"a message of {len(draft.text):,} characters was cut after {MAX_MESSAGE_CHARS:,}; split it to keep all",
            )
        cleaned = clean(draft.text[:MAX_MESSAGE_CHARS])
        if cleaned.replaced:
            self.report(draft.where, f"{cleaned.replaced} control characters or lone surrogates were taken out")
        return cleaned.text[:MAX_MESSAGE_CHARS].strip()


def _line_number(where: str) -> int:
    """Return the number in "line 12" for the order of problems; other places keep the order they were found in."""
    return int(where[5:]) if where.startswith("line ") and where[5:].isdigit() else 0


def name_text(text: str) -> str:
    """Return a speaker, session or id on one line, cleaned, at most MAX_NAME_CHARS long."""
    return " ".join(clean(text[: 4 * MAX_NAME_CHARS]).text.split())[:MAX_NAME_CHARS]
