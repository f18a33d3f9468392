"""A text that is being read, with two places that its readers must know.

Where the next operation surely begins; and where a long value ends that only seems to hold operations. Both are asked for in the order of the text, and each place is found once, so that all asking together is linear.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property

from duramen.govern.marks import LINE_LEAD, MAX_LEAD_CHARS, NEXT, SYNC

SWALLOWED_CHARS = 2_000
"""How long a value may be that holds lines which look like operations, from the first such line to its end."""

_ENDS_A_VALUE = re.compile("[\"”'’」』][ \t\r]*[)）}\\]][)）}\\] \t\r.,;，；。]*\\Z")
_ENDS_A_CALL = re.compile("[)）][ \t\r.,;，；。`*]*\\Z")
_TAIL_CHARS = 20


class Source:
    """The text, and what is asked of it with growing positions."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._sync = -1

    def limit(self, after: int) -> int:
        """Return where another operation surely begins at or after `after`; the end of the text if nowhere."""
        if self._sync < after:
            found = SYNC.search(self.text, after)
            if found is None:
                self._sync = len(self.text)
            else:
                self._sync = found.start() + (0 if found[0][0] == "\n" else 1)
        return self._sync

    def swallowed_until(self, limit: int) -> int:
        """Return the end of the value that the operations from `limit` on stand in, -1 where they stand on their own.

        A listener that copies a person's words into a value without escaping the line breaks would otherwise let those
        words write to the tree. The sign of it is a line that closes a value, although none is open before it.
        """
        place = bisect_left(self._stray_ends, limit)
        if place == len(self._stray_ends) or self._stray_ends[place] > limit + SWALLOWED_CHARS:
            return -1
        return self._stray_ends[place]

    @cached_property
    def _stray_ends(self) -> list[int]:
        """Return the ends of all lines that close a value which no operation on it, or just before it, had opened."""
        ends, opened, position = [], False, 0
        for line in self.text.split("\n"):
            position += len(line) + 1
            lead = LINE_LEAD.match(line[:MAX_LEAD_CHARS])
            begins = NEXT.match(line, lead.end() if lead else 0)
            tail = line[-_TAIL_CHARS:]
            if begins is not None and not begins["bare"]:
                opened = not _ENDS_A_CALL.search(tail)
            elif _ENDS_A_VALUE.search(tail):
                if not opened:
                    ends.append(position - 1)
                opened = False
        return ends
