"""The operation language: what a listener may do to a PersonaTree, and what became of what it wrote (B3).

Four operations, one a line: `ADD(path, "value")`, `UPDATE(path, "value")`, `DELETE(path, None)`, `NO_OP()`. An operation
is a value until the gate has judged it; text that cannot be read is a `Refused`, never an exception.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = re.compile(r'[\\"\n\r\t]')


class Kind(StrEnum):
    """What an operation does; the value is the word by which it is written."""

    ADD = "ADD"
    UPDATE = "UPDATE"
    DELETE = "DELETE"
    NO_OP = "NO_OP"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation; `path` is dotted, "" for NO_OP; `value` is None for DELETE and NO_OP."""

    kind: Kind
    path: str = ""
    value: str | None = None

    def __str__(self) -> str:
        """Return the operation as it is written, on one line."""
        if self.kind is Kind.NO_OP:
            return "NO_OP()"
        return f"{self.kind.value}({self.path}, {'None' if self.value is None else quoted(self.value)})"


NO_OP = Operation(kind=Kind.NO_OP)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A piece of text that is no operation: its words, a code, and the reason in a sentence."""

    text: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationList:
    """What a text of operations says.

    `operations` in the order written, NO_OP only when it stands alone; `refused` what could not be read; `repairs`
    what had to be mended, each once; `partial`: the text broke off in the middle of an operation.
    """

    operations: tuple[Operation, ...]
    refused: tuple[Refused, ...] = ()
    repairs: tuple[str, ...] = ()
    partial: bool = False


def quoted(value: str) -> str:
    """Return a value as it stands between double quotes, on one line; `read_operations` gives it back unchanged."""
    return '"' + _ESCAPED.sub(lambda match: _ESCAPES[match.group()], value) + '"'


def print_operations(operations: Iterable[Operation]) -> str:
    """Return operations one a line; `NO_OP()` for none."""
    return "\n".join(map(str, operations)) or str(NO_OP)
