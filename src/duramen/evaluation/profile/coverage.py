"""Whether a text holds a fact: the share of the fact's content words that stand in it.

In: a gold fact and a leaf's value or a message. Out: a share in [0, 1]. Content words are stems without stop words and
without the words in which gold facts are framed ("User prefers ...", "playing the ..."); whether a thing is liked or disliked does not
count, and neither do words of the same meaning: the measure errs to the low side for facts told in other words, and to
the high side for a fact denied.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from duramen.domain.persona import LeafSpec
from duramen.text.segment import terms
from duramen.text.stopwords import STOP_WORDS

COVERED = 0.5
"""A text holds a fact when it has at least this share of its content words."""

PARTLY = 0.25
"""A leaf that rests on the very turn of a fact holds a part of it from this share on."""

_FRAME = """
user users person prefer prefers preference preferred require requires requirement need needs want wants desire like
likes love loves enjoy enjoys value values appreciate prioritize prioritizes seek seeks aim aims identify identifies
express expresses mention mentions state states describe describes currently current specifically specific particularly
including include such while due regarding related because when e.g etc i.e their they has have having
take make go play watch listen life
喜欢 爱 喜爱 爱好 略带 比较 有点 用户 人 打 看 听 弹 玩 吃
"""
_FRAMED = frozenset(term for word in _FRAME.split() for term in terms(word))


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The leaf that holds most of a fact, and how much of it; path "" where no leaf shares a word with it."""

    path: str = ""
    value: str = ""
    share: float = 0.0

    @property
    def covers(self) -> bool:
        """Tell whether the leaf holds the fact."""
        return self.share >= COVERED


def content(text: str) -> frozenset[str]:
    """Return the content words of a text as stems."""
    return frozenset(terms(text)) - STOP_WORDS - _FRAMED


def coverage(fact: str, text: str, also: Iterable[str] = ()) -> float:
    """Return the share of the fact's content words in a text; 0.0 for a fact without any.

    `also`: texts whose words count as said where the text itself has at least one word of the fact (a leaf's title).
    """
    wanted = content(fact)
    if not wanted or not (found := wanted & frozenset(terms(text))):
        return 0.0
    return len(found | (wanted & content(" ".join(also)))) / len(wanted)


def best_leaf(fact: str, values: Mapping[str, str], specs: Mapping[str, LeafSpec], language: str) -> Held:
    """Return the leaf that covers a fact best, ties to the path that comes first; its path and title count as said."""
    best = Held()
    for path, value in sorted(values.items()):
        title = specs[path].title[language] if path in specs else ""
        share = coverage(fact, value, (path.replace(".", " "), title))
        if share > best.share:
            best = Held(path=path, value=value, share=share)
    return best
