"""Takes a model's thoughts off its output, so that an operation it only considered is never applied.

In: the whole output. Out: what is left, the repairs, and a thought that never ended. A tag inside a well-quoted value,
or inside the one with which the output breaks off, is that value's own. One walk over the tags, linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from duramen.govern.marks import LINE_LEAD
from duramen.govern.strict import BREAKING_OFF

_TAG = re.compile(
    r"[<＜◁]\s{0,3}(?P<end>/?)\s{0,3}(?:think(?:ing)?|thoughts?|reasoning|思考)\s{0,3}[>＞▷]", re.IGNORECASE
)

_QUOTED = re.compile(r'(?<=[:,\[({ ])"(?:[^"\\\n]++|\\.)*+"(?=[ \t]*+[,:}\])])')


@dataclass(frozen=True, slots=True, kw_only=True)
class Thoughtless:
    """An output without its thoughts; `unfinished` is the text of a thought without an end, "" where there is none."""

    text: str
    repairs: tuple[str, ...]
    unfinished: str = ""


def without_thoughts(text: str) -> Thoughtless:
    """Return `text` without thoughts.

    A thought runs to the next closing tag. The end of a thought that never began (its beginning stood in the prompt)
    makes a thought of everything before it. Repairs: thought-removed, unopened-thought, unclosed-thought.
    """
    kept: list[str] = []
    repairs: dict[str, None] = {}
    position, thinking_from = 0, -1
    for tag in _tags(text):
        if thinking_from >= 0:
            if tag["end"]:
                position, thinking_from = tag.end(), -1
        elif tag["end"]:
            kept.clear()
            repairs["unopened-thought"] = None
            position = tag.end()
        else:
            kept.append(text[position : tag.start()])
            thinking_from = tag.end()
            repairs["thought-removed"] = None
    if thinking_from >= 0:
        repairs["unclosed-thought"] = None
        return Thoughtless(text="\n".join(kept), repairs=tuple(repairs), unfinished=text[thinking_from:])
    kept.append(text[position:])
    return Thoughtless(text="\n".join(kept), repairs=tuple(repairs))


def _tags(text: str) -> Iterator[re.Match[str]]:
    """Yield the tags that are no value's own."""
    lead = LINE_LEAD.match(text, text.rfind("\n") + 1)
    breaking_off = BREAKING_OFF.match(text, lead.end() if lead else 0)
    values = chain(_QUOTED.finditer(text), () if breaking_off is None else (breaking_off,))
    value = next(values, None)
    for tag in _TAG.finditer(text):
        while value is not None and value.end() <= tag.start():
            value = next(values, None)
        if value is None or tag.start() < value.start():
            yield tag
