"""Writes the grammar that forces a small model in process to keep the compact protocol (A8).

In: the ids that stand in the prompt. Out: a GBNF grammar for llama.cpp. Under it a model can cite only ids that
exist, at most `MOST_CITED` of them, and can't open a tag inside its response. A repeated id is read once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from duramen.domain.reply import Need
from duramen.errors import BadSetting

MOST_CITED = 8
"""How many ids a compact analysis may cite."""
_ID = re.compile(r"[EL][1-9][0-9]{0,3}")


def compact_grammar(evidence_ids: Sequence[str]) -> str:
    """Return the grammar of `<analysis>need=…; use=…</analysis>`, a line break, `<response>…</response>`.

    `evidence_ids`: E1... and L1..., in any order; with none, only `use=none` can be written. The response is one or
    more characters without an angle bracket, so that its end is the only tag in it. Raises BadSetting on an id of
    another form.
    """
    for name in evidence_ids:
        if not _ID.fullmatch(name):
            raise BadSetting(f"evidence id {name!r} cannot be cited; ids are E or L with a number from 1, such as 'E1'")
    needs = " | ".join(f'"{need.value}"' for need in Need if need is not Need.UNSTATED)
    ids = " | ".join(f'"{name}"' for name in dict.fromkeys(evidence_ids))
    use = f'"none" | id ("," id){{0,{MOST_CITED - 1}}}' if ids else '"none"'
    rules = [
        'root ::= "<analysis>need=" need "; use=" use "</analysis>\\n<response>" response "</response>"',
        f"need ::= {needs}",
        f"use ::= {use}",
        "response ::= first rest*",
        "first ::= [^<>\\n\\t ]",
        "rest ::= [^<>]",
    ]
    if ids:
        rules.append(f"id ::= {ids}")
    return "\n".join(rules) + "\n"
