"""Finds the protocol's tags in a model's output, in every form in which models write them.

In: text. Out: `Tag` values in order, non-overlapping, and for streams the place from which a tag may yet come. One
pass, and a bounded look at each place where a tag may start (at most `LONGEST_TAG` characters), so the work is linear
in the text whatever it holds. What a tag *means* is decided in `layout`.

Understood: `<analysis>`, `＜analysis＞`, `〈analysis〉`, `&lt;analysis&gt;`, `[analysis]`, `【分析】`, any case, full-width
letters, the translated names below, spaces and zero-width characters inside, attributes, a backslash for the slash,
and a tag in angle brackets whose closing bracket is missing (a *broken* tag). Headings ("**Analysis:**", "## 分析",
"回复：" at the start of a line) are found apart, by `find_headings`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """Which element a tag belongs to."""

    ANALYSIS = "analysis"
    RESPONSE = "response"
    THOUGHT = "thought"


class Family(StrEnum):
    """How a tag is written; a stronger family is never ended by a weaker one while it has an end of its own."""

    ANGLE = "angle"
    BRACKET = "bracket"
    HEADING = "heading"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A tag in a text: half-open range `[start, end)`, what it is, and what was unusual about its writing.

    `slips`: names of repairs that reading it took ("full-width-tags", ...). `inner`: attribute text of an opening tag.
    """

    kind: Kind
    family: Family
    closing: bool
    start: int
    end: int
    slips: tuple[str, ...] = ()
    inner: str = ""


NAMES: dict[str, Kind] = {
    **dict.fromkeys(("analysis", "analyse", "analyze", "分析", "分析过程", "分析過程", "解析"), Kind.ANALYSIS),
    **dict.fromkeys(
        ("response", "reply", "answer", "回答", "回复", "回復", "回覆", "回应", "回應", "答复", "答覆", "答案"),
        Kind.RESPONSE,
    ),
    **dict.fromkeys(
        ("think", "thinking", "thought", "thoughts", "reasoning", "思考", "思考过程", "思考過程", "思维", "思維"),
        Kind.THOUGHT,
    ),
}
LONGEST_TAG = 512
"""No tag is longer, in characters; a stream never holds back more than this for one."""

_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_GAP = rf"[\s{_INVISIBLE}]{{0,8}}+"
_LEFT = r"(?P<angle><|＜|〈|‹|&(?:lt|LT|#0{0,3}60|#[xX]0{0,3}3[cC]);)|(?P<square>\[|［|【|〖)"
_RIGHT_ANGLE = r"(?:>|＞|〉|›|&(?:gt|GT|#0{0,3}62|#[xX]0{0,3}3[eE]);)"
_RIGHT_SQUARE = r"(?:\]|］|】|〗)"
_NAME = rf"(?:[^\W\d_]|[{_INVISIBLE}]){{1,40}}+"
_ATTRIBUTES = r"(?P<inner>(?:[\s;,]{1,4}+[\w:-]{1,40}+\s?=\s?(?:\"[^\"<>]{0,80}+\"|'[^'<>]{0,80}+'|[^\s\"'<>=]{1,60}?(?=[\s;,>/＞]))){0,3}+)[;,]?"
_HEAD = re.compile(rf"(?:{_LEFT}){_GAP}(?P<slash>[/／\\]{{0,2}}+){_GAP}(?P<name>{_NAME})")
_TAIL_ANGLE = re.compile(rf"{_ATTRIBUTES}{_GAP}(?P<empty>[/／]?){_GAP}{_RIGHT_ANGLE}")
_TAIL_SQUARE = re.compile(rf"{_GAP}{_RIGHT_SQUARE}")
_PARTIAL = re.compile(
    rf"(?:(?P<angle><|＜|〈|‹|&(?:lt|LT|#0{{0,3}}60|#[xX]0{{0,3}}3[cC]);)|\[|［|【|〖){_GAP}(?P<slash>[/／\\]{{0,2}}+){_GAP}(?P<name>(?:{_NAME})?){_GAP}\Z"
    r"|&(?:[lL][tT]?|#(?:0{0,3}6?0?|[xX](?:0{0,3}3?[cC]?)?)?)?\Z"
)
_STARTS = re.compile(r"[<＜〈‹\[［【〖&]")
_HEADING = re.compile(
    r"^[ \t]{0,3}(?P<hash>#{1,6}[ \t]*)?(?P<bold>\*\*|__)?[ \t]*"
    r"(?P<name>analysis|response|reply|answer|分析|回复|回復|回覆|回答|答复|答覆|回应|回應)"
    r"[ \t]*(?:(?P<colon>[:：])[ \t]*(?:\*\*|__)?|(?:\*\*|__)[ \t]*(?P<late>[:：])?|(?=[ \t]*$))",
    re.IGNORECASE | re.MULTILINE,
)


