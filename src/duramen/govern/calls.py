"""Reads one call, `ADD(path, "value")`, from its word to its closing bracket, as models write it.

In: the text, the match of its beginning, and a limit that it cannot cross. Out: the place to read on from; what was
read, mended or refused goes into the draft. The exact form is tried first, so that what was printed is read as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from duramen.domain.operations import NO_OP, Kind
from duramen.govern.draft import Draft
from duramen.govern.marks import CLOSERS, OPENERS, PIECE_END, kind_of, spelling_repairs
from duramen.govern.paths import MAX_PATH_CHARS, NOT_IN_PATH
from duramen.govern.quoted import are_several, is_over, read_quoted
from duramen.govern.source import Source
from duramen.govern.strict import BREAKING_OFF, OPERATION, operation_of

_NOTHING = re.compile(r"(?P<said>[^()（）\n]{0,300}+)(?P<bracket>[)）]?)")
_NAMED_PATH = re.compile(r"\s*+(?:path|leaf|key|路径)\s*+[=＝:：]\s*+", re.IGNORECASE)
_NAMED_VALUE = re.compile(r"(?:new_?value|value|val|text|content|值)\s*+[=＝:：]\s*+", re.IGNORECASE)
_PATH_SIGN = rf"(?!->|=>)(?:[^{NOT_IN_PATH}'‘’]|\\_|[．。＿]|(?<=\w)['’](?=\w))"
_BARE_PATH = re.compile(rf"\s*+(?P<path>(?:{_PATH_SIGN}){{1,{MAX_PATH_CHARS}}}+)")
_GOES_ON = re.compile(_PATH_SIGN)
_QUOTES = f"{OPENERS}」』»"
_QUOTED_PATH = re.compile(rf"\s*+[{OPENERS}](?P<path>[^{_QUOTES}\n]{{0,{MAX_PATH_CHARS}}}+)[{_QUOTES}]\s*+")
_AFTER_PATH = re.compile(
    rf"\s*+(?:(?P<close>[)）])|(?P<comma>[,，、])\s*+(?P<early>[)）])?|(?P<assign>->|=>|→|[=＝:：])\s*+|(?=[{OPENERS}]))"
)
_NONE = re.compile(r"(?P<none>None|null|nil|none|NULL|无|空)\s*+[,，]?\s*+(?P<bracket>[)）])")
_CODE_LITERAL = re.compile(r"[{\[]|(?:true|false)\s*+[)）]", re.IGNORECASE)
_BRACKET = re.compile(r"[()（）\n]")
_LIKE_A_PATH = re.compile(r"[\w/]+(?:\.[\w/]+)+")


@dataclass(slots=True)
class _Call:
    """A call that is being read: the source, where it begins, its kind, its path, its limit, and the draft."""

    source: Source
    start: int
    kind: Kind
    limit: int
    draft: Draft
    path: str = ""

    @property
    def text(self) -> str:
        return self.source.text

    def piece(self, end: int) -> str:
        return self.text[self.start : end]

    def written(self, value: str | None, end: int) -> int:
        self.draft.write(self.kind, self.path, value, self.piece(end))
        return end

    def refused(self, code: str, reason: str, end: int) -> int:
        self.draft.refuse(self.piece(end), code, reason)
        return end


def read_call(found: re.Match[str], word: str, source: Source, draft: Draft) -> int:
    """Read the call that begins at `found`, a match in the source's text, into `draft`; return the place after it.

    Codes of refusals: no-path, bad-path, no-value, several-values, not-text, unclosed, ambiguous, cut-off, unreadable.
    """
    kind, exact = kind_of(word), OPERATION.match(source.text, found.start())
    operation = None if exact is None else operation_of(exact)
    if exact is not None and operation is not None and _ends_well(exact):
        draft.operations.append(operation)
        return exact.end()
    if kind is None:  # the pattern lets no other word through
        return found.end()
    draft.note(*spelling_repairs(word, kind))
    if found[0][-1] == "（":
        draft.note("full-width-marks")
    call = _Call(source=source, start=found.start(), kind=kind, limit=source.limit(found.end()), draft=draft)
    if BREAKING_OFF.match(source.text, found.start()):
        return _unclosed(call, len(source.text))
    return _read_nothing(call, found.end()) if kind is Kind.NO_OP else _read_path(call, found.end())


def _ends_well(exact: re.Match[str]) -> bool:
    """Tell whether an exact operation ends where it seems to: not at a quote and a bracket within its value."""
    value = exact["value"] or ""
    return is_over(exact.string, exact.end()) or value.count("(") == value.count(")")


def _read_nothing(call: _Call, after: int) -> int:
    found = _NOTHING.match(call.text, after, call.limit)
    if found is None or not found["bracket"]:
        call.draft.note("missing-bracket")
        end = after
    else:
        if found["said"].strip():
            call.draft.note("no-op-with-arguments")
        if found["bracket"] == "）":
            call.draft.note("full-width-marks")
        end = found.end()
    call.draft.operations.append(NO_OP)
    return end


def _read_path(call: _Call, after: int) -> int:
    named = _NAMED_PATH.match(call.text, after, call.limit)
    if named is not None:
        call.draft.note("named-arguments")
        after = named.end()
    quoted = _QUOTED_PATH.match(call.text, after, call.limit)
    if quoted is not None:
        call.draft.note("quoted-path")
    found = quoted or _BARE_PATH.match(call.text, after, call.limit)
    if found is not None:
        call.path, after = found["path"], found.end()
    if len(call.path) == MAX_PATH_CHARS and _GOES_ON.match(call.text, after, call.limit):
        reason = f"the path is longer than the {MAX_PATH_CHARS} characters that one may have"
        return call.refused("bad-path", reason, _piece_end(call, after))
    return _read_after_path(call, after)


def _read_after_path(call: _Call, after: int) -> int:
    separator = _AFTER_PATH.match(call.text, after, call.limit)
    if separator is None:
        end = _piece_end(call, after)
        if end == len(call.text):
            return call.refused("cut-off", "the output ends in the middle of an operation", end)
        if not call.path.strip():
            return call.refused("no-path", f"{call.kind.value} names no path; write it as path, then value", end)
        return call.refused("unreadable", "after the path stands neither a comma nor the end of the operation", end)
    closed = separator["close"] or separator["early"]
    if {closed, separator["comma"], separator["assign"]} & {"）", "，", "、", "＝", "："}:
        call.draft.note("full-width-marks")
    if closed:
        return _without_value(call, separator)
    if separator["assign"]:
        call.draft.note("assignment-form")
    elif not separator["comma"]:
        call.draft.note("missing-comma")
    return _read_value(call, separator.end())


def _without_value(call: _Call, separator: re.Match[str]) -> int:
    if call.kind is Kind.DELETE:
        call.draft.note("delete-without-none")
        return call.written(None, separator.end())
    code = "no-value" if call.path.strip() else "no-path"
    return call.refused(code, f"{call.kind.value} needs a path and a quoted value", separator.end())


def _read_value(call: _Call, start: int) -> int:
    text, limit, draft = call.text, call.limit, call.draft
    named = _NAMED_VALUE.match(text, start, limit)
    if named is not None:
        draft.note("named-arguments")
        start = named.end()
    none = _NONE.match(text, start, limit)
    if none is not None:
        if none["none"] != "None":
            draft.note("none-spelling")
        if none["bracket"] == "）":
            draft.note("full-width-marks")
        return call.written(None, none.end())
    if start >= limit:
        return _unclosed(call, limit)
    if text[start] in CLOSERS:
        return _read_quoted_value(call, start)
    return _read_bare_value(call, start)


def _read_quoted_value(call: _Call, start: int) -> int:
    if are_several(call.text, start):
        reason = "more than one value is given, and which of them counts is not said"
        return call.refused("several-values", reason, _piece_end(call, start))
    value = read_quoted(call.text, start, call.limit)
    if value is None:
        return _unclosed(call, call.limit)
    call.draft.note(*value.repairs)
    return call.written(value.text, value.end)


def _read_bare_value(call: _Call, start: int) -> int:
    """Read a value without quotes: the rest of the line up to the bracket that closes the call."""
    text, depth = call.text, 0
    if _CODE_LITERAL.match(text, start):
        reason = "the value is a list, an object or a truth value, and leaves hold text"
        return call.refused("not-text", reason, _piece_end(call, start))
    for mark in _BRACKET.finditer(text, start, call.limit):
        if mark[0] == "\n":
            return call.refused("unclosed", "the operation has no closing bracket on its line", mark.start())
        depth += 1 if mark[0] in "(（" else -1
        if depth < 0:
            return _bare_value(call, text[start : mark.start()].strip(), mark)
    return _unclosed(call, call.limit)


def _bare_value(call: _Call, value: str, closing: re.Match[str]) -> int:
    end = closing.end()
    if not value:
        return call.refused("no-value", f"{call.kind.value} needs a quoted value after its path", end)
    if call.kind is Kind.DELETE and _LIKE_A_PATH.fullmatch(value):
        return call.refused("several-values", "DELETE takes one path; write one DELETE for each leaf", end)
    call.draft.note("unquoted-value", *(["full-width-marks"] if closing[0] == "）" else []))
    return call.written(value, end)


def _unclosed(call: _Call, end: int) -> int:
    if end >= len(call.text):
        return call.refused("cut-off", "the output ends in the middle of an operation", len(call.text))
    swallowing = call.source.swallowed_until(end)
    if swallowing >= 0:
        return call.refused("ambiguous", "operations stand inside what may be one long value", swallowing)
    return call.refused("unclosed", "another operation begins before this one has ended", end)


def _piece_end(call: _Call, after: int) -> int:
    """Return where a piece that cannot be read ends: at the line's end, or at the next operation on the line."""
    found = PIECE_END.search(call.text, after, call.limit)
    return call.limit if found is None else found.start()
