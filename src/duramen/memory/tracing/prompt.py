"""A round's prompt, rendered again from what its record names, and held against the hash of the one that was sent.

In: `Stood`. Out: `TracedPrompt`. `prompt_of` is the one place that a trace asks for a prompt.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from duramen.compose.render import Manner, Situation, render, template_hash
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.domain.time import Moment
from duramen.domain.trace import TracedPrompt
from duramen.errors import InputError, NotFound
from duramen.memory.characters import card_for
from duramen.memory.events import noted
from duramen.memory.replay.again import again
from duramen.memory.tracing.stood import Stood, key_of
from duramen.memory.workspace import Workspace
from duramen.stores.records import round_before

NOT_SHOWN = {"en": "(not to be shown)", "zh": "（不予展示）"}


def prompt_of(workspace: Workspace, connection: Connection, at: Stood) -> TracedPrompt:
    """Return the prompt of an answered round as it is rendered now from its record, and whether it is the one sent.

    Values of leaves that may not be shown to people are covered in the text after it was compared.
    """
    recorded = at.answer.prompt_hash
    last_at = round_before(connection, at.owner, at.record.character, _seen(at))
    tried = _renderings(workspace, at, last_at)
    prompt = first = next(tried)
    while prompt.hash != recorded:
        other = next(tried, None)
        if other is None:
            prompt = first
            break
        prompt = other
    same = prompt.hash == recorded
    return TracedPrompt(
        text=_covered(prompt.text, at),
        same=same,
        hash=prompt.hash,
        recorded_hash=recorded,
        note="" if same else _why_other(at),
    )


def _seen(at: Stood) -> tuple[int, int | None]:
    """Return the state and the time up to which the round before is looked for."""
    return at.answer.trace["at_seq"].get(at.owner.owner_id, at.record.seq - 1), at.now.at_us


def _forms(at: Stood) -> list[ProtocolForm]:
    """Return the forms the prompt may have been asked in: the preset's own, or any where it was the model's."""
    if form := at.answer.trace.get("form"):
        return [ProtocolForm(form)]
    named = at.preset.protocol.form
    return list(ProtocolForm) if named == "model" else [ProtocolForm(named)]


def _renderings(workspace: Workspace, at: Stood, last_at: Moment | None) -> Iterator[Prompt]:
    """Yield the prompt in each form it may have been asked in, then as a replay makes it.

    That costs a search, and knows what the record's rows alone do not tell: how a long evidence was cut that expanded
    queries found, and the character's card as of then.
    """
    for form in _forms(at):
        yield _rendered(workspace, at, form, last_at)
    if "given" in at.answer.trace and _whole(at):  # else it is of before replays
        try:
            yield again(workspace, at.record, at.answer).prompt
        except (InputError, NotFound) as error:  # a setting no longer known, a base that is gone
            noted("not_searched_again", record=at.record.record_id, error=type(error).__name__)


def _whole(at: Stood) -> bool:
    """Tell whether everything that was found is still there."""
    rows = (*at.answer.trace["evidence"], *at.answer.trace["candidates"])
    return all(key_of(row) in at.words for row in rows) and not at.person.gone and not at.own.gone


def _rendered(workspace: Workspace, at: Stood, form: ProtocolForm, last_at: Moment | None) -> Prompt:
    trace = at.answer.trace
    situation = Situation(
        person=at.owner.name,
        now=at.now,
        round=trace["round"],
        last_at=last_at,
        language=trace["language"],
        leaves=at.person.leaves,
        self_leaves=at.own.leaves,
    )
    manner = Manner(reading=at.preset.reading, form=form, abstain=at.preset.protocol.abstain)
    return render(
        at.question, at.evidence, situation, card_for(workspace, at.record.character, trace["at_seq"]), manner
    )


def _why_other(at: Stood) -> str:
    """Say what is known to make the prompt another one than was sent."""
    gone = [*at.gone, *(row["id"] for tree in (at.person, at.own) for row in tree.gone)]
    if gone:
        return f"erased since: {', '.join(gone)}"
    if at.answer.template_hash != template_hash():
        return "the templates of prompts have changed since"
    if any("expanded" in evidence.candidate.scores for evidence in at.evidence):
        return "a long evidence that expanded queries found was cut to other sentences: a record does not keep these queries"
    return "it is rendered from what the record names; the character's card, or what it quotes, is no longer the same"


def _covered(text: str, at: Stood) -> str:
    for tree in (at.person, at.own):
        for shown in tree.leaves:
            if shown.leaf.path in tree.hidden:
                text = text.replace(shown.leaf.value, NOT_SHOWN[at.answer.trace["language"]])
    return text
