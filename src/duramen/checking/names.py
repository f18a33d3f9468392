"""Names that a reply claims and nothing shown says (A20): people, places, titles, in English and Chinese.

In: claimed sentences, grounds. Out: findings. A name is known when it stands anywhere in what was shown, said or is on the
card, also shortened, as an adjective, without accents, with a title before it or beside a place that is known.
Precision first: a name in another script than the passages, and a Chinese word that is not plainly a name, is not judged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

import rjieba

from duramen.checking.grounds import Grounds
from duramen.checking.sentences import Claimed
from duramen.checking.wording import reason
from duramen.domain.checks import Finding, Flaw
from duramen.text.languages import language_of
from duramen.text.segment import terms

_CAPITAL = re.compile(r"(?<![\w.'’#@/-])[A-Z][\w'’&]*(?:[ -](?:(?:of|the|de|van|von|la|le|and) )?[A-Z][\w'’]*)*")
_COMMON_WORDS = [
    "i",
    "i'm",
    "i've",
    "i'll",
    "i'd",
    "ok",
    "okay",
    "yes",
    "no",
    "oh",
    "ah",
    "hi",
    "hello",
    "hey",
    "well",
    "so",
    "and",
    "but",
    "the",
    "a",
    "an",
    "you",
    "your",
    "yours",
    "he",
    "she",
    "they",
    "we",
    "it",
    "his",
    "her",
    "their",
    "our",
    "this",
    "that",
    "these",
    "those",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sept",
    "sep",
    "oct",
    "nov",
    "dec",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "am",
    "pm",
    "tv",
    "dvd",
    "cd",
    "pc",
    "usb",
    "wifi",
    "wi-fi",
    "ai",
    "gps",
    "id",
    "app",
    "dna",
    "pe",
    "diy",
    "faq",
    "pdf",
    "url",
    "ceo",
    "hr",
    "it",
    "phd",
    "mba",
    "ba",
    "ma",
    "bsc",
    "msc",
    "christmas",
    "easter",
    "halloween",
    "thanksgiving",
    "new",
    "year",
    "eve",
    "day",
    "valentine",
    "birthday",
    "ramadan",
    "diwali",
    "hanukkah",
    "summer",
    "spring",
    "autumn",
    "winter",
    "mr",
    "mrs",
    "ms",
    "miss",
    "dr",
    "prof",
    "sir",
    "madam",
    "mum",
    "mom",
    "dad",
    "mother",
    "father",
    "grandma",
    "grandpa",
    "granny",
    "aunt",
    "uncle",
    "god",
    "lord",
    "earth",
    "sun",
    "moon",
    "internet",
    "covid",
    "english",
]
_COMMON = frozenset(_COMMON_WORDS)
_SUFFIX = re.compile(r"(?:['’]s?|ish|ese|ian|ean|an|n|i|s|ch)$")
_TITLE_ZH = re.compile(r"《([^》\n]{1,40})》")
_CALLED_ZH = re.compile(
    r"(?:名字?[叫是]|名叫|叫做|叫作|(?<![喊呼惨尖大])叫|取名为?|起名为?)(?!我|你|您|他|她|它|什么|了|过|不|做)[“「\"]?(?P<name>[\u4e00-\u9fff·]{2,4}?)[”」\"]?(?=[，。,.！!；;、的吧呢啊\s]|$|这|那)"
)
_CALLED_EN = re.compile(r"\b(?:called|named|name is|name was)\s+[\"“]?(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*)")
_HAN_NAME_TAGS = ("nr", "ns", "nt", "nrt", "nz")
_SLOT_BEFORE = re.compile(
    r"(?:在|去|到|去过|到过|住|住在|来自|飞|飞往|回|和|跟|与|给|同|从|是|叫|陪|带|搬到|搬去|搬回|找|见|嫁给|的)[了过]?$"
)
_RELATED = re.compile(r"[省市县区镇村路街国州岛湖山江河寺]")
_NOT_NAMES = frozenset(["中国", "中文", "汉语", "英语", "英文", "普通话", "高兴", "明白", "阳光", "安静", "小时", "小心", "小姐", "先生", "老师", "老板", "春节", "国庆", "中秋", "端午", "元旦", "国庆节", "春天", "夏天", "秋天", "冬天", "晴天", "东西", "南方", "北方", "家里", "温馨", "那年", "和平", "平安", "明年", "文静", "大海", "任何", "安心", "小雨", "大雪", "高中", "初中", "大学", "小学", "小区", "公园", "超市", "地铁", "微信", "网上", "马上", "连连", "谢谢", "周末", "周一", "周二", "周三", "周四", "周五", "周六", "周日", "古典", "西湖龙井", "大家", "小猫", "小狗", "老家", "华人", "外国", "那天", "何时", "金色", "黄色", "白色", "青年", "成长", "安排", "能否", "万幸", "和睦", "常常", "辛苦"])  # fmt: skip
# Cities that the dictionary takes for people or other words.
_CITIES = frozenset(["南通", "嘉兴", "金华", "合肥", "景德镇", "烟台", "张家界", "岳阳", "桂林", "海口", "遵义", "大理", "拉萨", "银川", "大同", "平遥", "石家庄", "保定", "唐山", "秦皇岛", "承德", "大连", "高雄", "首尔", "清迈", "吉隆坡", "柏林", "慕尼黑", "马德里", "波士顿", "西雅图", "多伦多", "温哥华", "莫斯科", "开罗"])  # fmt: skip
_FOLD = {"bill": "william", "liz": "elizabeth", "beth": "elizabeth", "bob": "robert", "rob": "robert", "mike": "michael",
         "tony": "anthony", "dick": "richard", "peggy": "margaret", "maggie": "margaret", "kate": "katherine", "jack": "john",
         "uk": "united kingdom", "usa": "united states", "us": "united states", "nyc": "new york", "la": "los angeles", "sf": "san francisco"}  # fmt: skip


def wrong_names(sentences: Sequence[Claimed], grounds: Grounds) -> list[Finding]:
    """Return the names in claimed sentences that stand in nothing that was shown."""
    # What a long reply lays out for the person has names of its own: a route's places, a plan's parts.
    told = [sentence for sentence in sentences if sentence.brief or sentence.cites]
    named = [(sentence, *name) for sentence in told for name in _names(sentence.text)]
    if not named:
        return []
    known = grounds.known
    folded = _folded(known)
    # In a script that the passages are not written in, a name cannot be looked up.
    scripts = {language_of(one.text) for one in grounds.passages if one.text.strip()}
    found = []
    for sentence, start, end, language in named:
        name = sentence.text[start:end]
        if language not in scripts:
            continue
        if _known_zh(name, known, sentence.text, start) if language == "zh" else _known_en(name, folded):
            continue
        if language == "en" and _beside_known(sentence.text, start, folded):
            continue
        why = reason(Flaw.NAME, "", grounds.language)
        first, last = sentence.start + start, sentence.start + end
        against = _held_against(sentence, grounds)
        found.append(Finding(kind=Flaw.NAME, start=first, end=last, against=against, reason=why))
    return found


def _held_against(sentence: Claimed, grounds: Grounds) -> str:
    words = set(terms(sentence.text))
    bound = [one for one in grounds.passages if one.bound] or list(grounds.passages)
    return max(bound, key=lambda one: len(words & set(terms(one.text)))).id if bound else ""


def _folded(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).casefold().split())


def _names(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the names of a sentence with the script they are in, each place once."""
    taken: list[tuple[int, int]] = []
    for start, end, language in (*_english_names(text), *_chinese_names(text)):
        if not any(start < last and first < end for first, last in taken):
            taken.append((start, end))
            yield start, end, language


