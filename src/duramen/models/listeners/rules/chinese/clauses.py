"""Chinese sentences -> clauses: cut at commas and blanks, lead-ins gone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese.words import ILLNESS, KIN, TIME
from duramen.models.listeners.rules.findings import Clause
from duramen.models.listeners.rules.sources import Sentence, asks_without_mark

_CUT = re.compile(
    r"[，,；;：:。！!？?…~～—（）()]+|(?<=[\u4e00-\u9fff])\s+(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])\s*(?:但是|但|不过|而且|所以)(?=我|俺|咱|你|他|她|帮)"
)
_LEAD = re.compile(
    r"^(?:\s|那个|那(?=我|俺)|嗯+|啊|哦|噢|哎|唉|诶|哟|嗨|对(?:了|的|啊|呀)|是的|没错|好(?:的|吧|嘞|啊|呀)|行(?:吧|啊|了)|得(?:了|嘞)|话说|其实|因为|不过|但是?|而且|所以|就是说?|反正|顺便(?:说一?[句下])?|跟你说(?:个事|一?下)?|告诉你(?:个秘密)?|提醒一下|说实话|老实说|讲真|说起来|实不相瞒|哈哈+|可惜|主要是?|毕竟|关键是?|还有|另外|然后|再说|你知道吗|记一下|记住|帮我记(?:住|一下|着)?|备注一下|补充一下|更正一下|再说一次|忘了说|忘记说了|说了你别笑|兄弟|大哥|您好|你好|大家好|谢谢|拜托|虽然|由于|既然|自从|本来|原来|搞得|弄得|害得|这不|你看|可不(?=是?$)|可(?=我|俺|咱)|也就是说|换句话说|问一下|请问|想问下?|太好了|完了|救命|好消息|坏消息|报告|是这样|不瞒你说|唉声叹气|悄悄说|偷偷告诉你|你?(?:能不能|可不可以|可以)(?=别|不要|用|少|简短|说人话|直接|短))+(?=\S)"
)


_ANY_KIN = "|".join(KIN.values())
# 最近我在学画画 is read as 我最近在学画画.
_WHEN_I = re.compile(
    rf"^((?:(?:{TIME})|最近|近来|目前|现在|如今|过完年|过了年|明天|后天|大后天|下?个?(?:周|星期|礼拜)[一二三四五六日天末]|下(?:周|个?月)|月底|年底|明年|国庆|五一|暑假|寒假|平时|平常|一般|通常|周末|早上|晚上|中午|下班后?|小时候|从小|以前|之前|其实){{1,3}})(我们?|俺们?|咱们?)(?!的|家|{_ANY_KIN})"
)
_PARTICLE = re.compile("(?<=[\u4e00-\u9fffA-Za-z\\d])[啊呀哈嘛哦啦呗咯噢哟嘞]+$")
_SOON = re.compile(r"[^我俺咱]{1,14}[我俺咱]")
_BODY_FIRST = re.compile(
    rf"(?:我|俺)[^，他她你]{{0,6}}?(?:{ILLNESS}|过敏|怀孕[^，能可]{{0,5}}|不耐受)[^，能可怎要该应适会有吃用]{{0,4}}(?=能|可以|可不可以|怎么|要不要|该|应该|适合|会不会|有什么|吃什么|用什么|咋)"
)
_FORBIDS = re.compile(
    "(?:请|以后|今后|千万|你|您|麻烦)*(?:别|不要|不许|不准)(?:再|老|总)?(?:问|提|聊|说|劝|催|跟我|给我|推荐)"
)


def chinese_clauses(sentence: Sentence) -> Iterator[Clause]:
    """Yield the clauses of a Chinese sentence that state something; of a question, not the part that asks."""
    spans, start = [], 0
    for cut in _CUT.finditer(sentence.text):
        spans.append((start, cut.start()))
        start = cut.end()
    spans.append((start, len(sentence.text)))
    spans = [span for span in spans if sentence.text[slice(*span)].strip()]
    if sentence.asks and spans:
        spans[-1:] = _premise(sentence.text, spans[-1])
    corrects = bool(cues.CORRECTS.search(sentence.text))
    for start, end in spans:
        raw = sentence.text[start:end]
        text = regular(raw)
        yield Clause(
            text=_told(text),
            raw=raw,
            start=sentence.start + start,
            end=sentence.start + end,
            place=sentence.place,
            language="zh",
            corrects=corrects,
            context=sentence.text,
        )


def _told(text: str) -> str:
    """Return the part of a clause that tells something: all of it, or of a question what it says of the body."""
    if not asks_without_mark(text) or _FORBIDS.match(text):
        return text
    return found.group() if (found := _BODY_FIRST.match(text)) is not None else ""


def _premise(text: str, span: tuple[int, int]) -> list[tuple[int, int]]:
    """Return of a clause that asks the part that tells of the body: 我怀孕十六周 of 我怀孕十六周能坐飞机吗."""
    found = _BODY_FIRST.match(text[slice(*span)].lstrip())
    return (
        [(span[0], span[0] + found.end() + len(text[slice(*span)]) - len(text[slice(*span)].lstrip()))] if found else []
    )


def regular(raw: str) -> str:
    """Return a clause without lead-ins and outer blanks; blanks beside Chinese are gone."""
    text = re.sub(r"(?<=[\u4e00-\u9fff])\s+|\s+(?=[\u4e00-\u9fff])", "", raw.strip())
    stripped = _PARTICLE.sub("", _LEAD.sub("", text))
    text = stripped or text
    return _WHEN_I.sub(r"\2\1", text) if _SOON.match(text) else text
