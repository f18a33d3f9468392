"""What a sentence says of its speaker, as far as it can be told for certain: where they live, what they like, how many.

In: words of a person, or a leaf's value. Out: `Statement`s, each a slot with a value and whether it is affirmed. Precision
first: a sentence that asks, supposes, quotes or tells of one occasion says nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.stopwords import STOP_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A slot ("home", "name", "like", "count of cat" ...), its value as a set of terms, and whether it holds.

    `single`: the slot has one value at a time, so that another value disagrees. Otherwise only the same value, denied,
    does.
    """

    slot: str
    value: frozenset[str]
    holds: bool = True
    single: bool = False


_NOT_SAID = re.compile(
    r"[?？]\s*$|吗|呢[。.]?$|如果|假如|要是|好像|可能|也许|打算|想搬|听说|他说|她说|梦见|朋友|同事|以前|曾经|小时候|原来|当年|[“\"「]|"
    r"\b(?:if|might|maybe|perhaps|would|could|should|as if|imagine|dream|used to|formerly|he|she|they|friend|think(?:ing)? (?:of|about)|going to|plan(?:ning)? to|want to|back then|as a (?:child|kid)|when i was|until|for a (?:day|week|month|while))\b",
    re.IGNORECASE,
)
_OCCASION = re.compile(
    r"今[天早晚]|昨[天晚]|前天|刚[才刚]|这次|上次|那天|早上|晚上|上周|\b(?:today|yesterday|tonight|this (?:morning|evening|week|time)|last \w+|just now|on (?:mon|tues|wednes|thurs|fri|satur|sun)day)\b",
    re.IGNORECASE,
)
_PROPER = r"((?:[A-Z][\w'’-]+)(?:[ -][A-Z][\w'’-]+){0,2})"
_HAN = "[\u4e00-\u9fff]"
_END = r"(?=[，。,.！!；;、\s]|$|了|市|工作|生活|定居)"
_NOWHERE = frozenset(
    [
        "酒店",
        "宿舍",
        "附近",
        "这里",
        "那里",
        "一起",
        "学校",
        "家里",
        "楼上",
        "楼下",
        "郊区",
        "医院",
        "隔壁",
        "乡下",
        "城里",
        "哪里",
        "宾馆",
        "新家",
        "老家",
    ]
)
_HOME = (
    re.compile(r"\b(?:I(?:['’]m| am)?|[Ww]e(?:['’]re| are)?) (?:now |currently |still )?(?:liv(?:e|ing)|based)(?: now)? in " + _PROPER),
    re.compile(r"\b(?:I|[Ww]e)(?:['’]ve| have)? (?:just |now |finally )?moved (?:from [\w ]{2,24} )?to " + _PROPER),
    re.compile(rf"(?:我|我们|我家)(?:现在|目前|一直|还|已经|就|都)*住在?({_HAN}{{2,4}}?){_END}"),
    re.compile(rf"(?:我|我们|我家)(?:现在|已经|刚|最近|终于|全家|都)*(?:从{_HAN}{{2,4}}?)?搬(?:到了?|去了?|来了?)({_HAN}{{2,4}}?){_END}"),
)  # fmt: skip
_NAME = (
    re.compile(r"\b[Mm]y (?:full )?name is " + _PROPER),
    re.compile(rf"我(?:的名字)?叫(?!做)({_HAN}{{2,4}}){_END}"),
)
_EMPLOYER = (
    re.compile(r"\bI (?:now |currently )?work (?:at|for) " + _PROPER),
    re.compile(rf"我(?:现在|目前|已经)?在({_HAN}{{2,8}}?)(?:上班|任职|工作)"),
)
_SINGLE = {"home": _HOME, "name": _NAME, "employer": _EMPLOYER}
_FAVOURITE = (
    re.compile(r"\bmy favou?rite ([\w ]{3,20}?) is (?:now |still )?([^.,;!]{2,40})", re.IGNORECASE),
    re.compile(rf"我最(?:喜欢|爱)的({_HAN}{{1,6}}?)(?:还是|是)([^，。,.！!；;]{{1,12}})"),
)
_VERBS = {
    "like": r"(?:like|love|enjoy|adore|am fond of|喜欢|爱)", "eat": r"(?:eat|吃)", "drink": r"(?:drink|喝)",
    "smoke": r"(?:smoke|抽)", "play": r"(?:play|玩|打)",
}  # fmt: skip
_OBJECT_EN = r"([\w'’ -]{2,40}?)(?=[.,;!]|$| (?:but|and|any|now|because|since|so|again|at all|very much|a lot)\b)"
_OBJECT_ZH = "([^，。,.！!；;、了的]{1,10}?)(?=[，。,.！!；;、了]|$)"
_POLAR = [
    (slot, holds, re.compile(pattern, re.IGNORECASE))
    for slot, verb in _VERBS.items()
    for holds, pattern in (
        (True, rf"\bI (?:really |still |do |also |now )?{verb} {_OBJECT_EN}"),
        (False, rf"\bI (?:do not|don['’]t|no longer|never|can['’]t) (?:really )?{verb} {_OBJECT_EN}"),
        (True, rf"我(?:现在|还是|特别|很|最|也|平时|一直|非常|挺)*{verb}(?:吃|喝|看|听)?(?!不){_OBJECT_ZH}"),
        (
            False,
            rf"我(?:现在|已经|早就|再也|从|从来|真的|一点也|根本)*(?:不再|不|没再){verb}(?:吃|喝|看|听)?{_OBJECT_ZH}",
        ),
    )
] + [
    ("like", False, re.compile(rf"\bI (?:hate|detest|dislike|can['’]t stand) {_OBJECT_EN}", re.IGNORECASE)),
    ("like", False, re.compile(rf"我(?:现在|特别|很|最|也)*(?:讨厌|恨)(?:吃|喝|看|听)?{_OBJECT_ZH}")),
]
_COUNT = (
    re.compile(r"\bI(?:['’]ve| have| own)(?: got| now)* (?P<n>\d{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|an?) (?P<of>cat|dog|child|children|kid|son|daughter|brother|sister|sibling|pet|car|bike|hive|hen|horse|rabbit|grandchild|grandchildren)s?\b", re.IGNORECASE),
    re.compile(r"\b[Mm]y (?P<of>[a-z ]{3,24}?) (?:is|costs|weighs|takes) (?:now |about )?(?:[$€£¥])?(?P<n>\d[\d,.]*)(?=[ .;!]|$)"),
    re.compile(r"我家?(?:现在|一共|总共)*(?:有|养了|养着)(?P<n>[一二两三四五六七八九十\d]+)(?:只|个|条|匹|位|台|辆|套)(?P<of>猫|狗|小?猫|小?狗|孩子|儿子|女儿|弟弟|妹妹|哥哥|姐姐|鸟|兔子|鱼|车|房子|房|自行车|摩托)"),
    re.compile(rf"我的?(?P<of>{_HAN}{{1,6}}?)(?:现在)?是(?P<n>\d[\d,.]*)(?=[^\d]|$)"),
)  # fmt: skip
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBERS = dict(zip("一二三四五六七八九十", range(1, 11), strict=True)) | {"两": 2, "a": 1, "an": 1}
_NUMBERS |= dict(zip(_COUNTED, range(1, 11), strict=True))


