"""Sentences -> clauses in a regular form, in either language."""

from __future__ import annotations

from collections.abc import Iterator

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese.clauses import chinese_clauses
from duramen.models.listeners.rules.english.clauses import clause_spans, has_own_subject, regular
from duramen.models.listeners.rules.findings import Clause
from duramen.models.listeners.rules.sources import Sentence


def clauses_of(sentence: Sentence) -> Iterator[Clause]:
    """Yield the clauses of a sentence; of a question, without the clause that asks."""
    yield from chinese_clauses(sentence) if sentence.language == "zh" else english_clauses(sentence)


def english_clauses(sentence: Sentence) -> Iterator[Clause]:
    """Yield the clauses of an English sentence in regular form."""
    carried = False
    for start, end in clause_spans(sentence.text, sentence.asks):
        raw = sentence.text[start:end]
        text = regular(raw, carried=carried)
        carried = has_own_subject(text)
        yield Clause(
            text=text,
            raw=raw,
            start=sentence.start + start,
            end=sentence.start + end,
            place=sentence.place,
            language="en",
            corrects=bool(cues.CORRECTS.search(sentence.text)),
            context=sentence.text,
        )


def clause_of(sentence: Sentence) -> Clause:
    """Return a whole sentence as one clause."""
    return Clause(
        text=sentence.text,
        raw=sentence.text,
        start=sentence.start,
        end=sentence.end,
        place=sentence.place,
        language=sentence.language,
    )
