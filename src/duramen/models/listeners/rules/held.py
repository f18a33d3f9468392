"""What a leaf holds, fact by fact: its facts, which of them are past, by which words each is named, which are alike.

In: values as the tree holds them. Out: lists of facts and sets of words; facts of a leaf are parted by ";" or "；".
"""

from __future__ import annotations

import re
from functools import lru_cache

from duramen.models.listeners.rules.english.words import PETS as ENGLISH_PETS
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

_KIN = (
    ("father", "dad", "papa", "pop"),
    ("mother", "mum", "mom", "mama"),
    ("grandmother", "gran", "grandma", "granny", "nan"),
    ("grandfather", "grandpa", "grandad", "granddad"),
    ("爸", "父亲"),
    ("妈", "母亲"),
    ("奶奶",),
    ("爷爷",),
)
_PART = re.compile(r"\s*[;；]\s*")
_LEAD = re.compile(
    r"^(?:before that|formerly|previously|(?:and )?now(?: in(?= [A-Z]))?|以前|之前|曾经|现在)+[\s,，:：]*",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"^(?:had|was|were|used to|lived|before that|formerly|previously|ex-|former|no longer|widowed|以前|之前|曾|原来|原先)"
    r"| before$"
    r"|, (?:no longer|split|broke up|broken up|divorced|separated|died|passed away|put down|sold|stolen|quit|stopped|finished|healed|recovered|cured|dropped|graduated|in the past)\b"
    r"|，[^，]{0,12}(?:分手|分了|离婚|去世|过世|走了|没了|死了|卖了|卖掉|被偷|丢了|戒了|停了|卸了|好了|痊愈|长好|退学|辞职|离职|不[^，]{1,3}了)",
    re.IGNORECASE,
)
# Words that a fact is not named by: they stand in any talk.
_COMMON_ENGLISH = frozenset(
    content_terms(
        terms(
            "live work like love enjoy hate want need use used year years old day days month week weekend time times friend friends "
            "since new people person thing things go going get got make made long short more less still now once back right "
            "way good great best better bad big small little lot much many feel feeling know think look looking see say said "
            "tell let give take keep put start started plan plans job step steps clear first last next today morning evening "
            "night one two three four five six seven eight nine ten half own every each always never often sometimes usually "
            "home place whole bit able sure real really help try trying before after during until name called named ready "
            "point idea ideas part kind sort type area end side set show talk buy sell"
        )
    )
)
_CHINESE_WORDS = """
喜欢 每天 以前 现在 一个 一只 早上 晚上 工作 公司 上班 朋友 时候 开始 没有 自己 一年 两年
今年 去年 每周 周末 一起 最近 已经 一直 特别 非常 比较 有点 东西 事情 今天 明天 昨天 觉得
知道 可以 不是 不过 但是 因为 所以 还是 就是 一下 一点 一些 很多 经常 有时 下班 年级 小时
分钟 点钟 左右 名字 叫做 家里 住在 生活 不吃 不喝 爱吃 爱看 爱听 一次 三次 两次 一辆 一台
一部
"""
_COMMON_CHINESE = frozenset(_CHINESE_WORDS.split())
_FILLER_ENGLISH = frozenset(
    content_terms(
        terms(
            "yes living trade profession simple ordinary real regular plain normal proper badly itself just really still "
            "enjoy love like play playing play called named name is work working full-time based town city county always "
            "little girl boy kid lovely dear work table home evening evenings quiet fan lover more most ever too very"
        )
    )
)
_FILLER_CHINESE = re.compile(
    r"喜欢|爱好者|爱好|迷|着迷|一只|一名|一位|一个|叫做?|名叫|现在|以前|平时|一直|普普通通|普通|职业|工作|生活|住在?|在|的|了|是|当|做|打|吃|喝|养|有|我|也|还|很|挺|对|市|省|人"
)
_HYPERNYMS = (
    (
        re.compile(
            r"(?i)\b(?:beagle|labrador|lab|poodle|terrier|spaniel|collie|greyhound|whippet|dachshund|corgi|husky|retriever|shepherd|lurcher|pug|bulldog|mutt|pupp(?:y|ies))s?\b"
        ),
        "dog",
    ),
    (re.compile(r"(?i)\b(?:tabby|tomcat|siamese|kitten|moggy|ragdoll)s?\b"), "cat"),
    (re.compile(r"(?i)\b(?:parrot|budgie|canary|cockatiel|lovebird|parakeet)s?\b"), "bird"),
    (
        re.compile(
            r"(?i)\b(?:honda|toyota|ford|fiat|vw|volkswagen|tesla|bmw|audi|volvo|skoda|mazda|nissan|hyundai|kia|renault|peugeot|mini|sedan|suv|hatchback)\b"
        ),
        "car",
    ),
    (re.compile(r"(?i)\b(?:vespa|e-bike|bicycle|motorbike|scooter)\b"), "bike"),
    (re.compile(r"金毛|柯基|泰迪|边牧|哈士奇|拉布拉多|柴犬|萨摩耶|博美|比熊|土狗|田园犬|狗"), "狗"),
    (re.compile(r"橘|布偶|英短|美短|加菲|暹罗|三花|狸花|田园猫|猫"), "猫"),
    (re.compile(r"鹦鹉|八哥|鸽子|玄凤|虎皮"), "鸟"),
    (re.compile(r"车|特斯拉|比亚迪|本田|丰田|大众"), "车"),
)
# One practice in two wordings.
_ONE_PRACTICE = (
    (
        re.compile(
            r"(?i)\b(?:(?:do not|don't|never|stopped|gave up) eat(?:ing)? (?:any )?meat|eat no meat|no meat|gave up meat|meat-free|veggie)\b"
        ),
        "vegetarian",
    ),
    (re.compile(r"(?i)\b(?:do not|don't|never) drink(?: any)? alcohol\b|\bteetotal\w*"), "no alcohol"),
    (re.compile(r"素食(?:主义)?者?|不吃肉|不沾荤"), "吃素"),
    (re.compile(r"滴酒不沾|不沾酒"), "不喝酒"),
)
_NUMBER = re.compile(r"\d+")


