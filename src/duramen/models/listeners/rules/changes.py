"""What the person takes back, ends or adds to of what the tree holds, found by the tree's own words.

In: the sentences of a window, the values held, what the tables found. Out: findings of mode FORGET (the leaf is to be
empty), DROP (one of its facts is to go) and OVER (something of it has changed).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.english.everyday import EVERYDAY
from duramen.models.listeners.rules.findings import Clause, Finding, Mode
from duramen.models.listeners.rules.sources import Sentence, asks_without_mark
from duramen.models.listeners.rules.topics import speaks_of
from duramen.models.listeners.rules.wording import dated, tidy
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms

_DENY = {
    "en": re.compile(
        r"\b(?:i(?:'m| am) (?:not|no)\b|i (?:do|did|was|have|had|would)(?:n't| not)\b(?! (?:know|think|mind|want to))|i(?:'ve| have)? never\b|i(?:'ve| have) no\b|i haven't\b|there(?:'s| is) no\b|never (?:was|did|had|been|said)|mixed me up|not mine\b|(?:isn't|wasn't|is not|was not|was never) (?:my|mine|me)\b|nobody (?:stole|took)|false alarm|don't own)",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:我|俺|咱)(?:根本|压根|从来|并|可|也|早就?|又|现在|已经)*(?:不是(?!.{0,12}(?:嘛|吗|么|来着))|没有|没(?:在|说|养|去|学|买|有)|不(?:在|养|吃|喝|过敏|姓|叫|做|住|学|打|玩|干|信|会))|对[^，]{1,10}(?:并|根本|其实)?不过敏|哪(?:来|儿来|里来)的|搞错|弄错|记错|张冠李戴|根本不|压根(?:没|不)"
    ),
}
_ENDED = re.compile(
    r"\b(?:any ?more|no longer|used to|stopped|quit|given up|gave up|gone off|went off)\b|any longer|不再|以前|之前|早就不|戒|改(?:喝|吃|用|做|玩|听|看)",
    re.IGNORECASE,
)
_CHANGED = {
    "en": re.compile(
        r"\b(?:now|any ?more|no longer|stopped|quit|sold|moved|left|died|passed away|gone|also|too|as well|besides|another|new|changed|instead|finally|finished|healed|won|started|turned|dropped|swapped|switched|replaced|since|these days|gave up|given up|retired|broke up|married|engaged|proposed|promoted|bought|got|lost|sick|still|became|become|joined|pregnant|born|back|second|two of|used to|done|over|stolen|broken|new)\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"现在|不再|换|改|新(?:来|的|换)|退(?:伍|休|学|了)|停|升|转(?:行|岗|投|内|到|去|了)|搬|分手|去世|离婚|结婚|领证|怀|生了|毕业|推迟|提前|添|死了|又(?:多|养|爱|买|加)|也(?:爱|喜欢|养|学|能|会)|好了|痊愈|卖|丢了?|偷|坏了|如今|后来|已经|录取|考上|挂了|过了|封|卸|戒|破戒|病|住院|还清|去.{2,6}了|对.{0,6}是|不是.{0,10}是|不在|前天|昨天|上(?:周|个?月|礼拜)"
    ),
}
_NOT_BUT = (
    re.compile(
        r"(?:\bnot|n't) (?:the |a |an )?(?P<old>[\w -]{2,30}?)(?: at all)?(?:,| -| –|—)? ?(?:but|it'?s|it is|she's|he's) (?!just|only|fine|ok|not)(?:the |a |an )?(?P<new>[\w -]{2,40})",
        re.IGNORECASE,
    ),
    re.compile(r"不是(?P<old>[^，,。；是]{1,10})[，,]?(?:而?是|应该是)(?P<new>[^，,。；]{1,14})"),
    re.compile(r"是(?P<new>[^，,。；不是]{1,12})[，,](?:不是|可不是)(?P<old>[^，,。；]{1,10})"),
    re.compile(r"不在(?P<old>[^，,。；]{1,8}?)(?:啊|了)?[，,][^。]{0,14}?(?:是)?在(?P<new>[^，,。；]{1,10})"),
)
_OF_OTHERS = re.compile(
    r"没了|走了|来了|回来|拿了|得了|去了|要生|满月|上(?:小学|初中|高中|大学)|\b(?:are having|is having|is expecting|starts?|has left|got|having)\b",
    re.IGNORECASE,
)
_SOFT = re.compile(r"\b(?:remember|you said|you used|i told you|reminder)\b|记得吗|你说过|你又", re.IGNORECASE)
_NEGATIVE = re.compile(r"\b(?:no|not|never|do not|don't)\b|不|没|别", re.IGNORECASE)
_COMMON = frozenset(
    [
        "喜欢",
        "每天",
        "以前",
        "现在",
        "一个",
        "一只",
        "早上",
        "晚上",
        "工作",
        "公司",
        "上班",
        "朋友",
        "时候",
        "开始",
        "没有",
        "自己",
        "一年",
        "两年",
        "今年",
        "去年",
        "live",
        "work",
        "like",
        "love",
        "year",
        "old",
        "day",
        "month",
        "week",
        "time",
        "friend",
        "since",
        "new",
        "people",
        "thing",
        "go",
        "get",
        "make",
        "long",
        "short",
    ]
)
# What takes the place of these is said in words of its own, which the tables read: the words around it are no value.
_REPLACED = ("identity.", "home.", "work.occupation", "education.", "beliefs.", "personality.", "communication.")
_MOST = {"en": 90, "zh": 28}  # characters of a sentence that says one change and no more
_SHORT = 60  # characters of an English denial that leaves what it denies to the sentence before ("I don't have one")
_SHARE = 0.3  # of a fact's words: fewer, and a sentence is about something else that happens to share a word
_STANDS_FOR = re.compile(r"(?:n't|\bnot|\bnever)\b.{0,24}\b(?:one|it|any|them|those|was|did|had)\b", re.IGNORECASE)
_ORDERS = re.compile(r"(?:you|give|let|send|show|get|make|please|just|can|could)\b", re.IGNORECASE)
_SPLIT = re.compile(r"\s*[;；]\s*")


def changes(said: Sequence[Sentence], held: Mapping[str, str], found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings that end or change what a leaf says; a leaf of which the tables found something is left to them."""
    taken = {one.path for one in found}
    positive = {one.path for one in found if not re.match(r"(?:no|not|never|without)\b|不|没", one.value)}
    for place in dict.fromkeys(one.place for one in said):
        message = [one for one in said if one.place == place]
        for path, value in held.items():
            if path in taken:
                if path not in positive and (finding := _taken_back(message, path, value)) is not None:
                    yield finding
                continue
            finding = (
                _mended(message, path, value)
                or _taken_back(message, path, value)
                or _changed(message, path, value, held)
            )
            if finding is not None:
                taken.add(path)
                yield finding


