r"""Reads the operation language: a model's output in, an `OperationList` out (B3, DESIGN point 13).

What was printed is read back exactly. What a model miswrote is mended where its meaning is plain, and each repair is
noted; what looks like an operation and cannot be read is refused with its text. Nothing raises, nothing passes in
silence, and the work is linear in the text: every reader goes forward only, up to the next place where another
operation surely begins.

Repairs, by their stable names
    ======================  ===========================================================================
    thought-removed         a thought (`<think>` and its like), of which nothing is read
    unopened-thought        the end of a thought that never began: everything before it is thought
    unclosed-thought        a thought without its end; it is refused
    code-fence              operations in a code block
    list-marks              bullets and numbers before operations
    markup                  emphasis, backticks or quotes around operations
    bracketed-list          brackets around all operations
    surrounding-prose       words before, between or after operations
    several-on-a-line       more than one operation on a line
    trailing-marks          commas, semicolons or full stops after operations or before a closing bracket
    letter-case             `add(…)`
    no-op-spelling          NOOP, NO-OP, "no op"
    no-op-without-brackets  NO_OP alone
    no-op-with-arguments    NO_OP(nothing to store)
    no-op-beside-others     NO_OP beside other operations, dropped
    repeated-no-op          NO_OP more than once
    translated-name         添加(…), 更新(…), 删除(…)
    full-width-marks        （，）．＿, and the word of an operation in full-width letters
    single-quotes           'value' or `value`
    typographic-quotes      “value”, 「value」
    triple-quotes           three quotes around a value
    inner-quotes            quotes inside a value that were not escaped
    line-break-in-value     a line break inside a value that was not escaped
    other-escapes           escapes that the language does not have: decoded, or kept with their backslash
    missing-quote           a value without its closing quote, ended by the closing bracket of its line
    missing-bracket         an operation without its closing bracket
    missing-comma           no comma between path and value
    unquoted-value          a value without quotes
    none-spelling           null, nil
    quoted-path             "home.city"
    spaces-in-path          home . city
    escaped-marks           1\_Biological
    path-as-list            ["home", "city"]
    named-arguments         ADD(path=home.city, value="…")
    extra-argument          a further argument without quotes, dropped
    assignment-form         `ADD home.city = "…"`, `ADD(home.city = "…")`
    delete-with-value       DELETE(path, "old value")
    delete-without-none     DELETE(path)
    json-form               an object {"op": …, "path": …, "value": …}
    list-form               ["ADD", "home.city", "…"]
    json-mended             JSON with commas, quotes or brackets out of place
    operations-as-text      ["ADD(home.city, \"…\")", …]
    empty-list              an empty list, read as NO_OP
    ======================  ===========================================================================

Codes of refused pieces
    nothing-readable (no operation at all, or no text), cut-off (the text broke off: `partial`), unclosed, ambiguous (operations
    inside what may be a value), unreadable, unknown-operation, no-path, bad-path, no-value, several-values, not-text,
    unclosed-thought.
"""

from __future__ import annotations

import re

from duramen.domain.operations import NO_OP, OperationList
from duramen.govern.between import name_between
from duramen.govern.calls import read_call
from duramen.govern.draft import Draft
from duramen.govern.lines import read_line
from duramen.govern.marks import (
    CUT_WORD,
    LINE_LEAD,
    MAX_LEAD_CHARS,
    NEXT,
    PIECE_END,
    kind_of,
    narrowed,
    spelling_repairs,
)
from duramen.govern.objects import ObjectReader
from duramen.govern.source import Source
from duramen.govern.strict import read_strictly
from duramen.govern.thoughts import without_thoughts


def read_operations(text: str) -> OperationList:
    """Return what `text`, the whole output of a listener, says.

    Operations in the order written; `read_operations(print_operations(x)).operations` is x for all operations with
    legal paths (none or NO_OP: one NO_OP), without repairs. A text that broke off keeps the whole operations before the
    cut and is `partial`. Repairs and codes: see this module. Source: FEATURES B3.
    """
    draft = Draft()
    exact = read_strictly(text)
    if exact is not None:
        draft.operations.extend(exact)
        return draft.settled(text)
    plain = narrowed(text)
    bare = without_thoughts(plain)
    draft.note(*(["full-width-marks"] if plain != text else []), *bare.repairs)
    _Scan(bare.text, draft).run()
    if bare.unfinished or "unclosed-thought" in bare.repairs:
        draft.refuse(bare.unfinished, "unclosed-thought", "the output ends in the middle of a thought")
        draft.partial = True
    return draft.settled(text)