def facts(value: str) -> list[str]:
    """Return the facts of a value, in order."""
    return [one for one in _PART.split(value) if one]


def is_past(fact: str) -> bool:
    """Tell whether a fact says what was so and is so no more."""
    return bool(_PAST.search(fact))


def bare(fact: str) -> str:
    """Return a fact without "before that", "now", 以前 and 现在 at its head."""
    return _LEAD.sub("", fact)


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    """Return the content words of a text as stems, without those that stand in any talk; Chinese also by pairs."""
    plain = {word for word in content_terms(terms(text)) if len(word) > 1 and not word.isdigit()}
    pairs = {text[at : at + 2] for at in range(len(text) - 1) if _is_chinese(text[at : at + 2])}
    return frozenset(plain | pairs) - _COMMON_ENGLISH - _COMMON_CHINESE


@lru_cache(maxsize=4096)
def names(fact: str) -> frozenset[str]:
    """Return the words by which a fact is named: its own, and what kind of animal or vehicle it is."""
    general = {kind for pattern, kind in _HYPERNYMS if pattern.search(fact)}
    kin = {other for group in _KIN if any(_stands(one, fact) for one in group) for other in group}
    return words(fact) | general | kin


def head(phrase: str) -> frozenset[str]:
    """Return the head noun of an English phrase as a stem (its last word before a preposition), with its proper names."""
    noun = re.split(r" (?:of|at|in|for|on|with|from|about|to|by|since|near) ", phrase)[0].split()
    proper = [word for word in phrase.split() if word[:1].isupper()]
    return words(" ".join([*noun[-1:], *proper]))


@lru_cache(maxsize=4096)
def core(text: str) -> frozenset[str]:
    """Return what a fact says apart from fillers: stems, numbers, and Chinese characters."""
    for pattern, practice in _ONE_PRACTICE:
        text = pattern.sub(practice, text)
    stripped = _FILLER_CHINESE.sub(" ", text)
    plain = {word for word in content_terms(terms(stripped)) if not _is_chinese(word)} - _FILLER_ENGLISH
    return frozenset(plain | {char for char in stripped if _is_chinese(char)})


def animals(text: str) -> set[str]:
    """Return the kinds of animal that a text names, in general words."""
    found = {word for one in re.findall(rf"(?i)\b{ENGLISH_PETS}\b", text) for word in terms(one)}
    general = {kind for pattern, kind in _HYPERNYMS if pattern.search(text)}
    return general or found


def numbers(text: str) -> set[str]:
    """Return the numbers of a text in digits."""
    return set(_NUMBER.findall(text))


def _stands(kin: str, fact: str) -> bool:
    return bool(re.search(rf"\b{kin}\b(?![ -]in[ -]law)", fact, re.IGNORECASE)) if kin.isascii() else kin in fact


def _is_chinese(text: str) -> bool:
    return bool(re.fullmatch("[\u4e00-\u9fff]+", text))
