"""MemoryBank's gold profiles: what `meta_information` says of each person, cut into single traits.

In: the memory file of a language. Out: people of a split with their dialogue and traits by field. The sets were written
from these profiles, but not every trait comes up in the dialogue: what a person never says nobody can hear.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from duramen.domain.dialogue import Dialogue
from duramen.evaluation.gold import bytes_of
from duramen.observe.formats import read_dialogue

FILES = {"en": "en/memory_bank_en.json", "zh": "cn/memory_bank_cn.json"}
TUNED_PEOPLE = 8
"""So many people at the beginning of each file are for tuning; the others are reported."""

# The fields of the gold, and the leaves of the schema `core` where each may stand.
FIELDS: Mapping[str, tuple[str, ...]] = {
    "name": ("identity.name", "identity.address"),
    "hobbies": ("likes.", "routines.", "goals.longterm", "diet.habits", "work.occupation"),
    "personality": ("personality.traits",),
    "speaking_style": ("personality.traits", "communication.style"),
}
_CUT = re.compile(r"[,，、;；.。\"]|\band\b|\bwith a hint of\b|\bbut\b")
_LEADING = re.compile(r"^(?:a bit|slightly|somewhat|full of)\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One person of the set: language, dialogue, and the gold traits by field."""

    name: str
    language: str
    dialogue: Dialogue
    traits: Mapping[str, tuple[str, ...]]


def files_of(data: Path) -> dict[str, Path]:
    """Return the files by language."""
    folder = data / "memorybank" if (data / "memorybank").is_dir() else data
    return {language: folder / name for language, name in FILES.items()}


def load_profiles(file: Path, language: str, split: str) -> list[Profile]:
    """Return the people of a split; raises UnreadableFile without the file."""
    data = bytes_of(file)
    people = list(json.loads(data).items())
    chosen = people[:TUNED_PEOPLE] if split == "tune" else people[TUNED_PEOPLE:]
    return [
        Profile(
            name=key.strip(),
            language=language,
            dialogue=read_dialogue(data, name=file.name, format="memorybank", member=key.strip(), zone="UTC"),
            traits={field: traits_of(entry["meta_information"][field]) for field in FIELDS},
        )
        for key, entry in chosen
    ]


def traits_of(text: str) -> tuple[str, ...]:
    """Cut a field into its traits, in order: at commas, stops, "and", "but", "with a hint of"."""
    parts = (_LEADING.sub("", part.strip().lower()) for part in _CUT.split(text))
    return tuple(part for part in parts if part)


def may_hold(field: str, path: str) -> bool:
    """Tell whether a leaf is one where a field's traits may stand."""
    return path.startswith(FIELDS[field])
