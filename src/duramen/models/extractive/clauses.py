"""Evidence in the pieces that can be quoted: sentences, and the statements inside a sentence that ends as a question.

In: evidence in prompt order. Out: `Clause` values in the same order, each with its keys, dates and marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from duramen.domain.evidence import Evidence
from duramen.models.extractive.concepts import keys
from duramen.text.moments import Resolved, dates_in, resolve_relative
from duramen.text.sentences import sentence_spans


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A quotable piece `evidence.text[start:end]`.

    `asks`: it is a question. `thin`: thanks, greetings and the like. `place`: the number of its evidence from 0.
    `teases`: it only announces something to be told.
    `when`: the days that its own words name, as seen from when they were said.
    """

    evidence: Evidence
    place: int
    start: int
    end: int
    keys: frozenset[str]
    asks: bool
    thin: bool
    teases: bool
    when: tuple[Resolved, ...]

    @property
    def text(self) -> str:
        """Return the words."""
        return self.evidence.text[self.start : self.end]


_ASKS = re.compile(
    r"[?？][\"”’』」）)\s]*$|[吗呢][。！\s]*$|^(?:你|您)?(?:能|可以|可不可以|能不能).{0,6}(?:推荐|告诉|介绍|分享|给我)|^(?:can|could|would) you\b|\b(?:can|could|would) you (?:please )?(?:tell|give|share|let|confirm|provide)\b",
    re.I,
)
# Typed without a mark: 我的猫叫什么名字, "what is my cat called".
_ASKS_UNMARKED = re.compile(
    r"(?<![没算])(?:什么|啥)(?:名字|时候|地方|颜色|东西)?\s*$|(?:哪里|哪儿|多少|多大|几岁|几点)\s*$"
    r"|^\s*(?:what|where|who|when|why|how)(?:['’]s\b(?! (?:more|worse)\b)|(?: old| long| time)? (?:is|are|was|were|do|does|did|am)\b)[^.!,]*$",
    re.I,
)
_STATEMENT_BEFORE = re.compile(r"^.*[，,；;](?=[^，,；;]{2,}$)", re.DOTALL)
_TOPIC_ONLY = re.compile(r"^(?:关于|对于|说到|至于|as for\b|regarding\b|about\b)", re.I)
# What begins as a question is one to its end, whatever stands behind its commas.
_ASKS_AT_ONCE = re.compile(
    r"(?:which|what|who|whose|where|why|how (?:much|many|long|old|do|does|did|is|are|can)|do|does|did|is|are|can|could|would|will)\b|哪|什么|谁|为什么",
    re.I,
)
_THIN = re.compile(
    r"^(?:谢谢|感谢|我?很高兴|很荣幸|不用谢|没有问题|希望我|好的|好啊|当然|不客气|没问题|嗯|是的|你好|再见|晚安|哈哈|hi\b|hey\b|hello\b|thanks\b|thank you|i['’]m (?:so |very |really )?(?:glad|happy|sorry)|i understand|sure\b|of course|you['’]re welcome|no problem|wow\b|ok(?:ay)?\b|great\b|bye\b)",
    re.I,
)
_THIN_KEYS = 3
_TEASES = re.compile(
    r"(?:和|跟|与|给|向)你(?:们)?(?:分享|聊|说|谈|讲)|想(?:和|跟)你|分享一下|\b(?:share|talk about|tell you about|chat about)\b[^.]{0,40}\bwith you|\b(?:let me|want to|like to) (?:share|tell)",
    re.I,
)


def clauses_of(evidence: Sequence[Evidence]) -> list[Clause]:
    """Return the clauses of all evidence, in order. Of "I paint, what do you think?" the first half is a statement."""
    return [clause for place, one in enumerate(evidence) for clause in _of_one(place, one)]


def _of_one(place: int, evidence: Evidence) -> list[Clause]:
    pieces: list[tuple[int, int]] = []
    for start, end in sentence_spans(evidence.text):
        sentence = evidence.text[start:end]
        before = _STATEMENT_BEFORE.match(sentence) if _ASKS.search(sentence) else None
        topic = before is None or _TOPIC_ONLY.match(before[0]) or _ASKS_AT_ONCE.match(before[0])
        if before and len(keys(before[0])) > 1 and not topic:
            pieces += [(start, start + before.end()), (start + before.end(), end)]
        else:
            pieces.append((start, end))
    return [_clause(place, evidence, start, end) for start, end in pieces]


def _clause(place: int, evidence: Evidence, start: int, end: int) -> Clause:
    text = evidence.text[start:end]
    found = frozenset(keys(text))
    said_at = evidence.candidate.happened_at
    relative = resolve_relative(text, said_at)
    absolute = [
        one for one in dates_in(text, said_at) if all(one.end <= r.start or one.start >= r.end for r in relative)
    ]
    return Clause(
        evidence=evidence,
        place=place,
        start=start,
        end=end,
        keys=found,
        asks=bool(_ASKS.search(text) or _ASKS_UNMARKED.search(text)),
        thin=bool(_THIN.match(text)) and len(found) <= _THIN_KEYS,
        teases=bool(_TEASES.search(text)),
        when=tuple(sorted((*relative, *absolute), key=lambda one: one.start)),
    )
