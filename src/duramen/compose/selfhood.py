"""What a character has said of itself, as lines of its prompt (B25): quoted material, without an id to be named.

In: leaves of the character's own tree as they are shown. Out: text.
"""

from __future__ import annotations

from collections.abc import Sequence

from duramen.compose.profile import line_of
from duramen.domain.profile import ShownLeaf


def self_lines(shown: Sequence[ShownLeaf], language: str) -> str:
    """Return the lines of what a character has said of itself, each with its line break; "" for none.

    They cost no more than `compose.profile` counts for them.
    """
    whose = "你" if language == "zh" else "you"
    return "".join(line_of(one, language).replace(f'id="{one.id}"', f'of="{whose}"', 1) for one in shown)
