"""Stored rounds as they are judged: the question, the reply, its analysis, and all that its prompt held, in words again.

In: records. Out: a `Case` for each that was answered here; imported rounds have no prompt to judge. What was erased since
has no words any more: its id stays, so that nothing looks as if it had never been there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from duramen.compose.profile import since_of
from duramen.domain.dialogue import Role
from duramen.domain.record import Answer, Record
from duramen.domain.reply import ParsedReply, ReplyState
from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.memory.persona.allowing import hidden_paths
from duramen.memory.persona.trees import TreeOf, schema_of
from duramen.memory.workspace import Workspace
from duramen.protocol import parse, read_analysis
from duramen.scoring.doubt import Circumstances
from duramen.scoring.support import EXPERIENCE, KNOWLEDGE, PROFILE, AnsweredRound, Material
from duramen.stores.engine import reading
from duramen.stores.knowledge import children_by_id
from duramen.stores.owners import Owner, OwnerKind
from duramen.stores.persona.reading import find_version, read_tree
from duramen.stores.rows import moment_of
from duramen.stores.turns import turns_by_id
from duramen.text.abstaining import abstains

_AGAIN = "\n\x1e\n"  # between a model's first output and its second, as `memory.reply` stores them


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A round to be judged. `shown`: the words of its material by id that people may see; `places`: where each is from.

    `margin`: by how much of the threshold the best cited evidence passed it; None where there is no threshold. `asked`:
    the protocol was asked of the model at all.
    """

    owner: Owner
    record: Record
    answer: Answer
    answered: AnsweredRound
    shown: Mapping[str, str]
    places: Mapping[str, str]
    language: str
    margin: float | None
    asked: bool

    @property
    def state(self) -> ReplyState:
        """Return how the protocol was kept in the end."""
        return ReplyState(self.answer.reply_state)

    @property
    def circumstances(self) -> Circumstances:
        """Return what else bears on the round, of which rules are told."""
        return Circumstances(
            state=self.state, margin=self.margin, found_wrong=bool(self.answer.trace.get("findings", ()))
        )

    @property
    def condition(self) -> str:
        """Return under what the round was answered: preset and model."""
        return f"{self.answer.preset} · {self.answer.model}"

    def first_output(self) -> ParsedReply:
        """Return the model's first output, read as it was before any re-ask."""
        first = self.answer.trace.get("first_chars", -1)
        raw = self.answer.raw[:first] if first >= 0 else self.answer.raw.partition(_AGAIN)[0]
        return parse(raw, [piece.id for piece in self.answered.material])


def cases_of(workspace: Workspace, owner: Owner, records: Iterable[Record]) -> Iterator[Case]:
    """Yield a case for each record that was answered here, in their order."""
    bases = {base.owner_id: base for base in workspace.owners(OwnerKind.BASE)}
    with reading(workspace.engine) as connection:
        for record in records:
            if record.answer is not None:
                words = _Words.of(workspace, connection, owner, record.answer.trace, bases)
                yield _case(owner, record, record.answer, words)


def _case(owner: Owner, record: Record, answer: Answer, words: _Words) -> Case:
    said = {role: [turn.text for turn in record.turns if turn.role is role] for role in (Role.PERSON, Role.CHARACTER)}
    response = "\n".join(said[Role.CHARACTER])
    analysis = read_analysis(answer.analysis, [piece.id for piece in words.material]) if answer.analysis else None
    answered = AnsweredRound(
        question="\n".join(said[Role.PERSON]),
        response=response,
        analysis=analysis,
        material=words.material,
        abstains=not response or abstains(response),
        asked_at=record.happened_at,
    )
    bound = set(analysis.bound) if analysis else set()
    return Case(
        owner=owner,
        record=record,
        answer=answer,
        answered=answered,
        shown=words.shown,
        places={row["id"]: _place(row) for row in answer.trace["evidence"]},
        language=answer.trace["language"],
        margin=_margin([row for row in answer.trace["evidence"] if row["id"] in bound], answer.settings),
        asked=answer.trace.get("form", answer.settings.get("protocol", {}).get("form")) != "none",
    )


def _place(row: Mapping[str, Any]) -> str:
    """Name where evidence is from without its words: its document or record, and the item in it."""
    return f"{row['record'][:8]}/{row['item']}"


def _margin(cited: Sequence[Mapping[str, Any]], settings: Mapping[str, Any]) -> float | None:
    passed = []
    for row in cited:
        threshold = settings.get(row["source"], {}).get("threshold", 0.0)
        if threshold > 0 and "biased" in row["scores"]:
            passed.append((row["scores"]["biased"] - threshold) / threshold)
    return max(passed, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """What a prompt held, read again from where it stands: for rules, and as people may see it."""

    material: tuple[Material, ...]
    shown: dict[str, str]

    @classmethod
    def of(
        cls,
        workspace: Workspace,
        connection: Connection,
        owner: Owner,
        trace: Mapping[str, Any],
        bases: Mapping[str, Owner],
    ) -> _Words:
        evidence = _evidence(connection, owner, trace, bases)
        leaves, hidden = _leaves(workspace, connection, owner, trace)
        shown = {piece.id: piece.text for piece in (*evidence, *leaves)}
        return cls(material=(*evidence, *leaves), shown=shown | dict.fromkeys(hidden, ""))


def _evidence(
    connection: Connection, owner: Owner, trace: Mapping[str, Any], bases: Mapping[str, Owner]
) -> list[Material]:
    rows = trace["evidence"]
    turns = turns_by_id(connection, owner, [row["item"] for row in rows if row["source"] == EXPERIENCE])
    wanted = [row["item"] for row in rows if row["source"] == KNOWLEDGE]
    children = {
        (child.document_id, child.child_id): child
        for owner_id in trace["at_seq"]
        if wanted and owner_id in bases
        for child in children_by_id(connection, bases[owner_id], wanted).values()
    }
    found = []
    for row in rows:
        turn, child = turns.get(row["item"]), children.get((row["record"], row["item"]))
        if row["source"] == EXPERIENCE:
            text, at = ("", UNKNOWN_MOMENT) if turn is None else (turn.text, moment_of(turn))
        else:
            text, at = ("", UNKNOWN_MOMENT) if child is None else (child.parent_text, moment_of(child))
        found.append(_material(row, text, at, row["source"]))
    return found


def _leaves(
    workspace: Workspace, connection: Connection, owner: Owner, trace: Mapping[str, Any]
) -> tuple[list[Material], list[str]]:
    """Return the leaves that were shown to the model, and the ids of those that people may not see."""
    rows = trace.get("leaves", [])
    version = find_version(connection, owner, trace.get("tree_version", 0)) if rows else None
    if version is None:
        return [_material(row, "", UNKNOWN_MOMENT, PROFILE) for row in rows], []
    tree = read_tree(connection, owner, version, quotes=False).leaves
    of = TreeOf(owner=owner, person=owner)
    hidden = hidden_paths(connection, of, schema_of(workspace, of, version), [row["path"] for row in rows])
    found = []
    for row in rows:
        leaf = tree.get(row["path"])
        text, at = ("", UNKNOWN_MOMENT) if leaf is None else (leaf.value, since_of(leaf))
        found.append(_material(row, text, at, PROFILE))
    return found, [row["id"] for row in rows if row["path"] in hidden]


def _material(row: Mapping[str, Any], text: str, at: Moment, source: str) -> Material:
    return Material(id=row["id"], source=source, text=text, said_at=at, disagrees_with=row.get("disagrees_with", ""))
