"""What a character has said of itself, for a question and for a reply (B25): its leaves in the prompt, and contradictions.

In: who talks with whom, a question or a reply. Out: the leaves to show, or where the reply denies what the character's own
tree, its card, or a reply that nobody has heard yet says. What it said to somebody else is another tree and never read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from duramen.compose.contradiction import SINGLE, Known, contradictions
from duramen.domain.persona import Heard, Leaf
from duramen.domain.profile import Contradiction, ShownLeaf
from duramen.domain.time import Moment
from duramen.govern.card_leaves import WRITER
from duramen.memory.persona.cards import values_of_card
from duramen.memory.persona.kept import Asker, read_profile
from duramen.memory.persona.profile import fits, shown
from duramen.memory.persona.schemas import schema_named
from duramen.memory.persona.trees import CHARACTER_SCHEMA, TreeOf, self_name
from duramen.memory.workspace import Workspace
from duramen.models.listeners.character import claims_of
from duramen.stores.engine import reading
from duramen.stores.listening.unheard import last_own_turns
from duramen.stores.listening.windows import heard_upto
from duramen.stores.owners import Owner, OwnerKind, find_owner
from duramen.stores.persona.reading import read_tree

UNHEARD_TURNS = 6
"""How many of the last replies that are in no tree yet are looked at for contradictions: two windows."""


def self_leaves(
    workspace: Workspace, asker: Asker, question: str, budget_tokens: int, situation: tuple[Moment, str]
) -> tuple[tuple[ShownLeaf, ...], int]:
    """Return what the character has said of itself, as S1, S2, ... within the budget, and the version of its tree.

    `asker`: the person. What its card says is left out: the card stands in the prompt itself. `situation`: the moment
    asked from, and the prompt's language.
    """
    person, character = asker.owner, asker.place[0]
    if person is None or not character or not budget_tokens:
        return (), 0
    own = asker.as_of.own if asker.as_of else workspace.find(OwnerKind.SELF, self_name(person, character))
    profile = read_profile(workspace, replace(asker, owner=own, person=person))
    said = replace(profile, leaves=tuple(leaf for leaf in profile.leaves if leaf.writer != WRITER))
    if not said.leaves:
        return (), profile.version
    chosen, _ = shown(said, fits(said, question), (), budget_tokens, situation)
    return tuple(replace(one, id=f"S{at}") for at, one in enumerate(chosen, start=1)), profile.version


def contradicted_by(
    workspace: Workspace, person: Owner, character: str, words: tuple[str, str], now: Moment
) -> tuple[Contradiction, ...]:
    """Return where a reply contradicts what its character has said of itself; `words`: the person's, and the reply."""
    asked, text = words
    known = _known(workspace, person, character)
    if not known:
        return ()
    before = Heard(role="user", speaker="", text=asked, own=False)
    reply = Heard(role="assistant", speaker="", text=text, own=True, said_at=now)
    return contradictions(text, claims_of(reply, before), known, now.at_us or 0)


def known_leaf(leaf: Leaf) -> Known:
    """Return a leaf as what is known of a character."""
    said = [quote.said_at.at_us for quote in leaf.quotes if quote.said_at.at_us is not None]
    return Known(
        path=leaf.path, value=leaf.value, said_us=max(said, default=leaf.recorded_us or None), version=leaf.version
    )


def known_claims(reply: Heard, before: Heard | None, known: Iterable[Known]) -> list[Known]:
    """Return what a reply adds to what is known; of leaves with one value only those that nothing is known of."""
    taken = {one.path for one in known if one.path in SINGLE}
    return [
        Known(path=claim.path, value=claim.value, said_us=reply.said_at.at_us, record_id=reply.record_id)
        for claim in claims_of(reply, before)
        if claim.path not in taken
    ]


def _known(workspace: Workspace, person: Owner, character: str) -> list[Known]:
    with reading(workspace.engine) as connection:
        own = find_owner(connection, person.tenant, OwnerKind.SELF, self_name(person, character))
        of = TreeOf(owner=own or person, person=person, character=character)
        card = values_of_card(connection, of, schema_named(None, CHARACTER_SCHEMA))
        if own is None and not card:
            return []  # nobody listens to characters here
        leaves = read_tree(connection, own).leaves if own is not None else {}
        turns = last_own_turns(connection, of.voice, heard_upto(connection, own) if own else 0, UNHEARD_TURNS)
    known = [known_leaf(leaf) for path, leaf in leaves.items() if path not in card]
    known += [Known(path=path, value=value) for path, value in card.items()]
    for turn in turns:
        reply = Heard(
            role="assistant", speaker="", text=turn.text, own=True, record_id=turn.record_id, said_at=turn.happened_at
        )
        known += known_claims(reply, None, known)
    return known
