"""How a reply speaks, held against its card (A21): the form of address, the role, and whether the role is overplayed.

In: a reply, a card, the person's name. Out: findings of the kinds ADDRESS, ROLE and OVERPLAYED. The thresholds of what is
too much stand below; a card that itself speaks so (in its greeting and examples) is given twice what it does.
"""

from __future__ import annotations

import re
from collections import Counter

from duramen.checking.grounds import card_text
from duramen.domain.character import Card
from duramen.domain.checks import Finding, Flaw
from duramen.text.sentences import sentence_spans

MOST_DIRECTIONS = 2
"""So many stage directions a reply may have where its card has none; one a sentence is too many in any case."""
MOST_DIRECTED_SHARE = 0.5
"""Directions may be so much of a reply's characters, where there are at least two."""
REPEATED = 3
"""A phrase said so often in one reply is a catchphrase."""
MOST_SELF = 2
"""So many sentences may begin by saying who speaks ("As a sailor, ...", 身为剑客), unless they are fewer than half."""
FEWEST_EXCLAIMED, MOST_EXCLAIMED_SHARE = 4, 0.6
"""From so many exclamation marks on, and this share of the sentences, it is a flood."""

_PERSON_PLACE = re.compile(r"\{\{user\}\}|<user>", re.IGNORECASE)
_QUOTES = re.compile(r"“[^”\n]*”|\"[^\"\n]*\"|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》")
_FORMS_EN = r"my dear|dear|darling|honey|sweetheart|sweetie|buddy|mate|dude|bro|pal|sir|madam|ma['’]am|miss|babe|my friend|my love|kiddo|champ|boss|master"
_TITLED = r"(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? [A-Z]\w+"
_FORMS_ZH = "亲爱的|亲亲|亲|宝贝儿?|宝宝|老兄|哥们儿?|兄弟|先生|女士|小姐姐?|同学|老师|老板|主人|用户|大哥|大姐|姐姐|哥哥|老弟|妹子|小伙伴|朋友|美女|帅哥"
_GREETED = r"(?:hi|hey|hello|yes|no|oh|ok|okay|well|thanks|thank you|sorry|good (?:morning|evening|night|afternoon)|welcome(?: back)?|of course|sure|right|ah)"
_NEGATED_FORM = re.compile(
    r"\b(?:never|not|no|don['’]t|avoid|without|rather than|instead of)\b|不[用叫称要能]|别|禁止|避免|而非|而不是",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"\b(?:as|being) an? (?:large |helpful |advanced )?(?:AI|artificial intelligence|language model|virtual assistant|chatbot|machine learning)\b|\bI(?:['’]m| am) (?:just |only |merely |actually |really )?(?:an? )?(?:large |helpful )?(?:AI|artificial intelligence|language model|chatbot|bot|computer program|virtual assistant|machine)\b(?! (?:person|researcher|engineer|enthusiast|of|that dreams))"
    r"|\b(?:trained|created|developed|made) by (?:OpenAI|Anthropic|Google|Meta|DeepSeek|Alibaba)\b|\bmy (?:training data|system prompt|instructions|programming|knowledge cutoff|developers|context window)\b|\(?\bOOC\b|\bout of character\b|\bI(?:['’]m| am) (?:just |only )?(?:role-?playing|playing (?:a|the) (?:role|character))\b"
    r"|(?:作为|身为|我只?是|我其实是|我就是)(?:一?[个名种款])?(?:AI|人工智能|大?语言模型|大模型|聊天机器人|机器人|虚拟助手|智能助手|程序)(?:助手|模型|语言模型)?|我(?:是)?(?:由|被)(?:OpenAI|谷歌|百度|阿里|深度求索|DeepSeek|Anthropic)[^，。]{0,4}(?:训练|开发|创造)|我的(?:训练数据|系统提示|提示词|设定|程序|开发者)|(?:我|本角色)(?:只是)?(?:在)?扮演",
    re.IGNORECASE,
)
_MACHINE = re.compile(
    r"language model|training data|system prompt|OpenAI|Anthropic|DeepSeek|OOC|context window|语言模型|训练数据|系统提示|提示词|扮演|大模型",
    re.IGNORECASE,
)
_NAMED_IDS = re.compile(
    r"\b(?:evidence|passage|leaf) ?(?:#|no\.? ?)?[ELS]?\d+\b|(?<![\w-])[EL]\d{1,3}(?=\b|[说里中提])(?! ?(?:visa|lane|road|train|street))|证据 ?[E]?\d+|根据(?:所给|提供|给出|上面)的?(?:证据|资料|引文)|the (?:provided|given|supplied) (?:evidence|passages|context)",
    re.IGNORECASE,
)
_IS_AI = re.compile(
    r"\b(?:AI|A\.I\.|artificial intelligence|robot|android|chatbot|bot|language model|virtual (?:assistant|companion)|computer program|hologram|cyborg|assistant program)\b|人工智能|机器人|语言模型|虚拟(?:助手|助理|人|伴侣)|数字人|智能(?:助手|助理|体)|程序|仿生人|聊天助手",
    re.IGNORECASE,
)
_NOT_HUMAN = re.compile(
    r"(?:claim|pretend|pass|pos|present)\w*[^.;]{0,30}\b(?:human|real person)\b|(?:自称|声称|假装|冒充)[^，。]{0,6}(?:人类|真人|活人)",
    re.IGNORECASE,
)
_STARRED = re.compile(r"(?<!\*)\*(?!\*|\s)([^*\n]{2,200}?)(?<!\s)\*(?!\*)|(?<![\w_])_([^_\n]{4,200})_(?![\w_])")
_BRACKETED = re.compile(r"[（(]([^（()）\n]{1,60})[)）]")
_ACTS = re.compile(
    r"\b(?:smil|laugh|sigh|nod|wink|grin|chuckl|giggl|lean|look|gaz|star|tilt|shrug|paus|whisper|blush|wav|bow|twirl|gasp|frown|pout|hug|pat|tap|adjust|sip|pours?|clear|rais|lower|turn|step|sit|stand|brush|tuck|bit|roll|clasp|fidget|hums?|stretch|glanc|snap|slam|draw|twitch|purr|tear|clutch|strok)\w*"
    r"|[笑叹点摇眨歪拍抱望顿挥耸咬哼蹭揉捂撩凑扶抚瞪搂踱倚甩递捧]|轻轻|微微|缓缓|沉默|停顿|低头|抬头|转身|起身|脸红|看着|看向|伸手|握|坐下|站起|凝视|抬手|眼[中神眶睛]|嘴角",
    re.IGNORECASE,
)
_SELF = re.compile(
    r"^\W*(?:as (?:a|an|the|your) (?!result|reminder|rule|matter|start|child|kid|consequence|treat|gift|side|whole|last|first|bonus|test|family)\w+|I, \w+|being (?:a|an) \w+|speaking as)|^\W*(?:身为|作为)(?:一?[个名位])?(?!回报|结果|补偿|礼物|纪念|奖励)[\u4e00-\u9fff]{2,8}|^\W*(?:本(?:王|座|宫|小姐|少爷|大爷|尊|仙|喵)|老夫|在下|吾|朕|哀家)",
    re.IGNORECASE,
)


