"""Cues of negation: words by which a person says outright that something no longer holds, or is not to be remembered.

In: what a person said. Out: yes or no. A listener's DELETE without such a cue waits for review (B4), so precision comes
first: a statement of the opposite ("I hate Chinese food now") is no cue, since the leaf should then be updated; neither
is a plain negation, a question, a condition, what holds for today only, nor the idioms in which these words mean
something else ("don't forget", "no longer than an hour", 受不了, 别忘了).
"""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"[^.!?;\n。！？；]++[.!?;。！？；]*+")
_CLAUSE = re.compile(r"[^,，、:：]++")
_NOT = r"(?:\bno\b|\bnot\b|n['’]t\b|\bnever\b|\bcannot\b|\bwithout\b)"

_EN_OPEN = re.compile(r"\?|\b(?:if|unless|whether|wish|pretend|imagine|suppose)\b")
_EN_OWN = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours)\b")
_EN_NO_LONGER = re.compile(
    r"(?<!would )(?<!['’]d )\bno longer\b(?! than\b)"
    rf"|{_NOT}[^,:]{{0,80}}\b(?:anymore|any longer)\b"
    rf"|{_NOT}[^,:]{{0,80}}\bany more\b(?=[ \t]*(?:[,.!;:)—-]|$|\b(?:because|since|so|and|but|now|as|after|due|these|at all)\b))"
)
_EN_TAKEN_BACK = re.compile(
    r"\b(?:that|this|it)(?:['’]s| is| was) (?:not|no longer|never) (?:true|the case|so)\b"
    r"|\b(?:that|this|it) (?:isn|wasn)['’]t (?:true|the case)\b"
    r"|\b(?:that|this|it)(?:['’]s| is) (?:outdated|out of date)\b|\bi (?:was wrong|lied|made (?:that|it|this) up)\b"
)
_EN_STOPPED = re.compile(
    r"\b(?:i|we|i['’](?:ve|m)|we['’](?:ve|re)|my [a-z]{1,20}|our [a-z]{1,20})\b(?P<between>[^,:]{0,30}?) "
    r"(?:stopped|quit|ceased|given up|gave up|dropped out of|got rid of)\b"
    r"(?! (?:at|by|in|off|over|for|to|here|there|raining|snowing)\b)"
)
_EN_NOT_DONE = re.compile(
    rf"{_NOT}|\b(?:almost|nearly|always|often|should|might|may|could|would|can|will|must)\b|['’](?:ll|d)\b|(?<!had )\bto$"
)
_EN_KEEP = r"(?:remember|store|save|record|keep|note|write down|memori[sz]e)"
_EN_MEMORY = r"(?:memory|memories|notes|records?|profile|tree)"
_EN_WISHES = re.compile(
    r"\bstop (?:calling me|reminding me|mentioning|bringing up|asking (?:me )?about|remembering|storing|saving|recording)\b"
    r"|(?<!\bi )(?<!\bwe )(?<!\bthey )(?<!\bhe )(?<!\bshe )\b(?:do not|don['’]t|never|no need|needn['’]t|need not|shouldn['’]t|"
    rf"must not|mustn['’]t)(?: have| need)?(?: to)?(?: ever)? {_EN_KEEP} (?:that|this|it\b|what|any|my|me\b|these|those)"
    r"|(?<!\bi )\b(?:don['’]t|do not) call me\b"
    r"|(?:^|\bplease |\byou (?:can|should|may|must|could) |\b(?:can|could|would|will) you |\byou to |\bjust |\band |\bso )(?:please )?forget (?:about )?"
    r"(?:that (?:i|my|we)\b|what (?:i|we)\b|everything\b|all (?:of |about )?(?:that|my|i)\b|my\b|our\b|i\b)"
    r"|\bplease forget (?:that|this|it|about|me)\b"
    rf"|\b(?:delete|remove|erase|clear|wipe|scrub|take) [^,:]{{0,60}}\b(?:from|in|off|out of) (?:your |the |my )?{_EN_MEMORY}\b"
    r"|\b(?:delete|remove|erase|forget) (?:what|everything|all|whatever) you (?:know|have|remember|noted|stored|saved)\b"
)

