"""The marks that stand with a reply: where it contradicts its character (B25), and what the checks found wrong (A20, A21).

In: contradictions and findings. Out: the `extra` of the reply's turn, and both read back from a record with their words.
The words stand in the turn alone: a mark names them by their place, so that erasing the turn erases all.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from duramen.domain.checks import Finding, Flaw
from duramen.domain.profile import Contradiction
from duramen.domain.record import Record

_CONTRADICTS, _FINDINGS = "contradicts", "findings"


def marked(contradicts: Iterable[Contradiction], findings: Iterable[Finding] = ()) -> str:
    """Return the marks of a reply as they stand with its turn, the text of a JSON object."""
    marks = {_CONTRADICTS: [asdict(one) for one in contradicts], _FINDINGS: [asdict(one) for one in findings]}
    return json.dumps({name: value for name, value in marks.items() if value}, ensure_ascii=False)


def contradictions_of(record: Record) -> list[tuple[Contradiction, str]]:
    """Return where a recorded round's reply contradicts the character, each with the words that do."""
    return [(Contradiction(**mark), words) for mark, words in _marks(record, _CONTRADICTS)]


def findings_of(record: Record) -> list[tuple[Finding, str]]:
    """Return what was found wrong with a recorded round's reply, each with the words that are."""
    return [(Finding(**{**mark, "kind": Flaw(mark["kind"])}), words) for mark, words in _marks(record, _FINDINGS)]


def _marks(record: Record, name: str) -> Iterator[tuple[dict[str, Any], str]]:
    if record.channel.startswith("import:"):
        return  # what a source says of a message is none of our marks
    for turn in record.turns:
        marks = json.loads(turn.extra).get(name)
        if isinstance(marks, list):
            yield from ((mark, turn.text[mark["start"] : mark["end"]]) for mark in marks)
