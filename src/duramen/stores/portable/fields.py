"""The columns of a table as the plain fields of an object, and back, without a loss.

In: a row. Out: an object that JSON can hold: times with their ISO form beside exact microseconds, flags as true and
false, JSON columns as JSON, bytes in base64. Back again: the same row; raises InputError with the field that is wrong.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, Float, Integer, LargeBinary, Table

from duramen.domain.time import Moment, Precision
from duramen.errors import InputError
from duramen.stores.rows import LARGEST

VECTORS = ("vector", "query_vector")
# What is the owner's or the tenant's, the chain's, and what a reindex under way has made so far.
_LEFT_OUT = ("owner_id", "tenant", "salt", "vector_next")
_FLAGS = {"retrievable", "allowed", "stated", "to_told"}
_JSON = {"trace", "extra", "settings", "nearest", "evidence", "thresholds", "card", "data", "entry"}
_LISTS = {"nearest"}
_MAY_BE_EMPTY = {"trace", "settings", "thresholds"}
_MOMENT = ("zone", "offset_minutes", "precision")
_MOMENT_NAMES = {"": "happened_at", "from_": "valid_from", "to_": "valid_to"}
_NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One field: the columns that it holds, how it is made of them, and how they are made of it.

    `missing`: what the columns hold where the field is missing, None where it must not be.
    """

    name: str
    columns: tuple[str, ...]
    plain: Callable[[Mapping[str, Any]], Any]
    values: Callable[[Any], dict[str, Any]]
    missing: dict[str, Any] | None


def fields_of(table: Table, *linked: str) -> tuple[Field, ...]:
    """Return the fields of a table in the order of its columns; `linked` columns follow from where the object stands."""
    made: dict[str, Field] = {}
    for column in table.columns:
        prefix = _moment_prefix(table, column.name)
        if column.name in (*_LEFT_OUT, *linked):
            continue
        if prefix is not None:
            name = _MOMENT_NAMES[prefix]
            made.setdefault(name, _moment_field(name, prefix))
        else:
            field = _single_field(column)
            made[field.name] = field
    return tuple(made.values())


def _moment_prefix(table: Table, name: str) -> str | None:
    for prefix in _MOMENT_NAMES:
        instant = f"{prefix}us" if prefix else "happened_us"
        if instant in table.c and name in (instant, *(f"{prefix}{part}" for part in _MOMENT)):
            return prefix
    return None


def _moment_field(name: str, prefix: str) -> Field:
    instant = f"{prefix}us" if prefix else "happened_us"
    columns = (instant, *(f"{prefix}{part}" for part in _MOMENT))

    def plain(row: Mapping[str, Any]) -> dict[str, Any]:
        us, zone, offset, precision = (row[column] for column in columns)
        moment = Moment(at_us=us, zone=zone, offset_minutes=offset, precision=Precision(precision))
        return {"at": _iso(moment), "us": us, "zone": zone, "offset_minutes": offset, "precision": precision}

    def values(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or set(value) != {"at", "us", *_MOMENT}:
            raise InputError(f"{name} is no moment, which has at, us, zone, offset_minutes and precision")
        if value["precision"] not in list(Precision) or not isinstance(value["zone"], str):
            raise InputError(f"{name} has a precision or a zone that no moment has")
        us = None if value["us"] is None else _whole(f"{name}.us", value["us"])
        offset = _whole(f"{name}.offset_minutes", value["offset_minutes"])
        return dict(zip(columns, (us, value["zone"], offset, value["precision"]), strict=True))

    return Field(name=name, columns=columns, plain=plain, values=values, missing=None)


def _single_field(column: Column[Any]) -> Field:
    is_instant = isinstance(column.type, Integer) and column.name.endswith("_us")
    name = column.name.removesuffix("us") + "at" if is_instant else column.name
    plain, values = (instant, microseconds) if is_instant else _conversions(column)

    def read(row: Mapping[str, Any]) -> Any:
        value = row[column.name]
        return None if value is None else plain(value)

    def written(value: Any) -> dict[str, Any]:
        if value is None and not column.nullable:
            raise InputError(f"{name} is null, and must not be")
        return {column.name: None if value is None else values(name, value)}

    return Field(name=name, columns=(column.name,), plain=read, values=written, missing=_missing(column))


def _conversions(column: Column[Any]) -> tuple[Callable[[Any], Any], Callable[[str, Any], Any]]:
    """Return how a column's value is told, and how it is read from what is told under a name."""
    if column.name == "trace" and isinstance(column.type, LargeBinary):
        return _unpacked, _packed
    if column.name in _JSON:
        return _from_json, _to_json
    if column.name == "bindings":
        return str.split, _joined
    if column.name in _FLAGS:
        return bool, _flag
    if isinstance(column.type, LargeBinary):
        return to_base64, from_base64
    if isinstance(column.type, Float):
        return float, _number
    return (int, _whole) if isinstance(column.type, Integer) else (str, _text)


def _missing(column: Column[Any]) -> dict[str, Any] | None:
    if column.nullable:
        return {column.name: None}
    given: Any = column.server_default
    if given is None:
        return None
    return {column.name: int(given.arg) if isinstance(column.type, Integer) else given.arg}


def instant(us: int) -> dict[str, Any]:
    """Return an instant as an object: UTC in ISO 8601 to the second, and the exact microseconds."""
    return {"at": _iso(Moment(at_us=us)), "us": us}


def microseconds(name: str, value: Any) -> int:
    """Return the microseconds of an instant; raises InputError for what is none."""
    if not isinstance(value, dict) or set(value) != {"at", "us"}:
        raise InputError(f"{name} is no instant, which has at and us")
    return _whole(f"{name}.us", value["us"])


def _iso(moment: Moment) -> str | None:
    try:
        return moment.iso()
    except (OverflowError, ValueError):  # no calendar has it; the microseconds stand beside it
        return None


def to_base64(value: bytes) -> str:
    """Return bytes in base64."""
    return base64.b64encode(value).decode()


def from_base64(name: str, value: Any) -> bytes:
    """Return the bytes; raises InputError for what is no base64."""
    try:
        return base64.b64decode(_text(name, value), validate=True)
    except (binascii.Error, ValueError) as error:
        raise InputError(f"{name} is no base64") from error


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name} is no text")
    if "\0" in value:
        raise InputError(f"{name} holds NUL, which no store can")
    return value