def _finding(kind: Flaw, span: tuple[int, int], reply: str, en: str, zh: str) -> Finding:
    chinese = len(re.findall("[\u4e00-\u9fff]", reply)) * 3 > len(reply)
    return Finding(kind=kind, start=span[0], end=span[1], against="card", reason=zh if chinese else en)


def lost_address(reply: str, card: Card, person: str) -> list[Finding]:
    """Return where a reply addresses the person otherwise than the card demands; [] where it demands nothing."""
    address = _PERSON_PLACE.sub(lambda _: person, card.address).strip()
    if not address:
        return []
    demanded, barred = _forms(address)
    bare = _QUOTES.sub(lambda match: " " * len(match[0]), reply)
    place = _lost_pronoun(bare, demanded, barred) or _lost_name(bare, demanded, barred, person)
    if place is None:
        return []
    form = reply[slice(*place)]
    return [
        _finding(
            Flaw.ADDRESS,
            place,
            reply,
            f"the card addresses the person otherwise ({address}), not as “{form}”",
            f"角色卡规定的称呼是“{address}”，不是“{form}”",
        )
    ]


def _forms(address: str) -> tuple[str, str]:
    """Split what a card says of addressing into what it demands and what it bars."""
    demanded, barred = [], []
    for part in re.split(r"[;；。.!！]\s*(?=\D)|(?<=[”\"」])[,，]\s*|，(?=不|别|而)", address):
        match = _NEGATED_FORM.search(part)
        demanded.append(part[: match.start()] if match else part)
        barred.append(part[match.start() :] if match else "")
    return " ".join(demanded), " ".join(barred)


