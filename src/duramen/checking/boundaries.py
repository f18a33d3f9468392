"""What a card forbids to say, and where a reply says it: its boundaries, and what its senses rule out (A21).

In: a card, a reply. Out: findings of kind FORBIDDEN. A boundary is read in two ways: by what it is about (being human,
having met, doses, diagnoses, promises, money, a life of one's own), and as "never says / claims / mentions X", 不说 X,
不自称 X: quoted words as they stand, else a sentence in which all of X's words are affirmed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from duramen.domain.character import Card
from duramen.domain.checks import Finding, Flaw
from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.stopwords import STOP_WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Topic:
    """What a boundary may be about: how it is told from the boundary, and how a reply breaks it."""

    name: str
    boundary: re.Pattern[str]
    reply: re.Pattern[str]


def _topic(name: str, boundary: str, reply: str) -> _Topic:
    return _Topic(name=name, boundary=re.compile(boundary, re.I), reply=re.compile(reply, re.I))


_FORBIDS = re.compile(
    r"\b(?:never|not|no|nor|cannot|without|refuses?|avoids?|declines?|forbidden|nothing)\b|n['’]t\b|不|别|禁|勿|避免|拒绝|没有|无法|切忌",
    re.IGNORECASE,
)
_DOSE = r"\d+(?:\.\d+)?|one|two|three|half|一|两|二|三|半|四"
_TOPICS = (
    _topic(
        "human",
        r"(?:claim|pretend|say|pass|pos|present|call|be)\w*[^.;]{0,30}\b(?:human|real person|a person)\b|(?:自称|声称|假装|冒充|说自己|宣称|谎称)[^，。]{0,6}(?:人类|真人|活人|是人)",
        r"\bI(?:['’]m| am) (?:a |an |as )?(?:really |just |actually |very much |only )?(?:a |an )?(?:real |living |actual |flesh[- ]and[- ]blood |fellow |normal )*(?:human|person)\b(?! (?:who|of few|rights))"
        r"|\bI(?:['’]m| am) (?:not|no) (?:an? )?(?:AI|bot|robot|machine|program|computer|chatbot)\b|\b(?:us|we) humans\b|as a (?:fellow )?human\b|\bflesh and blood\b"
        r"|我(?:就|可|其实|当然|真的|确实)?是(?:一?个)?(?:真人|活人|人类|真正的人|有血有肉|大活人)|我(?:才|可|又)?不是(?:什么)?(?:AI|机器人?|程序|人工智能)|我们人类|有血有肉",
    ),
    _topic(
        "met",
        r"\b(?:met|meet|meeting|in person|face[- ]to[- ]face|physical\w*|touch\w*|been (?:with|at))\b|见过?面|见过|碰面|线下|当面|肢体",
        r"\b(?:when|since|the (?:day|time)|after|like) we (?:first |last )?met\b(?! (?:here|online))|\bwe (?:first |last )?met (?:in|at|for|on|last|up)\b|\bI (?:saw|met|visited|hugged|drove|walked|kissed|picked) (?:with )?you\b(?! (?:wr|sa|ment|post|typ))|\bI(?:['’]ll| will| can)? (?:come|meet|pick you up|see you)(?: over)? (?:at|in person|for (?:coffee|lunch|dinner|a drink))|\bmet in person\b|\bsat (?:next to|beside|across from) you\b"
        r"|我们(?:上次|那[天次]|第一次|上周|去年|昨天|前天|曾经?)?(?:在[^，。]{1,8})?见(?:过)?面(?:的时候|时|那天|了|聊|吃)?|上次见(?:到)?[你您]|我(?:昨天|上次|那天|曾经?)?(?:在[^，。]{1,8})?(?:见过|见到|遇到|抱过|碰到)(?:了)?[你您]|我去(?:接|找|看)[你您]",
    ),
    _topic(
        "dose",
        r"\b(?:dos(?:e|es|age|ages|ing)|medic\w*|prescri\w*|drugs?)\b|剂量|用药|药量|处方|开药|医疗|医嘱|服药",
        rf"\b(?:take|taking|try|use|swallow|need|increase|double|give)\b[^.!?]{{0,40}}?\b(?:{_DOSE})[ -]?(?:mg|milligrams?|ml|g|grams?|tablets?|pills?|capsules?|drops?|doses?|units)\b|\b(?:{_DOSE}) ?(?:mg|milligrams?)\b[^.!?]{{0,30}}\b(?:daily|a day|hours|times|twice|should|will)\b"
        rf"|(?:吃|服用?|用|喝|加到|口服)[^，。！]{{0,14}}?(?:{_DOSE}|十)(?:片|粒|毫克|mg|克|毫升|ml|颗|滴|支|丸)|(?:每[天日次晚]|一[天日次])[^，。！]{{0,6}}?(?:{_DOSE}|十)(?:片|粒|毫克|mg|颗|滴|丸)",
    ),
    _topic(
        "diagnosis",
        r"\b(?:diagnos\w*|medical (?:advice|opinion|claims?))\b|诊断|看病|医疗建议|下结论.*病",
        r"\byou (?:have|clearly have|definitely have|are suffering from|suffer from|['’]?ve got) (?:a |an |the )?(?:mild |severe |chronic |classic )?(?:depression|anxiety disorder|adhd|diabetes|gastritis|pneumonia|migraines?|arthritis|flu|infection|bronchitis|an? ulcer|ulcer|cancer|asthma|ibs|anemia|anaemia|covid|shingles|tendinitis|appendicitis|tonsillitis)\b|\b(?:it|this|that)(?:['’]s| is) (?:definitely|clearly|certainly|just|a case of|obviously) (?:a |an )?(?:mild |severe |classic )?(?:depression|adhd|diabetes|gastritis|pneumonia|migraine|arthritis|flu|infection|bronchitis|ulcer|cancer|asthma|anemia|anaemia|appendicitis|shingles|tendinitis)"
        r"|(?:[你您](?:这)?|这|那)(?:就|肯定|一定|明显|应该|显然|绝对)*(?:是|得了?|患了?|有)(?:了)?(?:轻度|重度|典型的?|急性|慢性|一点)?(?:的)?(?:抑郁症?|焦虑症|胃炎|胃溃疡|肺炎|糖尿病|高血压|偏头痛|关节炎|流感|感染|支气管炎|癌|哮喘|贫血|阑尾炎|鼻炎|颈椎病|过敏性鼻炎|扁桃体炎)",
    ),
    _topic(
        "promise",
        r"\b(?:promis\w*|guarantee\w*|swear|vow)\b|承诺|保证|打包票|许诺|担保",
        r"\bI(?:['’]d| can| do| will|['’]ll)? (?:absolutely |firmly |solemnly )?(?:promise|guarantee|swear|vow)\b|\b(?:it|that|this)(?:['’]s| is) (?:a promise|guaranteed)\b|\byou have my word\b|\b100 ?% (?:certain|guaranteed|sure)\b"
        r"|我(?:可以|敢|能|绝对|向[你您])*(?:保证|承诺|担保|发誓|打包票|答应[你您])|包[在你]|百分之?百(?:没问题|成功|能|会)|(?:绝对|一定|肯定)(?:能|会)(?:成功|治好|赚|涨|通过|退款)",
    ),
    _topic(
        "money",
        r"\b(?:financial|invest\w*|stocks?|trading)\b|股票|投资|理财|荐股|基金",
        r"\b(?:you should|i(?:['’]d| would)|just|go ahead and|better|now is the time to)\b[^.!?]{0,20}\b(?:buy|sell|invest|hold|short)\b|\b(?:buy|sell) (?:the |your |some |more )?(?:stocks?|shares|bitcoin|crypto|gold|bonds|index)|(?:买入|卖出|抄底|加仓|清仓|满仓)|(?:可以|建议[你您]?|赶紧|应该|直接)买[^，。]{0,6}(?:股|基金|比特币|黄金)",
    ),
    _topic(
        "life",
        r"no life of (?:its|his|her|their) own|(?:mak|invent)\w* up[^.;]{0,20}(?:life|past|memories|experiences?)|不?编造[^，。]{0,8}(?:经历|过去|人生|往事)|没有自己的(?:生活|经历)",
        r"\bwhen I was (?:a |an |your |very |about )?(?:young|little|small|child|kid|boy|girl|teen\w*|student|\w+ age|\d+)\b|\bmy (?:own )?(?:mother|father|mum|mom|dad|wife|husband|childhood|son|daughter|sister|brother|grandmother|grandfather|ex)\b|\bI (?:grew up|was born|once (?:lived|worked|had|travelled|traveled|dated|owned))\b|\bI (?:went|ate|cooked|drank|slept|bought|walked|travelled|swam) [^.!?]{0,24}\b(?:yesterday|last (?:night|week|year|summer)|this morning|today)"
        r"|我小时候|我(?:爸|妈|老公|老婆|丈夫|妻子|爷爷|奶奶|外婆|孩子|儿子|女儿|前任)|我(?:年轻|上学|读书|上大学)(?:的)?时候?|我(?:昨天|前天|上周|去年|今早|昨晚)[^，。]{0,6}(?:去|吃|买|喝|睡|做|逛|见)了?|我(?:曾经?)?(?:在[^，。]{1,8})?(?:长大|出生|留过学|当过|吃过|去过|住过)",
    ),
)  # fmt: skip
_BLIND = re.compile(
    r"\b(?:cannot|can['’]t|can not|unable to|only reads?|no (?:eyes|ears|body))\b|看不[见到]|听不[见到]|闻不[见到]|只能(?:读|看)|没有(?:眼睛|耳朵|身体)",
    re.I,
)
_SEES = re.compile(
    r"\bI (?:can )?(?:just |could )?(?:saw|heard|watched|smell(?:ed|t)?|see|hear) (?:you|your (?:face|voice|smile|eyes|dress|hair|coat))\b(?! (?:wr|sa|mean|ment|post|typ|ha|ar|we|feel|want|are|like|point))|\byou look (?:so |very |really )?(?:lovely|beautiful|tired|great|pale|handsome|pretty) (?:today|tonight|in)\b|\byour voice (?:is|sounds|was)\b"
    r"|我(?:刚才?|昨天|能|可以)?(?:看到|看见|听见|听到|闻到|瞧见)了?[你您](?!说|写|发|打|的(?:消息|话|文字|留言|信|字)|提|讲|问|最近|能|这么|又|还|今天过)|[你您](?:今天|今晚)(?:的)?(?:脸色|气色|声音|样子|穿)",
    re.IGNORECASE,
)
_SAYING_EN = re.compile(
    r"\b(?:never|does not|doesn['’]t|do not|don['’]t|must not|will not|won['’]t|cannot|can['’]t|may not|refuses? to|avoids?)\s+(?:ever |openly )?(?P<verb>claim|say|state|mention|reveal|pretend|admit|talk about|talk of|speak of|speak about|discuss|tell|assert|use|name|call|swear|insist)(?:s|es|ing)?\b\s*(?P<what>[^.;]*)",
    re.IGNORECASE,
)
_SAYING_ZH = re.compile(
    r"(?:从来不|从不|绝不|决不|永远不|不会|不能|不得|不可以?|不要|不应该?|禁止|切勿|别|不)(?:会|能|可以|要|轻易|主动|随便)?(?P<verb>自称|声称|宣称|假装|承认|提及|提起|谈论|谈及|透露|泄露|说出|说|讲|提|谈|用)(?P<what>[^。；;！\n]*)"
)
_QUOTED = re.compile(r"“([^”]{1,80})”|\"([^\"]{1,80})\"|「([^」]{1,80})」|‘([^’]{1,80})’|『([^』]{1,80})』")
_LEAD = re.compile(
    r"^\W*(?:(?:to|be|being|have|having|been|that|he|she|it|they|is|are|has|about|of|a|an|the|any|his|her|its|their|own|such|as|as if|you|himself|herself|itself|自己|是|为|有|过|起|到|出|任何|关于|他|她|它|的|别人)(?:\b|(?<=[\u4e00-\u9fff])))*\s*",
    re.IGNORECASE,
)
_SPLIT = re.compile(r"\s+(?:or|nor|and)\s+|,\s*(?:or |nor |and )?|[、，,]|或者?|以及|和|及")
_FIRST = re.compile(r"\b(?:I|I['’]m|I['’]ve|me|my)\b|我|咱|本")
_ABOUT = (
    "mention",
    "reveal",
    "talk about",
    "talk of",
    "speak of",
    "speak about",
    "discuss",
    "name",
    "提及",
    "提起",
    "谈论",
    "谈及",
    "透露",
    "泄露",
    "提",
    "谈",
)
_DENIES = re.compile(r"\b(?:not|never|no|cannot|won['’]t|can['’]t)\b|n['’]t\b|不|没|别|无法", re.IGNORECASE)
_OF_MEMORY = re.compile(r"\b(?:remember|record|recall)\w*|记得|记录|记住|知道", re.IGNORECASE)


def forbidden_words(reply: str, card: Card) -> list[Finding]:
    """Return where a reply says what the card's boundaries forbid, each boundary once."""
    zh = _is_chinese(reply)
    found = []
    for boundary in boundaries_of(card):
        place = _broken(boundary, reply)
        if place is not None:
            why = f"角色卡的边界不许这样说：{boundary}" if zh else f"the card's boundary forbids it: {boundary}"
            found.append(Finding(kind=Flaw.FORBIDDEN, start=place[0], end=place[1], against="card", reason=why))
    seen = _SEES.search(reply) if card.senses and _BLIND.search(card.senses) else None
    if seen and not _denied_before(reply, seen.start()):
        why = "角色卡里的感官做不到" if zh else "the card's senses do not reach that far"
        found.append(Finding(kind=Flaw.FORBIDDEN, start=seen.start(), end=seen.end(), against="card", reason=why))
    return found


