"""The listener by rules: a window in, proposals out; always the same for the same window.

Sentences that may state something are cut into clauses, each clause is held against the tables of its language, and
what they find is held against the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from duramen.domain.operations import OperationList, print_operations
from duramen.domain.persona import Heard, Proposal, Proposals, Quote, Schema, Tree, Window
from duramen.models.listeners.rules.answers import answer_to, confirmed
from duramen.models.listeners.rules.changes import changes
from duramen.models.listeners.rules.chinese import finding as chinese
from duramen.models.listeners.rules.chinese.clauses import chinese_clauses
from duramen.models.listeners.rules.clauses import clause_of, english_clauses
from duramen.models.listeners.rules.english import finding as english
from duramen.models.listeners.rules.english import people
from duramen.models.listeners.rules.english.clauses import MOVED, moved_to
from duramen.models.listeners.rules.findings import Clause, Finding, Mode
from duramen.models.listeners.rules.merging import Chosen, choose
from duramen.models.listeners.rules.sources import Sentence, sentences
from duramen.models.listeners.rules.wording import since
from duramen.text.languages import language_of

NAME = "rules@1"


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesListener:
    """Writes down what the person says outright, and nothing else; knows the leaves of the schema `core`."""

    @property
    def name(self) -> str:
        """Return the name with its version."""
        return NAME

    def listen(self, window: Window, tree: Tree, schema: Schema) -> Proposals:
        """Return the operations that the person's own fresh words call for; leaves that the schema lacks get none."""
        held = tree.values()
        said = list(sentences(window))
        found = [*_stated(said), *_answered(window, said)]
        found = _in_order(found)
        changed = list(changes(said, held))
        read = {(one.path, one.clause.place, one.clause.start) for one in changed}
        found = [one for one in found if (one.path, one.clause.place, one.clause.start) not in read]
        chosen = choose([*changed, *found], held, schema)
        operations = OperationList(operations=tuple(one.operation for one in chosen))
        return Proposals(
            text=print_operations(operations.operations),
            read=operations,
            proposals=tuple(_proposal(one, window) for one in chosen),
        )


def _stated(said: list[Sentence]) -> Iterator[Finding]:
    """Yield what the sentences say, clause by clause; "she" is the relation that was named last."""
    relation: tuple[str, str, str] | None = None
    thread = chinese.Thread()
    moved = -1  # the message that says "I have moved" and not where to
    for sentence in said:
        if sentence.language == "zh":
            yield from chinese.find_all(sentence, chinese_clauses(sentence), thread)
            continue
        yield from _whole(sentence)
        moved = sentence.place if MOVED.search(sentence.text) else moved
        for clause in english_clauses(sentence):
            if moved == sentence.place:
                clause = replace(clause, text=moved_to(clause.text), context=f"I moved. {clause.context}")
            if (named := people.mention(clause.raw)) is not None:
                relation = named
            finding = english.find(clause, sentence.heard.said_at)
            if finding is None and relation is not None:
                finding = english.find_of(clause, relation, sentence.heard.said_at)
            if finding is not None:
                yield finding


def _whole(sentence: Sentence) -> Iterator[Finding]:
    """Yield what only a sentence as a whole shows: a name beside its relation, an address after a colon."""
    clause = clause_of(sentence)
    for path, value in english.in_whole(sentence.text):
        yield Finding(path=path, value=value, mode=Mode.ALSO, clause=clause)


def _answered(window: Window, said: list[Sentence]) -> Iterator[Finding]:
    """Yield what short answers to the assistant's questions say."""
    readable = {one.place for one in said}
    for place, heard in enumerate(window.messages):
        before = window.messages[place - 1] if place else None
        if place not in readable or before is None or before.own or before.role in ("system", "tool", "other"):
            continue
        language = language_of(heard.text + before.text)
        if (statement := confirmed(before.text, heard.text, language)) is not None:
            yield from _as_said(statement, heard, place, language)
        if (answer := answer_to(before.text, heard.text, language)) is not None:
            clause = Clause(
                text=answer.value,
                raw=heard.text[answer.start : answer.end],
                start=answer.start,
                end=answer.end,
                place=place,
                language=language,
            )
            yield Finding(path=answer.path, value=answer.value, mode=Mode.STATE, clause=clause, confidence=0.8)


def _as_said(statement: str, heard: Heard, place: int, language: str) -> Iterator[Finding]:
    """Yield the findings of a confirmed question; they rest on the words of the answer."""
    sentence = Sentence(
        heard=heard, place=place, start=0, end=len(statement), text=statement, language=language, asks=False
    )
    for one in _stated([sentence]):
        clause = replace(one.clause, raw=heard.text, start=0, end=len(heard.text))
        yield replace(one, clause=clause, confidence=0.8)


def _in_order(found: list[Finding]) -> list[Finding]:
    """Return the findings in the order spoken; an answer gives way to what the same message states of that leaf."""
    stated = {(one.clause.place, one.path) for one in found if one.confidence > 0.8}
    kept = [one for one in found if one.confidence > 0.8 or (one.clause.place, one.path) not in stated]
    answers = {(one.clause.place, one.clause.start) for one in kept if one.confidence <= 0.8}
    kept = [one for one in kept if one.confidence <= 0.8 or (one.clause.place, one.clause.start) not in answers]
    return sorted(kept, key=lambda one: (one.clause.place, one.clause.start))


def _proposal(chosen: Chosen, window: Window) -> Proposal:
    clause = chosen.finding.clause
    heard = window.messages[clause.place]
    quote = Quote(
        record_id=heard.record_id,
        turn_id=heard.turn_id,
        start=clause.start,
        end=clause.end,
        words=heard.text[clause.start : clause.end],
        said_at=heard.said_at,
    )
    return Proposal(
        operation=chosen.operation,
        quote=quote,
        stated=True,
        confidence=chosen.finding.confidence,
        valid_from=since(clause.raw, heard.said_at),
    )
