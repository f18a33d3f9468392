"""What of a character's card stands in its own tree: fields that are one leaf each (B25).

In: a card, the schema, whom the character talks with. Out: values by path. Nobody writes these leaves but the card. The
description, the scene and examples are no leaf: they stand whole in each prompt, and a leaf that held one of them would
keep the character from ever telling more of its past.
"""

from __future__ import annotations

import re

from duramen.domain.character import Card
from duramen.domain.persona import Schema
from duramen.text.languages import language_of
from duramen.text.sentences import sentence_spans

WRITER = "card"
"""The writer of what a card says."""
_USER_PLACE = re.compile(r"\{\{user\}\}|<user>", re.IGNORECASE)
_FIELDS = {
    "identity.name": "name",
    "identity.occupation": "occupation",
    "bond.nicknames": "address",
    "speech.manner": "manner",
}


def card_leaves(card: Card, schema: Schema, person: str) -> dict[str, str]:
    """Return what the card says, by leaf of the schema, in its order; {} for a bare name without a card, or a lorebook.

    What SillyTavern calls the personality is a character's nature and not how it speaks. A text longer than its leaf is
    cut behind its last whole sentence that fits, a list behind its last whole item; where none fits, in the middle.
    """
    if card.source_format in ("none", "sillytavern-lorebook"):
        return {}
    said = {path: [getattr(card, field)] for path, field in _FIELDS.items()}
    if card.source_format.startswith("sillytavern"):
        said["personality.traits"] = said.pop("speech.manner")
    said["boundaries.own"] = list(card.boundaries)
    filled = {
        path: _fitting([_USER_PLACE.sub(lambda _: person, one).strip() for one in texts], leaf.budget)
        for path, leaf in schema.leaves.items()
        if (texts := said.get(path))
    }
    return {path: value for path, value in filled.items() if value}


def _fitting(texts: list[str], budget: int) -> str:
    """Join texts as the facts of one leaf, as many whole ones as there is room for."""
    texts = [" ".join(text.split()) for text in texts if text]
    whole = ("；" if language_of("".join(texts)) == "zh" else "; ").join(texts)
    if len(whole) <= budget:
        return whole
    if len(texts) > 1 and len(texts[0]) <= budget:
        return _fitting(texts[:-1], budget)
    ends = [end for _, end in sentence_spans(texts[0]) if end <= budget]
    return texts[0][: ends[-1]] if ends else f"{texts[0][: budget - 1]}…"