def _lost_pronoun(reply: str, demanded: str, barred: str) -> tuple[int, int] | None:
    wants_polite = ("您" in demanded or re.search(r"敬[语称]|尊称", demanded)) and "您" not in barred
    if wants_polite:
        match = re.search("你(?!们)", reply)
    elif "您" in barred or re.search(r"(?<![\u4e00-\u9fff])[“\"「]?你[”\"」]?(?![\u4e00-\u9fff])", demanded):
        match = re.search("您", reply)
    else:
        return None
    return match.span() if match else None


def _lost_name(reply: str, demanded: str, barred: str, person: str) -> tuple[int, int] | None:
    if not re.sub(r"[您你\s“”\"'‘’「」]|用|以|称呼?|叫|对方|敬语", "", demanded) and not barred:
        return None  # only a pronoun is asked for
    for match in _vocatives(reply, person):
        form = match["form"]
        folded, wanted = form.casefold(), demanded.casefold()
        if person and folded == person.casefold():
            by_name = re.search(r"\bnames?\b|名字|直呼|姓名", wanted)
            parts = [part for part in re.split(r"[\s·]+", folded) if part]
            if by_name or any(part in wanted for part in parts) or not _names_form(demanded):
                continue
            return match.span("form")
        if folded in barred.casefold() and barred:
            return match.span("form")
        if folded not in wanted and _names_form(demanded) and not _covers(folded, wanted):
            return match.span("form")
    return None


def _names_form(demanded: str) -> bool:
    """Tell whether a card names a form, and does not leave it free."""
    return bool(demanded.strip()) and not re.search(
        r"\b(?:any|free|varies|depends|sometimes|or other)\b|随意|随便|都可以|视情况", demanded, re.I
    )


def _covers(form: str, wanted: str) -> bool:
    return any(form.endswith(word) for word in re.findall(r"[\w’']{3,}", wanted)) or form in ("朋友",)


def _vocatives(reply: str, person: str) -> list[re.Match[str]]:
    names = "|".join(re.escape(name) for name in {person, person.split(" ")[0]} if name.strip())
    english = rf"(?:^|[.!?]\s+|,\s*|\b{_GREETED},?\s+)(?P<form>{_FORMS_EN}|{_TITLED}{'|' + names if names else ''})(?=\s*(?:[,.!?;—]|$))"
    chinese = rf"(?:^|[，。！？,!?\s]|[您你]好[，,]?|早[上安]?好?[，,]?|嗯[，,]?|好的[，,]?)(?P<form>[\u4e00-\u9fff]?(?:{_FORMS_ZH}){'|' + names if names else ''})(?=[，,！!。？?：:~～]|$)"
    found = [*re.finditer(english, reply, re.IGNORECASE | re.MULTILINE), *re.finditer(chinese, reply, re.MULTILINE)]
    return sorted(found, key=lambda match: match.start("form"))


def left_role(reply: str, card: Card) -> list[Finding]:
    """Return where a reply steps out of its role: talks of itself as a model, or of the evidence by its numbers."""
    bare = _QUOTES.sub(lambda match: " " * len(match[0]), reply)
    is_ai = _is_ai(card)
    for match in _ROLE.finditer(bare):
        if is_ai and not _MACHINE.search(match[0]):
            continue
        if re.search(r"\b(?:not|never)\b|n['’]t\b|不|别", bare[max(0, match.start() - 8) : match.start()]):
            continue
        return [_finding(Flaw.ROLE, match.span(), reply, "it steps out of its role", "跳出了角色")]
    if named := _NAMED_IDS.search(bare):
        return [_finding(Flaw.ROLE, named.span(), reply, "it talks of how it is made to remember", "说出了回忆的机制")]
    return []


