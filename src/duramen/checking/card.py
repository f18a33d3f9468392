"""The card check (A21): a reply held against who it speaks as: forbidden words, form of address, the role, overplaying it.

In: a reply, the card, the person's name. Out: findings in the order of the text; () where there is no card.
"""

from __future__ import annotations

from duramen.checking.boundaries import forbidden_words
from duramen.checking.manner import left_role, lost_address, overplayed, speaks_for
from duramen.domain.character import Card
from duramen.domain.checks import Finding

MOST_CHARS = 20_000
"""A longer reply is checked up to here."""


def check_card(reply: str, card: Card, person: str) -> tuple[Finding, ...]:
    """Return where a reply breaks its card; of findings on the same words the first kind counts."""
    if not speaks_for(card):
        return ()
    reply = reply[:MOST_CHARS]
    found: list[Finding] = []
    for one in (
        *forbidden_words(reply, card),
        *lost_address(reply, card, person),
        *left_role(reply, card),
        *overplayed(reply, card),
    ):
        if not any((one.start, one.end) == (other.start, other.end) for other in found):
            found.append(one)
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))
