"""JSON and JSON Lines: records become readable lines, nested keys dotted.

In: bytes and the file's name. Out: `Content` with text such as `name: Mia; address.city: Oslo; tags: a, b`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from duramen.documents.content import Content, decode_named
from duramen.errors import UnreadableFile


def read_json(data: bytes, name: str) -> Content:
    """Read a JSON document.

    A list of objects gives one line an object; an object gives one line a key, and its lists of objects one line
    an item under the dotted key. Null and empty values are left out; numbers stay as they are written; lists of
    plain values are joined by `, `; a value keeps its own line breaks. The title is a top-level "title" that is a
    string. A file of several JSON values one a line is read as JSON Lines. Raises UnreadableFile otherwise.
    """
    text, encoding = decode_named(data, name)
    try:
        value = _parse(text)
        lines = "\n".join(_top_lines(value))
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and "\n" in text.strip():
            return _from_lines(text, name, encoding)
        raise UnreadableFile(
            f"{name}: not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}; "
            "mend it there, or get a whole copy of the file"
        ) from error
    except RecursionError as error:
        raise UnreadableFile(f"{name}: the JSON is nested too deeply to be a document; flatten it first") from error
    title = value.get("title") if isinstance(value, dict) else None
    return Content(text=lines, title=title if isinstance(title, str) else "", encoding=encoding)


def read_json_lines(data: bytes, name: str) -> Content:
    """Read JSON Lines: one value a line, each as one line of text; raises UnreadableFile naming the first bad line."""
    text, encoding = decode_named(data, name)
    return _from_lines(text, name, encoding)


def _from_lines(text: str, name: str, encoding: str) -> Content:
    lines: list[str] = []
    # Not splitlines(): JSON strings may hold U+2028 as it is.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            lines.append(_record_line(_parse(line)))
        except (json.JSONDecodeError, RecursionError) as error:
            raise UnreadableFile(
                f"{name}: line {number} is not valid JSON ({error}); mend or remove that line"
            ) from error
    return Content(text="\n".join(filter(None, lines)), encoding=encoding)


def _parse(text: str) -> Any:
    # Numbers stay text: 1.10 is not to become 1.1, and a number of thousands of digits is no error.
    return json.loads(text, parse_float=str, parse_int=str, parse_constant=str)


def _top_lines(value: Any) -> Iterator[str]:
    """Give the lines of a whole document."""
    if isinstance(value, dict):
        yield from filter(None, (line for key, inner in value.items() for line in _key_lines(str(key), inner)))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        yield from filter(None, map(_record_line, value))
    elif isinstance(value, list):
        yield from filter(None, map(_plain, value))
    else:
        yield _plain(value)


def _key_lines(key: str, value: Any) -> Iterator[str]:
    """Give the lines of one key of an object: lists of records a line each, objects key by key."""
    if isinstance(value, dict):
        for inner_key, inner in value.items():
            yield from _key_lines(f"{key}.{inner_key}", inner)
    elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
        for item in value:
            yield "; ".join(_fields(item, key))
    else:
        yield "; ".join(_fields(value, key))


def _record_line(value: Any) -> str:
    return "; ".join(_fields(value, ""))


def _fields(value: Any, prefix: str) -> Iterator[str]:
    """Give `key: value` parts of one record, keys dotted, in the order of the file."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _fields(inner, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        for item in value:
            yield from _fields(item, prefix)
    else:
        said = ", ".join(filter(None, map(_plain, value))) if isinstance(value, list) else _plain(value)
        if said:
            yield f"{prefix}: {said}" if prefix else said


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value).strip()
