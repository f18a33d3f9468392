"""What the person takes back or ends of what the tree holds: denials, and wishes to have something forgotten.

In: the sentences of a window, the values held, what was found. Out: findings of mode FORGET or OVER.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from duramen.models.listeners.rules.findings import Finding
from duramen.models.listeners.rules.sources import Sentence


def changes(said: Sequence[Sentence], held: Mapping[str, str], found: Sequence[Finding]) -> Iterator[Finding]:
    """Yield the findings that end what a leaf says."""
    yield from ()