_ZH_OPEN = re.compile(r"[?？]|[吗么](?:[。.!！]|$)|如果|要是|假如|万一|是不是|会不会")
_ZH_TODAY = re.compile(r"今[天晚早]|明[天晚]|这[次周回]|待会|一会|刚才|差点|差一点|[好很多]久|几天|不得不|先")
_AFTERWARDS = r"(?:啦|啊|哦|呀|哈|的)?[~～…\s]*$"
_ZH_NO_LONGER = re.compile(
    r"不再(?!三|说|见)|再也(?:不|没)|(?:已经|早就|早已|已)不(?!错|早|小|少|够|行|得|止|仅|只|知)"
    r"|(?:从此|以后|往后|今后)(?:就|都|再)?不(?!会忘|要忘|能忘|知)"
    r"|(?<![想要没未能])戒(?:掉了|了|(?:烟|酒|糖|奶茶|咖啡)(?:了|成功|[一二两三四五六七八九十半几\d]+(?:年|个?月|天)))"
    r"|(?<![没未])(?:放弃了|停止了|停掉了|停药了|取消了|退出了|退租了|辞职了|辞掉了)"
    r"|不是真的|[说记写弄]错了|[乱瞎]说的|骗你的"
)
_ZH_NOT_ANY_MORE = re.compile(
    r"(?<![吃喝睡看听走跑拿买用记想受舍忍对做说写动赶来起差离免少了要])"
    r"不(?!错|早|小心|知道|得|好意思|见得|行|过|然|管|止|仅|但|论|久|远|会太|会忘|要忘|能忘|了|聊|打扰|客气|多说|废话|扯|闹|开玩笑"
    r"|哭|着急|急|生气|担心|害怕|怕|难过|紧张|困|累|饿|渴|疼|痛|冷|热|舒服)"
    rf"(?:[^\s]{{2,10}}|[抽养教干住练])了{_AFTERWARDS}"
    r"|没(?:(?:有|在|再)(?!时间|办法|电|事|关系|问题|力气|什么|意思|胃口|想到|看|听|说|见|睡|回)|(?:养|抽|喝|练|教|住|上班))"
    rf"[^\s]{{1,10}}了{_AFTERWARDS}"
)
_ZH_MEMORY = r"(?:记忆|记录|档案|画像|笔记|关于我)"
_ZH_WISHES = re.compile(
    r"别再?(?:帮我|给我)?(?:记(?!错|混|恨|仇)|存(?!钱|在)|保存|留存)"
    r"|不(?:要|用|必|需要|想让你|希望你)再?(?:帮我|给我)?(?:记(?!错|混|恨|仇|得)|存(?!钱|在)|保存|留存)"
    r"|(?:别|不要)再?(?:叫我|喊我|称呼我)|(?:别|不要)再(?:提醒我|提起?|跟我提|问我)"
    r"|(?:请|帮我|麻烦你?|你(?:就|可以|能|要|得|先))(?:把[^，。]{1,20})?(?:都|给我|给)?忘(?:掉|了|记)(?!带|拿|写|告诉)"
    r"|把[^，。]{1,20}(?:忘掉|忘了吧|忘记吧)|^(?:就|都)?忘(?:掉|了|记)(?!带|拿)[^，。]{0,20}吧"
    rf"|[把从][^，。]{{0,20}}{_ZH_MEMORY}[^，。]{{0,12}}(?:删|去掉|移除|清|抹)|(?:删掉?|删除|清除|清空|抹掉|移除)[^，。]{{0,12}}{_ZH_MEMORY}"
)


def negation_cue(text: str, language: str) -> bool:
    """Tell whether `text`, a person's own words, says that something no longer holds or is not to be remembered.

    `language`: "en" or "zh" asks for the cues of that language, anything else for those of both. Source: FEATURES B4.
    """
    sentences = [found[0] for found in _SENTENCE.finditer(text)]
    asks_english, asks_chinese = language != "zh", language != "en"
    return any((asks_english and _english(said)) or (asks_chinese and _chinese(said)) for said in sentences)


def _english(sentence: str) -> bool:
    said = sentence.casefold().strip()
    if _EN_WISHES.search(said):
        return True
    if _EN_OPEN.search(said):
        return False
    own = _EN_OWN.search(said) is not None
    stopped = (_EN_NOT_DONE.search(found["between"]) is None for found in _EN_STOPPED.finditer(said))
    return (own and _EN_NO_LONGER.search(said) is not None) or _EN_TAKEN_BACK.search(said) is not None or any(stopped)


def _chinese(sentence: str) -> bool:
    clauses = [found[0].strip(" 。！.!；;") for found in _CLAUSE.finditer(sentence)]
    if any(_ZH_WISHES.search(clause) for clause in clauses):
        return True
    if _ZH_OPEN.search(sentence):
        return False
    return any(
        (_ZH_NO_LONGER.search(clause) or _ZH_NOT_ANY_MORE.search(clause)) and not _ZH_TODAY.search(clause)
        for clause in clauses
    )