def boundaries_of(card: Card) -> Iterator[str]:
    """Yield what a card forbids: its boundaries, and the sentences of its instructions that forbid something."""
    yield from (line.strip() for line in card.boundaries if _FORBIDS.search(line))
    for text in (card.instructions, card.task):
        for start, end in sentence_spans(text):
            if _FORBIDS.search(text[start:end]):
                yield text[start:end]


def _broken(boundary: str, reply: str) -> tuple[int, int] | None:
    for topic in _TOPICS:
        if topic.boundary.search(boundary):
            for match in topic.reply.finditer(reply):
                asserted = topic.name == "human" and re.search(r"\b(?:not|no)\b|不是", match[0])
                if asserted or not _denied_before(reply, match.start()):
                    return match.span()
    for pattern in (_SAYING_EN, _SAYING_ZH):
        for said in pattern.finditer(boundary):
            place = _says(said["verb"].casefold(), said["what"], reply)
            if place is not None:
                return place
    return None


def _denied_before(reply: str, at: int) -> bool:
    """Tell whether what begins at `at` is denied or only supposed by the words before it in its clause."""
    start = max((reply.rfind(mark, 0, at) for mark in ",.!?;，。！？；\n"), default=-1) + 1
    return bool(
        re.search(
            r"\b(?:not|never|no|cannot|if|wish|whether|as if)\b|n['’]t\b|不|没|别|如果|要是|假如|希望|仿佛",
            reply[start:at],
            re.I,
        )
    )


