"""The ChatModel that quotes: evidence in, an answer under the protocol out, without any model (DESIGN 12).

In: a `Prompt`, of which it uses the values. Out: the text that any model would stream, analysis and response.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from duramen.domain.evidence import Evidence, Source
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.domain.reply import Need, Verdict
from duramen.models.extractive.choice import Choice, choose
from duramen.models.extractive.clauses import clauses_of
from duramen.models.extractive.leaves import leaf_that_answers, say_leaf
from duramen.models.extractive.question import Kind, read_question
from duramen.models.extractive.scoring import Sides
from duramen.models.extractive.wording import say_back, say_choice, say_nothing
from duramen.protocol import render_analysis, wrap
from duramen.text.languages import language_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer before it is written down: what was needed, what was thought of the evidence, and the paragraphs."""

    need: Need
    verdicts: tuple[tuple[str, Verdict], ...]
    bound: tuple[str, ...]
    paragraphs: tuple[str, ...]


class ExtractiveModel:
    """Answers by quoting; the same prompt always gives the same text, and no network or weights are used."""

    @property
    def name(self) -> str:
        """Return "extractive"."""
        return "extractive"

    @property
    def form(self) -> ProtocolForm:
        """Return the full form: verdicts cost this model nothing."""
        return ProtocolForm.FULL

    def stream(self, prompt: Prompt) -> Iterator[str]:
        """Yield the answer in a few pieces: the analysis first, then the paragraphs. Never raises."""
        answer = answer_to(prompt)
        language = _language(prompt)
        response = "\n\n".join(answer.paragraphs)
        if prompt.form is ProtocolForm.NONE:
            yield from _pieces(response)
            return
        analysis = render_analysis(
            need=answer.need, verdicts=answer.verdicts, bound=answer.bound, language=language, form=prompt.form
        )
        whole = wrap(analysis, response)
        head = whole.index(response, len(analysis)) if response else len(whole)
        yield whole[:head]
        yield from _pieces(whole[head:])


def _pieces(text: str) -> Iterator[str]:
    """Yield the paragraphs of `text`, each with the break before it."""
    start = 0
    while start < len(text):
        end = text.find("\n\n", start + 2)
        end = len(text) if end < 0 else end
        yield text[start:end]
        start = end


def _language(prompt: Prompt) -> str:
    return prompt.language if prompt.language in ("en", "zh") else language_of(prompt.question)


def answer_to(prompt: Prompt) -> Answer:
    """Return what the evidence of `prompt` says to its question, or that nothing is recorded."""
    speakers = {one.candidate.speaker for one in prompt.evidence} - {prompt.person, prompt.character}
    question = read_question(prompt.question, prompt.now, _language(prompt), speakers)
    if question.kind in (Kind.NOTE, Kind.GREETING, Kind.THANKS):
        return Answer(need=Need.NONE, verdicts=(), bound=(), paragraphs=tuple(say_back(question)))
    sides = Sides(person=prompt.person, character=prompt.character)
    choice = choose(question, clauses_of(prompt.evidence), sides)
    leaf = leaf_that_answers(prompt, choice.picks)
    if leaf is not None:
        supports = (*_verdicts(choice, outdated=True), (leaf.id, Verdict.SUPPORTS))
        told = tuple(say_leaf(leaf, _language(prompt)))
        return Answer(need=Need.PROFILE, verdicts=supports, bound=(leaf.id,), paragraphs=told)
    paragraphs = say_choice(question, choice, sides) if choice.picks else say_nothing(question)
    return Answer(
        need=_need(choice, prompt.evidence),
        verdicts=_verdicts(choice),
        bound=_ids(choice),
        paragraphs=tuple(paragraphs),
    )


def _ids(choice: Choice) -> tuple[str, ...]:
    return tuple(dict.fromkeys(pick.evidence.id for pick in sorted(choice.picks, key=lambda one: one.place)))


def _verdicts(choice: Choice, *, outdated: bool = False) -> tuple[tuple[str, Verdict], ...]:
    """Return what is thought of the evidence; with `outdated` only what disagrees with the leaf that answers."""
    if outdated:
        marked = [pick.evidence.id for pick in choice.picks if pick.evidence.disagrees_with]
        return tuple((id_, Verdict.OUTDATED) for id_ in dict.fromkeys(marked))
    found = dict.fromkeys(_ids(choice), Verdict.SUPPORTS)
    for clause in choice.outdated:
        found.setdefault(clause.evidence.id, Verdict.OUTDATED)
    for id_ in choice.repeats:
        found.setdefault(id_, Verdict.IRRELEVANT)
    return tuple(found.items())


def _need(choice: Choice, evidence: tuple[Evidence, ...]) -> Need:
    """Return the kind of evidence that answers; where nothing does, what was looked at."""
    used = [pick.evidence for pick in (*choice.picks, *choice.outdated)] or list(evidence)
    sources = {one.candidate.source for one in used}
    if len(sources) > 1:
        return Need.SEVERAL
    return Need.KNOWLEDGE if sources == {Source.KNOWLEDGE} else Need.EXPERIENCE
