"""Words for lexical search: text in, terms out, the same for documents and questions.

Chinese runs are cut by rjieba in search mode (long words also give their parts), by its dictionary alone, since guessed
words would hide what they are made of; one-character words are kept, so that 猫 can be found. Other scripts are
case-folded words; Latin words are lightly stemmed, so that "moved" meets "moving". Width variants are folded (NFKC) and
zero-width characters dropped, here only: stored text keeps them.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import rjieba
import snowballstemmer

_ZERO_WIDTH = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_RUNS = re.compile(rf"[{_HAN}]+|[^\W_{_HAN}]+(?:['’][^\W\d_{_HAN}]+)*")
_IS_HAN = re.compile(f"[{_HAN}]")
_LATIN = re.compile("[a-z]+")
_POSSESSIVE = re.compile("['’].*")
_STEMMER = snowballstemmer.stemmer("english")
_STEMMING = threading.Lock()  # a stemmer keeps the word that it is at
_MAX_TERM_CHARS = 64


def inner_characters(words: Iterable[str]) -> list[str]:
    """Return the characters of two-character Chinese words, in order: 养猫 is also about 猫.

    They are indexed beside the words, and do not count in a text's length; a question asks for one only where it
    stands alone.
    """
    return [char for word in words if len(word) == 2 and _IS_HAN.match(word) for char in word]


def terms(text: str) -> list[str]:
    """Cut a text into search terms, in order, repeats kept; [] when it holds no letter or digit."""
    folded = _ZERO_WIDTH.sub("", unicodedata.normalize("NFKC", text))
    found: list[str] = []
    for match in _RUNS.finditer(folded):
        run = match.group()
        if _IS_HAN.match(run):
            found.extend(rjieba.cut_for_search(run, hmm=False))
        else:
            found.append(_word(run))
    return found


@lru_cache(maxsize=200_000)
def _word(word: str) -> str:
    folded = _POSSESSIVE.sub("", word.casefold())[:_MAX_TERM_CHARS]
    if len(folded) <= 3 or not _LATIN.fullmatch(folded):
        return folded
    with _STEMMING:
        return str(_STEMMER.stemWord(folded))
