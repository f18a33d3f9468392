"""What routing saves and loses on a real store: a person's months of dialogue, with a tree and documents beside it.

In: RealMem's questions of one person, each with the sessions that hold its evidence. Out: per level, tokens of the prompt
and how much of that evidence stands in it. Each question is asked as of its own moment; what came later is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from duramen.domain.evidence import Recalled, Source
from duramen.domain.profile import Level
from duramen.domain.time import Moment
from duramen.evaluation.asking import Asked, Owner
from duramen.evaluation.gold import Gold, Task
from duramen.evaluation.router import Labelled, Person
from duramen.memory.open import Memory
from duramen.memory.reply import form_for, prompt_for
from duramen.settings import Settings, read_settings
from duramen.stores.owners import OwnerKind
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import owner_write
from duramen.text.tokens import count_tokens

LEVELS = tuple(level.value for level in Level)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """One question under one level: tokens of its prompt, and the share of its gold sessions that the prompt shows.

    `covered` is None for questions without gold.
    """

    question: str
    level: str
    tokens: int
    covered: float | None
    leaves: int
    depths: tuple[str, ...]


def costs(task: Task, person: str, tree: Person, labelled: Sequence[Labelled], embedder: str) -> Iterator[Cost]:
    """Yield the cost of each question at each level: the person's own, then the labelled ones.

    The store has the person's whole dialogue, `tree` as their tree, and one short document for each of its titles.
    """
    owner = next(owner for owner in task.owners if owner.name.startswith(person))
    with TemporaryDirectory(prefix="duramen-router-") as folder:
        settings = read_settings().model_copy(update={"embedder": embedder, "timezone": "UTC", "model": "extractive"})
        with _store(Path(folder), settings, owner, tree) as memory:
            for asked in owner.questions:
                yield from _levels(memory, owner, asked, task.gold[asked.id])
            for one in labelled:
                alone = Asked(id=str(one.number), text=one.question, at=owner.questions[-1].at, upto=0)
                yield from _levels(memory, owner, alone, None)


def _store(folder: Path, settings: Settings, owner: Owner, tree: Person) -> Memory:
    memory = Memory(folder / "home", settings=settings)
    memory.import_dialogue(owner.dialogue, person=owner.person, character=owner.character)
    for base, titles in tree.bases.items():
        for title in titles:
            file = folder / f"{title}.txt"
            file.write_text(f"{title}\n\n{title}: {base}.\n", encoding="utf-8")
            memory.learn(file, base=base)
    write_tree(memory, owner.person, tree.tree, owner.dialogue.messages[0].happened_at)
    return memory


def write_tree(memory: Memory, person: str, values: Mapping[str, str], since: Moment) -> None:
    """Write values as the first version of a person's tree, so since then."""
    workspace = memory.workspace
    of = workspace.owner(OwnerKind.PERSON, person)
    draft = VersionDraft(
        after=0, schema="core", schema_version=1, cause="bench", writer="person", recorded=workspace.clock()
    )
    with owner_write(workspace.engine, of) as write:
        write_version(
            write, draft, [Change(path=path, value=value, valid_from=since) for path, value in values.items()]
        )


def _levels(memory: Memory, owner: Owner, asked: Asked, gold: Gold | None) -> Iterator[Cost]:
    # The question itself is stored too, at its own moment: it is asked just before that.
    at = replace(asked.at, at_us=(asked.at.at_us or 0) - 1)
    for level in LEVELS:
        recalled = memory.recall(
            asked.text, person=owner.person, character=owner.character, session=asked.session, at=at, level=level
        )
        prompt = prompt_for(memory.workspace, recalled, memory._preset, form_for(memory._preset, memory.model()))
        yield Cost(
            question=asked.id,
            level=level,
            tokens=count_tokens(prompt.text),
            covered=None if gold is None else _covered(recalled, gold),
            leaves=len(recalled.leaves),
            depths=tuple(choice.depth.value for choice in recalled.route.choices().values()) if recalled.route else (),
        )


def _covered(recalled: Recalled, gold: Gold) -> float:
    shown = {e.candidate.session for e in recalled.evidence if e.candidate.source is Source.EXPERIENCE}
    return len(shown & gold.ids) / len(gold.ids)
