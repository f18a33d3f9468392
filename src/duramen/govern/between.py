"""Names what stands between operations: bullets, numbers, fences, commas, or prose; none of it is an operation.

In: the text between the end of one and the beginning of the next. Out: the names of the repairs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from duramen.govern.marks import LINE_LEAD

_SEPARATORS = re.compile(r"[\s,;，；、。.]*+")
_FENCE = re.compile(r"\s*+(?:`{3,}|~{3,})[ \t]*+[\w+-]{0,20}\s*+")
_BRACKETS = re.compile(r"[\s\[\](){}（）【】,;，；]*+")
_MARKUP = re.compile(r"[\s*_`\"'“”‘’|,;，；]*+")


def name_between(between: str, *, first: bool, last: bool) -> Iterator[str]:
    """Yield the repairs that a stretch between operations takes.

    `first`: no operation stands before it; `last`: none stands after it. Repairs: several-on-a-line, trailing-marks,
    code-fence, list-marks, bracketed-list, markup, surrounding-prose.
    """
    lines = between.split("\n")
    if len(lines) == 1 and not first and not last:
        yield "several-on-a-line"
    for number, line in enumerate(lines):
        if line and not line.isspace():
            before_operation = number == len(lines) - 1 and not last and (len(lines) > 1 or first)
            yield _name(line, before_operation)


def _name(line: str, before_operation: bool) -> str:
    if _SEPARATORS.fullmatch(line):
        return "trailing-marks"
    if _FENCE.fullmatch(line):
        return "code-fence"
    if _BRACKETS.fullmatch(line):
        return "bracketed-list"
    if _MARKUP.fullmatch(line) and not (before_operation and line[-1:].isspace()):
        return "markup"
    if before_operation and LINE_LEAD.fullmatch(line):
        return "list-marks"
    return "surrounding-prose"
