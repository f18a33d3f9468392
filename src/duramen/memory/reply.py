"""Reply: one whole round. The person's words are stored first, then evidence is found and put before the model, and
the answer is read under the protocol, checked, and stored with all that led to it: the next round's memory (A8-A11).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from duramen.compose.render import Manner, Situation, render
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Evidence, Recalled
from duramen.domain.preset import Preset
from duramen.domain.profile import Contradiction, Level, Route, ShownLeaf
from duramen.domain.prompt import ChatMessage, Prompt, ProtocolForm
from duramen.domain.record import Answer, RecordDraft, RecordState, TurnDraft
from duramen.domain.reply import Analysis, ParsedReply, ReplyState
from duramen.domain.time import Moment
from duramen.errors import ModelError, StoreError
from duramen.memory.characters import card_for
from duramen.memory.events import logged, noted
from duramen.memory.passages import turn_passage
from duramen.memory.persona.selves import contradicted_by, marked
from duramen.memory.recall import Question, checked, recall
from duramen.memory.record import DEFAULT_CHARACTER
from duramen.memory.sessions import Sitting, sitting_of
from duramen.memory.trace import packed
from duramen.memory.waiting import embedder_failure, vectors_if_any, words_kept, write_words
from duramen.memory.workspace import Workspace
from duramen.models.base import ChatModel
from duramen.protocol import ResponseStream, mark, needs_reask, parse, reask_message, settle
from duramen.stores.owners import Owner, OwnerKind, epoch_of, owner_write
from duramen.stores.records import add_records, complete_record, set_state

OnText = Callable[[str], None]
# What these models answer is quoted from the evidence, or says that there is none: found again, it would only stand in
# the way of what it quotes. Their replies are stored like any other.
QUOTING_MODELS = ("extractive",)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """What the person says, to whom, in which sitting ("" for the running one), and when (None for now).

    `level`: how much is read for it, None for the preset's.
    """

    text: str
    person: str
    character: str = DEFAULT_CHARACTER
    session: str = ""
    at: Moment | None = None
    bases: tuple[str, ...] | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came back: the words for the person, and what they rest on.

    `evidence` and `leaves` are all that was in the prompt, `bound` and `bound_leaves` those that the analysis names;
    `route` says what was read, under which level, and why. `self_leaves`: what the prompt held of what the character has
    said of itself, `contradicts` where the reply denies it. A `state` of MARKED means that the
    protocol was not kept: the reply is stored but never found again.
    """

    record_id: str
    round: int
    text: str
    analysis: Analysis | None
    evidence: tuple[Evidence, ...]
    bound: tuple[Evidence, ...]
    state: ReplyState
    repairs: tuple[str, ...]
    model: str
    session: str
    leaves: tuple[ShownLeaf, ...] = ()
    bound_leaves: tuple[ShownLeaf, ...] = ()
    route: Route | None = None
    self_leaves: tuple[ShownLeaf, ...] = ()
    contradicts: tuple[Contradiction, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answering:
    """Who answers, and who listens while they do."""

    model: ChatModel
    on_text: OnText | None


def only_quotes(model: str | ChatModel) -> bool:
    """Tell whether a chat model, by its name or open, only quotes and can write nothing of its own."""
    return (model if isinstance(model, str) else model.name) in QUOTING_MODELS


def prompt_for(workspace: Workspace, recalled: Recalled, preset: Preset, model: ChatModel) -> Prompt:
    """Return the exact prompt for what was recalled."""
    form = model.form if preset.protocol.form == "model" else ProtocolForm(preset.protocol.form)
    situation = Situation(
        person=recalled.person,
        now=recalled.now,
        round=recalled.round,
        last_at=recalled.last_at,
        language=recalled.language,
        leaves=recalled.leaves,
        self_leaves=recalled.self_leaves,
    )
    manner = Manner(reading=preset.reading, form=form, abstain=preset.protocol.abstain)
    card = card_for(workspace, recalled.character)
    return render(recalled.question, recalled.evidence, situation, card, manner)


def reply(
    workspace: Workspace, spoken: Spoken, preset: Preset, model: ChatModel, on_text: OnText | None = None
) -> Reply:
    """Answer the person and record the round; `on_text` gets the reply's words as they may be shown.

    When the model or the embedder fails the person's words stay stored, the round is marked interrupted, and the
    ModelError goes on. Words that the embedder could not take are found by themselves until `reindex` is run.
    """
    spoken = replace(spoken, text=checked(spoken.text))
    with logged("replied", model=model.name) as facts:
        failure = embedder_failure(workspace)  # a store of another embedder is refused here and gets no new person
        owner = workspace.owner(OwnerKind.PERSON, spoken.person)
        facts["owner"] = owner.owner_id
        done = _round(workspace, owner, spoken, preset, _Answering(model=model, on_text=on_text), failure)
        facts.update(record=done.record_id, state=done.state.value, evidence=len(done.evidence))
        return done


def _round(
    workspace: Workspace,
    owner: Owner,
    spoken: Spoken,
    preset: Preset,
    answering: _Answering,
    failure: ModelError | None,
) -> Reply:
    model = answering.model
    now = spoken.at or workspace.clock()
    sitting = sitting_of(workspace, owner, (spoken.character, spoken.session), now)
    opened = _open(workspace, owner, spoken, (sitting, now), failure)
    try:
        recalled = recall(
            workspace,
            Question(
                text=spoken.text,
                person=spoken.person,
                character=spoken.character,
                session=sitting.session,
                at=spoken.at,
                bases=spoken.bases,
                upto_seq=opened.seq - 1,
                level=spoken.level,
                ask=None if only_quotes(model) else lambda prompt: _plain(model, prompt, None),
            ),
            preset,
        )
        prompt = prompt_for(workspace, recalled, preset, model)
        parsed, raw = _ask(model, prompt, preset, answering.on_text)
        answer = _answer(recalled, prompt, preset, model, parsed, raw)
        contradicts = _close(workspace, owner, spoken, (opened, now), answer, parsed)
    except BaseException:
        _interrupt(workspace, owner, opened.record_id)
        raise
    bound = set(parsed.analysis.bound if parsed.analysis else ())
    return Reply(
        record_id=opened.record_id,
        round=opened.round,
        text=parsed.response,
        analysis=parsed.analysis,
        evidence=recalled.evidence,
        bound=tuple(e for e in recalled.evidence if e.id in bound),
        state=parsed.state,
        repairs=parsed.repairs,
        model=model.name,
        session=sitting.session,
        leaves=recalled.leaves,
        bound_leaves=tuple(shown for shown in recalled.leaves if shown.id in bound),
        route=recalled.route,
        self_leaves=recalled.self_leaves,
        contradicts=contradicts,
    )


def _interrupt(workspace: Workspace, owner: Owner, record_id: str) -> None:
    try:
        with owner_write(workspace.engine, owner) as write:
            set_state(write, [record_id], RecordState.INTERRUPTED)
    except StoreError as error:
        # The failure that led here is the one to tell of; the next start marks the round.
        noted("left_open", owner=owner.owner_id, record=record_id, error=type(error).__name__)


def _ask(model: ChatModel, prompt: Prompt, preset: Preset, on_text: OnText | None) -> tuple[ParsedReply, str]:
    """Ask the model, once more where the protocol calls for it; returns the reply and the raw text of all answers.

    What has been shown is never taken back: a re-ask happens only while nothing was shown, which `buffer` ensures.
    """
    ids = [*(e.id for e in prompt.evidence), *(shown.id for shown in prompt.leaves)]
    if prompt.form is ProtocolForm.NONE:
        raw = _plain(model, prompt, on_text)
        return ParsedReply(analysis=None, response=raw.strip()), raw
    stream = ResponseStream(ids)
    held = preset.protocol.buffer
    for piece in model.stream(prompt):
        visible = stream.feed(piece)
        if visible and on_text is not None and not held:
            on_text(visible)
    shown = "" if held else stream.shown
    rest = stream.finish()
    parsed, raw = stream.parsed, stream.raw
    strict = preset.protocol.require_tags
    reason = needs_reask(parsed, strict=strict) if not shown else ""
    if reason and preset.protocol.reask:
        again = _plain(model, _reasked(prompt, raw, reask_message(parsed, prompt.language, strict=strict)), None)
        parsed = settle(parsed, parse(again, ids), raw, strict=strict)
        raw = f"{raw}\n\x1e\n{again}"
        rest = parsed.response
    elif not parsed.response or reason == "no-tags":
        parsed = mark(parsed, raw)
        rest = parsed.response
    elif held:
        rest = parsed.response
    if rest and on_text is not None:
        on_text(rest)
    return parsed, raw


def _plain(model: ChatModel, prompt: Prompt, on_text: OnText | None) -> str:
    pieces = []
    for piece in model.stream(prompt):
        pieces.append(piece)
        if on_text is not None:
            on_text(piece)
    return "".join(pieces)


def _reasked(prompt: Prompt, raw: str, order: str) -> Prompt:
    answer = ChatMessage(role="assistant", content=raw)
    return replace(prompt, messages=(*prompt.messages, answer, ChatMessage(role="user", content=order)))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Opened:
    """A round that waits for its reply, its number, and the state it was stored as; `epoch`: see `owners.Head`."""

    record_id: str
    round: int
    seq: int
    epoch: int


def _open(
    workspace: Workspace, owner: Owner, spoken: Spoken, place: tuple[Sitting, Moment], failure: ModelError | None
) -> _Opened:
    """Store the person's words as an open round, before anything else can fail.

    Without the embedder nothing can be recalled: the round is stored as interrupted, and its failure is raised.
    """
    sitting, now = place
    vectors, failure = vectors_if_any(workspace, [turn_passage(spoken.text, sitting.last_words)], failure)
    turn = TurnDraft(role=Role.PERSON, speaker=spoken.person, text=spoken.text, happened_at=now, vector=vectors[0])
    record = RecordDraft(
        record_id=workspace.new_id(),
        character=spoken.character,
        session=sitting.session,
        channel="chat",
        state=RecordState.OPEN if failure is None else RecordState.INTERRUPTED,
        happened_at=now,
        recorded_us=workspace.now_us(),
        turns=(turn,),
        writer=workspace.writer,
    )
    with write_words(workspace, owner, failure) as write:
        number = add_records(write, [record])[0]
        epoch = epoch_of(write.connection, owner.owner_id)
    if failure is not None:
        raise words_kept(failure, f"{spoken.character}/{number}") from failure
    return _Opened(record_id=record.record_id, round=number, seq=write.seq, epoch=epoch)


def _close(
    workspace: Workspace,
    owner: Owner,
    spoken: Spoken,
    place: tuple[_Opened, Moment],
    answer: Answer,
    parsed: ParsedReply,
) -> tuple[Contradiction, ...]:
    """Store the reply, and return where it denies what the character has said of itself, which stands with it.

    A reply that was being made while something was erased may rest on it, and is not kept.
    """
    opened, now = place
    turn, failure = None, None
    contradicts: tuple[Contradiction, ...] = ()
    if parsed.response:
        accepted = parsed.state is not ReplyState.MARKED and answer.model not in QUOTING_MODELS
        if accepted:
            contradicts = contradicted_by(workspace, owner, spoken.character, (spoken.text, parsed.response), now)
        # Should the embedder fail now, the reply is kept and waits for its vector.
        vectors, failure = vectors_if_any(workspace, [turn_passage(parsed.response, spoken.text)])
        turn = TurnDraft(
            role=Role.CHARACTER,
            speaker=spoken.character,
            text=parsed.response,
            happened_at=now,
            vector=vectors[0],
            retrievable=accepted,
            extra=marked(contradicts),
        )
    with write_words(workspace, owner, failure) as write:
        if epoch_of(write.connection, owner.owner_id) == opened.epoch:
            complete_record(write, opened.record_id, turn, answer)
        else:
            set_state(write, [opened.record_id], RecordState.INTERRUPTED)
            noted("reply_not_kept", owner=owner.owner_id, record=opened.record_id)
    return contradicts


def _answer(
    recalled: Recalled, prompt: Prompt, preset: Preset, model: ChatModel, parsed: ParsedReply, raw: str
) -> Answer:
    analysis = parsed.analysis
    return Answer(
        model=model.name,
        preset=preset.name,
        settings=asdict(preset),
        augmented=recalled.augmented,
        query_vector=recalled.query_vector,
        trace=packed(recalled, parsed),
        template_hash=prompt.template,
        prompt_hash=prompt.hash,
        raw=raw,
        analysis=analysis.text if analysis else "",
        reply_state=parsed.state.value,
        bindings=analysis.bound if analysis else (),
    )
