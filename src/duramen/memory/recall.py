"""Recall: a question in, dated evidence out, in the order in which it happened (A2-A7).

The two memories are searched apart, each with its own settings and clocks; what they find meets in `unfold`.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection

from duramen.compose.unfold import unfold
from duramen.domain.evidence import Candidate, Given, Recalled, Source
from duramen.domain.preset import Path, Preset
from duramen.domain.profile import Level
from duramen.domain.time import Moment
from duramen.errors import InputError
from duramen.index.owner_index import OwnerIndex
from duramen.index.quantize import SCALE, to_bytes
from duramen.memory.as_of import AsOf, as_of_now
from duramen.memory.events import logged
from duramen.memory.expansion import AskModel, Joining, expanded_queries, expands, joined, timeless
from duramen.memory.given import Models
from duramen.memory.persona.kept import Asker, read_profile
from duramen.memory.persona.profile import Ask, Profile, fits, hints, leaf_matrix, routed, shown, steering
from duramen.memory.persona.selves import self_leaves
from duramen.memory.running import with_recent
from duramen.memory.search import Query, experience_rounds, search_experience, search_knowledge, uses_meaning
from duramen.memory.workspace import Workspace
from duramen.retrieve.augment import augment
from duramen.retrieve.bias import Asked
from duramen.retrieve.distance import Rounds
from duramen.retrieve.expand import JOIN_EXPERIENCE, JOIN_KNOWLEDGE
from duramen.retrieve.question import blended, weighted_terms, without_names
from duramen.stores.engine import reading
from duramen.stores.owners import Owner
from duramen.stores.rows import moment_of
from duramen.stores.turns import TurnRow, session_turns, turns_by_id
from duramen.text.border import MAX_MESSAGE_CHARS, clean, is_blank
from duramen.text.languages import language_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, by whom, of whom, and as of when.

    `at`: the moment asked from, None for now; turns that happened later are then not seen. `now`: what the clock said,
    None to ask it. `bases`: the knowledge
    bases that are searched, None for all. `session`: the running sitting, whose turns are the question's context.
    `context`: the turns before the question, the latest first, where the caller has them; None reads them from the
    session. `as_of`: the state that is read, None for the latest. `level`: how much is read, None for the preset's.
    `ask`: puts a prompt to the chat model, for expansion; None where there is none. `kept`: what models gave before, for
    a replay, which asks none.
    """

    text: str
    person: str
    character: str = ""
    session: str = ""
    at: Moment | None = None
    now: Moment | None = None
    bases: tuple[str, ...] | None = None
    context: tuple[str, ...] | None = None
    as_of: AsOf | None = None
    level: Level | None = None
    ask: AskModel | None = None
    kept: Given | None = None

    def expander(self, level: Level) -> AskModel | None:
        """Return the model that expands queries: only at the level full, since it costs a call."""
        return self.ask if level is Level.FULL else None


def recall(workspace: Workspace, question: Question, preset: Preset) -> Recalled:
    """Find what bears on a question; raises InputError for an empty one, NotFound for an unknown base.

    A person of whom nothing is recorded has no experience to search: only knowledge is.
    """
    with logged("recalled") as facts:
        found = _recall(workspace, question, preset)
        facts.update(
            owners=" ".join(found.at_seq),
            evidence=len(found.evidence),
            candidates=len(found.candidates),
            round=found.round,
        )
        return found