class _Scan:
    """One walk over a text, from what may be an operation to what may be the next."""

    def __init__(self, text: str, draft: Draft, *, objects: bool = True) -> None:
        self._text = text
        self._source = Source(text)
        self._draft = draft
        self._done = 0  # the end of the last operation
        self._line_start = 0
        self._objects_from = 0 if objects else len(text) + 1

    def run(self) -> None:
        """Read the whole text into the draft."""
        position = 0
        while (found := NEXT.search(self._text, position)) is not None:
            newline = self._text.rfind("\n", position, found.start())
            self._line_start = newline + 1 if newline >= 0 else self._line_start
            end = self._read(found)
            position = found.end() if end is None else max(end, found.start() + 1)
            self._line_start = max(self._line_start, self._text.rfind("\n", found.start(), position) + 1)
        self._rest()

    def _read(self, found: re.Match[str]) -> int | None:
        """Read the operation at `found`; return the place after it, or None where it is prose."""
        if found["json"]:
            return self._read_object(found)
        if found["bare"]:
            return self._read_bare(found)
        if found["line"]:
            end = self._at_line_start(found) and read_line(found, self._source.limit(found.end()), self._draft)
            return self._passed(found.start(), end) if end else None
        if found["unknown"]:
            return self._refuse_unknown(found)
        word = found["call"] or found["translated"]
        if found["gap"] and not word.isupper():
            return None  # "Update (May 2024): …" is prose
        before = len(self._draft.operations) + len(self._draft.refused)
        end = read_call(found, word, self._source, self._draft)
        grown = len(self._draft.operations) + len(self._draft.refused) > before
        if not grown:
            return None
        self._draft.note(*(["markup"] if (found["gap"] or "").strip() else []))
        return self._passed(found.start(), end)

    def _passed(self, start: int, end: int) -> int:
        """Name what stands between the last operation and the one at `start`; return `end`, from where to read on."""
        first = self._done == 0
        self._draft.note(*name_between(self._text[self._done : start], first=first, last=False))
        self._done = end
        return end

    def _read_object(self, found: re.Match[str]) -> int | None:
        if found.start() < self._objects_from:
            return None
        reader = ObjectReader(self._source, self._draft, self._read_nested)
        end = reader.read(found.start())
        self._objects_from = end
        return self._passed(found.start(), end) if reader.meant else None

    def _read_nested(self, text: str) -> None:
        _Scan(text, self._draft, objects=False).run()

    def _read_bare(self, found: re.Match[str]) -> int | None:
        word, text = found["bare"], self._text
        alone = self._at_line_start(found) and text[found.end() : found.end() + 3].strip(" \t\r.,;。*`")[:1] in (
            "",
            "\n",
        )
        kind = kind_of(word)
        if kind is None or not (alone or (word.isupper() and " " not in word)):
            return None
        self._draft.note(*spelling_repairs(word, kind), "no-op-without-brackets")
        self._draft.operations.append(NO_OP)
        return self._passed(found.start(), found.end())

    def _refuse_unknown(self, found: re.Match[str]) -> int:
        piece = PIECE_END.search(self._text, found.end())
        end = len(self._text) if piece is None else piece.start()
        word = found["unknown"]
        code, reason = "unknown-operation", f"{word!r} is none of ADD, UPDATE, DELETE, NO_OP"
        if kind_of(word) is not None:
            code, reason = "unreadable", f"path and value of {word} stand in other brackets than ( )"
        self._draft.refuse(self._text[found.start() : end], code, reason)
        return self._passed(found.start(), end)

    def _at_line_start(self, found: re.Match[str]) -> bool:
        start = max(self._line_start, self._done)
        short = found.start() - start <= MAX_LEAD_CHARS
        return short and LINE_LEAD.fullmatch(self._text, start, found.start()) is not None

    def _rest(self) -> None:
        """Name what stands after the last operation, which may be the beginning of one more."""
        rest = self._text[self._done :]
        last_line = rest.rsplit("\n", 1)[-1]
        lead = LINE_LEAD.match(last_line[:MAX_LEAD_CHARS])
        word = last_line[lead.end() if lead else 0 :]
        if CUT_WORD.fullmatch(word):
            self._draft.refuse(word, "cut-off", "the output ends in the middle of an operation")
            rest = rest[: len(rest) - len(last_line)]
        if self._draft.operations or self._draft.refused:
            self._draft.note(*name_between(rest, first=self._done == 0, last=True))
