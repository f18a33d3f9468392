"""The self-check (A20): what a reply claims, held against what was shown, without a model.

In: a reply, its grounds. Out: findings in the order of the text. The kinds and their rules stand in `numbers`, `dates`,
`names` and `polarity`; which sentences claim anything in `sentences`.
"""

from __future__ import annotations

from duramen.checking.dates import wrong_dates
from duramen.checking.grounds import Grounds
from duramen.checking.names import wrong_names
from duramen.checking.numbers import wrong_numbers
from duramen.checking.polarity import wrong_polarity
from duramen.checking.sentences import claimed
from duramen.domain.checks import Finding
from duramen.text.abstaining import abstains

MOST_CHARS = 20_000
"""A longer reply is checked up to here."""


def check_claims(reply: str, grounds: Grounds) -> tuple[Finding, ...]:
    """Return what a reply claims of the person, or of what was shown, that nothing shown supports; () for most replies.

    Of findings that overlap the first in the order dates, numbers, names, polarity counts. A reply that only says that it
    does not know claims nothing.
    """
    reply = reply[:MOST_CHARS]
    if not reply.strip() or abstains(reply):
        return ()
    sentences = claimed(reply, grounds)
    if not sentences:
        return ()
    kept: list[Finding] = []
    for check in (wrong_dates, wrong_numbers, wrong_names, wrong_polarity):
        for one in check(sentences, grounds):
            if not any(one.start < other.end and other.start < one.end for other in kept):
                kept.append(one)
    return tuple(sorted(kept, key=lambda one: (one.start, one.end)))