def _whole(name: str, value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -LARGEST <= value < LARGEST:
        raise InputError(f"{name} is no whole number of 64 bits")
    return value


def _number(name: str, value: Any) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InputError(f"{name} is no number")
    return float(value)


def _flag(name: str, value: Any) -> int:
    if not isinstance(value, bool):
        raise InputError(f"{name} is neither true nor false")
    return int(value)


def _joined(name: str, value: Any) -> str:
    if not isinstance(value, list) or not all(isinstance(one, str) and one.split() == [one] for one in value):
        raise InputError(f"{name} is no list of ids")
    return " ".join(value)


def _from_json(text: str) -> Any:
    """Return a JSON column as JSON; one that was written in another way than ours, as its text."""
    if not text:
        return ""
    value = json.loads(text)
    if "NaN" in text or "Infinity" in text:
        value = _told(value)
    return value if _dumped(_untold(value)) == text else text


def _to_json(name: str, value: Any) -> str:
    if isinstance(value, str):
        return _text(name, value) if value == "" and name in _MAY_BE_EMPTY else _as_text(name, value)
    if not isinstance(value, list if name in _LISTS else dict):
        raise InputError(f"{name} is no JSON {'list' if name in _LISTS else 'object'}")
    if not isinstance(value, dict | list):
        raise InputError(f"{name} is no JSON object or list")
    return _dumped(_untold(value))


def _as_text(name: str, value: str) -> str:
    """Return the text of JSON that was written in another way than ours."""
    try:
        held = json.loads(value)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{name} is no JSON") from error
    if not isinstance(held, list if name in _LISTS else dict):
        raise InputError(f"{name} is no JSON {'list' if name in _LISTS else 'object'}")
    return _text(name, value)


def _unpacked(packed: bytes) -> Any:
    return _from_json(zlib.decompress(packed).decode())


def _packed(name: str, value: Any) -> bytes:
    return zlib.compress(_to_json(name, value).encode(), 1)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _told(value: Any) -> Any:
    """Put {"number": "-Infinity"} for numbers that JSON does not have: the logarithm of a score of 0 is one."""
    if isinstance(value, float) and not math.isfinite(value):
        return {"number": _dumped(value)}
    if isinstance(value, dict):
        return {key: _told(one) for key, one in value.items()}
    return [_told(one) for one in value] if isinstance(value, list) else value


def _untold(value: Any) -> Any:
    if isinstance(value, dict):
        if list(value) == ["number"] and value["number"] in list(_NOT_FINITE):
            return _NOT_FINITE[value["number"]]
        return {key: _untold(one) for key, one in value.items()}
    return [_untold(one) for one in value] if isinstance(value, list) else value