def _english_names(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _CALLED_EN.finditer(text):
        yield match.start("name"), match.end("name"), "en"
    first = re.search(r"\w", text)
    for match in _CAPITAL.finditer(text):
        start, words = match.start(), match[0]
        opening = first is not None and start == first.start()
        before = text[:start].rstrip(" “\"'(*")
        if (
            opening
            or text[start - 1 : start] in ("(", "*", "（")
            or before.endswith((".", "!", "?", ":", "：", "。", "！", "…", "-", "—", "\n"))
        ):
            head, space, rest = words.partition(" ")  # the first word of a sentence has its capital in any case
            if not space or not rest[:1].isupper():
                continue
            start, words = start + len(head) + 1, rest
        if words.casefold() not in _COMMON and not words.isupper() | (len(words) < 2):
            yield start, start + len(words), "en"


def _known_en(name: str, folded: str) -> bool:
    parts = [part for part in re.split(r"[ -]", _folded(name)) if part]
    return all(_known_part(part, folded) for part in parts)


def _beside_known(text: str, start: int, folded: str) -> bool:
    """Tell whether a name follows a known one after a comma: Portugal in "Lisbon, Portugal" says where that is."""
    before = re.search(r"\b([A-Z][\w'’-]+), $", text[:start])
    return before is not None and _folded(before[1]) in folded


def _known_part(part: str, folded: str) -> bool:
    part = part.strip("'’.&")
    bare = re.sub(r"['’]s?$", "", part)
    if (
        not bare
        or bare in _COMMON
        or bare in ("of", "the", "de", "van", "von", "la", "le", "and")
        or not bare[:1].isalpha()
    ):
        return True
    if bare in folded or (bare in _FOLD and _FOLD[bare] in folded):
        return True
    if any(full == bare and re.search(rf"\b{short}\b", folded) for short, full in _FOLD.items()):
        return True
    stem = _SUFFIX.sub("", bare)
    # Swedish and Sweden, Alex and Alexandra, Italy and Italian: the same beginning.
    root = stem[: max(4, len(stem) - 2)] if len(stem) >= 4 else bare
    return re.search(rf"\b{re.escape(root)}", folded) is not None if len(root) >= 3 else False


def _chinese_names(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _TITLE_ZH.finditer(text):
        yield match.start(1), match.end(1), language_of(match[1])
    for match in _CALLED_ZH.finditer(text):
        yield match.start("name"), match.end("name"), "zh"
    if not re.search("[\u4e00-\u9fff]", text):
        return
    place = 0
    for word, tag in rjieba.tag(text):
        start = text.find(word, place)
        if start < 0:
            continue
        place = start + len(word)
        slot = _SLOT_BEFORE.search(text[:start])
        if (
            (tag in _HAN_NAME_TAGS or word in _CITIES)
            and 2 <= len(word) <= 6
            and slot
            and _is_name(word, tag, text, place)
        ):
            yield start, place, "zh"


def _is_name(word: str, tag: str, text: str, end: int) -> bool:
    """Tell whether a word that a dictionary calls a name plainly is one here."""
    if word in _NOT_NAMES or not all("\u4e00" <= char <= "\u9fff" for char in word):
        return False
    if tag in ("ns", "nt") or word in _CITIES:
        return True
    return (
        tag == "nr" and len(word) in (2, 3) and word[0] in _SURNAMES and not re.match("[得地着]", text[end : end + 1])
    )


_SURNAMES = frozenset("赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦许何吕张孔曹严魏陶姜谢邹苏潘葛范彭鲁韦马苗方俞任袁柳鲍史唐费薛雷贺倪汤殷罗毕郝邬康伍余顾孟黄穆萧尹姚邵汪祁毛戴宋庞熊纪舒屈项祝董梁杜阮蓝闵季贾路江童郭梅盛林刁钟徐邱骆蔡田樊胡凌霍万卢莫房解丁邓洪石崔龚程裴陆甄曲封段侯全班宁甘厉刘龙叶黎白蒲赖乔谭劳申冉桑尚温庄柴阎欧肖邢聂佟夏")  # fmt: skip


def _known_zh(name: str, known: str, sentence: str, start: int) -> bool:
    core = _RELATED.sub("", name[1:]) if len(name) > 2 else name[1:]
    if name in known or (len(name) > 2 and name[:2] in known and name[-1] in "省市县区镇村路街国州"):
        return True
    if len(name) == 3 and (name[1:] in known or name[:1] + "老师" in known):
        return True
    if len(name) >= 2 and core and len(name[:1] + core) >= 2 and name[:1] + core in known:
        return True
    # 浙江杭州: a place beside one that is known says where that is.
    around = sentence[max(0, start - 3) : start] + sentence[start + len(name) : start + len(name) + 3]
    return any(
        around[at : at + 2] in known
        and re.fullmatch("[\u4e00-\u9fff]{2}", around[at : at + 2]) is not None
        and around[at : at + 2] not in _NOT_NAMES
        and _is_place(around[at : at + 2])
        for at in range(len(around) - 1)
    )


def _is_place(word: str) -> bool:
    return any(tag == "ns" for _, tag in rjieba.tag(word))
