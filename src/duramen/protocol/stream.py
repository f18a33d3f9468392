"""Shows a model's answer while it is still being written, and never a character of its analysis (DESIGN point 14).

In: the output in pieces, cut anywhere. Out: text that may be shown now, and at the end the rest. What is shown is
always the beginning of the response that `parse` finds in the whole output, and with `finish` all of it.

Shown at once: the text of a response that a tag in angle brackets opens, in any of its forms except escaped ones,
when it stands first, after a closed analysis, or after a closed thought. Held back until the end: output without
tags; everything after an analysis that is not closed before the response opens; responses under headings or
brackets; the rest of a response from the first thing in it that looks like a tag, its closing tag included; and at
any moment the longest ending that may still become a tag, with the white space and Markdown marks before it.
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum, auto

from duramen.domain.reply import ParsedReply
from duramen.protocol.parsing import parse
from duramen.protocol.quoting import QUOTE_WINDOW
from duramen.protocol.tags import LONGEST_TAG, Family, Kind, Tag, find_tags, partial_from

_HELD_AT_END = "".join(char for char in map(chr, range(0x3001)) if char.isspace()) + "*_`~"
"""White space and Markdown marks at the end of what is visible wait: the response may end there, stripped of them."""
_DOUBT_BEFORE = frozenset("\"'`“‘「『«*_>")
"""A response tag after one of these on its line may only be shown, or decorated: `parse` decides at the end."""


class _State(Enum):
    """Where in the output the stream stands."""

    START = auto()
    THOUGHT = auto()
    ANALYSIS = auto()
    RESPONSE = auto()
    HOLD = auto()


class ResponseStream:
    """Takes an output in pieces and gives out what of its response may be shown.

    `evidence_ids` as for `parse`. After `finish`, `parsed` is the whole reply and `raw` the whole output. Work is
    linear in the output, however it is cut.
    """

    def __init__(self, evidence_ids: Collection[str] = ()) -> None:
        self._evidence_ids = evidence_ids
        self._pieces: list[str] = []
        self._shown: list[str] = []
        self._waiting: list[str] = []
        self._pending = ""
        self._near = ""
        self._state = _State.START
        self._parsed: ParsedReply | None = None

    @property
    def raw(self) -> str:
        """Return the output as far as it came."""
        return "".join(self._pieces)

    @property
    def shown(self) -> str:
        """Return all that was given out so far."""
        return "".join(self._shown)

    @property
    def parsed(self) -> ParsedReply:
        """Return the whole reply; raises ValueError before `finish`."""
        if self._parsed is None:
            raise ValueError("the stream is not finished; call finish() when the model has stopped")
        return self._parsed

    def feed(self, piece: str) -> str:
        """Take the next piece and return what may be shown now, which is often ""; raises ValueError after `finish`."""
        if self._parsed is not None:
            raise ValueError("the stream is finished; make a new ResponseStream for the next answer")
        self._pieces.append(piece)
        if self._state is _State.HOLD:
            return ""
        self._pending += piece
        shown = "".join(self._advance())
        if shown:
            self._shown.append(shown)
        return shown

    def finish(self) -> str:
        """Parse the whole output and return the rest of its response; "" when called again."""
        if self._parsed is not None:
            return ""
        self._parsed = parse(self.raw, self._evidence_ids)
        shown = self.shown
        rest = self._parsed.response[len(shown) :] if self._parsed.response.startswith(shown) else ""
        self._shown.append(rest)
        return rest

    def _advance(self) -> list[str]:
        """Move over all tags that are complete; return what became visible."""
        visible: list[str] = []
        pending, place = self._pending, 0
        for tag in find_tags(pending):
            if "broken-tag" in tag.slips and tag.start + LONGEST_TAG > len(pending):
                self._pass(pending[place : tag.start], visible)
                self._pending = pending[tag.start :]
                return visible
            self._pass(pending[place : tag.start], visible)
            self._turn(tag)
            self._near, place = "", tag.end
            if self._state is _State.HOLD:
                self._pending = ""
                return visible
        tail = pending[place:]
        safe = partial_from(tail)
        self._pass(tail[:safe], visible)
        self._pending = tail[safe:]
        return visible

    def _pass(self, text: str, visible: list[str]) -> None:
        """Let go of text without tags: into sight inside a response, else out of it."""
        if self._state is not _State.RESPONSE:
            self._near = (self._near + text[-QUOTE_WINDOW:])[-QUOTE_WINDOW:]
            return
        body = text.rstrip(_HELD_AT_END)
        if not body:
            self._waiting.append(text)
            return
        before = "".join(self._waiting) + body
        visible.append(before if self._shown or visible else before.lstrip())
        self._waiting = [text[len(body) :]]

    def _turn(self, tag: Tag) -> None:
        """Change state at a complete tag; whatever is not plain holds the rest back."""
        opening, kind = not tag.closing, tag.kind
        plain = tag.family is Family.ANGLE and not {"escaped-tags", "broken-tag"} & set(tag.slips)
        following = _State.HOLD
        if self._state is _State.START and plain:
            following = self._turn_at_start(kind, opening, "renamed-tags" in tag.slips)
        elif self._state is _State.ANALYSIS and plain and not opening and kind is Kind.ANALYSIS:
            following = _State.START
        elif self._state is _State.THOUGHT:
            following = _State.START if not opening and kind is Kind.THOUGHT else _State.THOUGHT
        self._state = following

    def _turn_at_start(self, kind: Kind, opening: bool, renamed: bool) -> _State:
        """Return the state after a plain tag outside any element."""
        if not opening:
            return _State.HOLD if kind is Kind.RESPONSE else _State.START
        if kind is Kind.ANALYSIS:
            return _State.ANALYSIS
        if kind is Kind.THOUGHT:
            return _State.HOLD if renamed else _State.THOUGHT
        return _State.HOLD if _DOUBT_BEFORE & set(self._near.rpartition("\n")[2]) else _State.RESPONSE
