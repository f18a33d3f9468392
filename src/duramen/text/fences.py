"""Make stored text harmless inside a prompt (C13): it cannot open or close one of our tags, a fence or a role.

In: any text that a person or a document brought. Out: the same text with a visible bar ¦ set into every place that
could be read as structure; `unfence` takes exactly these bars out again.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

BAR = "¦"

# What a reader, human or model, may take for our tags, in English, Chinese and what a lenient repair accepts.
_NAMES = (
    "analysis", "analyse", "analyze", "response", "respond", "answer", "reply", "evidence", "memory", "memories",
    "profile", "persona", "question", "instructions", "system", "assistant", "user", "think", "thought", "reasoning", "tool", "card", "lore", "leaf", "function", "invoke",
    "分析", "解析", "回答", "回复", "回復", "回覆", "回應", "回应", "答复", "答覆", "答案", "响应", "证据", "記憶", "记忆", "画像", "问题", "思考", "思维", "思維", "系统", "指令", "角色",
)  # fmt: skip
_ROLES = (
    "system", "user", "assistant", "developer", "tool", "function", "human", "ai", "instruction", "instructions",
    "analysis", "response", "reply", "answer", "evidence", "系统", "用户", "助手", "助理", "人类", "工具", "指令", "分析", "回答", "回复", "回復", "回覆", "回应", "回應", "答复", "答覆", "证据",
)  # fmt: skip
_HEADERS = ("now", "现在", "現在")
# Letters that look like Latin ones: Cyrillic, Greek, and a few more that are used so.
_ALIKE = dict(
    zip(
        "аеорсухіѕԁյһӏԛԝѵтмвнкενορτικαγυ",
        "aeopcyxisdjhlqwvtmbhkevoptikayu",
        strict=True,
    )
)
_FILLER = "[\\s\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\u00ad*_]*+"
_OPENERS = "[<〈《‹«【〖\\[「『{≺⟨❮]|&(?:amp;){0,3}(?:lt|#0*60|#x0*3c);?|%3c|\\\\u003c|\\\\x3c"
_SLASH = "(?:[/\\\\⁄∕]" + _FILLER + "){0,2}"


def _spelled(words: tuple[str, ...]) -> str:
    return "|".join(_FILLER.join(re.escape(char) for char in word) for word in sorted(words, key=len, reverse=True))


# Each alternative begins with one character after which the bar is set.
_DANGER = (
    f"(?:{_OPENERS}){_FILLER}{_SLASH}(?:{_spelled(_NAMES)})"  # a tag of ours
    f"|<{_FILLER}\\|"  # a chat template's token: <|im_start|>
    f"|<{_FILLER}{_SLASH}(?:s|bos|eos|pad|unk|(?:start|end)_of_turn){_FILLER}>"  # and of others: </s>
    f"|\\[{_FILLER}/?{_FILLER}inst{_FILLER}\\]|<<{_FILLER}/?sys"  # other templates' marks
    f"|(?:(?<=\\n)|\\A)[^\\S\\n]*(?:[#>*_-]++[^\\S\\n]*)?(?:{_spelled(_ROLES)}){_FILLER}[:：|]"  # a role header
    f"|(?:(?<=\\n)|\\A)[^\\S\\n]*(?:[#>*_-]++[^\\S\\n]*)?(?:{_spelled(_HEADERS)}){_FILLER}[:：]"  # our header
    f"|(?:(?<=\\n)|\\A)[^\\S\\n]*(?:[#*_]++[^\\S\\n]*+)++(?:{_spelled(_ROLES)})"  # a heading of ours
    f"|(?:(?<=\\n)|\\A)[^\\S\\n]*(?:{_spelled(_ROLES)})[^\\S\\n]*(?=\\n|\\Z)"  # a role alone on its line
    "|`{3,}|~{3,}"  # code fences
)


@cache
def _danger() -> re.Pattern[str]:
    # Compiled at the first prompt: it takes a quarter of a second, and most commands show none.
    return re.compile(_DANGER)


_RUN = re.compile(f"{BAR}+")


def fence(text: str) -> str:
    """Return `text` with a bar set into everything that could be read as a tag, a fence or a role header.

    Case, full-width letters, blanks, zero-width characters and emphasis marks inside a tag do not hide it. A bar that
    the text already has is doubled, so that `unfence(fence(text)) == text` for every text.
    """
    view = _fold(text)
    cuts: set[int] = set()
    for match in _danger().finditer(view):
        inside = match[0]
        if inside[0] in "`~":
            cuts.update(range(match.start() + 1, match.end()))
        else:
            cuts.add(match.start() + len(inside) - len(inside.lstrip()) + 1)
    pieces = []
    for index, char in enumerate(text):
        if index in cuts:
            pieces.append(BAR)
        pieces.append(BAR * 2 if char == BAR else char)
    return "".join(pieces)


def unfence(text: str) -> str:
    """Return what `fence` was given: single bars go, doubled bars become one."""
    return _RUN.sub(lambda run: BAR * (len(run[0]) // 2), text)


def _fold(text: str) -> str:
    """Return a view of `text` with one character for each of its own: compatibility forms and case folded."""
    if text.isascii():
        return text.lower().replace("\r", "\n")
    return "".join(_fold_char(char) for char in text)


def _fold_char(char: str) -> str:
    if char.isascii():
        return char.lower()
    if char in "\u2028\u2029\x85":
        return "\n"
    if "\U000e0020" <= char <= "\U000e007e":  # a letter in the alphabet of tags, which nobody sees
        return chr(ord(char) - 0xE0000).lower()
    folded = unicodedata.normalize("NFKC", char).lower()
    return _ALIKE.get(folded, folded) if len(folded) == 1 else char
