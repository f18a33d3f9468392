"""Record: one round that took place elsewhere, as it happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from duramen.domain.dialogue import Role
from duramen.domain.record import RecordDraft, RecordState, TurnDraft
from duramen.domain.time import Moment
from duramen.memory.events import logged
from duramen.memory.marks import marked
from duramen.memory.passages import turn_passage
from duramen.memory.persona.selves import contradicted_by
from duramen.memory.recall import checked
from duramen.memory.secrets import Keeper
from duramen.memory.sessions import sitting_of
from duramen.memory.waiting import vectors_if_any, write_words
from duramen.memory.workspace import Workspace
from duramen.stores.owners import OwnerKind
from duramen.stores.records import add_records
from duramen.text.border import is_blank

DEFAULT_CHARACTER = "assistant"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A round that took place elsewhere: the person's words and the reply ("" for none), and when."""

    person: str
    text: str
    reply: str = ""
    character: str = DEFAULT_CHARACTER
    session: str = ""
    at: Moment | None = None


def record_round(workspace: Workspace, said: Said) -> str:
    """Store one round as it happened and return its record id; it is there when this returns.

    When the embedder fails it is stored all the same, found by its words, and `reindex` gives it its vectors.
    """
    with logged("recorded") as facts:
        keeper = Keeper(workspace.settings.secrets)
        lines = [(Role.PERSON, said.person, keeper.given(checked(said.text), "the message"))]
        if not is_blank(said.reply):
            lines.append((Role.CHARACTER, said.character, keeper.given(checked(said.reply), "the reply")))
        owner = workspace.owner(OwnerKind.PERSON, said.person)
        at = said.at or workspace.clock()
        sitting = sitting_of(workspace, owner, (said.character, said.session), at)
        before = [sitting.last_words, lines[0][2]]
        passages = [turn_passage(text, previous) for (_, _, text), previous in zip(lines, before, strict=False)]
        vectors, failure = vectors_if_any(workspace, passages)
        marks = "{}"
        if len(lines) > 1:
            words = (lines[0][2], lines[1][2])
            marks = marked(contradicted_by(workspace, owner, said.character, words, at))
        record = _said_draft(workspace, (said.character, sitting.session, at), lines, vectors, marks)
        with write_words(workspace, owner, failure) as write:
            add_records(write, [record])
        facts.update(owner=owner.owner_id, record=record.record_id, messages=len(lines), **keeper.facts())
        return record.record_id


def _said_draft(
    workspace: Workspace,
    place: tuple[str, str, Moment],
    lines: Sequence[tuple[Role, str, str]],
    vectors: Sequence[bytes | None],
    marks: str,
) -> RecordDraft:
    """Return the round; `marks`: what stands with the reply, see `marks.marked`."""
    character, session, at = place
    return RecordDraft(
        record_id=workspace.new_id(),
        character=character,
        session=session,
        channel="api",
        state=RecordState.COMPLETE,
        happened_at=at,
        recorded_us=workspace.now_us(),
        turns=tuple(
            TurnDraft(
                role=role,
                speaker=speaker,
                text=text,
                happened_at=at,
                vector=vector,
                extra=marks if role is Role.CHARACTER else "{}",
            )
            for (role, speaker, text), vector in zip(lines, vectors, strict=True)
        ),
    )
