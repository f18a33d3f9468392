"""Documents: parents are the context a model reads, children the units that are matched."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from duramen.domain.time import UNKNOWN_MOMENT, Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentText:
    """A document as plain text: `title`, `text`, its media type, its own date (or unknown), its encoding when it had one.

    `extra`: fields of the source that have no place here, kept as they came. `searched`: a document that is switched
    off in its source (an entry of a lorebook) is kept and shown, but never found.
    """

    title: str
    text: str
    media_type: str
    dated: Moment = UNKNOWN_MOMENT
    encoding: str = ""
    extra: dict[str, Any] = field(default_factory=dict)
    searched: bool = True


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