def _is_ai(card: Card) -> bool:
    """Tell whether the card itself is of an AI, as its words about who it is say, or its not being human."""
    who = " ".join((card.name, card.description, card.occupation, card.task, card.scenario, card.senses, card.greeting))
    return bool(_IS_AI.search(who) or any(_NOT_HUMAN.search(line) for line in card.boundaries))


def overplayed(reply: str, card: Card) -> list[Finding]:
    """Return where a reply overplays its role: directions piling up, catchphrases, self-description, exclamations."""
    found = []
    sentences = [reply[slice(*span)] for span in sentence_spans(reply)]
    own = f"{card.greeting}\n{card.examples}\n{card.manner}"
    for check in (_directed, _repeated, _describing, _exclaiming):
        place = check(reply, sentences, own)
        if place is not None:
            found.append(_finding(Flaw.OVERPLAYED, place[0], reply, *place[1:]))
    return found[:1]


_Place = tuple[tuple[int, int], str, str]


def _directions(text: str) -> list[re.Match[str]]:
    starred = [m for m in _STARRED.finditer(text) if _ACTS.search(m[0]) or len(re.findall(r"\w+", m[0])) >= 4]
    return sorted([*starred, *(m for m in _BRACKETED.finditer(text) if _ACTS.search(m[0]))], key=lambda m: m.start())


def _directed(reply: str, sentences: list[str], own: str) -> _Place | None:
    """Return where there are more stage directions than the card's own manner has."""
    acts = _directions(reply)
    usual = len(_directions(own)) / max(1, len(sentence_spans(own)))
    allowed = max(MOST_DIRECTIONS, round(2 * usual * len(sentences)))
    share = sum(len(match[0]) for match in acts) / max(1, len(reply))
    too_long = len(acts) >= 2 and share > MOST_DIRECTED_SHARE and not usual
    if len(acts) <= allowed and not too_long:
        return None
    return (acts[0].start(), acts[-1].end()), "stage directions pile up", "舞台动作堆得太多"


def _repeated(reply: str, _sentences: list[str], _own: str) -> _Place | None:
    """Return where one phrase comes three times."""
    parts = [
        (m.start(), m.end(), m[0].strip().casefold()) for m in re.finditer(r"[^,，。.!！?？；;\n~～*（()）…—]+", reply)
    ]
    counts = Counter(
        words
        for _, _, words in parts
        if len(re.findall("[\u4e00-\u9fff]", words)) >= 2 or len(words.split()) >= 2 or len(words) >= 5
    )
    often = next((words for words, times in counts.items() if times >= REPEATED), None)
    if often is None:
        return None
    places = [(start, end) for start, end, words in parts if words == often]
    return (places[0][0], places[-1][1]), "a phrase is said over and over", "口头禅一再重复"


def _describing(reply: str, sentences: list[str], own: str) -> _Place | None:
    """Return where sentence after sentence begins with who is speaking."""
    spans = [span for span in sentence_spans(reply) if _SELF.match(reply[slice(*span)])]
    usual = sum(bool(_SELF.match(own[slice(*span)])) for span in sentence_spans(own))
    if usual or len(spans) < MOST_SELF or 2 * len(spans) < len(sentences):
        return None
    return (spans[0][0], spans[-1][1]), "it keeps saying who it is", "句句都在介绍自己"


def _exclaiming(reply: str, sentences: list[str], own: str) -> _Place | None:
    """Return where exclamation marks flood the reply."""
    marks = [match.start() for match in re.finditer("[!！]", reply)]
    flooded = sum(one.rstrip(' *”"）)').endswith(("!", "！")) for one in sentences) / max(1, len(sentences))
    runs = len(re.findall("[!！]{3,}", reply))
    own_share = sum(own[slice(*span)].endswith(("!", "！")) for span in sentence_spans(own)) / max(
        1, len(sentence_spans(own))
    )
    many = len(marks) >= FEWEST_EXCLAIMED and flooded >= max(MOST_EXCLAIMED_SHARE, min(1.01, 2 * own_share))
    if not many and (runs < 2 or own_share > 0.5):
        return None
    return (sentence_spans(reply)[0][0], marks[-1] + 1), "a flood of exclamation marks", "感叹号泛滥"


def speaks_for(card: Card) -> bool:
    """Tell whether there is a card to be held against: one that says more than a name."""
    return card.source_format != "none" and card_text(card).strip() != card.name