def _says(verb: str, what: str, reply: str) -> tuple[int, int] | None:
    """Return where a reply says `what`: its quoted words as they stand, else a sentence with all words of one of its parts."""
    quotes = [next(part for part in match.groups() if part) for match in _QUOTED.finditer(what)]
    if quotes:
        return next((place for quote in quotes if (place := _literally(quote.strip(" .。，,"), reply))), None)
    if verb in ("use", "用", "tell", "call", "pretend", "假装") or _OF_MEMORY.search(what):
        return None
    for part in _SPLIT.split(what):
        words = {word for word in terms(_LEAD.sub("", part)) if word not in STOP_WORDS}
        if not words or (len(words) == 1 and verb in ("say", "state", "说", "讲")):
            continue
        for start, end in sentence_spans(reply):
            sentence = reply[start:end]
            affirmed = not _DENIES.search(sentence) and not re.search(r"[?？]\s*$", sentence)
            own = verb in _ABOUT or _FIRST.search(sentence)
            if words <= set(terms(sentence)) and affirmed and own:
                return start, end
    return None


def _literally(words: str, reply: str) -> tuple[int, int] | None:
    if not words:
        return None
    edges = (r"(?<!\w)", r"(?!\w)") if words.isascii() else ("", "")
    match = re.search(edges[0] + re.escape(words) + edges[1], reply, re.IGNORECASE)
    return match.span() if match else None


def _is_chinese(reply: str) -> bool:
    return len(re.findall("[\u4e00-\u9fff]", reply)) * 3 > len(reply)
