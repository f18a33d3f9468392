"""Read whole numbers as people write them in time expressions: digits, English words, Chinese numerals.

In: the words of a number. Out: an int, or the smallest and largest number a vague word means.
"""

from __future__ import annotations

_UNIT_WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_ENGLISH_UNITS = _UNIT_WORDS.split()
_TEN_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ENGLISH_TENS = _TEN_WORDS.split()
_ENGLISH = {word: value for value, word in enumerate(_ENGLISH_UNITS)} | {
    word: (index + 2) * 10 for index, word in enumerate(_ENGLISH_TENS)
}
ENGLISH_NUMBER = (
    r"\d{1,3}|(?:" + "|".join(_ENGLISH_TENS) + r")(?:[- ](?:" + "|".join(_ENGLISH_UNITS[1:10]) + r"))?|"
    + "|".join(sorted(_ENGLISH_UNITS[1:], key=len, reverse=True))
)  # fmt: skip

_ORDINAL_WORDS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth "
    "twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first"
)
_ORDINALS = _ORDINAL_WORDS.split()
ENGLISH_ORDINAL = "|".join(word.replace("-", "[- ]") for word in sorted(_ORDINALS, key=len, reverse=True))

_CHINESE_DIGITS = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "俩": 2,
    "仨": 3,
}
CHINESE_NUMBER = "[0-9]{1,3}|[〇零一二两三四五六七八九十百]{1,5}|俩|仨"

FEW = (2, 6)
"""What "a few", "several", 几 and 数 mean: from two to six."""
_VAGUE = {
    "a couple of": (2, 3), "a couple": (2, 3), "couple": (2, 3), "couple of": (2, 3), "a few": FEW, "few": FEW, "several": FEW, "some": FEW,
    "几": FEW, "数": FEW, "好几": FEW, "若干": FEW,
}  # fmt: skip


def english_number(words: str) -> int:
    """Return the value of "a", "an", "12", "seven", "twenty-one"; raises ValueError for anything else."""
    text = words.strip().casefold()
    if text in ("a", "an"):
        return 1
    if text.isdecimal():
        return int(text)
    parts = text.replace("-", " ").split()
    if not parts or any(part not in _ENGLISH for part in parts):
        raise ValueError(f"not a number: {words!r}")
    return sum(_ENGLISH[part] for part in parts)


def english_ordinal(word: str) -> int:
    """Return the value of "first" … "thirty-first"; raises ValueError for anything else."""
    text = word.casefold().replace(" ", "-")
    if text not in _ORDINALS:
        raise ValueError(f"not an ordinal: {word!r}")
    return _ORDINALS.index(text) + 1


def chinese_number(words: str) -> int:
    """Return the value of 三, 十二, 二十一, 两百, 二〇二三, 俩 or digits; raises ValueError for anything else."""
    text = words.strip()
    if text.isdecimal():
        return int(text)
    if not text or any(char not in _CHINESE_DIGITS and char not in "十百" for char in text):
        raise ValueError(f"not a number: {words!r}")
    if not set(text) & {"十", "百"}:
        return int("".join(str(_CHINESE_DIGITS[char]) for char in text))
    total = pending = 0
    for char in text:
        if char in _CHINESE_DIGITS:
            pending = _CHINESE_DIGITS[char]
        else:
            total += (pending or 1) * (100 if char == "百" else 10)
            pending = 0
    return total + pending


def vague_number(words: str) -> tuple[int, int] | None:
    """Return the smallest and largest number of a vague word ("a few", 几), None when `words` is no such word."""
    return _VAGUE.get(" ".join(words.casefold().split()))
