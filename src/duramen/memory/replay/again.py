"""One round again: the same recall, prompt and reading of the answer, as of its own moment; the same code as live.

In: a recorded round. Out: what it comes to now. No model is called unless one is given.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from duramen.domain.dialogue import Role
from duramen.domain.evidence import Recalled
from duramen.domain.preset import Preset
from duramen.domain.profile import Level
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.domain.record import Answer, Record
from duramen.memory.answering import Answered, ask, plain, read_again
from duramen.memory.as_of import as_of_then
from duramen.memory.judging import kept_verdict
from duramen.memory.recall import Question, recall
from duramen.memory.replay.changes import Changes, kept_preset
from duramen.memory.reply import form_for, only_quotes, prompt_for
from duramen.memory.trace import given_of, now_of
from duramen.memory.workspace import Workspace
from duramen.models.base import ChatModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """What a round comes to once more; `answered` is the kept answer read again, or, live, the new one."""

    recalled: Recalled
    prompt: Prompt
    preset: Preset
    answered: Answered


def question_of(record: Record) -> str:
    """Return what the person said in a round, "" where it is gone."""
    return next((turn.text for turn in record.turns if turn.role is Role.PERSON), "")


def again(workspace: Workspace, record: Record, answer: Answer, changes: Changes | None = None) -> Again:
    """Return what a round comes to, with its own settings or others; raises BadSetting for settings of another duramen."""
    preset = kept_preset(answer.settings, answer.preset)
    level = Level(answer.trace["route"]["level"]) if answer.trace["route"] else None
    if changes is not None:
        level = None if changes.sets("level") else level
        preset = changes.applied(preset)
    question = _question(workspace, record, answer, level)
    recalled = recall(workspace, question, preset)
    form = ProtocolForm(answer.trace["form"])
    if changes is not None and preset.protocol.form != "model":
        form = ProtocolForm(preset.protocol.form)
    prompt = prompt_for(workspace, recalled, preset, form)
    said = (answer.raw, answer.trace["first_chars"], answer.trace["shown"])
    answered = kept_verdict(read_again(said, prompt, preset), answer.trace)
    return Again(recalled=recalled, prompt=prompt, preset=preset, answered=answered)


def asked_again(
    workspace: Workspace, record: Record, answer: Answer, model: ChatModel, changes: Changes | None = None
) -> Again:
    """Return what a model answers now to the prompt of then; nothing is stored. Raises ModelError."""
    then = again(workspace, record, answer, changes)
    expander = None if only_quotes(model) else lambda prompt: plain(model, prompt, None)
    question = _question(workspace, record, answer, then.recalled.route.level if then.recalled.route else None)
    kept = replace(given_of(answer), queries=())
    recalled = recall(workspace, replace(question, ask=expander, kept=kept), then.preset)
    prompt = prompt_for(workspace, recalled, then.preset, form_for(then.preset, model))
    return replace(then, recalled=recalled, prompt=prompt, answered=ask(model, prompt, then.preset))


def _question(workspace: Workspace, record: Record, answer: Answer, level: Level | None) -> Question:
    trace, now = answer.trace, now_of(answer.trace)
    return Question(
        text=question_of(record),
        person=record.person,
        character=record.character,
        session=record.session,
        at=now if trace["asked_at"] else None,
        now=now,
        as_of=as_of_then(workspace, (record.person, record.character), trace["at_seq"], trace["waiting"]),
        level=level,
        kept=given_of(answer),
    )
