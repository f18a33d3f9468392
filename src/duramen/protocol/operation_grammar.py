"""Writes the grammar that holds a small model in process to the operation language (B3).

In: the paths that stand in the prompt, and which of them are filled. Out: a GBNF grammar for llama.cpp, under which a
model can only write whole operations on these paths: ADD on empty leaves, UPDATE and DELETE on filled ones, or NO_OP().
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

MOST_OPERATIONS = 12
"""How many operations a list may have under the grammar: a small model would go on until its limit."""
MOST_VALUE_CHARS = 160
"""How long a value may be under the grammar."""


def operation_grammar(paths: Sequence[str], filled: Collection[str]) -> str:
    """Return the grammar of an operation list; with no path at all only `NO_OP()` can be written."""
    empty = [path for path in paths if path not in filled]
    held = [path for path in paths if path in filled]
    forms, rules = [], []
    if empty:
        forms.append('"ADD(" empty ", " value ")"')
        rules.append(f"empty ::= {_either(empty)}")
    if held:
        forms += ['"UPDATE(" held ", " value ")"', '"DELETE(" held ", None)"']
        rules.append(f"held ::= {_either(held)}")
    if not forms:
        return 'root ::= "NO_OP()"\n'
    rules += [
        f"operation ::= {' | '.join(forms)}",
        f'value ::= "\\"" char{{1,{MOST_VALUE_CHARS}}} "\\""',
        'char ::= [^"\\\\\\n\\r\\t] | "\\\\" ["\\\\n]',
    ]
    root = f'root ::= "NO_OP()" | operation ("\\n" operation){{0,{MOST_OPERATIONS - 1}}}'
    return "\n".join((root, *rules)) + "\n"


def _either(paths: Sequence[str]) -> str:
    return " | ".join(f'"{_escaped(path)}"' for path in paths)


def _escaped(path: str) -> str:
    return path.replace("\\", "\\\\").replace('"', '\\"')
