"""Bytes of a text file -> text, with the encoding that was found.

In: the bytes of a file that somebody calls text. Out: `Decoded(text, encoding, replaced)`, or UnreadableFile when the
file is empty or not text at all.

Order: byte order marks; UTF-16 without a mark, seen by its NUL bytes; UTF-8 strictly; UTF-8 with a few damaged bytes;
then GB18030, Big5, UTF-16 and Windows-1252 are tried and the characters they give are scored, because short Chinese
texts decode under several of them and only one gives characters that people use; what is left goes to
charset-normalizer (Shift-JIS, EUC-KR, Cyrillic code pages).

Known limit: a file of one or two GBK words whose bytes happen to be sound UTF-8 ("头痛" alone) is read as UTF-8.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass

from charset_normalizer import from_bytes

from duramen.errors import UnreadableFile

SAMPLE_BYTES = 65_536
NORMALIZER_BYTES = 16_384

# Longest mark first: the UTF-32 little-endian mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# First bytes of files that are never text, so that the message can say what the file is.
_SIGNATURES = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"\x1f\x8b\x08", "gzip-compressed"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"%PDF-", "a PDF"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\x7fELF", "a program"),
)

# Everyday characters, simplified and traditional together: about half of the characters of any Chinese chat.
_EVERYDAY = frozenset(
    "的一是了我不在人有他这中大来上个国和也子时道说出而要于就下得可你年生自会那后能对着事其里所去行过家"
    "十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从她它们"
    "吗呢吧啊呀哦嗯哈很今明昨晚早想知道什怎为因但是再给让把被跟比最真太点些几次月号星期周吃喝睡觉爱喜欢"
    "工作上班妈爸姐哥弟妹朋友老师电话谢请问回答名字叫住买卖钱车书水饭茶咖啡猫狗雨雪风气热冷病医院身体"
    "這個來國時說會後對過發當與學進種將還見沒從們為但讓給嗎裡點幾號週歡媽話請問買賣錢車書飯貓氣熱醫體"
    "覺樣麼開長間動現無電聽寫讀應該實難過現兩關係經歷記憶嗎謝歲頭愛無業東樂興師生日快樂開心"
    "样开长间动现听写读应该实难两关系历记忆岁头业东乐兴师快第先问题手机家里什么时候为什么没有"
)
_PUNCTUATION = frozenset("，。！？；：、“”‘’（）《》【】…—～「」『』·￥")
_TYPOGRAPHIC = frozenset("‘’“”–—…•€©®°™£«»§¿¡")

# Left to the rules above, or never met in files of today; charset-normalizer likes them for noise.
_NEVER_GUESSED = ["utf_16", "utf_16_le", "utf_16_be", "utf_32", "utf_7", "cp037", "cp273", "cp424", "cp500", "cp875"]
_NEVER_GUESSED += ["cp1026", "cp1140", "cp1006", "cp1125", "cp720", "cp864", "hz", "iso2022_jp", "iso2022_kr"]
_KOREAN = frozenset({"cp949", "euc_kr", "johab"})

# A text whose characters weigh less on average (see `_weight`) is no text under that encoding.
_FLOOR = 0.3
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A file's text without its byte order mark, the Python name of its encoding, and how many characters were replaced.

    `replaced` counts damaged places, each shown as U+FFFD; 0 for a sound file.
    """

    text: str
    encoding: str
    replaced: int = 0


_BLANKS = "\x00 \t\r\n"
_EMPTY = "the file is empty: there is no text in it"


def decode(data: bytes) -> Decoded:
    """Decode the bytes of a text file whose encoding is not known.

    UTF-8, UTF-16 and UTF-32 with a mark, UTF-16 without one, GB18030 (GBK, GB2312), Big5, Windows-1252 and what
    charset-normalizer knows. Deterministic; on a tie the order of that list decides. Line ends stay as they are.
    Raises UnreadableFile when the file is empty, binary, or text in no encoding that could be found.
    """
    if not data.strip(_BLANKS.encode()):
        raise UnreadableFile(_EMPTY)
    for signature, kind in _SIGNATURES:
        if data.startswith(signature):
            raise UnreadableFile(f"the file is {kind}, not text; export it as text, JSON or CSV first")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _finish(data[len(mark) :], encoding)
    wide = _wide_by_nul(data)
    if wide:
        return _finish(data, wide)
    try:
        return _refuse_binary(Decoded(text=data.decode("utf-8"), encoding="utf-8"))
    except UnicodeDecodeError:
        return _refuse_binary(_damaged_utf8(data) or _finish(data, _guess(data)))


def _finish(data: bytes, encoding: str) -> Decoded:
    """Decode with damaged places replaced and counted."""
    text = data.decode(encoding, errors="replace")
    return _refuse_binary(Decoded(text=text, encoding=encoding, replaced=text.count("\ufffd")))


