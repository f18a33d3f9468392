"""Documents: parents are the context a model reads, children the units that are matched."""

from __future__ import annotations

from dataclasses import dataclass

from duramen.domain.time import UNKNOWN_MOMENT, Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """A document as plain text: `title`, `text`, its media type, its own date (or unknown), its encoding when it had one."""

    title: str
    text: str
    media_type: str
    dated: Moment = UNKNOWN_MOMENT
    encoding: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Half-open character range `[start, end)` in a text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ParentSpan:
    """A parent chunk in its document's text, with its children as spans in the same text."""

    span: Span
    children: tuple[Span, ...]
