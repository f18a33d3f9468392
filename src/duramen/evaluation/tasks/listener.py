"""The labelled windows for listeners: from the packaged files to windows, trees and gold operations.

In: a split ("tune" or "report") and languages. Out: `Labelled` values in the order of the files. The format stands in
`evaluation/data/listener/README.md`.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from duramen.domain.operations import NO_OP, Kind, Operation
from duramen.domain.persona import Heard, Leaf, Tree, Window
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.errors import BadSetting, UnreadableFile
from duramen.evaluation.gold import SPLITS
from duramen.text.moments import parse_moment

LANGUAGES = ("zh", "en")
_PERSON = "user"
_GOLD = re.compile(
    r'(?:(ADD|UPDATE)\(([\w.-]+), ("(?:[^"\\]|\\.)*")\)|(DELETE)\(([\w.-]+), None\)|(NO_OP)\(\))', re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Labelled:
    """One window with the tree before it, what a listener should write, and which kinds of case it is."""

    id: str
    language: str
    kinds: tuple[str, ...]
    window: Window
    tree: Tree
    gold: tuple[Operation, ...]

    @property
    def held(self) -> Mapping[str, str]:
        """Return the values the tree holds before the window, by path."""
        return self.tree.values()


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSet:
    """The windows of a split, and the SHA-256 of the files they were read from."""

    split: str
    windows: tuple[Labelled, ...]
    data_hash: str


def load(split: str, language: str | None = None) -> WindowSet:
    """Return the windows of a split, of one language or of both; BadSetting for an unknown split or language."""
    if split not in SPLITS:
        raise BadSetting(f"there is no split {split!r}; use {' or '.join(SPLITS)}")
    if language is not None and language not in LANGUAGES:
        raise BadSetting(f"there are no windows in {language!r}; use {' or '.join(LANGUAGES)}")
    folder = files("duramen.evaluation") / "data" / "listener" / split
    windows: list[Labelled] = []
    digest = hashlib.sha256()
    for file in sorted((one for one in folder.iterdir() if one.name.endswith(".jsonl")), key=lambda one: one.name):
        if language is not None and not file.name.startswith(f"{language}-"):
            continue
        text = file.read_text(encoding="utf-8")
        digest.update(text.encode())
        windows += [_labelled(line, f"{file.name}:{number}") for number, line in enumerate(text.splitlines(), 1)]
    return WindowSet(split=split, windows=tuple(windows), data_hash=digest.hexdigest())


def gold_operation(text: str) -> Operation:
    """Return the operation that a line of gold says, as `Operation` prints it; raises UnreadableFile for another form."""
    found = _GOLD.fullmatch(text)
    if found is None:
        raise UnreadableFile(f"a gold operation cannot be read: {text!r}")
    if found[6]:
        return NO_OP
    if found[4]:
        return Operation(kind=Kind.DELETE, path=found[5])
    return Operation(kind=Kind(found[1]), path=found[2], value=json.loads(found[3]))


def _labelled(line: str, place: str) -> Labelled:
    try:
        row: dict[str, Any] = json.loads(line)
        return Labelled(
            id=row["id"],
            language=row["language"],
            kinds=tuple(row["kinds"]),
            window=Window(
                person="person", messages=tuple(_heard(one, turn) for turn, one in enumerate(row["window"], 1))
            ),
            tree=Tree(
                schema="core", leaves={path: Leaf(path=path, value=value) for path, value in row["tree"].items()}
            ),
            gold=tuple(map(gold_operation, row["gold"])),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise UnreadableFile(f"{place}: no labelled window ({error})") from error


def _heard(message: Mapping[str, str], turn: int) -> Heard:
    time = message["time"]
    return Heard(
        role=message["role"],
        speaker=message["speaker"],
        text=message["content"],
        own=message["role"] == _PERSON,
        turn_id=turn,
        said_at=parse_moment(time, "UTC") if time else UNKNOWN_MOMENT,
    )
