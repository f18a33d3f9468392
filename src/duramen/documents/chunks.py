"""Text -> parent chunks (context for generation) with child chunks (units of matching), as spans of that text (A1).

In: a text and sizes. Out: `ParentSpan` values in order. Deterministic; a span never holds anything but the text.

Size. A chunk of CJK text is measured in characters (parent 600, child 200: facts.md, section 1), one of spaced
scripts in words (360 and 120), and every mixture in proportion: a chunk is full when
`characters / size.chars + words / size.words` reaches 1. A Chinese translation of an English text has about five
characters for three words, so that both hold about the same amount of information. See `measure` for what counts.

Cuts. A chunk is a run of whole sentences (`text.sentences`). A sentence larger than a child is cut into pieces: after
the last clause mark in the second half of what fits, else at the last blank there, else where it is full.

Overlap. A parent begins with the last sentence of the parent before it, a child with the last sentence of the child
before it in the same parent; the first child of a parent thus begins with the last sentence of the parent before.
There is no overlap where that sentence and the next one do not fit into one child together, where the next one is
a heading, or where a sentence was cut into pieces.

Headings (`# …` lines, chapter lines) stay with what follows: a parent or child does not end with one unless it holds
nothing else, and a heading opens a new one once the current one is half full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duramen.documents.measure import Measure, cut_places
from duramen.domain.knowledge import ParentSpan, Span
from duramen.errors import BadSetting
from duramen.text.sentences import sentence_spans

_MIN_CHARS, _MIN_WORDS = 20, 12
_HEADING = re.compile(
    r"#{1,6} \S|(?:第[一二三四五六七八九十百千零〇两\d]{1,7}[回章节節卷部篇幕]|(?:chapter|part|section)\s+[\divxlc]{1,7}\b)[^。！？.!?]{0,40}$",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkSizes:
    """Largest sizes of parents and children, in characters of CJK text and in words of spaced scripts.

    Raises BadSetting when a child is larger than its parent, or smaller than 20 characters or 12 words.
    """

    parent_chars: int = 600
    child_chars: int = 200
    parent_words: int = 360
    child_words: int = 120

    def __post_init__(self) -> None:
        if not _MIN_CHARS <= self.child_chars <= self.parent_chars:
            raise BadSetting(
                f"chunk sizes of {self.child_chars} characters in {self.parent_chars} are not usable; "
                f"a child needs at least {_MIN_CHARS} characters and at most its parent's"
            )
        if not _MIN_WORDS <= self.child_words <= self.parent_words:
            raise BadSetting(
                f"chunk sizes of {self.child_words} words in {self.parent_words} are not usable; "
                f"a child needs at least {_MIN_WORDS} words and at most its parent's"
            )


@dataclass(frozen=True, slots=True)
class _Piece:
    """A sentence, or a part of one that was too large; positional, since there are hundreds of thousands of them."""

    start: int
    end: int
    chars: int
    words: int
    heading: bool
    whole: bool


def chunk(text: str, sizes: ChunkSizes | None = None) -> list[ParentSpan]:
    """Cut a text into parents and children.

    Spans are half-open, in order, without blanks at their ends. Every character that is no white space lies in at
    least one parent and in at least one of its children; children lie within their parent; no chunk is larger than
    its size. A text without a visible character gives []. Time and memory grow in proportion to the text.
    """
    sizes = sizes or ChunkSizes()
    parent_limit = _Limit(sizes.parent_chars, sizes.parent_words)
    child_limit = _Limit(sizes.child_chars, sizes.child_words)
    pieces = list(_pieces(text, child_limit))
    parents: list[ParentSpan] = []
    for first, end in _pack(pieces, parent_limit, child_limit):
        inside = pieces[first:end]
        children = tuple(
            Span(start=inside[low].start, end=inside[high - 1].end)
            for low, high in _pack(inside, child_limit, child_limit)
        )
        parents.append(ParentSpan(span=Span(start=inside[0].start, end=inside[-1].end), children=children))
    return parents


@dataclass(frozen=True, slots=True)
class _Limit:
    """A size in both measures at once."""

    chars: int
    words: int

    @property
    def full(self) -> int:
        """Return the fill of a full chunk."""
        return self.chars * self.words

    def fill(self, piece: _Piece) -> int:
        """Return how much of a chunk a piece takes, in whole numbers so that sums are exact."""
        return piece.chars * self.words + piece.words * self.chars


def _pieces(text: str, limit: _Limit) -> Iterator[_Piece]:
    """Give the sentences in order, those larger than a child as pieces that fit into one."""
    spans = sentence_spans(text)
    measure = Measure(text, spans)
    for (start, end), chars, words in zip(spans, measure.chars, measure.words, strict=True):
        if chars * limit.words + words * limit.chars <= limit.full:
            heading = end - start <= 120 and bool(_HEADING.match(text, start, end))
            yield _Piece(start, end, chars, words, heading, True)
            continue
        places = list(cut_places(text, start, end, (limit.chars, limit.words)))
        cut = Measure(text, places)
        for (low, high), part_chars, part_words in zip(places, cut.chars, cut.words, strict=True):
            yield _Piece(low, high, part_chars, part_words, False, False)


def _pack(pieces: Sequence[_Piece], limit: _Limit, overlap: _Limit) -> Iterator[tuple[int, int]]:
    """Give runs `[first, end)` of pieces, each as long as fits, the next beginning with the last piece of the one before."""
    first = 0
    while first < len(pieces):
        end = _run_end(pieces, first, limit)
        yield first, end
        if end == len(pieces):
            return
        last = pieces[end - 1]
        both = overlap.fill(last) + overlap.fill(pieces[end])
        repeated = end - first > 1 and last.whole and not pieces[end].heading and both <= overlap.full
        first = end - 1 if repeated else end


def _run_end(pieces: Sequence[_Piece], first: int, limit: _Limit) -> int:
    """Return the end of the longest run from `first` that fits, without a heading at its end."""
    fill = limit.fill(pieces[first])
    end = first + 1
    while end < len(pieces):
        more = limit.fill(pieces[end])
        opens_section = pieces[end].heading and not pieces[end - 1].heading
        if fill + more > limit.full or (opens_section and fill * 2 >= limit.full):
            break
        fill += more
        end += 1
    kept = end
    while end < len(pieces) and kept > first + 1 and pieces[kept - 1].heading:
        kept -= 1
    # A run of nothing but headings is kept as it is; moving them on would never end.
    return end if pieces[kept - 1].heading and end < len(pieces) else kept
