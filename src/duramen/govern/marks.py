"""The words and marks by which an operation is recognised in a model's output, however it is spelled.

`NEXT` finds what may be one: a call `ADD(`, a bare NO_OP, a word at the beginning of a line, an object or a list. `SYNC`
finds where another operation surely begins, so that a broken one cannot swallow it. All of it is searched forward once.
"""

from __future__ import annotations

import re
import unicodedata

from duramen.domain.operations import Kind
from duramen.govern.paths import NOT_IN_PATH

DOUBLE, SINGLE = '"“”„‟＂', "'‘’‚＇"
CLOSERS = dict.fromkeys(DOUBLE, DOUBLE) | dict.fromkeys(SINGLE, SINGLE) | {"「": "」", "『": "』", "«": "»", "`": "`"}
"""For each opening quote the marks that may close it."""
OPENERS = "".join(CLOSERS)
_PARTNERS = {"“": "”", "„": "“”", "‘": "’", "‚": "‘’", "＂": "＂", "＇": "＇"}

TRANSLATED = {"添加": Kind.ADD, "新增": Kind.ADD, "增加": Kind.ADD, "更新": Kind.UPDATE, "修改": Kind.UPDATE}
TRANSLATED |= {"删除": Kind.DELETE, "刪除": Kind.DELETE}

_NO_OP = r"NO\\?[_\-]?OP"
_WORD = rf"(?:ADD|UPDATE|DELETE|{_NO_OP}|NO OP)"
_UPPER_CALL = rf"(?-i:{_WORD})[ \t*`]*+[(（]"
_ANY_CALL = rf"{_WORD}[(（]"
_LIST_MARK = r"[ \t>*•·\-–—+#‣▪◦●○]*+(?:[(\[（【]?\d{1,3}[.)\]、．）】:：]++[ \t]*+|[①-⑳][ \t]*+)?+[*_`]*+"
# What a path and the end of it look like: home.city, | home.city)
_PATH_AHEAD = (
    rf"(?=[{OPENERS}]?[^{NOT_IN_PATH}.'‘’]{{1,80}}\.[^{NOT_IN_PATH}'‘’]{{1,200}}[{OPENERS}]?\s{{0,5}}[,，)）\]】}}])"
)

LINE_LEAD = re.compile(_LIST_MARK)
MAX_LEAD_CHARS = 40
NEXT = re.compile(
    rf"(?<![\w.])(?P<call>{_WORD})(?P<gap>[ \t*`]*+)[(（]"
    rf"|(?<![\w.])(?P<bare>{_NO_OP}|NO OP)(?![\w(（])"
    r"|(?<![\w.])(?P<line>ADD|UPDATE|DELETE)(?=[ \t:：])"
    rf"|(?P<translated>{'|'.join(TRANSLATED)})[(（]{_PATH_AHEAD}"
    rf"|(?<![\w.])(?P<unknown>(?-i:[A-Z][A-Z_]{{2,30}}))[(\[【{{]{_PATH_AHEAD}"
    rf"|(?P<json>\{{\s*+(?:[{OPENERS}}}]|\w{{1,30}}+\s*+[:：])|\[\s*+(?:[{OPENERS}{{\]]))",
    re.IGNORECASE,
)
SYNC = re.compile(
    rf"\n{_LIST_MARK}(?:{_UPPER_CALL}|{_ANY_CALL}|(?-i:{_NO_OP})[ \t]*+(?=[\r\n]|\Z)|```)"
    rf"|[)）][ \t]*+[,;，；、。]?[ \t]*+(?={_UPPER_CALL}|{_ANY_CALL})",
    re.IGNORECASE,
)
PIECE_END = re.compile(rf"\n|(?<![\w.]){_UPPER_CALL}")
CUT_WORD = re.compile(r"(?:A|AD|ADD|U|UP|UPD|UPDA|UPDAT|UPDATE|D|DE|DEL|DELE|DELET|DELETE|N|NO|NO_|NO_O)")


_WIDE = re.compile(r"[Ａ-Ｚａ-ｚ＿－]{3,6}(?=[ \t]*[(（]|\s|\Z)")


def narrowed(text: str) -> str:
    """Return a text in which words of operations that were written in full-width letters are in plain ones, as long as before."""
    return _WIDE.sub(lambda word: plain if kind_of(plain := unicodedata.normalize("NFKC", word[0])) else word[0], text)


def kind_of(word: str) -> Kind | None:
    """Return the kind that a word means, in any case and spelling of NO_OP, or in Chinese; None for no such word."""
    plain = re.sub(r"[\\_\- ]", "", word).upper()
    if plain == "NOOP":
        return Kind.NO_OP
    return Kind(plain) if plain in Kind.__members__ else TRANSLATED.get(word)


def spelling_repairs(word: str, kind: Kind) -> tuple[str, ...]:
    """Name what is wrong with how the word of an operation is spelled."""
    if word == kind.value:
        return ()
    if word in TRANSLATED:
        return ("translated-name",)
    case = () if word.isupper() else ("letter-case",)
    return case if word.upper() == kind.value else (*case, "no-op-spelling")


def primary_closers(opener: str) -> str:
    """Return the marks that rightly close `opener`; its family (`CLOSERS`) holds those that models mix it up with."""
    return _PARTNERS.get(opener, opener if opener in CLOSERS[opener] else CLOSERS[opener])


def quote_repairs(opener: str, closer: str) -> tuple[str, ...]:
    """Name what is wrong with the quotes around a value."""
    repairs: tuple[str, ...] = ()
    if opener in "'`" or closer in "'`":
        repairs = ("single-quotes",)
    if opener not in "\"'`" or closer not in "\"'`":
        repairs = (*repairs, "typographic-quotes")
    return repairs
