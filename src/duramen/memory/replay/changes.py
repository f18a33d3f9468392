"""Other settings for a replay: `--set lambda_hours=720 --set bm25=off`, by short or dotted names.

In: texts KEY=VALUE. Out: `Changes` of a preset. A short name sets every setting of that name, such as both paths' clocks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from difflib import get_close_matches
from typing import Any

from duramen.domain.preset import Preset
from duramen.errors import BadSetting
from duramen.settings import preset_from

_ON, _OFF = ("on", "true", "yes"), ("off", "false", "no")
# What each retriever alone is called among the fusions: switching one off leaves the other one.
_WITHOUT = {"bm25": "cosine", "dense": "lexical"}
_PATHS = ("knowledge", "experience")


def kept_preset(settings: Mapping[str, Any], name: str) -> Preset:
    """Return the preset that stands with a record; raises BadSetting where this duramen has another setting."""
    return preset_from({key: value for key, value in settings.items() if key != "name"}, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Settings by dotted names, in the order given; "bm25" and "dense" stand for switching a retriever on or off."""

    values: tuple[tuple[str, Any], ...]

    def sets(self, name: str) -> bool:
        """Tell whether a setting, by its dotted name, is among them."""
        return any(key == name for key, _ in self.values)

    def applied(self, preset: Preset) -> Preset:
        """Return a preset with these settings; raises BadSetting for a value that a setting cannot have."""
        values = asdict(preset)
        for key, value in self.values:
            if key in _WITHOUT:
                for path in _PATHS:
                    fusion = values[path]["fusion"]
                    fusion["method"] = _switched(key, fusion["method"], on=value)
                continue
            *parts, last = key.split(".")
            place = values
            for part in parts:
                place = place[part]
            place[last] = value
        return kept_preset(_listed(values), preset.name)


def changes_of(texts: Iterable[str]) -> Changes | None:
    """Return the changes that texts KEY=VALUE ask for, None for none; raises BadSetting with the names that are near."""
    found: list[tuple[str, Any]] = []
    names = _names(Preset(name=""), "")
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not key or not value:
            raise BadSetting(f"--set {text!r} is not KEY=VALUE; write for instance --set lambda_hours=720")
        if key in _WITHOUT:
            found.append((key, _switch(key, value)))
            continue
        wanted = [name for name in names if name == key or name.endswith(f".{key}")]
        if not wanted:
            raise BadSetting(f"there is no setting {key!r}; {_near(key, names)}")
        found.extend((name, _value(names[name], value)) for name in wanted)
    changes = Changes(values=tuple(found)) if found else None
    if changes is not None:
        changes.applied(Preset(name="set"))  # so that a bad value is told before anything is replayed
    return changes


def _names(value: Any, above: str) -> dict[str, Any]:
    """Return all settings of a preset by dotted name, each with its usual value."""
    found: dict[str, Any] = {}
    for field in fields(value):
        name, one = f"{above}{field.name}", getattr(value, field.name)
        if is_dataclass(one):
            found |= _names(one, f"{name}.")
        elif name not in ("name", "about", "consequences"):
            found[name] = one
    return found


def _near(key: str, names: Mapping[str, Any]) -> str:
    shorts = list(dict.fromkeys([*_WITHOUT, *(name.rpartition(".")[2] for name in names)]))
    near = get_close_matches(key.rpartition(".")[2].casefold(), shorts, n=4, cutoff=0.5)
    return f"near it are {', '.join(near)}" if near else f"there are {', '.join(shorts)}"


def _value(usual: Any, text: str) -> Any:
    """Return a value as it is meant: on and off for a switch, else as TOML reads it, else the text itself."""
    if isinstance(usual, bool) and text.casefold() in (*_ON, *_OFF):
        return text.casefold() in _ON
    if isinstance(usual, str):
        return text.strip("\"'")
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text


def _switch(key: str, text: str) -> bool:
    if text.casefold() not in (*_ON, *_OFF):
        raise BadSetting(f"--set {key}={text} is neither on nor off")
    return text.casefold() in _ON


def _switched(key: str, method: str, *, on: bool) -> str:
    """Return the fusion with a retriever switched on or off; the last one stays on by being told so."""
    alone, other = _WITHOUT[key], next(one for name, one in _WITHOUT.items() if name != key)
    if on:
        return "sum" if method == alone else method
    if method == other:
        raise BadSetting(f"--set {key}=off leaves nothing to search by; leave one of bm25 and dense on")
    return alone


def _listed(value: Any) -> Any:
    """Return plain values as a preset file has them: lists for tuples."""
    if isinstance(value, dict):
        return {key: _listed(one) for key, one in value.items()}
    return [_listed(one) for one in value] if isinstance(value, tuple | list) else value
