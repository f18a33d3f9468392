"""Reads what an analysis says: the need, a verdict on each piece of evidence, the ids the answer rests on.

In: the text of an analysis and the ids that were in the prompt. Out: an `Analysis`. Nothing here raises on what a
model wrote: a word that is not understood is passed over, an id that was not shown goes to `unknown_ids`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

from duramen.domain.reply import Analysis, Need, Verdict
from duramen.protocol.words import NEEDS_READ, VERDICTS_READ

SHORTEST_CHARS, LONGEST_CHARS = 5, 400
"""An analysis outside these bounds is kept but marked `in_bounds=False` (FEATURES A8, A10)."""
LONGEST_RANGE = 50
"""`E1-E3` names three ids; a range longer than this is a slip of the model, and names its two ends only."""


def _alternatives(words: Collection[str]) -> str:
    """Join words into a pattern, longest first, ASCII words bounded by non-letters."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(rf"(?<![a-z]){re.escape(w)}(?![a-z])" if w.isascii() else re.escape(w) for w in ordered)


_ID = re.compile(
    r"(?<![a-z0-9])(?:(?P<letter>[el])\s{0,2}[-_#.]?\s{0,2}|(?P<word>evidence|leaf|证据|證據|叶子|葉子)\s{0,2}(?:no\.?|#|:)?\s{0,2}[el]?)"
    r"(?P<first>\d{1,4})(?![\d.:]\d|\d)"
    r"(?:\s{0,2}(?:-|–|—|~|至|到|to(?![a-z]))\s{0,2}(?:[el]\s?|evidence\s|证据)?(?P<last>\d{1,4})(?!\d))?"
)
_MORE = re.compile(
    r"\s{0,2}(?:[,、/&]|and(?![a-z])|和|与)\s{0,2}(?P<number>\d{1,4})"
    r"(?!\d|[年月日:.]\d?|\s?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|days?|weeks?|am|pm))"
)
_NEED_KEY = re.compile(
    r"(?:(?<![a-z])needs?(?![a-z])|需要|需求|所需)(?:\s{0,3}(?:kind|evidence|证据|類型|类型)){0,2}\s{0,3}[:=]?\s{0,3}"
)
_NEED_WORD = re.compile(_alternatives(NEEDS_READ))
_VERDICT = re.compile(_alternatives(VERDICTS_READ))
_RESTS = re.compile(
    r"(?<![a-z])(?:rests?\s+(?:up)?on|based\s+on|relies\s+on|bound\s+to|uses?|using|cites?|citing)(?![a-z])\s{0,3}[:=]?|依据|依據|基于|基於|根据|根據|引用|采用"
)
READ_CHARS = 10_000
"""Only so much of an analysis is understood; all of it is kept."""
_CLAUSE_CHARS = 400
_CLAUSE_END = re.compile(r"[;\n。]|\.(?=\s|$)")


def read_analysis(text: str, evidence_ids: Collection[str]) -> Analysis:
    """Read an analysis in either language and either form.

    `evidence_ids`: the ids that were in the prompt (E1..., and L1... for leaves). Full-width digits and letters,
    ranges, lists and "evidence 2" are understood. `bound` follows the order named, each id once; when the analysis
    says of none that the answer rests on it, those it calls supporting. A repeated verdict on an id: the last.
    `text` is kept as it came, stripped. Source: FEATURES A8.
    """
    plain = unicodedata.normalize("NFKC", text[:READ_CHARS]).lower()
    known = {unicodedata.normalize("NFKC", name).lower(): name for name in evidence_ids}
    rests = list(_rests_on(plain))
    verdicts = _verdicts(plain)
    bound = rests or [name for name, verdict in verdicts.items() if verdict is Verdict.SUPPORTS]
    named = dict.fromkeys([*(name for name, _ in _ids(plain)), *bound])
    stripped = text.strip()
    return Analysis(
        text=stripped,
        need=_need(plain),
        verdicts=tuple((known[name], verdict) for name, verdict in verdicts.items() if name in known),
        bound=tuple(known[name] for name in dict.fromkeys(bound) if name in known),
        unknown_ids=tuple(name.upper() for name in named if name not in known),
        in_bounds=SHORTEST_CHARS <= len(stripped) <= LONGEST_CHARS,
    )


def _need(plain: str) -> Need:
    """Return the need stated after a need word; without one, UNSTATED."""
    for key in _NEED_KEY.finditer(plain):
        clause = plain[key.end() : _clause_end(plain, key.end(), 80)]
        kinds = dict.fromkeys(NEEDS_READ[hit.group()] for hit in _NEED_WORD.finditer(clause))
        if len(kinds) > 1:
            kinds.pop(Need.NONE, None)
        if kinds:
            return next(iter(kinds)) if len(kinds) == 1 else Need.SEVERAL
    return Need.UNSTATED


def _ids(plain: str, start: int = 0, end: int | None = None) -> Iterator[tuple[str, int]]:
    """Yield every id named in a stretch, lower case, with the place after it; ranges and bare lists are spelt out."""
    stop = len(plain) if end is None else end
    for hit in _ID.finditer(plain, start, stop):
        letter = hit["letter"] or ("l" if hit["word"] in ("leaf", "叶子", "葉子") else "e")
        first, last = int(hit["first"]), int(hit["last"] or hit["first"])
        numbers = range(first, last + 1) if first <= last <= first + LONGEST_RANGE else (first, last)
        place = hit.end()
        for number in numbers:
            yield f"{letter}{number}", place
        while more := _MORE.match(plain, place, stop):
            place = more.end()
            yield f"{letter}{int(more['number'])}", place


def _rests_on(plain: str) -> Iterator[str]:
    """Yield the ids in the clauses that say what the answer rests on."""
    for key in _RESTS.finditer(plain):
        for name, _ in _ids(plain, key.end(), _clause_end(plain, key.end(), _CLAUSE_CHARS)):
            yield name


def _verdicts(plain: str) -> dict[str, Verdict]:
    """Return id -> verdict; ids share the next verdict ("E1, E3 outdated"), or the one before ("outdated: E1, E3")."""
    found: dict[str, Verdict] = {}
    for start, end in _clauses(plain):
        marks: list[tuple[int, str | Verdict]] = [(place, name) for name, place in _ids(plain, start, end)]
        marks += [(hit.end(), VERDICTS_READ[hit.group()]) for hit in _VERDICT.finditer(plain, start, end)]
        marks.sort(key=lambda pair: pair[0])
        found.update(_shared(marks))
    return found


def _shared(marks: list[tuple[int, str | Verdict]]) -> dict[str, Verdict]:
    """Give each id of a clause its verdict; `marks` in order of place."""
    found: dict[str, Verdict] = {}
    waiting: list[str] = []
    leading: Verdict | None = None
    for position, (_, mark) in enumerate(marks):
        if isinstance(mark, Verdict):
            found.update(dict.fromkeys(waiting, mark))
            waiting = []
            leading = mark if position == 0 or leading is not None else None
        elif leading is not None:
            found[mark] = leading
        else:
            waiting.append(mark)
    return found


def _clause_end(plain: str, start: int, longest: int) -> int:
    """Return where the clause that runs at `start` ends, at most `longest` characters on."""
    limit = min(len(plain), start + longest)
    end = _CLAUSE_END.search(plain, start, limit)
    return end.start() if end else limit


def _clauses(plain: str) -> Iterator[tuple[int, int]]:
    """Yield the half-open ranges between clause ends."""
    start = 0
    for hit in _CLAUSE_END.finditer(plain):
        yield start, hit.start()
        start = hit.end()
    yield start, len(plain)
