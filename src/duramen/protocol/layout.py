"""Decides what of a model's output is analysis, what is response, what is thought, and what belongs to neither.

In: the output and its tags. Out: a `Layout`. The one rule above all others: nothing that stands after an opened
analysis tag and before its end is ever response. An analysis ends at its closing tag; where it has none, at the first
response opening, or at a closing tag of another element; where there is none of these either, everything is analysis.
One walk over the tags, which never goes back.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass, field

from duramen.protocol.pairing import partners
from duramen.protocol.quoting import Fences, is_shown_opening
from duramen.protocol.replies import Region, read_response
from duramen.protocol.tags import Family, Kind, Tag


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """An output taken apart.

    `analysis` is None when there was none. `response` is stripped. `tagged`: whether the response had a tag of its
    own. `outside`: what stood in no element. `repairs`: what had to be mended, in order, each once. `thought`: the
    text of thoughts under a translated name, which may be a misnamed analysis.
    """

    analysis: str | None
    response: str
    tagged: bool
    outside: str
    repairs: tuple[str, ...]
    thought: str = ""


@dataclass(slots=True)
class _Found:
    """What the walk has collected so far."""

    analyses: list[str] = field(default_factory=list)
    doubtful: int = 0
    before: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    response: str = ""
    tagged: bool = False
    finished: bool = True
    thoughts: list[tuple[int, int, int, int]] = field(default_factory=list)
    named_thoughts: list[str] = field(default_factory=list)
    repairs: dict[str, None] = field(default_factory=dict)


def lay_out(text: str, tags: Sequence[Tag]) -> Layout:
    """Take an output apart by its tags; `tags` in order and not overlapping. Linear in tags and text."""
    region = Region(
        text=text,
        tags=tags,
        partner=partners(tags),
        fences=Fences(text),
        first=0,
        stop=len(tags),
        start=0,
        end=len(text),
    )
    walk = _Walk(region)
    walk.run()
    if not walk.found.response.strip() and walk.found.thoughts:
        inner = _reply_inside_thought(walk.found, region)
        if inner is not None:
            return inner
    return walk.result()


def _reply_inside_thought(found: _Found, region: Region) -> Layout | None:
    """Return the layout of the first thought when it holds the whole protocol, ended by a closed response."""
    if found.analyses or "".join(found.loose).strip():
        return None
    first, stop, start, end = found.thoughts[0]
    tags = region.tags[first:stop]
    inside = _Walk(
        Region(
            text=region.text,
            tags=tags,
            partner=partners(tags),
            fences=Fences(region.text),
            first=0,
            stop=len(tags),
            start=start,
            end=end,
        )
    )
    inside.found.repairs["reply-inside-thought"] = None
    inside.run()
    kept = inside.found
    complete = kept.tagged and kept.finished and not "".join(kept.loose).strip() and bool(kept.response.strip())
    return inside.result() if complete and kept.analyses else None


class _Walk:
    """One walk over the tags of a region."""

    def __init__(self, region: Region) -> None:
        self._region = region
        self._text, self._tags, self._partner = region.text, region.tags, region.partner
        self._stop, self._end = region.stop, region.end
        self._place = region.start
        self.found = _Found()
        self._last_strong_end = max(
            (i for i, tag in enumerate(region.tags) if tag.family is Family.ANGLE and _ends_analysis(tag)), default=-1
        )

        self._last_opening = max(
            (i for i, tag in enumerate(region.tags) if not tag.closing and tag.kind is not Kind.THOUGHT), default=-1
        )

    def run(self) -> None:
        """Walk over the whole region."""
        index = self._region.first
        while index < self._stop:
            index = self._step(index)
        self._keep_loose(self._end)

    def result(self) -> Layout:
        """Return what was found; without a tagged response, the text beside the analysis is the response."""
        found = self.found
        analyses = found.analyses[found.doubtful :] or found.analyses
        if len(analyses) > 1:
            self._note("repeated-analysis")
        response = found.response.strip()
        outside = "".join([*found.before, *found.loose]).strip()
        if not response:
            response = self._untagged_response(bool(analyses))
        elif _without_marks(outside):
            self._note("text-outside-tags")
        if self._region.fences.any and "```" in outside and found.tagged:
            self._note("code-fence")
        return Layout(
            analysis="\n".join(part for part in analyses if part.strip()).strip() if analyses else None,
            response=response,
            tagged=found.tagged,
            outside=outside,
            repairs=tuple(found.repairs),
            thought="\n".join(found.named_thoughts).strip(),
        )

    def _untagged_response(self, analysed: bool) -> str:
        """Return the text after the analysis, else the text before it unless it only leads in."""
        after = "".join(self.found.loose).strip()
        before = "".join(self.found.before).strip()
        if analysed or self.found.tagged:
            after = _without_fences(after)
            before = _without_fences(before)
        if not analysed:
            return f"{before}\n{after}".strip() if before and after else before or after
        if after:
            self._note("missing-response-tag")
            return after
        if before and self.found.finished and not before.endswith((":", "：")):
            self._note("missing-response-tag")
            self._note("reordered")
            return before
        return ""

    def _step(self, index: int) -> int:
        """Handle the tag at `index` outside any element; return the next index."""
        tag = self._tags[index]
        if self._is_text_here(tag):
            return index + 1
        self._keep_loose(tag.start)
        for slip in tag.slips:
            self._note(slip)
        self._place = tag.end
        if tag.kind is Kind.THOUGHT:
            return self._thought_ends(index) if tag.closing else self._thought(index)
        if tag.kind is Kind.ANALYSIS:
            return self._analysis_ends(index) if tag.closing else self._analysis(index)
        return self._response_ends(index) if tag.closing else self._response(index)

    def _is_text_here(self, tag: Tag) -> bool:
        """Tell whether a tag outside any element is only text: a shown response tag, a bracket in mid-sentence."""
        if tag.kind is Kind.ANALYSIS or tag.closing or tag.family is Family.HEADING:
            return False
        if tag.family is Family.BRACKET and not self.found.analyses and not self._at_line_start(tag, self._place):
            return True
        if tag.kind is Kind.THOUGHT:
            return False
        before = self._text[max(self._place, tag.start - 1) : tag.start]
        return bool(before) and is_shown_opening(self._text, self._place, tag, tag.end)

    def _thought(self, index: int) -> int:
        """Skip a thought; an unclosed one hides the rest, unless it is a bracket or name that a later tag ends."""
        tag, partner = self._tags[index], self._partner[index]
        self._note("thought-removed")
        if partner is not None and partner < self._stop:
            end, after, following = self._tags[partner].start, self._tags[partner].end, partner + 1
        else:
            self._note("unclosed-thought")
            following = self._end_of_named_thought(index) if "renamed-tags" in tag.slips else self._stop
            end = after = self._tags[following].start if following < self._stop else self._end
            partner = following
        if tag.family is Family.BRACKET and after == self._end and partner == self._stop:
            self.found.repairs.pop("unclosed-thought", None)
            self.found.repairs.pop("thought-removed", None)
            self._place = tag.start
            return index + 1
        self.found.thoughts.append((index + 1, partner, tag.end, end))
        if "renamed-tags" in tag.slips:
            self.found.named_thoughts.append(self._text[tag.end : end])
        self._place = after
        return following

    def _end_of_named_thought(self, index: int) -> int:
        """Return the index of the tag that ends an unclosed thought under a translated name."""
        following = index + 1 if index < self._last_opening else self._stop
        while following < self._stop and (self._tags[following].kind is Kind.THOUGHT or self._tags[following].closing):
            following += 1
        return following

    def _thought_ends(self, index: int) -> int:
        """Take everything so far as thought, when a thought ends that never began and nothing was answered yet."""
        if not self.found.tagged:
            self._note("unopened-thought")
            self.found.before.clear()
            self.found.loose.clear()
            self.found.doubtful = len(self.found.analyses)
        return index + 1

    def _analysis(self, index: int) -> int:
        """Take an analysis, up to the end that it has."""
        tag, partner = self._tags[index], self._partner[index]
        self._close_loose()
        if self.found.tagged and not self.found.analyses:
            self._note("reordered")
        if partner is not None and partner < self._stop:
            if partner - index > 1:
                self._note("nested-tags")
            self._add_analysis(index, partner, self._tags[partner].start)
            self._place = self._tags[partner].end
            for slip in self._tags[partner].slips:
                self._note(slip)
            return partner + 1
        ending = self._end_of_open_analysis(index)
        if ending is None:
            self._note("unclosed-analysis")
            self.found.finished = self.found.tagged
            self._add_analysis(index, self._stop, self._end)
            self._place = self._end
            return self._stop
        ender = self._tags[ending]
        self._add_analysis(index, ending, ender.start)
        self._place = ender.start
        if ender.kind is Kind.RESPONSE and not ender.closing:
            self._note("unclosed-analysis" if tag.family is not Family.HEADING else "headings-as-tags")
            return ending
        self._note("wrong-closing-tag")
        if ender.kind is Kind.THOUGHT:
            return ending
        self._place = ender.end
        return ending + 1

    def _add_analysis(self, index: int, stop: int, end: int) -> None:
        """Keep the text of an analysis without the tags in it; what stood in the tag itself when there is no other."""
        tag = self._tags[index]
        places = [tag.end, *(edge for inner in self._tags[index + 1 : stop] for edge in (inner.start, inner.end)), end]
        content = "".join(self._text[a:b] for a, b in zip(places[::2], places[1::2], strict=True))
        if "escaped-tags" in tag.slips:
            content = html.unescape(content)
        if self._text.startswith("**", max(0, tag.start - 2)) and content.startswith("**"):
            content = content.removeprefix("**").removesuffix("**")
        if not content.strip():
            content = tag.inner
        if not content.strip():
            self._note("empty-analysis")
        self.found.analyses.append(content)

    def _end_of_open_analysis(self, index: int) -> int | None:
        """Return the index of the tag that ends an analysis without a closing tag of its own; None when none does.

        A bracket or heading ends an analysis in angle brackets only where no tag in angle brackets does.
        """
        strong_only = self._tags[index].family is Family.ANGLE and self._last_strong_end > index
        heading = self._tags[index].family is Family.HEADING
        following = index + 1
        while following < self._stop:
            tag, partner = self._tags[following], self._partner[following]
            if (_ends_analysis(tag) or (heading and tag.kind is Kind.ANALYSIS and tag.closing)) and (
                not strong_only or tag.family is Family.ANGLE
            ):
                return following
            following = partner + 1 if partner is not None else following + 1
        return None

    def _analysis_ends(self, index: int) -> int:
        """Take the text before a closing analysis tag that was never opened as analysis."""
        text = self._loose_text()
        if text:
            self._note("unopened-analysis")
            self.found.analyses.append(text)
            self.found.loose.clear()
        else:
            self._note("stray-closing-tag")
        return index + 1

    def _response_ends(self, index: int) -> int:
        """Take the text before a closing response tag that was never opened as the response."""
        text = self._loose_text()
        if text:
            self._note("unopened-response")
            self.found.response, self.found.tagged = text, True
            self.found.loose.clear()
        elif not self.found.tagged or self._text[self._tags[index - 1].end : self._tags[index].start].strip():
            self._note("stray-closing-tag")
        return index + 1

    def _loose_text(self) -> str:
        """Return the text since the last element, "" when it is blank or a response was found already."""
        if self.found.tagged:
            return ""
        text = "".join(self.found.loose)
        if text.strip():
            return text
        self._close_loose()
        return ""

    def _response(self, index: int) -> int:
        """Take a response; the first that is not blank counts."""
        self._close_loose()
        read = read_response(self._region, index, bool(self.found.analyses))
        for repair in read.repairs:
            self._note(repair)
        self.found.analyses.extend(read.analyses)
        self._place = read.end
        if self.found.tagged:
            self._note("repeated-response")
        if not self.found.response.strip():
            self.found.response, self.found.tagged, self.found.finished = read.text, True, read.closed
        return read.following

    def _at_line_start(self, tag: Tag, floor: int) -> bool:
        """Tell whether nothing but white space stands before a tag on its line."""
        before = self._text[max(floor, tag.start - 40) : tag.start]
        return not before.rpartition("\n")[2].strip()

    def _keep_loose(self, end: int) -> None:
        """Keep the text from the current place to `end` as outside any element."""
        if end > self._place:
            self.found.loose.append(self._text[self._place : end])

    def _close_loose(self) -> None:
        """Move what is outside so far before the element that begins now."""
        self.found.before.extend(self.found.loose)
        self.found.loose.clear()

    def _note(self, repair: str) -> None:
        """Remember a repair, once."""
        self.found.repairs.setdefault(repair)


def _ends_analysis(tag: Tag) -> bool:
    """Tell whether a tag can end an analysis that has no closing tag: a response tag, or a thought's end."""
    return tag.kind is Kind.RESPONSE or (tag.kind is Kind.THOUGHT and tag.closing)


def _without_fences(text: str) -> str:
    """Drop code fence lines at both ends of a text that stood around tags."""
    lines = text.split("\n")
    while lines and (not lines[0].strip() or lines[0].strip().startswith("```")):
        lines.pop(0)
    while lines and (not lines[-1].strip() or lines[-1].strip() == "```"):
        lines.pop()
    return "\n".join(lines).strip()


def _without_marks(text: str) -> str:
    """Return what is left of a text without fences, language names of fences and decoration."""
    return _without_fences(text).strip("*_`-—#>: \n\t")
