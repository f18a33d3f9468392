"""Numbers with their units, as texts in both languages write them: "$1,200", "twenty-three years", 三千块, 两个半小时, 百分之三十.

In: text. Out: `Quantity` values in order. What is no number of anything (一起, 十分, "one of us", dates, 星期三) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from duramen.text.moments.numerals import ENGLISH_NUMBER, english_number


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """text[start:end] says so much of something.

    `value` in the base unit of `kind` ("time" in seconds, "mass" in grams, "length" in metres, "volume" in litres,
    "money", "percent", "age", "rank", "" for a bare or counted number); `of`: the currency, or the word that is counted.
    `about`: said as an approximation. `written`: the number itself.
    """

    start: int
    end: int
    value: float
    kind: str = ""
    of: str = ""
    about: bool = False
    written: float = 0.0


_DAY = 86_400.0
_UNITS: dict[str, tuple[str, float, str]] = {}
for _kind, _size, _of, _names in (
    ("time", 1, "", "second seconds sec secs 秒 秒钟"),
    ("time", 60, "", "minute minutes min mins 分钟"),
    ("time", 3600, "", "hour hours hr hrs 小时 钟头"),
    ("time", _DAY, "", "day days night nights 天 日 晚"),
    ("time", 7 * _DAY, "", "week weeks 周 星期 礼拜"),
    ("time", 30.4 * _DAY, "", "month months 月"),
    ("time", 365.25 * _DAY, "", "year years yrs 年"),
    ("age", 1, "", "岁 周岁"),
    ("mass", 1, "", "g gram grams 克"), ("mass", 500, "", "斤"), ("mass", 50, "", "两重"),
    ("mass", 1000, "", "kg kilo kilos kilogram kilograms 公斤 千克"), ("mass", 0.001, "", "mg milligram milligrams 毫克"),
    ("mass", 453.6, "", "lb lbs pound_weight"), ("mass", 28.35, "", "oz ounce ounces"), ("mass", 1_000_000, "", "吨 ton tons tonnes"),
    ("length", 1000, "", "km kms kilometre kilometres kilometer kilometers 公里 千米"), ("length", 1609.3, "", "mile miles mi 英里"),
    ("length", 1, "", "m metre metres meter meters 米"), ("length", 0.01, "", "cm centimetre centimetres centimeter centimeters 厘米 公分"),
    ("length", 0.001, "", "mm 毫米"), ("length", 500, "", "里路 里地"), ("length", 0.3048, "", "ft feet foot"), ("length", 0.0254, "", "inch inches"),
    ("volume", 1, "", "l litre litres liter liters 升"), ("volume", 0.001, "", "ml 毫升"),
    ("degree", 1, "", "degree degrees 度 ° °c °f ℃"), ("area", 1, "", "平米 平方米 平方 平 sqm"),
    ("percent", 1, "", "% ％ percent per_cent"),
    ("money", 1, "usd", "dollar dollars buck bucks 美元 美金 刀"), ("money", 1, "eur", "euro euros 欧元 欧"), ("money", 1, "gbp", "pounds pound quid 英镑"),
    ("money", 1, "cny", "yuan rmb 元 块钱 块 元钱 人民币"), ("money", 1, "jpy", "yen 日元"),
):  # fmt: skip
    for _name in _names.split():
        _UNITS[_name.replace("_", " ")] = (_kind, float(_size), _of)
_SIGNS = {"$": "usd", "€": "eur", "£": "gbp", "¥": "cny", "￥": "cny"}
_ENGLISH_UNITS = "|".join(
    re.escape(one) for one in sorted((n for n in _UNITS if n.isascii()), key=len, reverse=True) if one.isalpha()
)
_CHINESE_UNITS = "|".join(
    re.escape(one) for one in sorted((n for n in _UNITS if not n.isascii() and n not in "％°℃"), key=len, reverse=True)
)
_MEASURES = (
    "个只条本次位台辆套张家间份杯碗瓶包盒颗粒片双件把根头匹棵朵场部篇句首届名口层栋座支种样门堂遍趟顿节班站圈步斤"
)
_HAN = "[\u4e00-\u9fff]"
_APPROX_BEFORE = re.compile(
    r"(?:about|around|roughly|nearly|almost|approximately|some|over|under|more than|less than|at least|up to|close to|just)\s*$|(?:约|大约|大概|差不多|将近|近|快|接近|超过|不到|至少|最多)\s*$",
    re.IGNORECASE,
)
_APPROX_AFTER = re.compile(r"\s*(?:or so|-ish|ish|左右|上下|多|出头|来|余|odd)")
_DIGITS = re.compile(
    r"(?<![A-Za-z0-9_.,/:-])(?:(?P<sign>US\$|[$€£¥￥])\s?)?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?P<scale>\s?(?:k|K|thousand|million|billion)\b|[百千万亿]+)?(?P<ordinal>st|nd|rd|th)?(?![\d])"
    r"(?!:\d)"
)
_ENGLISH = re.compile(
    rf"\b(?P<n>(?:(?:{ENGLISH_NUMBER.split('|', 1)[1]}|an?|half an?|hundred|thousand|million|dozen|and)(?:[ -]|\b)){{1,8}})(?=\s|\b)",
    re.IGNORECASE,
)
_WORD_NUMBERS = re.compile(rf"(?:{ENGLISH_NUMBER.split('|', 1)[1]}|hundred|thousand|million|dozen)", re.IGNORECASE)
_CHINESE = re.compile(
    "(?P<percent>百分之)?(?P<rank>第)?(?P<n>[零〇一二两三四五六七八九十百千万亿]+)(?P<half>半)?(?P<tenth>成)?"
)
_CHINESE_DIGIT = {char: at for at, char in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_CHINESE_TENS = {"十": 10, "百": 100, "千": 1000}
_AFTER_ENGLISH = re.compile(
    rf"[ -]?(?:more |extra |whole |full |different |other |new |old |little |small |big )*(?P<unit>(?:{_ENGLISH_UNITS})\b|[%％°℃]|per cent)(?P<old>[- ]olds?\b)?", re.IGNORECASE
)  # fmt: skip
_AFTER_CHINESE = re.compile(rf"\s?个?(?P<half>半)?多?(?P<unit>{_CHINESE_UNITS}|[%％°℃])")
_COUNTED_ENGLISH = re.compile(r"[ -](?P<of>[a-z][a-z'’-]+(?: [a-z][a-z'’-]+)?)", re.IGNORECASE)
_COUNTED_CHINESE = re.compile(rf"\s?[多来几]?(?P<measure>[{_MEASURES}])(?P<of>(?:小|大|亲|新|旧)?{_HAN}{{0,3}})")
_ONE_ENGLISH = re.compile(
    rf"\b(?P<n>half an?|an?|one)[ -](?P<unit>{_ENGLISH_UNITS})\b(?P<more> and a half\b)?", re.IGNORECASE
)
_ONE_CHINESE = re.compile(
    f"(?<![一二两三四五六七八九十百千万第\\d])(?P<n>半|一)个?(?P<more>半)?(?P<unit>{_CHINESE_UNITS})"
)
_AND_A_HALF = re.compile(r" and a half\b", re.IGNORECASE)
_TRAILING = re.compile(r"(?:[ -]+(?:and|an?|half))+$", re.IGNORECASE)
_IDIOM_BEFORE = re.compile(r"(?:星期|礼拜|周|初|高|大|万|千|老|统|唯|同|单|专|不|第|惟|逐|划|进|之|十|两?三)$")
_IDIOM = re.compile(
    r"十分(?!钟)|三[心明]|四[处周季]|五[一味]|七上|八[卦成]|九牛|千万(?!元|块|人|美|个)|万一|一[一-龥]|百[分姓科年]|百度|两口子|二维|十足|三五|两三|三四|[一二三四五六七八九十]线|十一(?:黄金|假|长假|期间)|六一|双十|千[里方]|万[分事能物]|两[边人者样]|九寨|五湖|三峡|四川|三亚|六合|百[合果货]|二手|三轮|四合|八仙|万科|万达"
)


def quantities(text: str) -> list[Quantity]:
    """Return the numbers of a text with what they are of, in order, without overlaps."""
    found: list[Quantity] = []
    for one in sorted((*_digits(text), *_english(text), *_chinese(text)), key=lambda q: (q.start, -q.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return found


def single_amounts(text: str) -> list[Quantity]:
    """Return the amounts that are told without a number: "half an hour", "a mile", "an hour and a half", 半小时, 一个半月."""
    found = []
    for match in (*_ONE_ENGLISH.finditer(text), *_ONE_CHINESE.finditer(text)):
        kind, size, of = _UNITS[match["unit"].casefold()]
        half_alone = match["n"].casefold().startswith(("half", "半"))
        value = (0.5 if half_alone else 1.0) + (0.5 if match["more"] else 0.0)
        start, end = match.span()
        # Half a month or half a year is as good as never counted in days.
        about = _is_about(text, start, end) or (half_alone and size > 7 * _DAY)
        found.append(Quantity(start=start, end=end, value=value * size, kind=kind, of=of, about=about, written=value))
    return found


def _is_about(text: str, start: int, end: int) -> bool:
    return bool(_APPROX_BEFORE.search(text[max(0, start - 14) : start]) or _APPROX_AFTER.match(text, end))


def _digits(text: str) -> Iterator[Quantity]:
    for match in _DIGITS.finditer(text):
        value = float(match["n"].replace(",", ""))
        scale = (match["scale"] or "").strip().casefold()
        value *= {"k": 1e3, "thousand": 1e3, "million": 1e6, "billion": 1e9, "": 1}.get(scale, 0) or _chinese_scale(
            scale
        )
        if match["ordinal"]:
            yield Quantity(start=match.start("n"), end=match.end(), value=value, kind="rank", written=value)
        else:
            yield _with_unit(text, match.start(), match.end(), value, _SIGNS.get((match["sign"] or "")[-1:], ""))


def _english(text: str) -> Iterator[Quantity]:
    for match in _ENGLISH.finditer(text):
        if not _WORD_NUMBERS.search(match["n"]):
            continue
        words = _TRAILING.sub("", match["n"].strip(" -"))
        start = match.start() + match["n"].index(words)
        kept = re.sub(r"^(?:and[ -]+)+", "", words, flags=re.IGNORECASE)
        value = _english_value(kept)
        if value is not None and value >= 2:
            yield _with_unit(text, start + len(words) - len(kept), start + len(words), value, "")


def _english_value(words: str) -> float | None:
    total = current = 0.0
    parts = [part for part in re.split(r"[ -]+", words.casefold()) if part]
    while parts and parts[-1] in ("and", "a", "an", "half"):
        parts.pop()
    while parts and parts[0] == "and":
        parts.pop(0)
    for part in parts:
        if part in ("and", "a", "an", "half"):
            current = current or (1.0 if part in ("a", "an") else 0.5 if part == "half" else current)
        elif part in ("hundred", "dozen"):
            current = (current or 1) * (100 if part == "hundred" else 12)
        elif part in ("thousand", "million"):
            total, current = total + (current or 1) * (1e3 if part == "thousand" else 1e6), 0.0
        else:
            try:
                current += english_number(part)
            except ValueError:
                return None
    return total + current


def _chinese(text: str) -> Iterator[Quantity]:
    for match in _CHINESE.finditer(text):
        start, end = match.span()
        value = _chinese_value(match["n"])
        if value is None:
            continue
        if match["percent"] or match["tenth"]:
            share = value * (1 if match["percent"] else 10)
            yield Quantity(start=start, end=end, value=share, kind="percent", written=value)
            continue
        if match["rank"]:
            yield Quantity(start=start, end=end, value=value, kind="rank", written=value)
            continue
        before = text[max(0, start - 2) : start]
        if _IDIOM_BEFORE.search(before) or _IDIOM.match(text, start) or _is_vague(match["n"]):
            continue
        made = _with_unit(text, start, match.end("n"), value, "")
        if value >= 2 and (made.kind or made.of or value > 10 or match["half"]):
            yield made


def _is_vague(numeral: str) -> bool:
    """Tell whether a numeral is two neighbours, as 五六 in 五六个."""
    digits = [_CHINESE_DIGIT.get(char, -9) for char in numeral]
    return len(digits) == 2 and digits[1] - digits[0] == 1 and digits[0] > 0


def _chinese_value(numeral: str) -> float | None:
    total = section = digit = 0.0
    if not set(numeral) & set("十百千万亿"):
        return float("".join(str(_CHINESE_DIGIT[char]) for char in numeral)) if len(numeral) < 12 else None
    last = 1.0
    for char in numeral:
        if char in _CHINESE_DIGIT:
            digit = _CHINESE_DIGIT[char]
        elif char in _CHINESE_TENS:
            section, digit, last = section + (digit or 1) * _CHINESE_TENS[char], 0, float(_CHINESE_TENS[char])
        else:
            big = 1e4 if char == "万" else 1e8
            total, section, digit, last = (total + section + digit or 1) * big, 0, 0, big
    if digit and numeral[-2:-1] in "百千万亿":  # 三千五 is 3500
        digit *= last / 10
    return total + section + digit


def _chinese_scale(scale: str) -> float:
    value = 1.0
    for char in scale:
        value *= {"百": 1e2, "千": 1e3, "万": 1e4, "亿": 1e8}.get(char, 1)
    return value


def _with_unit(text: str, start: int, end: int, value: float, currency: str) -> Quantity:
    """Return a number with the unit or the counted word that follows it."""
    about = _is_about(text, start, end)
    written = value
    if currency:
        return Quantity(start=start, end=end, value=value, kind="money", of=currency, about=about, written=written)
    at = end
    if half := _AND_A_HALF.match(text, end):
        value, written, at = value + 0.5, value + 0.5, half.end()
    unit = _AFTER_CHINESE.match(text, at) or _AFTER_ENGLISH.match(text, at)
    if unit:
        kind, size, of = _UNITS.get(
            unit["unit"].casefold(), ("percent" if unit["unit"] in "%％" else "degree", 1.0, "")
        )
        groups = unit.groupdict()
        if groups.get("half"):
            value = written = value + 0.5
        if groups.get("old") and kind == "time":
            kind, size = ("age", size / (365.25 * _DAY))
        end = unit.end()
        if kind == "time" and text[end : end + 1] == "半":
            value, written, end = value + 0.5, value + 0.5, end + 1
        return Quantity(start=start, end=end, value=value * size, kind=kind, of=of, about=about, written=written)
    counted = _COUNTED_CHINESE.match(text, at)
    if counted:
        of = counted["of"] or counted["measure"]
        return Quantity(start=start, end=max(end, at) + 1, value=value, of=of, about=about, written=written)
    counted = _COUNTED_ENGLISH.match(text, at)
    of = counted["of"].casefold() if counted else ""
    return Quantity(start=start, end=max(end, at), value=value, of=of, about=about, written=written)


def same_amount(one: Quantity, other: Quantity) -> bool:
    """Tell whether two quantities may mean the same amount: equal in the base unit, or as numbers where one has no unit."""
    loose = 0.1 if one.about or other.about else 0.0
    if {one.kind, other.kind} == {"time", "age"}:
        mine, theirs = years_of(one), years_of(other)
    elif one.kind and other.kind:
        if one.kind != other.kind or (one.of and other.of and one.of != other.of):
            return False
        mine, theirs = one.value, other.value
        loose = max(loose, 0.02 if one.kind in ("time", "length", "mass") else 0.0)
    else:
        mine, theirs = one.written, other.written
    return abs(mine - theirs) <= loose * max(abs(mine), abs(theirs)) + 1e-9


def years_of(one: Quantity) -> float:
    """Return an age or a length of time in years."""
    return one.value if one.kind == "age" else round(one.value / (365.25 * _DAY), 2)