def _mended(message: list[Sentence], path: str, value: str) -> Finding | None:
    """Find "not X, it's Y" (不是X，是Y) where the leaf says X."""
    for one in message:
        for pattern in _NOT_BUT:
            found = None if one.asks else pattern.search(one.text)
            if found is None or not _shared(found["old"], value):
                continue
            new = tidy(found["new"], one.language)
            old = next(
                (
                    part
                    for part in (found["old"].strip(), *sorted(_shared(found["old"], value), key=len))
                    if part in value
                ),
                "",
            )
            whole = value.replace(old, new) if old and (len(old) >= 2 or value.count(old) == 1) else new
            if one.language == "en" and old:
                whole = f"{whole}; not {old}"
            return (
                Finding(path=path, value=whole, mode=Mode.DROP, clause=_clause(one))
                if new and new not in value
                else None
            )
    return None


def _taken_back(message: list[Sentence], path: str, value: str) -> Finding | None:
    """Find a wish to forget, or a denial, whose words or whose neighbours' name what the leaf says."""
    whole = " ".join(one.text for one in message)
    language = message[0].language
    shared = _named(whole, value, language)
    named = speaks_of(whole, path, language)
    for one in message:
        about = _named(one.text, value, language) or speaks_of(one.text, path, language)
        wish = cues.FORGET[language].search(one.text)
        if wish and (about or (shared and len(message) > 1)) and not one.asks:
            near = one.text[: wish.end()] if language == "zh" and _shared(one.text[: wish.end()], value) else whole
            return _dropped(one, path, value, near) if (shared or named) else None
        denies = _DENY[language].search(one.text) and not _ENDED.search(one.text) and not one.asks
        near = (
            one.text if language == "en" and not (len(one.text) <= _SHORT and _STANDS_FOR.search(one.text)) else whole
        )
        if denies and _named(near, value, language) and not _NEGATIVE.search(value) and not _adds(one.text, language):
            return _dropped(one, path, value, near)
    return None


