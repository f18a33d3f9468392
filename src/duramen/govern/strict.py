"""The operation language as it is printed: one operation a line, exactly. What is so written needs no mending.

In: text. Out: operations, or nothing where a line is of another form; `print_operations` is the inverse.
"""

from __future__ import annotations

import re

from duramen.domain.operations import NO_OP, Kind, Operation
from duramen.govern.paths import MAX_PATH_CHARS, NOT_IN_PATH, is_legal

# Possessive, and stopped by the next quote, bracket or line break: a search for it is linear.
OPERATION = re.compile(
    rf"(?P<kind>ADD|UPDATE|DELETE)\((?P<path>[^{NOT_IN_PATH}]{{1,{MAX_PATH_CHARS}}}+), "
    r'(?:None|"(?P<value>(?:[^"\\\n\r\t]++|\\["\\nrt])*+)")\)|NO_OP\(\)'
)
BREAKING_OFF = re.compile(
    rf"(?:ADD|UPDATE)\([^{NOT_IN_PATH}]{{1,{MAX_PATH_CHARS}}}+, "
    r'"(?:[^"\\\n\r\t]++|\\["\\nrt])*+\\?"?(?<![“”][)）])\Z'
)
"""An operation with whose value the text breaks off; whatever stands in that value is no operation."""
_ESCAPE = re.compile(r'\\(["\\nrt])')
_MEANT = {'"': '"', "\\": "\\", "n": "\n", "r": "\r", "t": "\t"}


def unescaped(value: str) -> str:
    """Return what `quoted` was given, without the quotes around it."""
    return _ESCAPE.sub(lambda found: _MEANT[found[1]], value)


def operation_of(found: re.Match[str]) -> Operation | None:
    """Return the operation of a match of `OPERATION`; None where its path is illegal or it is a DELETE with a value."""
    if found["kind"] is None:
        return NO_OP
    kind, value = Kind(found["kind"]), found["value"]
    if not is_legal(found["path"]) or (kind is Kind.DELETE and value is not None):
        return None
    return Operation(kind=kind, path=found["path"], value=None if value is None else unescaped(value))


def read_strictly(text: str) -> list[Operation] | None:
    """Return the operations of a text of which every line is one, blank lines aside; None for any other text."""
    operations = []
    for line in text.split("\n"):  # never splitlines: a value may hold U+2028 and its like
        if bare := line.strip(" \t\r"):
            found = OPERATION.fullmatch(bare)
            operation = None if found is None else operation_of(found)
            if operation is None:
                return None
            operations.append(operation)
    return operations
