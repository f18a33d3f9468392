"""Questions with their gold, as a JSON Lines file holds them; what is asked and what is right are kept apart from here on.

In: lines. Out: for each a `Question`, which the answering path sees, and a `Gold`, which only the attribution sees.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duramen.errors import InputError

PIECES = ("round", "turn", "quote", "leaf", "document")
_KNOWN = ("id", "round", "question", "person", "character", "session", "at", "answers", "answer", "evidence", "needs")
_SHOWN = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, of whose memory; `round` names one that was answered already, and then nothing is asked again."""

    id: str
    person: str
    text: str = ""
    character: str = ""
    session: str = ""
    at: str = ""
    round: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """What is right: the answers, any of which will do, and the pieces that are needed, as (kind, name) of `PIECES`.

    Without evidence there is nothing to know, and the right answer is to say so. `needs_all`: all pieces are needed.
    """

    answers: tuple[str, ...] = ()
    evidence: tuple[tuple[str, str], ...] = ()
    needs_all: bool = True


def read_questions(file: Path, person: str = "") -> list[tuple[Question, Gold]]:
    """Read a JSON Lines file; `person`: whose memory is asked where a line does not say. Raises InputError with the line."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the questions {str(file)!r} cannot be read: {error}") from error
    found = list(_read(text.splitlines(), person))
    if not found:
        raise InputError(f"{str(file)!r} holds no question; give one JSON object a line, as docs/how-to/trace.md says")
    return found


def _read(lines: Sequence[str], person: str) -> Iterable[tuple[Question, Gold]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            values = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise InputError(f"line {number} is no JSON: {line.strip()[:_SHOWN]!r}") from error
        try:
            yield _question(values, number, person)
        except _Wrong as error:
            raise InputError(f"line {number}: {error}") from error


class _Wrong(Exception):
    """What is wrong with a line."""


def _question(values: Any, number: int, person: str) -> tuple[Question, Gold]:
    if not isinstance(values, dict):
        raise _Wrong(f"{str(values)[:_SHOWN]!r} is no object with a question")
    unknown = sorted(set(values) - set(_KNOWN))
    if unknown:
        raise _Wrong(f"there is no field {unknown[0]!r}; there are {', '.join(_KNOWN)}")
    names = ("round", "question", "person", "character", "session", "at")
    told = {name: _text(values, name) for name in names}
    if bool(told["round"]) == bool(told["question"]):
        raise _Wrong("give either a question to ask or a round that was answered")
    whose = told["person"] or person
    if not whose:
        raise _Wrong("whose memory is asked? name the person in the line or with --person")
    asked = Question(
        id=_text(values, "id") or str(number),
        person=whose,
        text=told["question"],
        character=told["character"],
        session=told["session"],
        at=told["at"],
        round=told["round"],
    )
    return asked, _gold(values)


def _text(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name, "")
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise _Wrong(f"{name} is {str(value)[:_SHOWN]!r}, which is no text")
    return value


def _gold(values: Mapping[str, Any]) -> Gold:
    answers = values.get("answers", values.get("answer", []))
    answers = [] if answers is None else [answers] if isinstance(answers, str | int | float) else answers
    if not isinstance(answers, list) or not all(isinstance(one, str | int | float) for one in answers):
        raise _Wrong("answers is neither a text nor a list of texts")
    evidence = values.get("evidence", [])
    if not isinstance(evidence, list):
        raise _Wrong("evidence is no list; give [] where there is nothing to know")
    needs = _text(values, "needs") or "all"
    if needs not in ("all", "any"):
        raise _Wrong(f'needs is {needs!r}; give "all" or "any" of the evidence')
    pieces = tuple(_piece(one) for one in evidence)
    if pieces and not answers:
        raise _Wrong(
            "there is evidence but no right answer; give answers, or no evidence where there is nothing to know"
        )
    if answers and not pieces:
        raise _Wrong(
            "there is a right answer but no evidence; name what it rests on, such as {'quote': 'my cat is Milo'}"
        )
    return Gold(answers=tuple(map(str, answers)), evidence=pieces, needs_all=needs == "all")


def _piece(one: Any) -> tuple[str, str]:
    if isinstance(one, str) and one.strip():
        return "quote", one
    if isinstance(one, dict) and len(one) == 1:
        (kind, name), *_ = one.items()
        if kind in PIECES and isinstance(name, str | int) and not isinstance(name, bool) and str(name).strip():
            return kind, str(name)
    raise _Wrong(
        f"{str(one)[:_SHOWN]!r} is no evidence; give a quoted text, or an object with one of {', '.join(PIECES)}"
    )
