"""What an object or a list out of a model's JSON says: an operation, something that was meant as one, or neither.

In: entries or items as read (text, `Bare` words, further objects and lists), and the draft. Out: whether it was meant as
an operation; then it stands in the draft, read or refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from duramen.domain.operations import NO_OP, Kind
from duramen.govern.draft import Draft
from duramen.govern.marks import kind_of, spelling_repairs

_SURE_KEYS = ("op", "operation", "operator", "操作")
_OTHER_KEYS = ("action", "type", "kind", "name", "function", "method")
_PATH_KEYS = ("path", "leafpath", "leaf", "attribute", "field", "key", "路径")
_VALUE_KEYS = ("value", "newvalue", "content", "text", "值")
_ARGUMENT_KEYS = ("arguments", "args", "parameters", "params", "参数")
_LIST_KEYS = frozenset({"operations", "ops", "operation", "changes", "updates", "edits", "操作"})
_NONE = frozenset({"None", "null", "nil", "none", "NULL"})
_TRUTH = frozenset({"true", "false", "True", "False"})


@dataclass(frozen=True, slots=True)
class Bare:
    """A word without quotes: a number, a truth value, None, or text whose quotes were forgotten."""

    text: str


def holds_operations(key: str | None) -> bool:
    """Tell whether a list under `key` is a list of operations; so is one under no key."""
    return key is None or _plain(key) in _LIST_KEYS


def holds_arguments(key: str | None) -> bool:
    """Tell whether an object under `key` holds the path and value of the object around it."""
    return key is not None and _plain(key) in _ARGUMENT_KEYS


def looks_meant(entries: Mapping[str, object], key: str | None) -> bool:
    """Tell whether an object that broke off was to be an operation, by its entries and the key that waits."""
    said = {_plain(name) for name in entries} | ({_plain(key)} if key is not None else set())
    return bool(said & {*_SURE_KEYS, "path"}) or _word(entries) is not None


def take_object(entries: Mapping[str, object], piece: str, draft: Draft) -> bool:
    """Take down the operation that `entries` says, if any; `piece` is its text, for a refusal."""
    plain = {_plain(name): value for name, value in entries.items()}
    word = _word(entries)
    kind = None if word is None else kind_of(word)
    if word is None or kind is None:
        if word is not None:
            draft.refuse(piece, "unknown-operation", f"{word[:40]!r} is none of ADD, UPDATE, DELETE, NO_OP")
        elif "path" in plain:
            draft.refuse(piece, "unreadable", "the object names a path but no operation")
        return word is not None or "path" in plain
    draft.note("json-form", *spelling_repairs(word, kind))
    arguments = next((plain[key] for key in _ARGUMENT_KEYS if key in plain), None)
    if isinstance(arguments, Mapping):
        plain |= {_plain(str(name)): value for name, value in arguments.items()}
    elif isinstance(arguments, Sequence) and not isinstance(arguments, str):
        plain |= dict(zip(("path", "value"), arguments, strict=False))
    _take(kind, plain, piece, draft)
    return True


def take_list(items: Sequence[object], piece: str, draft: Draft) -> bool:
    """Take down the operation that a list such as ["ADD", "home.city", "Shenzhen"] is, if it is one."""
    if not 1 <= len(items) <= 3 or not isinstance(items[0], str):
        return False
    kind = kind_of(items[0])
    if kind is None or (len(items) == 1 and kind is not Kind.NO_OP) or isinstance(items[-1], Mapping):
        return False
    draft.note("list-form", *spelling_repairs(items[0], kind))
    _take(kind, dict(zip(("path", "value"), items[1:], strict=False)), piece, draft)
    return True


def _take(kind: Kind, plain: Mapping[str, object], piece: str, draft: Draft) -> None:
    if kind is Kind.NO_OP:
        draft.operations.append(NO_OP)
        return
    values = [plain[key] for key in _VALUE_KEYS if key in plain]
    path = next((plain[key] for key in _PATH_KEYS if key in plain), "")
    if isinstance(path, Sequence) and not isinstance(path, str) and all(isinstance(part, str) for part in path):
        draft.note("path-as-list")
        path = ".".join(map(str, path))
    path = _text(path)
    if path is None:
        draft.refuse(piece, "bad-path", "the path is no text")
    elif len(values) > 1:
        draft.refuse(piece, "several-values", "more than one value is given, and which of them counts is not said")
    elif not values and kind is not Kind.DELETE:
        draft.refuse(piece, "no-value", f"{kind.value} needs a path and a value")
    else:
        _write(kind, path, values[0] if values else None, (piece, draft))


def _write(kind: Kind, path: str, value: object, where: tuple[str, Draft]) -> None:
    piece, draft = where
    if isinstance(value, Bare):
        if value.text in _NONE:
            value = None
        elif value.text not in _TRUTH:
            draft.note("unquoted-value")
            value = value.text
    if value is None or isinstance(value, str):
        draft.write(kind, path, value, piece)
    elif kind is Kind.DELETE:
        draft.note("delete-with-value")
        draft.write(kind, path, None, piece)
    else:
        draft.refuse(piece, "not-text", "the value is a list, an object or a truth value, and leaves hold text")


def _word(entries: Mapping[str, object]) -> str | None:
    """Return the word that says which operation it is; a key such as "type" counts only when it holds one."""
    plain = {_plain(name): value for name, value in entries.items()}
    for key in _SURE_KEYS:
        if (word := _text(plain.get(key))) is not None:
            return word
    words = [_text(plain.get(key)) for key in _OTHER_KEYS]
    return next((word for word in words if word is not None and kind_of(word) is not None), None)


def _text(value: object) -> str | None:
    """Return the text of a string or a bare word, None for anything else."""
    return value.text if isinstance(value, Bare) else value if isinstance(value, str) else None


def _plain(name: str) -> str:
    return name.casefold().replace("_", "").replace("-", "").replace(" ", "")
