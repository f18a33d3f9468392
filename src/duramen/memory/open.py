"""Memory: the front door of the library. Open a folder, put dialogue and documents in, ask, and be answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from types import TracebackType

from duramen.domain.character import Card
from duramen.domain.dialogue import Dialogue
from duramen.domain.evidence import Recalled
from duramen.domain.persona import Schema
from duramen.domain.preset import Preset
from duramen.domain.prompt import Prompt
from duramen.domain.record import Record
from duramen.domain.time import Moment
from duramen.errors import NotFound
from duramen.memory.characters import add_character, list_characters, show_character
from duramen.memory.everyone import ImportedEveryone, import_everyone
from duramen.memory.forgetting.finishing import SHORT_WAIT_S, finish_forgetting
from duramen.memory.forgetting.forget import Receipt, forget
from duramen.memory.forgetting.wishes import ForgetRequest
from duramen.memory.learn import DEFAULT_BASE, Learned, documents_of, learn_files, remove_document, show_document
from duramen.memory.listening.door import Listening
from duramen.memory.listening.listen import Listened
from duramen.memory.listening.rehearse import Rehearsed
from duramen.memory.moving.export_reading import exported_person
from duramen.memory.moving.import_own import import_path
from duramen.memory.names import checked_bases, checked_name, checked_who, optional_base, optional_name
from duramen.memory.observe import Imported, ImportRequest, import_dialogue
from duramen.memory.persona import Persona
from duramen.memory.persona.cards import keep_card_everywhere
from duramen.memory.persona.routing import Moved, checked_hint, checked_level, give_hint
from duramen.memory.persona.schemas import add_schema, all_schemas, schema_named
from duramen.memory.place import place_of
from duramen.memory.recall import Question, recall
from duramen.memory.record import DEFAULT_CHARACTER, Said, record_round
from duramen.memory.reindex import reindex, waiting_turns
from duramen.memory.reply import Reply, Spoken, form_for, only_quotes, prompt_for, reply
from duramen.memory.rounds import count_rounds, newest_rounds, read_round
from duramen.memory.tracing.door import Tracing
from duramen.memory.workspace import Clock, Workspace
from duramen.models.base import ChatModel, Listener
from duramen.models.catalog import open_chat
from duramen.settings import Settings, load_preset, read_settings
from duramen.stores.engine import holds_store
from duramen.stores.knowledge import Document
from duramen.stores.owners import OwnerKind
from duramen.text.moments import parse_moment

When = Moment | datetime | str | None
Progress = Callable[[int, int], None]


class Memory:
    """A store of memories, open. Use it as a context manager, or call `close`.

    `home`: a folder, made when it is not there, or a postgresql:// URL; None takes DURAMEN_HOME, else the user's data folder. `settings`: None
    reads DURAMEN_* variables. `model`: a chat model for `reply`, by name or as an object; None takes the settings'.
    `listener`: what hears behind the talk what was said, by name ("rules", "model:NAME", "two-stage:NAME", "off") or as an
    object; None takes the settings'. `create`: False raises NotFound where there is no store yet. `clock`: what "now" is; None is the system's clock.
    Safe to use from several threads.
    """

    def __init__(
        self,
        home: str | Path | None = None,
        *,
        settings: Settings | None = None,
        model: str | ChatModel | None = None,
        listener: str | Listener | None = None,
        clock: Clock | None = None,
        create: bool = True,
    ) -> None:
        settings = settings or read_settings()
        place = place_of(home, settings)
        if not create and not holds_store(place.home):
            raise NotFound(
                f"there is no store in {place.shown!r} yet; import or chat first, or name another with --home"
            )
        self._model = model if model is not None else settings.model
        self._preset = load_preset(settings.preset)
        self.workspace = Workspace(place, settings, clock)
        finish_forgetting(self.workspace, SHORT_WAIT_S)
        try:
            self._listening = Listening(self.workspace, settings.listener if listener is None else listener)
        except BaseException:
            self.workspace.close()
            raise
        self.persona = Persona(self.workspace)
        self.tracing = Tracing(self.workspace)

    @classmethod
    def open(cls, home: str | Path | None = None) -> Memory:
        """Open a store with the settings of the environment."""
        return cls(home)

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hear what was said to its end, for at most five seconds, keep what the indexes learnt, let go of the database."""
        self._listening.close()
        self.workspace.close()

    def import_dialogue(
        self,
        source: str | Path | Dialogue,
        *,
        person: str,
        character: str = "",
        format: str = "auto",
        timezone: str = "",
        member: str = "",
        progress: Progress | None = None,
    ) -> Imported:
        """Import a chat export, one's own export, or a dialogue that was read already; what is there is not added again.

        One's own export knows whose it is: `person` "" is that one. `timezone` is for times without one, by default the settings'. `member` names the person's side where the file
        holds several people and none is called `person`. Raises InputError for a file that cannot be used; single
        broken lines are in the result's `problems`.
        """
        request = ImportRequest(
            person=checked_name(person or exported_person(source), "person"),
            character=optional_name(character, "character"),
            format=format,
            zone=timezone,
            member=optional_name(member, "member"),
        )
        if isinstance(source, Dialogue):
            return import_dialogue(self.workspace, source, request, progress)
        return import_path(self.workspace, Path(source), request, progress)

    def import_everyone(
        self,
        source: str | Path,
        *,
        person: str = "",
        character: str = "",
        format: str = "auto",
        timezone: str = "",
        member: str = "",
        progress: Progress | None = None,
    ) -> ImportedEveryone:
        """Import a chat export once for each human in it: each becomes a person, with the others' words as context.

        `person` names the side that exported the file, needed where the file calls it "me", 我 or nothing; `member` says
        who that is, or which of several chats is meant. Assistants and bots are nobody. Raises InputError as above.
        """
        names = [optional_name(*pair) for pair in ((person, "person"), (character, "character"), (member, "member"))]
        request = ImportRequest(person=names[0], character=names[1], format=format, zone=timezone, member=names[2])
        return import_everyone(self.workspace, Path(source), request, progress)

    def record(
        self, text: str, reply: str = "", *, person: str, character: str = "", session: str = "", at: When = None
    ) -> str:
        """Record one round that took place elsewhere; returns its record id. The next recall finds it.

        When the embedder fails the words are stored and found all the same; `reindex` gives them their vectors later.
        """
        said = Said(
            person=checked_name(person, "person"),
            text=text,
            reply=reply,
            character=checked_name(character or DEFAULT_CHARACTER, "character"),
            session=optional_name(session, "session"),
            at=self._moment(at),
        )
        record_id = record_round(self.workspace, said)
        self._listening.notice(said.person, said.character)
        return record_id

    def learn(self, *paths: str | Path, base: str = DEFAULT_BASE, progress: Progress | None = None) -> list[Learned]:
        """Learn documents (files, or folders of them); unchanged ones are left alone, changed ones replaced."""
        return learn_files(self.workspace, [Path(path) for path in paths], checked_name(base, "base"), progress)

    def recall(
        self,
        question: str,
        *,
        person: str,
        character: str = "",
        session: str = "",
        at: When = None,
        context: Sequence[str] | None = None,
        bases: Sequence[str] | None = None,
        preset: str | Preset | None = None,
        level: str | None = None,
    ) -> Recalled:
        """Find dated evidence for a question, in the order in which it happened.

        `at` asks as of an earlier moment: what happened later is not seen. Without a character all of the person's
        records are searched. `context`: the turns before the question, the latest first; None takes them from the
        session. `level`: fast, routed or full, None for the preset's. Raises NotFound for a person of whom nothing is recorded, unless the store holds nobody's talk but
        documents.
        """
        if self.workspace.find(OwnerKind.PERSON, checked_name(person, "person")) is None and (
            self.workspace.owners(OwnerKind.PERSON) or not self.workspace.owners(OwnerKind.BASE)
        ):
            self.workspace.known(OwnerKind.PERSON, person)
        asked = self._asked(question, person, character, session, at, bases)
        if context is not None:
            asked = replace(asked, context=tuple(context))
        return recall(self.workspace, replace(asked, level=checked_level(level)), self._chosen(preset))

    def prompt(
        self,
        question: str,
        *,
        person: str,
        character: str = "",
        session: str = "",
        at: When = None,
        bases: Sequence[str] | None = None,
        preset: str | Preset | None = None,
        level: str | None = None,
    ) -> Prompt:
        """Return the exact prompt that `reply` would send for this question."""
        asked = self._asked(question, person, character, session, at, bases)
        recalled = recall(self.workspace, replace(asked, level=checked_level(level)), self._chosen(preset))
        chosen = self._chosen(preset)
        return prompt_for(self.workspace, recalled, chosen, form_for(chosen, self.model()))

    def reply(
        self,
        text: str,
        *,
        person: str,
        character: str = "",
        session: str = "",
        at: When = None,
        bases: Sequence[str] | None = None,
        preset: str | Preset | None = None,
        level: str | None = None,
        on_text: Callable[[str], None] | None = None,
    ) -> Reply:
        """Answer what the person says and record the round; `on_text` gets the words as they come.

        Raises ModelError when the model or the embedder fails: the person's words are stored all the same.
        """
        spoken = Spoken(
            text=text,
            person=checked_name(person, "person"),
            character=checked_name(character or DEFAULT_CHARACTER, "character"),
            session=optional_name(session, "session"),
            at=self._moment(at),
            bases=checked_bases(bases),
            level=checked_level(level),
        )
        try:
            with self._listening.quiet():
                return reply(self.workspace, spoken, self._chosen(preset), self.model(), on_text)
        finally:  # the words are stored, whatever became of the reply
            self._listening.notice(spoken.person, spoken.character)

    def listen(
        self,
        *,
        person: str,
        character: str = "",
        from_round: str = "",
        listener: str | Listener | None = None,
        schema: str = "",
        progress: Progress | None = None,
    ) -> Listened:
        """Hear all that a person said since a listener last heard them, such as an import, into their tree.

        `character`: instead, what this character said of itself to the person, into its own tree. `from_round`
        ("character/number" or a record id) hears that round and all later ones once more. `listener` is another than the
        store's own. Raises ModelError when the listener fails; what it heard before is kept.
        """
        who = checked_who(person, character)
        record_id = self.read(from_round, person=person).record_id if from_round else ""
        return self._listening.listen(who, record_id, listener, schema, progress)

    def rehearse(
        self, *, person: str, character: str = "", listener: str | Listener | None = None, schema: str = ""
    ) -> list[Rehearsed]:
        """Return what `listen` would lead to, window by window, and write nothing."""
        return self._listening.rehearse(checked_who(person, character), listener, schema)

    def feedback(self, record_id: str, hint: str, *, person: str) -> Moved:
        """Say how much was read for a round: deeper, shallower, good or bad; moves the router's thresholds for the person.

        Raises NotFound for an unknown round, InputError for one of which no route is kept.
        """
        record = self.read(record_id, person=person)
        return give_hint(self.workspace, checked_name(person, "person"), record, checked_hint(hint))

    def read(self, record_id: str, *, person: str) -> Record:
        """Return one round, whole: by its record id, or "character/number"; raises NotFound."""
        return read_round(self.workspace, person, record_id)

    def rounds(self, *, person: str, character: str | None = None, limit: int = 20) -> list[Record]:
        """Return the newest rounds by the time they happened, newest last."""
        return newest_rounds(self.workspace, person, character, limit)

    def persons(self) -> dict[str, dict[str, int]]:
        """Return all persons by name, with their numbers of rounds by character."""
        return count_rounds(self.workspace)

    def documents(self, base: str | None = None) -> list[Document]:
        """Return the documents of a base, or of all bases."""
        return documents_of(self.workspace, optional_base(base))

    def document(self, name: str, *, base: str | None = None) -> tuple[Document, list[str]]:
        """Return a document and the texts of its parents; raises NotFound."""
        return show_document(self.workspace, optional_base(base), name)

    def remove_document(self, name: str, *, base: str | None = None) -> Document:
        """Erase a document with every trace of it; raises NotFound."""
        return remove_document(self.workspace, optional_base(base), name)

    def forget(self, request: ForgetRequest) -> Receipt:
        """Erase a leaf, a round, words, a document, or all of a person, with all that rests on it; see docs/how-to/forget.md."""
        return forget(self.workspace, request, self._listening.configured)

    def add_character(self, path: str | Path, *, name: str = "") -> Card:
        """Add a character card (YAML, or a SillyTavern JSON or PNG); an older one of the same name is replaced."""
        card = add_character(self.workspace, Path(path), name)
        keep_card_everywhere(self.workspace, card.name)
        return card

    def characters(self) -> list[Card]:
        """Return all character cards, by name."""
        return list_characters(self.workspace)

    def character(self, name: str) -> Card:
        """Return the card of a name; raises NotFound."""
        return show_character(self.workspace, checked_name(name, "name"))

    def add_schema(self, path: str | Path) -> Schema:
        """Add a schema of trees (JSON), or a sub-tree to be plugged into one; see `duramen schema`."""
        return add_schema(self.workspace, Path(path))

    def schemas(self) -> list[Schema]:
        """Return the schemas that ship and those that were added."""
        return all_schemas(self.workspace)

    def schema(self, name: str) -> Schema:
        """Return a schema by name, or several plugged together as "core+skills"; raises BadSetting."""
        return schema_named(self.workspace, name)

    def reindex(self, embedder: str = "", progress: Progress | None = None) -> int:
        """Convert every vector to another embedder's; returns how many texts were converted.

        The store's own embedder, which "" takes from the settings, fills in the vectors of turns that were stored while
        it could not be reached.
        """
        return reindex(self.workspace, embedder or self.workspace.settings.embedder, progress)

    def waiting(self) -> int:
        """Return how many texts have no vector yet and are found by their words alone, until `reindex` is run."""
        return waiting_turns(self.workspace)

    def model(self) -> ChatModel:
        """Return the chat model, opened on first use."""
        if isinstance(self._model, str):
            self._model = open_chat(self._model, self.workspace.chat_options())
        return self._model

    def _ask_model(self, prompt: Prompt) -> str:
        return "".join(self.model().stream(prompt))

    def _asked(
        self, question: str, person: str, character: str, session: str, at: When, bases: Sequence[str] | None
    ) -> Question:
        return Question(
            ask=None if only_quotes(self._model) else self._ask_model,
            text=question,
            person=checked_name(person, "person"),
            character=optional_name(character, "character"),
            session=optional_name(session, "session"),
            at=self._moment(at),
            bases=checked_bases(bases),
        )

    def _chosen(self, preset: str | Preset | None) -> Preset:
        if preset is None:
            return self._preset
        return load_preset(preset) if isinstance(preset, str) else preset

    def _moment(self, at: When) -> Moment | None:
        return at if at is None or isinstance(at, Moment) else parse_moment(at, self.workspace.zone)
