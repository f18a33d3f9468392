"""Cut text into sentences, as spans, so that nothing is lost and every quotation can be found again.

In: text in Chinese, English or both. Out: half-open character ranges in order.
"""

from __future__ import annotations

import re

from duramen.text.languages import is_cjk

_WIDE_ENDS = "。！？；…｡"
_SPACED_ENDS = ".!?"
_CLOSERS = "\"'”’」』）)》】]〉*_"
_SHORT_WORDS = (
    "mr mrs ms dr prof st jr sr rev gen col sgt capt lt hon vs etc cf al fig figs no nos vol pp approx dept est inc ltd "
    "co corp jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun e.g i.e a.m p.m u.s u.k ph.d "
    "a.k.a eg ie"
)
_ABBREVIATIONS = frozenset(_SHORT_WORDS.split())
# After these a sentence often does end; it does when a capital follows.
_ENDING_ABBREVIATIONS = frozenset(("etc", "inc", "ltd", "co", "corp", "a.m", "p.m", "u.s", "u.k", "ph.d", "jr", "sr"))
# Words of their own as well: an abbreviation only when a number follows, or when written with a capital.
_NUMBERED = frozenset(("no", "nos", "fig", "figs", "vol", "pp", "al"))
_DAYS_AND_MONTHS = frozenset(("mar", "may", "sat", "sun", "mon", "wed", "est", "ms", "jun", "dec"))
_BEFORE_DOT = re.compile(r"(?:^|[\s(\[\"'“‘])((?:[^\W\d_]\.)*[^\W\d_]+)$")
_LIST_NUMBER = re.compile(r"(?:^|\n)[^\S\n]*[(（]?(?:\d{1,3}|[A-Za-z])$")
_LOOK_BACK = 24
# Every place where a sentence may end; the text between is passed over without looking at each character.
_MARK = re.compile(f"[\n{_WIDE_ENDS}{_SPACED_ENDS}]")
_VISIBLE = re.compile(r"\S")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return the sentences of `text` as half-open `(start, end)` ranges, in order, without blanks at their ends.

    Cuts after 。！？；… and line breaks, and after . ! ? where a blank, the end, or Chinese follows; closing quotes and
    brackets stay with their sentence. Abbreviations, initials, decimals and list numbers ("3. ") do not end one.
    Every character that is no blank lies in exactly one range; a text of blanks gives [].
    """
    spans: list[tuple[int, int]] = []
    start = 0
    for mark in _MARK.finditer(text):
        end = _end_at(text, mark.start()) if mark.start() >= start else 0
        if end:
            _add(text, start, end, spans)
            start = end
    _add(text, start, len(text), spans)
    return spans


def _end_at(text: str, position: int) -> int:
    """Return where the sentence ends whose last mark begins at `position`, 0 when none does."""
    char = text[position]
    if char == "\n":
        return position + 1
    if char not in _WIDE_ENDS and char not in _SPACED_ENDS:
        return 0
    if position and text[position - 1] in _SPACED_ENDS:  # inside a run of marks that ended nothing
        return 0
    end = position + 1
    while end < len(text) and (text[end] in _WIDE_ENDS or text[end] in _SPACED_ENDS):
        end += 1
    marks = text[position:end]
    while end < len(text) and text[end] in _CLOSERS:
        end += 1
    if any(mark in _WIDE_ENDS for mark in marks):
        return end
    return end if _ends_spaced(text, position, end, marks) else 0


def _ends_spaced(text: str, position: int, end: int, marks: str) -> bool:
    after = text[end : end + 1]
    if after and not after.isspace() and not is_cjk(after) and after not in "“「『（《【":
        return False
    if after and not after.isspace():  # "你好!我们走" ends there, "第3.章" and "A.股" do not
        return marks[0] in "!?" or (position > 0 and is_cjk(text[position - 1]))
    visible = _VISIBLE.search(text, end)
    following = visible[0] if visible else ""
    if marks == ".":
        return _ends_at_dot(text, position, following)
    quoted = end > position + len(marks)  # '"Stop!" he said.' is one sentence
    return not ((quoted or set(marks) == {"."}) and following.islower())


def _ends_at_dot(text: str, position: int, following: str) -> bool:
    before = text[max(0, position - _LOOK_BACK) : position]
    if _LIST_NUMBER.search(text[max(0, position - 8) : position] if position >= 8 else "\n" + text[:position]):
        return False
    match = _BEFORE_DOT.search(before)
    if match is None:
        return True
    word = match[1].casefold()
    if "." in word and following:  # "D.C.", "p.m."
        return word not in _ABBREVIATIONS - _ENDING_ABBREVIATIONS and (following.isupper() or is_cjk(following))
    if not following or word not in _ABBREVIATIONS:
        return not (following.isupper() and len(word) == 1 and word != "i" and match[1].isupper())
    if word in _NUMBERED:
        return not following.isdecimal()
    if word in _ENDING_ABBREVIATIONS:
        return following.isupper() or is_cjk(following)
    return word in _DAYS_AND_MONTHS and match[1].islower()


def _add(text: str, start: int, end: int, spans: list[tuple[int, int]]) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))