def _dropped(sentence: Sentence, path: str, value: str, whole: str) -> Finding:
    """Let the whole leaf go, or only those of its facts that were named."""
    facts = _SPLIT.split(value)
    stay = [fact for fact in facts if not _shared(whole, fact)]
    if 0 < len(stay) < len(facts):
        return Finding(
            path=path,
            value=("；" if sentence.language == "zh" else "; ").join(stay),
            mode=Mode.DROP,
            clause=_clause(sentence),
        )
    return Finding(path=path, value="", mode=Mode.FORGET, clause=_clause(sentence))


def _changed(message: list[Sentence], path: str, value: str, held: Mapping[str, str]) -> Finding | None:
    for one in message:
        language = one.language
        if language == "en" and path.startswith(_REPLACED):
            return None
        shared = _named(one.text, value, language)
        if one.asks or not shared or not _has_changed(one.text, path, language) or _SOFT.search(one.text):
            continue
        if language == "zh" and (asks_without_mark(one.text) or cues.PASSING.search(one.text)):
            continue
        if (
            cues.UNSURE.search(one.text)
            or cues.REPORTED.search(one.text)
            or len(shared) < max(len(_shared(one.text, other)) for other in held.values())
        ):
            continue
        if len(_content(one.text) - _content(value)) < 2:
            continue
        if len(one.text) > _MOST[language] or (language == "en" and _ORDERS.match(one.text)):
            continue
        new = tidy(dated(one.text, one.heard.said_at, language), language)
        return Finding(path=path, value=new, mode=Mode.OVER, clause=_clause(one), confidence=0.7)
    return None


def _has_changed(text: str, path: str, language: str) -> bool:
    """Tell whether a text speaks of change; of people and animals, coming, going and getting are change too."""
    others = path.startswith(("family.", "social.", "pets."))
    return bool(_CHANGED[language].search(text) or (others and _OF_OTHERS.search(text)))


def _adds(text: str, language: str) -> bool:
    """Tell whether a denial also says what is so instead ("not peanuts, it's cashews"; 不是儿子，是闺女)."""
    pattern = (
        r"(?:\bit's|\bit is|\bbut (?!i)|\binstead|\bi rent|\bi live|\bnow\b)"
        if language == "en"
        else r"[，,](?:我?是|现在(?!.{0,6}[不没])|而是|在|应该|都)"
    )
    return bool(re.search(pattern, text, re.IGNORECASE))


def _shared(text: str, value: str) -> set[str]:
    return ((_content(text) | _pairs(text)) & _content(value)) - _COMMON


def _named(text: str, value: str, language: str) -> set[str]:
    """Return the words by which a text names one of the value's facts; none where it only shares an everyday word with it.

    The words that tell of a change ("got", "new") do not say what has changed, and of a long fact one word names nothing.
    """
    if language == "zh":
        return _shared(text, value)
    named: set[str] = set()
    for fact in _SPLIT.split(value):
        words = {word for word in _content(fact) if word.isalpha()} - EVERYDAY
        shared = {word for word in _shared(text, fact) - EVERYDAY if not _CHANGED[language].fullmatch(word)}
        if len(shared) >= _SHARE * max(1, len(words)):
            named |= shared
    return named


def _content(text: str) -> set[str]:
    return {word for word in content_terms(terms(text)) if len(word) > 1 or not word.isascii()} - _THIN


def _pairs(text: str) -> set[str]:
    """Return the pairs of neighbouring Chinese characters: 电动车 is about 电动."""
    return {text[at : at + 2] for at in range(len(text) - 1) if not text[at : at + 2].isascii()}


_THIN = {
    "了",
    "的",
    "号",
    "年",
    "月",
    "日",
    "个",
    "只",
    "岁",
    "做",
    "想",
    "爱",
    "吃",
    "人",
    "来",
    "没",
    "打",
    "玩",
    "住",
    "多",
    "大",
    "小",
}


def _clause(sentence: Sentence) -> Clause:
    return Clause(
        text=sentence.text,
        raw=sentence.text,
        start=sentence.start,
        end=sentence.end,
        place=sentence.place,
        language=sentence.language,
    )
