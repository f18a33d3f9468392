"""Tell Chinese from everything else: which of the two languages of the product carries a text.

In: text. Out: "zh" or "en"; the wording of prompts and answers follows it, the search does not.
"""

from __future__ import annotations

import re

# Blocks of Han ideographs (Unicode 15): extension A, the basic block, compatibility, planes 2 and 3; and 〇.
_HAN = "\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f\U00030000-\U000323af"
_IDEOGRAPH = re.compile(f"[{_HAN}]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_SYLLABLES = re.compile("[\u3040-\u30ff\uac00-\ud7af]")  # kana and hangul: not Chinese, not spaced either
# A title or a quotation tells what a text is about, not which language it is written in.
_TITLE = re.compile("《[^》\n]{1,80}》|「[^」\n]{1,80}」|`[^`\n]{1,80}`|https?://\\S+")

# Grammar shows the language better than names do, so these count twice.
_ZH_MARKS = re.compile("[，。？！；：、]")
_ZH_GRAMMAR = frozenset("多少的了是我你他她们吗呢在有不这那么谁哪都也就还和跟把被给对很会要")
_EN_WORDS = (
    "the a an is are was were be do does did have has had i you he she it we they my your of to in on at for with and "
    "or but not what when where who which how why that this can could would should will"
)
_EN_GRAMMAR = frozenset(_EN_WORDS.split())
# A Chinese word has about one and a half ideographs, an English one is a word.
_IDEOGRAPHS_PER_WORD = 1.5


def is_cjk(char: str) -> bool:
    """Tell whether `char` (one character) is a Han ideograph; punctuation, kana and hangul are not."""
    return bool(_IDEOGRAPH.fullmatch(char))


def language_of(text: str) -> str:
    """Return "zh" when Han ideographs carry the text, else "en".

    Ideographs are weighed against words of other scripts (1.5 ideographs to a word), words of grammar twice, and the full-width marks between. Titles in
    《》, quotations in 「」, code and addresses count only when nothing else is there. No letters at all gives "en".
    """
    rest = _TITLE.sub(" ", text)
    if not _WORD.search(rest):
        rest = text
    ideographs = _IDEOGRAPH.findall(rest)
    if not ideographs:
        return "en"
    chinese = len(ideographs) + sum(char in _ZH_GRAMMAR for char in ideographs) + len(_ZH_MARKS.findall(rest))
    spaced = _IDEOGRAPH.sub(" ", rest)
    words = [word.casefold() for word in _WORD.findall(_SYLLABLES.sub(" ", spaced))]
    others = len(words) + sum(word in _EN_GRAMMAR for word in words) + len(_SYLLABLES.findall(spaced))
    return "zh" if chinese / _IDEOGRAPHS_PER_WORD >= others else "en"
