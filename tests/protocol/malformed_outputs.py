"""Model outputs that break the protocol, with what each must be read as; used by the parser's and the stream's tests.

`TEMPLATES`: (name, output, analysis, response, repairs) with {a} and {r} for an analysis and a response, which
`CASES` fills in English and in Chinese; the rows stand in three tables by kind. `OWN`: cases of one language. Analysis None means that there is none.
"""

from __future__ import annotations

from typing import NamedTuple

from malformed_content import CONTENT
from malformed_elements import ELEMENTS
from malformed_spelling import SPELLING


class Case(NamedTuple):
    name: str
    output: str
    analysis: str | None
    response: str
    repairs: tuple[str, ...]


WORDS = {
    "en": ("need: experience; E2 supports, E1 outdated; rests on E2", "You ate wonton on 6 May."),
    "zh": ("需要：经历；E2 支持，E1 过时；依据 E2", "你5月6日吃了馄饨。"),
}
IDS = ("E1", "E2", "E3", "L1")

TEMPLATES = [*ELEMENTS, *SPELLING, *CONTENT]

OWN = [
    Case("empty", "", None, "", ("empty",)),
    Case("white space", " \n\u3000\t", None, "", ("empty",)),
    Case(
        "en: reply about tags without tags",
        "The `<response>` tag wraps the reply.",
        None,
        "The `<response>` tag wraps the reply.",
        ("no-tags",),
    ),
    Case(
        "en: line that says analysis in a plain reply",
        "Here it is.\nAnalysis: it went well.",
        None,
        "Here it is.\nAnalysis: it went well.",
        ("no-tags",),
    ),
    Case("zh: 《分析》 is a title", "我读了《分析》这本书。", None, "我读了《分析》这本书。", ("no-tags",)),
    Case(
        "zh: traditional names",
        "<分析>需要：經歷</分析><回覆>你吃了餛飩。</回覆>",
        "需要：經歷",
        "你吃了餛飩。",
        ("renamed-tags",),
    ),
    Case(
        "zh: only lenticular response",
        "【回复】你好。",
        None,
        "你好。",
        ("bracket-tags", "renamed-tags", "unclosed-response", "missing-analysis"),
    ),
    Case("en: response tag bare", "<response>", None, "", ("unclosed-response", "missing-response")),
    Case("en: tags bare", "<analysis></analysis><response></response>", "", "", ("empty-analysis", "missing-response")),
]

CASES = [
    Case(f"{language}: {name}", *(part and part.format(a=a, r=r) for part in (output, analysis, response)), repairs)
    for name, output, analysis, response, repairs in TEMPLATES
    for language, (a, r) in WORDS.items()
] + OWN