def _recall(workspace: Workspace, question: Question, preset: Preset) -> Recalled:
    asking = _Asking.of(workspace, question)
    text, language, level = asking.text, asking.language, question.level or Level(preset.level)
    as_of = question.as_of or as_of_now(workspace, (question.person, question.character), question.bases)
    context, models = _Context.of(workspace, question, as_of, preset), Models(workspace, as_of.person, question.kept)
    asker = Asker(owner=as_of.person, place=(question.character, question.session), at=question.at, as_of=as_of)
    profile = read_profile(workspace, asker)

    paths = [preset.experience, preset.knowledge]
    words = [asking.augmented if path.asking.augment else text for path in paths]
    wordings = [_Wording.of(*pair, question, context, level) for pair in zip(words, paths, strict=True)]
    vectors = models.vectors(part for wording in wordings for part in wording.meant)
    vector = vectors[wordings[0].meant[0]] if wordings[0].meant else None
    fit = _fit(workspace, models, profile, (as_of.person, text, language), vector)
    ask = Ask(text=text, names=(question.person, question.character), as_of=as_of, level=level)
    route, preset = routed(workspace, ask, (len(fit), steering(profile, fit)), preset)

    dimension = workspace.embedder().identity.dimension
    seen = tuple(row.turn_id for row in context.turns[: 2 * preset.reading.recent_rounds])
    both = (asking.query(*pair, vectors, (dimension, seen)) for pair in zip(paths, wordings, strict=True))
    queries = (replace(next(both), waiting=as_of.waiting), next(both))
    found = _search(workspace, as_of, preset, context, queries)
    expanded: tuple[str, ...] = ()
    if expands(route):
        situation = (asking.now, language)
        hinting, expander = hints(profile, fit, language), question.expander(level)
        expanded = expanded_queries(text, hinting, situation, expander, models)
    if expanded:
        found, preset = _with_expansion(workspace, (found, queries, expanded), preset, context, (as_of, models))
    experience = with_recent(found.experience, context.turns, preset.reading, set(queries[0].terms))
    unfolded = unfold(found.knowledge, experience, preset.reading)
    leaves, told = shown(profile, fit, unfolded.evidence, preset.reading.profile_tokens, (asking.now, language))
    own, own_version = self_leaves(workspace, asker, text, preset.reading.self_tokens, (asking.now, language))
    return Recalled(
        question=text,
        augmented=asking.augmented,
        person=question.person,
        character=question.character,
        now=asking.now,
        round=len(found.rounds) + 1,
        last_at=_last_at(workspace, context, found.rounds),
        language=language,
        preset=preset.name,
        evidence=told,
        candidates=unfolded.left_out,
        query_vector=to_bytes(queries[0].vector / np.float32(SCALE)),
        at_seq=dict(as_of.seqs),
        leaves=leaves,
        tree_version=profile.version,
        route=route,
        expanded=expanded,
        self_leaves=own,
        self_version=own_version,
        epochs=as_of.epochs,
        waiting=as_of.waiting,
        asked_at=question.at is not None,
        given=models.given,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asking:
    """A question as it is asked: its cleaned text, with roles before it, its language, who asks whom, and when."""

    text: str
    augmented: str
    language: str
    asked: Asked
    now: Moment
    upto_us: int | None

    @classmethod
    def of(cls, workspace: Workspace, question: Question) -> _Asking:
        text = checked(question.text)
        language = language_of(text)
        now = question.at or question.now or workspace.clock()
        return cls(
            text=text,
            augmented=augment(text, question.person, question.character, language),
            language=language,
            asked=Asked(user=question.person, character=question.character, session=question.session),
            now=now,
            upto_us=None if question.at is None else now.at_us,
        )

    def query(
        self,
        path: Path,
        wording: _Wording,
        vectors: Mapping[str, NDArray[np.float32]],
        rest: tuple[int, tuple[int, ...]],
    ) -> Query:
        """Return what one path searches for; `rest`: the vectors' dimension, and the turns that are shown anyway."""
        dimension, seen = rest
        vector = np.zeros(dimension, dtype=np.float32)
        if wording.meant:
            asking, *behind = (vectors[part] for part in wording.meant)
            vector = blended(asking, behind, path.asking.context_decay)
        return Query(
            question=self.text,
            terms=weighted_terms(wording.words, wording.before, path.asking, self.now),
            vector=np.rint(vector * SCALE).astype(np.float32),
            asked=self.asked,
            now=self.now,
            upto_us=self.upto_us,
            shown=seen,
        )


def _with_expansion(
    workspace: Workspace,
    searched: tuple[_Found, tuple[Query, Query], tuple[str, ...]],
    preset: Preset,
    context: _Context,
    by: tuple[AsOf, Models],
) -> tuple[_Found, Preset]:
    """Search by further queries, without role prefix and without time, and join the best of it to what was found.

    Returns the joined finds, and the preset with room for them.
    """
    (found, queries, expanded), (as_of, models) = searched, by
    meant = uses_meaning(preset.experience) or uses_meaning(preset.knowledge)
    vectors = models.vectors(expanded) if meant else {}

    def asking(text: str) -> tuple[Query, Query]:
        def one(query: Query, path: Path) -> Query:
            vector = vectors[text] if text in vectors else np.zeros_like(query.vector)
            whole = np.rint(vector * SCALE).astype(np.float32)
            return replace(query, question=text, terms=weighted_terms(text, (), path.asking, query.now), vector=whole)

        return one(queries[0], preset.experience), one(queries[1], preset.knowledge)

    plain = timeless(preset)
    runs = [_search(workspace, as_of, plain, context, pair) for pair in (queries, *map(asking, expanded))]
    reading, question, now = preset.reading, queries[0].question, queries[0].now

    def join(
        source: Source, rankings: list[list[Candidate]], path: Path, limits: tuple[int, int]
    ) -> tuple[list[Candidate], int]:
        joining = Joining(limit=limits[0], more=limits[1], temporal=path.temporal, now=now)
        alone = found.experience if source is Source.EXPERIENCE else found.knowledge
        return joined(alone, rankings, joining, question, models.reranker(source))

    talks, documents = [run.experience for run in runs], [run.knowledge for run in runs]
    experience, more = join(Source.EXPERIENCE, talks, preset.experience, (reading.experience, JOIN_EXPERIENCE))
    knowledge, others = join(Source.KNOWLEDGE, documents, preset.knowledge, (reading.knowledge, JOIN_KNOWLEDGE))
    room = replace(reading, experience=reading.experience + more, knowledge=reading.knowledge + others)
    return replace(found, experience=experience, knowledge=knowledge), replace(preset, reading=room)


def _fit(
    workspace: Workspace,
    models: Models,
    profile: Profile,
    asked: tuple[Owner | None, str, str],
    vector: NDArray[np.float32] | None,
) -> list[float]:
    """Return how well each leaf fits the question, by meaning as well where it has a vector; `asked`: the person, the words
    and their language.
    """
    person, text, language = asked
    if vector is None or person is None or not profile.leaves:
        return fits(profile, text)
    name, owner_id = workspace.embedder().identity.name, person.owner_id

    def matrix() -> NDArray[np.float32]:
        return leaf_matrix(profile, language, name, lambda texts: workspace.leaf_vectors.of(owner_id, texts))

    return fits(profile, text, models.near(vector, len(profile.leaves), matrix))


def checked(text: str) -> str:
    """Return a message cleaned at the border; raises InputError when nothing is left or it is far too long."""
    cleaned = clean(text).text.strip()
    if is_blank(cleaned):
        raise InputError(f"the message {text[:40]!r} is empty; write what you want to ask or say")
    if len(cleaned) > MAX_MESSAGE_CHARS:
        raise InputError(
            f"the message has {len(cleaned):,} characters, more than the {MAX_MESSAGE_CHARS:,} allowed; "
            "add long texts with `duramen knowledge add`"
        )
    return cleaned


@dataclass(frozen=True, slots=True, kw_only=True)
class _Context:
    """The person asked about, their index as searched, and the running sitting, the latest first.

    `turns` are its stored turns; `before` the words that the question is read behind.
    """

    owner: Owner | None
    index: OwnerIndex | None
    at_seq: int
    turns: tuple[TurnRow, ...] = ()
    before: tuple[str, ...] = ()

    @classmethod
    def of(cls, workspace: Workspace, question: Question, as_of: AsOf, preset: Preset) -> _Context:
        given = tuple(checked(text) for text in question.context or () if text.strip())
        owner = as_of.person
        if owner is None:
            return cls(owner=None, index=None, at_seq=0, before=given)
        index, _ = workspace.index(owner)
        at_seq = as_of.seq(owner)
        wanted = max(preset.experience.asking.context_turns, 2 * preset.reading.recent_rounds)
        turns: tuple[TurnRow, ...] = ()
        if question.session and wanted:
            with reading(workspace.engine) as connection:
                turns = _latest_turns(connection, owner, question, at_seq, wanted)
        before = tuple(row.text for row in turns) if question.context is None else given
        return cls(owner=owner, index=index, at_seq=at_seq, turns=turns, before=before)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wording:
    """A question as one path asks it: its words, the turns before it, and the texts whose vectors are blended."""

    words: str
    before: tuple[str, ...]
    meant: tuple[str, ...]

    @classmethod
    def of(cls, words: str, path: Path, question: Question, context: _Context, level: Level) -> _Wording:
        before = context.before[: path.asking.context_turns]
        names = (question.person, question.character) if path.asking.drop_names else ()
        meant = (without_names(words, names), *before) if uses_meaning(path) and level is not Level.FAST else ()
        return cls(words=words, before=before, meant=meant)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """What both paths found, apart, and the rounds looked back on."""

    rounds: Rounds
    experience: list[Candidate]
    knowledge: list[Candidate]


def _search(
    workspace: Workspace, as_of: AsOf, preset: Preset, context: _Context, queries: tuple[Query, Query]
) -> _Found:
    """Search both memories, each its own way, while no other thread changes their indexes."""
    rounds, experience = Rounds(np.zeros(0, np.int64), np.zeros(0, np.int64)), list[Candidate]()
    if context.owner is not None and context.index is not None:
        with context.index.lock:
            rounds = experience_rounds(context.index, queries[0], context.at_seq)
            if preset.experience.enabled:
                experience = search_experience(
                    workspace, context.owner, context.index, queries[0], preset, context.at_seq, rounds
                )
    knowledge = list[Candidate]()
    if preset.knowledge.enabled:
        # In order of owner id, so that two threads never wait for each other.
        owners = sorted(as_of.bases, key=lambda owner: owner.owner_id)
        bases = [(owner, workspace.index(owner)[0], as_of.seq(owner)) for owner in owners]
        with ExitStack() as held:
            for _, index, _ in bases:
                held.enter_context(index.lock)
            knowledge = search_knowledge(workspace, bases, queries[1], preset, rounds)
    return _Found(rounds=rounds, experience=experience, knowledge=knowledge)


def _latest_turns(
    connection: Connection, owner: Owner, question: Question, at_seq: int, limit: int
) -> tuple[TurnRow, ...]:
    upto = None if question.at is None else question.at.at_us
    return tuple(session_turns(connection, owner, (question.character, question.session), (at_seq, upto), limit))


def _last_at(workspace: Workspace, context: _Context, rounds: Rounds) -> Moment | None:
    """Return when the round before this one happened, as precisely as it is known."""
    if context.owner is None or context.index is None or rounds.last_row is None:
        return None
    item = int(context.index.columns["item"][rounds.last_row])
    with reading(workspace.engine) as connection:
        return moment_of(turns_by_id(connection, context.owner, [item])[item])
