"""Read a question: which kind of answer it wants, about what, about whom, and of which days.

In: the text of the person's message, the moment of asking, the language. Out: a `Question`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from duramen.domain.time import Moment
from duramen.models.extractive.concepts import keys
from duramen.text.moments import Resolved, dates_in


class Kind(StrEnum):
    """What a question wants to know; NOTE, GREETING and THANKS ask nothing."""

    WHEN = "when"
    WHERE = "where"
    WHO = "who"
    COUNT = "count"
    WHY = "why"
    WHETHER = "whether"
    LIST = "list"
    TITLE = "title"
    HOW = "how"
    WHAT = "what"
    NOTE = "note"
    GREETING = "greeting"
    THANKS = "thanks"


class Whose(StrEnum):
    """Whose words answer best: the person's, the character's, those of someone named, or anybody's."""

    PERSON = "person"
    CHARACTER = "character"
    NAMED = "named"
    ANYBODY = "anybody"


class Figure(StrEnum):
    """Which figure the answer has to hold, if any."""

    NONE = "none"
    NUMBER = "number"
    MEASURE = "measure"
    MONEY = "money"


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked. `keys` are distinct and in order; `named` are speakers that the text names; `days` dates it names.

    `figure`: which figure the answer has to hold; `measured`: the keys of what is measured ("squat"), if it is named.
    """

    text: str
    language: str
    kind: Kind
    keys: tuple[str, ...]
    whose: Whose
    named: tuple[str, ...]
    days: tuple[Resolved, ...]
    negated: bool
    several: bool
    figure: Figure = Figure.NONE
    measured: frozenset[str] = frozenset()


# The first pattern that is found decides.
_KINDS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    (Kind.WHEN, re.compile(r"什么时候|何时|哪天|哪一天|哪年|哪一年|几号|几月|具体日期|日期是|多久(?:以)?前|\bwhen\b(?! (?:i|we|he|she|they|you)\b)|\b(?:what|which) (?:day|date|month|year|time)\b|how long ago|\bwhat\b[^?.]{0,30}\b(?:date|day of the week)\b", re.I)),
    (Kind.COUNT, re.compile(r"多少|几(?!乎)[个次本部天年月位人岁只条]|多久|多长|多大|多高|\bhow (?:many|much|long|old|far|often|tall)\b", re.I)),
    (Kind.WHY, re.compile(r"为什么|为何|什么原因|怎么会|\bwhy\b|\bwhat (?:made|motivated|caused|inspired)\b|the reason", re.I)),
    (Kind.WHERE, re.compile(r"哪里|哪儿|什么地方|在哪|去哪|哪个(?:城市|国家|地方|公园)|哪座|\bwhere\b|\b(?:which|what) (?:city|country|town|place|park|state)\b", re.I)),
    (Kind.WHO, re.compile(r"谁|哪位|什么人|\bwho(?:se|m)?\b", re.I)),
    (Kind.HOW, re.compile(r"怎么做|做法|步骤|怎样做|如何做|\bhow (?:do|did|can|to|does)\b|\bsteps\b|\brecipe\b", re.I)),
    (Kind.TITLE, re.compile(r"名字|叫什么|叫做什么|名称|书名|片名|(?:哪|什么)(?:一|两|几|三|些)?[部本首款](?:书|小说|电影|歌|游戏)?|(?:哪些|什么)(?:书|小说|电影|歌|游戏|画家)|它是[？?]|\b(?:what|which) (?!(?:kinds?|types?|sorts?|genres?) )(?:\w+ ){0,2}(?:books?|movies?|films?|novels?|songs?|games?|painters?|software|apps?|programs?)\b|\bname\b|\bcalled\b|\btitle\b|what (?:was|is) it\?", re.I)),
    (Kind.LIST, re.compile(r"哪些|哪几|有什么(?:建议|方法|技巧)|\b(?:what|which) (?:\w+ )?(?:kinds?|types?|sorts?|genres?|methods?|ways?|tips?|books|movies|films|activities|places|topics?|suggestions?|painters|things|events|items|hobbies|\w{3,}s)\b", re.I)),
    (Kind.WHETHER, re.compile(r"^(?!.*(?:什么|哪|谁|怎么|多少|记得|告诉)).*(?:[吗嘛]|(?<![什怎这那])么)[？?]?\s*$|对吧|对不对|是不是|有没有|是否|会不会|能不能|喜不喜欢|, (?:right|correct|is(?:n't)? it|do(?:n't)? i)\?|^(?!(?:do|can|could|would|will) you (?:still )?(?:remember|recall|know|tell|remind|please|describe|list|explain|recommend|suggest))(?:do|does|did|am|is|are|was|were|have|has|had|can|could|would|will|should)(?:n't|n’t)?\b", re.I)),
    (Kind.WHAT, re.compile(r"什么|哪|怎么|怎样|如何|吗[？?]|呢[？?]|[？?]\s*[\"”']?$|\b(?:what|which|how)\b|是[？?]?$", re.I)),
    (Kind.WHAT, re.compile(r"告诉我|说说|讲讲|介绍一下|记得|回忆|\btell me\b|\bremember\b|\bremind me\b|\bdescribe\b|\bsummar|\blist\b", re.I)),
)  # fmt: skip
# Tags at the end of Chinese questions that ask for agreement are weighed before the words for "what".
_TAG = re.compile(r"(?:对吗|对吧|是吗|对不对|是不是|, right|, correct)[？?]?\s*[\"”']?$", re.I)
_SEVERAL = re.compile(r"哪些|哪几|哪两|两[部本个]|话题|什么(?:方法|建议|技巧|问题)|\b(?:methods|ways|tips|suggestions|advice|topics|books|movies|films|kinds|types|painters|activities|places|events)\b|\b(?:two|three|several)\b|\band (?:what|who|where)\b", re.I)  # fmt: skip
NEGATED = re.compile(
    r"不(?!过|同|错|知|妨|断|久|少)|没(?!事|错|关系)有?|(?<![特区分个告级性差类辨鉴])别(?!人|的|墅|致)|\bnot\b|n['’]t\b|\bnever\b|\bno longer\b|\bdislike",
    re.I,
)
_BY_CHARACTER = re.compile(
    r"(?<![和跟给向对与同])(?:你|您)(?:曾经?|还|都|有没有|之前|上次)*(?:给|向|跟|和|对|为)?我?(?:们)?(?:曾经?|都)*(?:推荐|建议|告诉|分享|介绍|说|提到|提出|讲|教|给|推)|(?:你|您)(?:的|给我的?|给了我(?:什么|哪些)?)建议"
    r"|\b(?:did|have|had) you (?:ever )?(?:recommend|suggest|tell|told|share|give|given|advise|mention|introduce|teach|say|recommended|suggested|advised|mentioned|shared)"
    r"|\byou(?:['’]ve| have| had)?(?: once| ever| previously)? (?:recommended|suggested|told|shared|gave|given|advised|mentioned|introduced|taught|said)\b",
    re.I,
)
_BY_PERSON = re.compile(
    r"我(?:曾经?|还|之前|在[^，。]{0,12})*(?:和|跟|给|向|对|为)?(?:你|您)?(?:曾经?)*(?:推荐|推过荐|告诉|分享|提到|说过|介绍|咨询|问)|\bI(?:['’]ve| have| had)?(?: once| ever| previously)? (?:recommended|told|shared|mentioned|said|asked|recommend)\b"
    r"|\bdid I (?:ever )?(?:recommend|tell|share|mention|say|ask)",
    re.I,
)
# "A few days ago" in a question is a guess, not a condition.
_VAGUE = re.compile(r"few|couple|several|other day|几|前[两些]|这两天|近日|现在|right now|just now|today|今天|刚", re.I)
_FIRST = re.compile(r"我|咱|\b(?:i|me|my|mine|we|our|us)\b", re.I)
_SECOND = re.compile(r"你|您|\b(?:you|your)\b", re.I)
_GREETING = re.compile(
    r"(?:(?:hi|hello|hey|good (?:morning|evening|night|afternoon)|bye|goodbye|你好|您好|嗨|早上好|晚上好|晚安|再见)[\s\w,，!！。.~]{0,12})?$",
    re.I,
)
# "I work as a nurse.", "Hi, I'm Anna.", "Sorry, I got that wrong: …", 我对花生过敏。: told, not asked, whatever words stand in it.
_STATES = re.compile(
    r"(?:(?:hi|hello|hey|oh|ok|okay|well|so|by the way|also|and|no|yes|sorry|actually|please note)[,.!:]?\s+)*"
    r"(?:i|i['’]m|i['’]ve|i['’]d|i['’]ll|my|we|we['’]re|we['’]ve|our|the|he|she|they|it|today|yesterday|last|this)\b"
    r"|(?:对了|哦|嗯|其实|刚才|不对|抱歉)?[，,]?(?:我|我们|咱们|我家|今天|昨天|前天|上周|上个月|刚才)",
    re.I,
)
_ASKS = re.compile(
    r"[?？]|吗|呢$|什么|哪|谁|怎么|怎样|多少|几[个次点岁号月]|为什么|是不是|有没有|记得|告诉我|提醒我"
    r"|\b(?:what|which|who|whose|when did|where|why|how (?:many|much|long|old|often)|do you|did i|tell me|remind me|can you|could you|would you)\b"
    r"|\b(?:remember|recall) (?:when|what|who|where|how|that time)\b",
    re.I,
)
# What is told by a sum of money, or by a number: asked with "how much", or with "what is".
_MONEY_ASKED = re.compile(
    r"多少钱|(?:多少|什么|多大).{0,6}(?:价|费|预算|工资|薪水|租金|房租)|(?:价格|价钱|费用|预算|工资|薪水|租金|房租).{0,6}(?:多少|多高|是什么|几)|花了?多少"
    r"|\bhow much (?:is|are|was|were) (?:the|an?|one|it|that|this)\b|\b(?:how much|what(?:['’]s| is| was| were| are| did| does))\b[^?.]*\b(?:costs?|prices?|pay|paid|spend|spent|budget|fees?|rent|salary|quoted?|charged?|worth)\b",
    re.I,
)
_MEASURE_ASKED = re.compile(
    r"多高|多重|多远|多快|(?P<zh>体重|身高|尺码|成绩|分数|得分|距离|配速|温度|血压).{0,4}(?:是|多少|怎么样)"
    r"|\bwhat(?:['’]s| is| was| were| are)\b[^?.]*?\b(?P<en>weight|height|size|score|distance|pace|speed|temperature|squat|deadlift|bench(?: press)?|\d+ ?rm|(?:calorie|protein|step|sales|savings) (?:target|goal|intake)|percentage|dose|total)\b"
    r"|\bhow (?:tall|far|heavy|high|fast)\b|\bhow much\b[^?.]*\bweigh",
    re.I,
)
# "A few" in Chinese, where names or a list are asked for: 推荐过几个节目，名字是？
_NOT_COUNTED = re.compile(r"名字|名称|叫什么|哪些|哪几|分别|内容|是什么")
_THANKS = re.compile(r"(?:thanks|thank you|谢谢|多谢|感谢)[^?？]{0,20}$", re.I)


def read_question(text: str, now: Moment, language: str, speakers: Collection[str] = ()) -> Question:
    """Return what `text` asks. `speakers` are the names that may be asked about; dates are seen from `now`."""
    found = dates_in(text, now)
    days = tuple(one for one in found if not _VAGUE.search(one.phrase))
    named = tuple(name for name in sorted(set(speakers)) if name and _names(text, name))
    rest = text
    for one in reversed(found):
        rest = rest[: one.start] + " " + rest[one.end :]
    for name in named:
        rest = re.sub(re.escape(name), " ", rest, flags=re.IGNORECASE)
    return Question(
        text=text,
        language=language,
        kind=_kind(text),
        keys=tuple(dict.fromkeys(keys(rest))),
        whose=_whose(text, named),
        named=named,
        days=days,
        negated=bool(NEGATED.search(_TAG.sub("", text))),
        several=bool(_SEVERAL.search(text)),
        figure=_figure(text),
        measured=_measured(text),
    )


def _measured(text: str) -> frozenset[str]:
    found = _MEASURE_ASKED.search(text)
    return frozenset(keys(found["zh"] or found["en"] or "")) if found else frozenset()


def _figure(text: str) -> Figure:
    kind = _kind(text)
    if kind not in (Kind.COUNT, Kind.WHAT):
        return Figure.NONE
    if _MONEY_ASKED.search(text):
        return Figure.MONEY
    if _MEASURE_ASKED.search(text):
        return Figure.MEASURE
    return Figure.NUMBER if kind is Kind.COUNT and not _NOT_COUNTED.search(text) else Figure.NONE


def _names(text: str, name: str) -> bool:
    edge = r"(?<!\w)" if name[:1].isascii() else ""
    return bool(re.search(edge + re.escape(name) + (r"(?!\w)" if name[-1:].isascii() else ""), text, re.IGNORECASE))


def _kind(text: str) -> Kind:
    if _THANKS.match(text.strip()):
        return Kind.THANKS
    if _GREETING.match(text.strip()):
        return Kind.GREETING
    if _TAG.search(text.strip()):
        return Kind.WHETHER
    if _STATES.match(text.strip()) and not _ASKS.search(text.strip()):
        return Kind.NOTE
    return next((kind for kind, pattern in _KINDS if pattern.search(text.strip())), Kind.NOTE)


def _whose(text: str, named: tuple[str, ...]) -> Whose:
    if named:
        return Whose.NAMED
    if _BY_CHARACTER.search(text):
        return Whose.CHARACTER
    if _BY_PERSON.search(text) or _FIRST.search(text):
        return Whose.PERSON
    return Whose.CHARACTER if _SECOND.search(text) else Whose.ANYBODY