def _refuse_binary(decoded: Decoded) -> Decoded:
    """Raise UnreadableFile where nothing is left, or control characters or damage make it no text."""
    if not decoded.text.strip(_BLANKS + "\ufeff"):
        raise UnreadableFile(_EMPTY)
    sample = decoded.text[:SAMPLE_BYTES]
    controls = len(_CONTROL.findall(sample))
    damage = sample.count("\ufffd")
    if controls > max(2, len(sample) // 10) or controls * 2 > len(sample) or damage > max(2, len(sample) // 4):
        raise UnreadableFile(
            f"the file is binary, not text ({controls} control and {damage} unreadable of the first "
            f"{len(sample)} characters); export it as text, JSON or CSV first"
        )
    return decoded


def _wide_by_nul(data: bytes) -> str:
    """Return the UTF-16 flavour whose high bytes are NUL (text in Latin script without a mark), or ""."""
    sample = data[:SAMPLE_BYTES]
    if len(data) % 2 or len(sample) < 4:
        return ""
    half = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd * 2 > half and even * 20 < half:
        return "utf-16-le"
    if even * 2 > half and odd * 20 < half:
        return "utf-16-be"
    return ""


def _damaged_utf8(data: bytes) -> Decoded | None:
    """Decode as UTF-8 with replacements when sound multi-byte characters far outnumber the damaged places."""
    text = data.decode("utf-8", errors="replace")
    replaced = text.count("\ufffd")
    sound = sum(1 for char in text[: 4 * SAMPLE_BYTES] if char > "\x7f") - text[: 4 * SAMPLE_BYTES].count("\ufffd")
    if sound >= 3 * replaced:
        return Decoded(text=text, encoding="utf-8", replaced=replaced)
    return None


def _guess(data: bytes) -> str:
    """Return the encoding whose characters look most like writing; raises UnreadableFile when none does."""
    sample = _telling_bytes(data)
    candidates = ["gb18030", "big5", "cp1252"]
    if len(data) % 2 == 0:
        candidates[2:2] = ["utf-16-le", "utf-16-be"]
        # Two-byte units must be read from an even place: the plain head is used for them.
    scores = {name: _score(data[:SAMPLE_BYTES] if name.startswith("utf-16") else sample, name) for name in candidates}
    best = max(candidates, key=lambda name: scores[name])
    if scores[best] >= _FLOOR and not _reads_oddly(sample.decode(best, errors="replace") if best == "gb18030" else ""):
        return best
    match = from_bytes(data[:NORMALIZER_BYTES], cp_exclusion=_NEVER_GUESSED).best()
    if match is not None and (scores[best] < _FLOOR or match.encoding in _KOREAN):
        return match.encoding
    if scores[best] >= _FLOOR:
        return best
    raise UnreadableFile(
        "the file is not text in any known encoding (tried UTF-8, UTF-16, GB18030, Big5, Windows-1252 and others); "
        "save it as UTF-8"
    )


def _reads_oddly(text: str) -> bool:
    """Tell whether a text of eight or more Chinese characters lacks everyday ones: Korean read as GB18030 does."""
    wide = [char for char in text if char > "\x7f"]
    everyday = sum(1 for char in wide if char in _EVERYDAY or char in _PUNCTUATION)
    return len(wide) >= 8 and everyday * 8 < len(wide)


def _telling_bytes(data: bytes) -> bytes:
    """Return up to SAMPLE_BYTES of lines that hold a byte above 127: only they tell encodings apart."""
    kept: list[bytes] = []
    size = 0
    for match in re.finditer(rb"[^\n]*[\x80-\xff][^\n]*\n?", data):
        kept.append(match.group()[: SAMPLE_BYTES - size])
        size += len(kept[-1])
        if size >= SAMPLE_BYTES:
            break
    return b"".join(kept)


def _score(sample: bytes, encoding: str) -> float:
    """Return the mean weight of the characters beyond ASCII; -2 where there are none."""
    text = sample.decode(encoding, errors="replace")
    # A replacement at the very end is the cut of the sample, not damage.
    text = text[:-1] if text.endswith("\ufffd") and len(sample) >= SAMPLE_BYTES else text
    narrow = encoding == "cp1252"
    total = count = 0.0
    for index, char in enumerate(text):
        if char > "\x7f":
            count += 1
            total += _narrow_weight(text, index) if narrow else _weight(char)
        elif char < "\x20" and char not in "\t\r\n":
            count += 1
            total -= 2
    return total / count if count else -2.0


def _weight(char: str) -> float:
    """Return how likely one character beyond ASCII is in Chinese writing: everyday 1, common .6, rare 0, odd below."""
    if char in _EVERYDAY or char in _PUNCTUATION:
        return 1.0
    if char == "\ufffd":
        return -3.0
    category = unicodedata.category(char)
    if category in ("Co", "Cn", "Cs", "Cc"):
        return -2.0
    if "\u4e00" <= char <= "\u9fff":
        return 0.6 if _in_first_level(char) else 0.0
    if "\uff01" <= char <= "\uff5e":
        return 0.5
    return 0.3 if category == "So" and char > "\uffff" else -0.5


def _in_first_level(char: str) -> bool:
    """Tell whether a character is in the everyday level of GB 2312 (rows 16-55) or of Big5 (A440-C67E)."""
    try:
        if 0xB0 <= char.encode("gb2312")[0] <= 0xD7:
            return True
    except UnicodeEncodeError:
        pass  # not a simplified character: Big5 decides
    try:
        return 0xA4 <= char.encode("big5")[0] <= 0xC6
    except UnicodeEncodeError:
        return False


def _narrow_weight(text: str, index: int) -> float:
    """Return how likely one Windows-1252 character is: a letter inside a Latin word, or typographic punctuation."""
    char = text[index]
    around = text[max(0, index - 1) : index] + text[index + 1 : index + 2]
    beside_ascii = any(c.isascii() and (c.isalpha() or c.isspace()) for c in around)
    if char in _TYPOGRAPHIC:
        return 0.9 if beside_ascii else -0.5
    if char.isalpha() and char not in "ªºµ":
        return 0.8 if any(c.isascii() and c.isalpha() for c in around) else -0.8
    return -1.0