def statements(text: str) -> list[Statement]:
    """Return what the sentences of a text say of their speaker; [] for most texts."""
    found: list[Statement] = []
    for start, end in sentence_spans(text):
        sentence = text[start:end].strip()
        if not _NOT_SAID.search(sentence):
            found.extend(_of_sentence(sentence))
    return found


def leaf_statements(path: str, value: str) -> list[Statement]:
    """Return what a leaf's value says, part by part, in the same slots as `statements`; what no longer holds is left out."""
    found: list[Statement] = []
    for part in current_parts(value):
        slot, holds, single = _LEAF_SLOTS.get(path, ("", True, False))
        if slot:
            found.append(Statement(slot=slot, value=terms_of(_plain_value(part)), holds=holds, single=single))
        else:
            found.extend(
                statements(part if re.match(r"I\b|我", part) else f"我{part}" if re.match(_HAN, part) else part)
            )
    return [one for one in found if one.value]


def current_parts(value: str) -> list[str]:
    """Return the facts of a leaf's value that are so now, without those that are told as former."""
    return [part for part in map(str.strip, re.split(r"[;；]", value)) if part and not _FORMER.search(part)]


_FORMER = re.compile(
    r"以前|曾|不再|过去|直到|之前|\b(?:used to|once|formerly|until|no longer|before|was|were|lived)\b", re.IGNORECASE
)
_LEAF_SLOTS = {
    "home.city": ("home", True, True),
    "identity.name": ("name", True, True),
    **{f"likes.{kind}": ("like", True, False) for kind in ("food", "music", "films", "books", "games", "sports", "travel", "hobbies", "other")},
    **{f"dislikes.{kind}": ("like", False, False) for kind in ("food", "other")},
}  # fmt: skip
_LEAD = re.compile(
    r"^(?:现在|目前|如今)?(?:住在|搬到了?|喜欢吃?|爱吃?|讨厌|不吃|不喜欢)|^(?:now |moved to |lives? in |likes? |loves? |hates? |dislikes? )+|现在$|\bnow$",
    re.IGNORECASE,
)


def _plain_value(part: str) -> str:
    return _LEAD.sub("", part).strip()


def _of_sentence(sentence: str) -> Iterator[Statement]:
    for slot, patterns in _SINGLE.items():
        for pattern in patterns:
            for match in pattern.finditer(sentence):
                if match[1] not in _NOWHERE:
                    yield Statement(slot=slot, value=terms_of(match[1]), single=True)
    for pattern in _FAVOURITE:
        for match in pattern.finditer(sentence):
            yield Statement(slot=f"favourite {' '.join(terms(match[1]))}", value=terms_of(match[2]), single=True)
    if _OCCASION.search(sentence):
        return
    for slot, holds, pattern in _POLAR:
        for match in pattern.finditer(sentence):
            yield Statement(slot=slot, value=terms_of(match[1]), holds=holds)
    for pattern in _COUNT:
        for match in pattern.finditer(sentence):
            number = str(_NUMBERS.get(match["n"].casefold(), match["n"].replace(",", "").rstrip(".")))
            yield Statement(slot=f"count of {' '.join(terms(match['of']))}", value=frozenset((number,)), single=True)


def terms_of(text: str) -> frozenset[str]:
    """Return what a statement's value is compared by: its terms that say something."""
    return frozenset(term for term in terms(text) if term not in STOP_WORDS or term.isdigit())


def disagree(older: Sequence[Statement], newer: Sequence[Statement]) -> bool:
    """Tell whether some statement of one is denied by the other, and none of that slot agrees."""
    return any(
        _contrary(one, other) and not any(_same(one, agreeing) for agreeing in newer)
        for one in older
        for other in newer
    )


def _contrary(one: Statement, other: Statement) -> bool:
    if one.slot != other.slot:
        return False
    if one.single:
        return one.holds and other.holds and not _overlap(one, other)
    return one.holds != other.holds and one.value == other.value


def _same(one: Statement, other: Statement) -> bool:
    return one.slot == other.slot and one.holds == other.holds and _overlap(one, other)


def _overlap(one: Statement, other: Statement) -> bool:
    return one.value <= other.value or other.value <= one.value