def find_tags(text: str) -> Iterator[Tag]:
    """Yield every tag in angle or square brackets, in order; a name that is not in `NAMES` is no tag."""
    place = 0
    while start := _STARTS.search(text, place):
        tag = _tag_at(text, start.start())
        if tag is not None:
            yield tag
        place = tag.end if tag is not None else start.end()


def find_headings(text: str) -> Iterator[Tag]:
    """Yield headings that stand for opening tags: at the start of a line, with a colon, or bold, or marked by #."""
    for hit in _HEADING.finditer(text):
        if hit["colon"] or hit["late"] or hit["bold"] or hit["hash"]:
            kind = NAMES[hit["name"].lower()]
            yield Tag(
                kind=kind,
                family=Family.HEADING,
                closing=False,
                start=hit.start(),
                end=hit.end(),
                slips=("headings-as-tags",),
            )


def partial_from(text: str) -> int:
    """Return the place from which the end of `text` may be the beginning of a tag; `len(text)` when it cannot be.

    A stream holds back from there. Looks at the last `LONGEST_TAG` characters only.
    """
    place = max(0, len(text) - LONGEST_TAG)
    while start := _STARTS.search(text, place):
        hit = _PARTIAL.match(text, start.start())
        if hit is not None and _may_become_name(hit["name"] or ""):
            return start.start()
        place = start.end()
    return len(text)


def cut_tag_from(text: str) -> int:
    """Return where a tag begins that the end of the text cuts off ("</respon"); `len(text)` when there is none.

    Only what cannot well be anything else: a slash after the bracket, or four letters (one ideograph) of a name.
    """
    place = partial_from(text)
    hit = _PARTIAL.match(text, place) if place < len(text) else None
    if hit is None or hit["angle"] is None:
        return len(text)
    name = _plain(hit["name"])
    return place if hit["slash"] or len(name) >= (4 if name.isascii() else 1) else len(text)


def _tag_at(text: str, start: int) -> Tag | None:
    """Read the tag that starts at a bracket, or return None."""
    head = _HEAD.match(text, start)
    if head is None:
        return None
    name = _plain(head["name"])
    kind = NAMES.get(name)
    if kind is None:
        return None
    angle = head["angle"] is not None
    tail = (_TAIL_ANGLE if angle else _TAIL_SQUARE).match(text, head.end())
    if tail is None and not angle:
        return None
    end = tail.end() if tail is not None else head.end()
    inner = tail["inner"].strip(" \t\r\n;,") if tail is not None and angle else ""
    late_slash = angle and tail is not None and bool(tail["empty"])
    slips = _slips(text[start:end], head["name"])
    extra = (
        ("tag-attributes", inner),
        ("broken-tag", tail is None),
        ("misplaced-slash", late_slash or "\\" in head["slash"]),
    )
    return Tag(
        kind=kind,
        family=Family.ANGLE if angle else Family.BRACKET,
        closing=bool(head["slash"]) or late_slash,
        start=start,
        end=end,
        slips=slips + tuple(slip for slip, found in extra if found),
        inner=inner,
    )


def _slips(written: str, name: str) -> tuple[str, ...]:
    """Name what is unusual about a tag as written."""
    head = written[: written.index(name) + len(name)]
    checks = (
        ("invisible-characters", any(char in _INVISIBLE for char in written)),
        ("escaped-tags", written.startswith("&")),
        ("bracket-tags", written[0] in "[［【〖"),
        ("full-width-tags", any(char in "＜＞〈〉‹›／［］" or "Ａ" <= char <= "ｚ" for char in written)),
        ("spaced-tags", any(char.isspace() for char in head) or written[-2:-1].isspace()),
        ("upper-case-tags", any(char.isupper() for char in name)),
        ("renamed-tags", _plain(name) not in ("analysis", "response", "think")),
    )
    return tuple(slip for slip, found in checks if found)


def _plain(name: str) -> str:
    """Return a tag's name in NFKC, lower case, without zero-width characters."""
    return unicodedata.normalize("NFKC", "".join(char for char in name if char not in _INVISIBLE)).lower()


def _may_become_name(name: str) -> bool:
    """Tell whether a name read so far begins a known one."""
    plain = _plain(name)
    return any(known.startswith(plain) for known in NAMES)
