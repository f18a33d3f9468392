"""LoCoMo: two friends over months; which turns hold the answer's evidence?

In: locomo10.json, or a part of it. Out: a `Task` whose gold is turns. Questions come after the whole conversation, one
day after its last turn, outside of any sitting. Categories 1 to 4 make the headline; 5 (questions with a false
premise) stands apart. The data is CC BY-NC: no words of it are kept with the results.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from duramen.domain.time import US_PER_HOUR, Moment
from duramen.errors import UnreadableFile
from duramen.evaluation.asking import Asked, Owner
from duramen.evaluation.gold import Benchmark, Gold, Part, Task, bytes_of, old_ids
from duramen.observe.formats import read_dialogue

CONVERSATIONS = {"tune": ("conv-26", "conv-30"), "report": ("conv-41", "conv-42", "conv-43")}
FILES = ("locomo10.json", "locomo_first5.json")
CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}

LOCOMO = Benchmark(name="locomo", unit="turn", headline="hit@10", in_talk=False, shareable=False)


def load(data: Path, split: str, limit: int | None = None) -> Task:
    """Return the task of a split, with the first `limit` questions of each conversation; UnreadableFile without data."""
    file = data_file(data)
    raw = bytes_of(file)
    samples = {sample["sample_id"]: sample for sample in json.loads(raw)}
    missing = [name for name in CONVERSATIONS[split] if name not in samples]
    if missing:
        raise UnreadableFile(f"{str(file)!r} does not hold {', '.join(missing)}; take locomo10.json")
    return LOCOMO.task(split, [_part(raw, samples[name], limit) for name in CONVERSATIONS[split]], [file])


def data_file(data: Path) -> Path:
    """Return the file of the set in a folder, or in its folder "locomo"; the usual one where there is none."""
    folder = data / "locomo" if (data / "locomo").is_dir() else data
    return next((folder / name for name in FILES if (folder / name).is_file()), folder / FILES[0])


def _part(raw: bytes, sample: dict[str, Any], limit: int | None) -> Part:
    name, conversation = sample["sample_id"], sample["conversation"]
    member = f"{name}/{conversation['speaker_a']}"
    dialogue = read_dialogue(raw, name="locomo.json", format="locomo", zone="UTC", member=member)
    told_at = {message.external_id: message.happened_at for message in dialogue.messages}
    after = _day_after(max(told_at.values(), key=lambda moment: moment.at_us or 0))
    questions: list[Asked] = []
    gold: dict[str, Gold] = {}
    left_out: list[str] = []
    for number, item in enumerate(sample["qa"]):
        id_ = f"{name}/q{number}"
        ids = frozenset(evidence_ids(item.get("evidence") or []) & told_at.keys())
        if not ids:
            left_out.append(f"{id_}: no evidence that names a turn")
            continue
        if limit is not None and len(questions) >= limit:
            break
        questions.append(Asked(id=id_, text=str(item["question"]), at=after, upto=len(dialogue.messages)))
        gold[id_] = Gold(
            ids=ids,
            old=old_ids(told_at, ids, after),
            category=CATEGORIES[item["category"]],
            headline=item["category"] != 5,
        )
    owner = Owner(
        name=name,
        person=dialogue.person,
        character=dialogue.character,
        dialogue=dialogue,
        questions=tuple(questions),
    )
    return Part(owner=owner, gold=gold, left_out=tuple(left_out))


def evidence_ids(evidence: Sequence[str]) -> set[str]:
    """Return the ids in LoCoMo's evidence strings, some of which hold several ("D8:6; D9:17", "D9:1 D4:4")."""
    return {part for text in evidence for part in re.split(r"[;\s]+", str(text)) if part}


def _day_after(moment: Moment) -> Moment:
    return replace(moment, at_us=(moment.at_us or 0) + 24 * US_PER_HOUR)
