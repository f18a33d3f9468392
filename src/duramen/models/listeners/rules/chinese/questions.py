"""Chinese questions that an assistant asks about the person."""

from __future__ import annotations

import re

ASKED: list[tuple[str, re.Pattern[str]]] = []
NO_ANSWER = re.compile("你是说|什么意思|你能")


def stated(question: str) -> str | None:
    """Return a question about 你 as a statement about 我."""
    return None
