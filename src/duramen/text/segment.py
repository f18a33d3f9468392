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
# Sentences up to this length are cut once: a listener asks for the terms of the same ones dozens of times.
_KEPT_CHARS = 200


def inner_characters(words: Iterable[str]) -> list[str]:
    """Return the characters of two-character Chinese words, in order: 养猫 is also about 猫.

    They are indexed beside the words, and do not count in a text's length; a question asks for one only where it
    stands alone.
    """
    return [char for word in words if len(word) == 2 and _IS_HAN.match(word) for char in word]


def terms(text: str) -> list[str]:
    """Cut a text into search terms, in order, repeats kept; [] when it holds no letter or digit."""
    return list(_cut_once(text)) if len(text) <= _KEPT_CHARS else _cut(text)


@lru_cache(maxsize=4_096)
def _cut_once(text: str) -> tuple[str, ...]:
    return tuple(_cut(text))


def _cut(text: str) -> list[str]:
    folded = _ZERO_WIDTH.sub("", unicodedata.normalize("NFKC", text))
    found: list[str] = []
    for match in _RUNS.finditer(folded):
        run = match.group()
        if _IS_HAN.match(run):
            found.extend(rjieba.cut_for_search(run, hmm=False))
        else:
            found.append(_word(run))
    return found


def word_edges(text: str) -> set[int]:
    """Return the offsets in `text` at which no word is cut in two; 0 and its length are among them.

    Chinese runs are cut into whole words (北京大学 is one), other runs stand for themselves.
    """
    edges = set(range(len(text) + 1))
    for match in _RUNS.finditer(text):
        inside = set(range(match.start() + 1, match.end()))
        if _IS_HAN.match(match.group()):
            place = match.start()
            for word in rjieba.cut(match.group(), hmm=False):
                place += len(word)
                inside.discard(place)
        edges -= inside
    return edges


# Past forms that no stemmer knows, so that "grew up" meets "grow up". Base form first.
_IRREGULAR = {
    form: base
    for base, *forms in (
        row.split()
        for row in [
            "begin began begun",
            "break broke broken",
            "bring brought",
            "build built",
            "buy bought",
            "catch caught",
            "choose chose chosen",
            "come came",
            "cut cut",
            "do did done",
            "draw drew drawn",
            "drink drank drunk",
            "drive drove driven",
            "eat ate eaten",
            "fall fell fallen",
            "feel felt",
            "fight fought",
            "find found",
            "fly flew flown",
            "forget forgot forgotten",
            "get got gotten",
            "give gave given",
            "go went gone",
            "grow grew grown",
            "hear heard",
            "hide hid hidden",
            "hold held",
            "keep kept",
            "know knew known",
            "lead led",
            "learn learnt",
            "leave left",
            "lend lent",
            "lose lost",
            "make made",
            "mean meant",
            "meet met",
            "pay paid",
            "ride rode ridden",
            "ring rang rung",
            "run ran",
            "say said",
            "see saw seen",
            "sell sold",
            "send sent",
            "sing sang sung",
            "sit sat",
            "sleep slept",
            "speak spoke spoken",
            "spend spent",
            "stand stood",
            "steal stole stolen",
            "swim swam swum",
            "take took taken",
            "teach taught",
            "tell told",
            "think thought",
            "throw threw thrown",
            "understand understood",
            "wake woke woken",
            "wear wore worn",
            "win won",
            "write wrote written",
        ]
    )
    for form in forms
}


@lru_cache(maxsize=200_000)
def _word(word: str) -> str:
    folded = _POSSESSIVE.sub("", word.casefold())[:_MAX_TERM_CHARS]
    folded = _IRREGULAR.get(folded, folded)
    if len(folded) <= 3 or not _LATIN.fullmatch(folded):
        return folded
    with _STEMMING:
        return str(_STEMMER.stemWord(folded))
