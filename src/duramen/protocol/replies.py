"""Reads one response out of a model's output, from its opening tag to the end that it has.

In: a `Region` and the index of an opening response tag. Out: the text that may be shown, and what was found inside
that may not. Tags that the reply only shows stay in it; analyses and thoughts that it holds are taken out.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field

from duramen.protocol.quoting import Fences, is_shown_closing, is_shown_opening
from duramen.protocol.tags import Family, Kind, Tag, cut_tag_from

_DECORATIONS = ("**", "__", "`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """The part of an output that is read: `tags[first:stop]` in `text[start:end]`, with each opening tag's partner."""

    text: str
    tags: Sequence[Tag]
    partner: Sequence[int | None]
    fences: Fences
    first: int
    stop: int
    start: int
    end: int

    def partner_of(self, index: int) -> int | None:
        """Return the index of the closing tag of an opening one, None when it has none in this region."""
        found = self.partner[index]
        return found if found is not None and found < self.stop else None


@dataclass(slots=True, kw_only=True)
class ReadResponse:
    """One response: its text, the analyses taken out of it, where reading goes on (`end`, `following`), its repairs."""

    text: str = ""
    analyses: list[str] = field(default_factory=list)
    end: int = 0
    following: int = 0
    closed: bool = False
    repairs: list[str] = field(default_factory=list)


def read_response(region: Region, index: int, analysed: bool) -> ReadResponse:
    """Read the response that the tag at `index` opens.

    `analysed`: whether an analysis came before; a weak tag (bracket, heading) that would open another one is then
    text. The text is not stripped, except of a cut tag and of the mark that ends a code block around everything.
    """
    reader = _Reader(region, index, analysed)
    return reader.read()


class _Reader:
    """The state of reading one response."""

    def __init__(self, region: Region, index: int, analysed: bool) -> None:
        self._region = region
        self._opening = region.tags[index]
        self._index = index + 1
        self._analysed = analysed
        self._floor = self._place = self._opening.end
        self._pieces: list[str] = []
        self._shown_end: tuple[int, int, int] | None = None
        self._out = ReadResponse()
        region.fences.enter(self._floor)

    def read(self) -> ReadResponse:
        """Walk to the end of the response."""
        region = self._region
        while self._index < region.stop and not self._out.closed:
            tag = region.tags[self._index]
            if self._is_text(self._index, tag):
                self._remember_shown(tag)
                self._index += 1
            elif tag.kind is Kind.RESPONSE and tag.closing:
                self._close(tag.start, tag.end, tag)
            else:
                self._take_out(tag)
        if not self._out.closed:
            self._close_at_end()
        self._out.following = self._index
        self._out.text = self._undecorated("".join(self._pieces))
        return self._out

    def _is_text(self, index: int, tag: Tag) -> bool:
        """Tell whether a tag in the response is part of its text."""
        partner = self._region.partner_of(index)
        if self._is_weak(tag, paired=partner is not None):
            return True
        text, fences = self._region.text, self._region.fences
        if fences.any and fences.hold(tag.start):
            return True
        if tag.closing:
            return is_shown_closing(text, self._floor, tag) or self._is_followed_by_the_end(index, tag)
        if tag.kind is Kind.RESPONSE:
            return not self._at_line_start(tag)
        element_end = self._region.tags[partner].end if partner is not None else tag.end
        return is_shown_opening(text, self._floor, tag, element_end)

    def _is_weak(self, tag: Tag, *, paired: bool) -> bool:
        """Tell whether a tag is written more weakly than this response, so that it cannot act on it."""
        own = self._opening.family
        if tag.family is Family.ANGLE:
            return False
        if tag.kind is Kind.RESPONSE and not tag.closing:
            return True
        if tag.family is Family.HEADING:
            return own is not Family.HEADING or self._analysed
        if paired:
            return False
        return own is Family.ANGLE or (not tag.closing and self._analysed)

    def _is_followed_by_the_end(self, index: int, tag: Tag) -> bool:
        """Tell whether a closing response tag stands in mid-line with the real one further on."""
        following = index + 1
        if tag.kind is not Kind.RESPONSE or following >= self._region.stop:
            return False
        other = self._region.tags[following]
        rest = self._region.text[tag.end : min(other.start, tag.end + 200)].partition("\n")[0]
        return other.kind is Kind.RESPONSE and other.closing and other.family is tag.family and bool(rest.strip())

    def _remember_shown(self, tag: Tag) -> None:
        """Remember a closing tag taken as text: when nothing follows it, it was the end after all."""
        if tag.kind is Kind.RESPONSE and tag.closing and tag.family is not Family.HEADING:
            self._shown_end = (len(self._pieces), self._place, self._index)

    def _take_out(self, tag: Tag) -> None:
        """Take an analysis, a thought or a stray tag out of the response."""
        self._pieces.append(self._region.text[self._place : tag.start])
        self._out.repairs.extend(tag.slips)
        self._place = tag.end
        self._index += 1
        if tag.closing:
            self._out.repairs.append("wrong-closing-tag" if self._rest_is_blank(tag) else "stray-closing-tag")
        elif tag.kind is Kind.RESPONSE:
            self._out.repairs.append("nested-response")
        else:
            self._hide(tag)

    def _hide(self, tag: Tag) -> None:
        """Skip the element that a tag opened: to its end, else to the end of the response, else to the end of all."""
        region = self._region
        partner = region.partner_of(self._index - 1)
        if partner is None:
            self._out.repairs.append("unclosed-analysis" if tag.kind is Kind.ANALYSIS else "unclosed-thought")
            ending = self._next_response_tag()
        else:
            ending = partner
        stop = region.tags[ending].start if ending is not None else region.end
        if tag.kind is Kind.ANALYSIS:
            self._out.analyses.append(region.text[tag.end : stop])
            self._out.repairs.append("nested-analysis" if partner is not None else "reordered")
        else:
            self._out.repairs.append("thought-removed")
        self._place, self._index = stop, region.stop if ending is None else ending
        if partner is not None:
            self._place, self._index = region.tags[partner].end, partner + 1

    def _next_response_tag(self) -> int | None:
        """Return the index of the next response tag at least as strong as this response; None when there is none."""
        region, index = self._region, self._index
        while index < region.stop:
            tag, partner = region.tags[index], region.partner_of(index)
            if tag.kind is Kind.RESPONSE and (tag.family is Family.ANGLE or self._opening.family is not Family.ANGLE):
                return index
            index = partner + 1 if partner is not None else index + 1
        return None

    def _close(self, start: int, end: int, tag: Tag) -> None:
        """End the response at a closing tag."""
        self._pieces.append(self._region.text[self._place : start])
        self._out.repairs.extend(tag.slips)
        self._out.closed, self._out.end = True, end
        self._index += 1

    def _close_at_end(self) -> None:
        """End the response where the output ends: at a shown closing tag with nothing after it, else unclosed."""
        region = self._region
        if self._shown_end is not None:
            pieces, place, index = self._shown_end
            tag = region.tags[index]
            if pieces == len(self._pieces) and not region.text[tag.end : region.end].strip("`~\"'”’」』»* \t\r\n"):
                self._place, self._index = place, index
                self._close(tag.start, region.end, tag)
                self._index = region.stop
                return
        tail = region.text[self._place : region.end]
        cut = cut_tag_from(tail)
        if cut < len(tail):
            self._out.repairs.append("cut-tag")
        tail = tail[:cut].rstrip()
        if (
            region.fences.open_before(self._opening.start)
            and tail.endswith("```")
            and tail[:-3].rpartition("\n")[2] == ""
        ):
            tail = tail[:-3]
        self._pieces.append(tail)
        if self._opening.family is not Family.HEADING and not self._ended_by_stray():
            self._out.repairs.append("unclosed-response")
        self._out.end = region.end

    def _ended_by_stray(self) -> bool:
        """Tell whether a wrong closing tag stood where the right one belongs."""
        return "wrong-closing-tag" in self._out.repairs

    def _rest_is_blank(self, tag: Tag) -> bool:
        """Tell whether nothing follows a tag but white space, up to the next tag."""
        region = self._region
        end = region.tags[self._index].start if self._index < region.stop else region.end
        return not region.text[tag.end : end].strip()

    def _at_line_start(self, tag: Tag) -> bool:
        """Tell whether a tag stands first on its line, or right after the opening tag."""
        before = self._region.text[max(self._floor, tag.start - 40) : tag.start]
        return not before.rpartition("\n")[2].strip()

    def _undecorated(self, text: str) -> str:
        """Drop Markdown marks that stood around the tags, and escapes when the tags were escaped."""
        start, end = self._opening.start, self._opening.end
        for mark in _DECORATIONS:
            around = self._region.text.startswith(mark, start - len(mark)) if start >= len(mark) else False
            if around and self._region.text.startswith(mark, end):
                text = text.removeprefix(mark).removesuffix(mark)
                self._out.repairs.append("decorated-tags")
                break
        return html.unescape(text) if "escaped-tags" in self._opening.slips else text
