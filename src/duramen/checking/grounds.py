"""What a reply's claims may rest on: the evidence and leaves that were shown, the question, who talks, the card.

In: a prompt, the ids that the answer is bound to, the card. Out: `Grounds`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from duramen.domain.character import Card
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Source
from duramen.domain.profile import ShownLeaf
from duramen.domain.prompt import Prompt
from duramen.domain.time import UNKNOWN_MOMENT, Moment

# A longer passage is read up to here: a page is quoted from, not summed up.
MOST_CHARS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One thing that was shown.

    `said_at`: when it was said. `path`: of a leaf, "" for evidence. `own`: the person's own words or their leaf. `bound`:
    the answer names it. `past`: no longer so. `beside`: speaker and origin.
    """

    id: str
    text: str
    said_at: Moment = UNKNOWN_MOMENT
    path: str = ""
    own: bool = False
    bound: bool = False
    past: bool = False
    beside: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """All that one answer is held against; passages in the order of their dates, so that theirs does not matter.

    `about`: what the card says. `named`: the answer's analysis names evidence or leaves.
    """

    passages: tuple[Passage, ...]
    question: str
    now: Moment
    language: str
    person: str = ""
    character: str = ""
    about: str = ""
    named: bool = False

    @property
    def known(self) -> str:
        """Return every word that was shown or said, as one text."""
        parts = [f"{one.text}\n{one.beside}" for one in self.passages]
        return "\n".join([*parts, self.question, self.person, self.character, self.about])


def grounds_of(prompt: Prompt, bound: Collection[str], card: Card) -> Grounds:
    """Return what an answer to this prompt may rest on; `bound` are the ids that its analysis names."""
    passages = [
        Passage(
            id=one.id,
            text=one.text[:MOST_CHARS],
            said_at=one.candidate.happened_at,
            own=one.candidate.source is Source.EXPERIENCE and one.candidate.role == Role.PERSON.value,
            bound=one.id in bound,
            beside=f"{one.candidate.speaker}\n{one.candidate.origin}",
        )
        for one in prompt.evidence
    ]
    for shown in prompt.leaves:
        passages += _of_leaf(shown, own=True, bound=shown.id in bound)
    for shown in prompt.self_leaves:
        passages += _of_leaf(shown, own=False, bound=False)
    return Grounds(
        passages=in_order(passages),
        question=prompt.question,
        now=prompt.now,
        language=prompt.language,
        person=prompt.person,
        character=prompt.character,
        about=card_text(card),
        named=bool(bound),
    )


def in_order(passages: Collection[Passage]) -> tuple[Passage, ...]:
    """Return passages by their dates, undated ones first; ties by id."""
    return tuple(sorted(passages, key=lambda one: (one.said_at.at_us or 0, len(one.id), one.id, one.text)))


def card_text(card: Card) -> str:
    """Return all that a card says, as one text."""
    lore = [f"{entry.title} {' '.join(entry.keys)} {entry.content}" for entry in card.lore]
    parts = (card.name, card.description, card.manner, card.address, card.occupation, card.task, card.senses)
    more = (*card.boundaries, card.scenario, card.greeting, card.examples, card.instructions)
    return "\n".join([*parts, *more, *lore])


def _of_leaf(shown: ShownLeaf, *, own: bool, bound: bool) -> list[Passage]:
    leaf = shown.leaf
    said = [quote.said_at for quote in leaf.quotes if quote.said_at.known]
    now = Passage(
        id=shown.id,
        text=leaf.value,
        said_at=max(said, key=lambda moment: moment.at_us or 0, default=leaf.valid_from),
        path=leaf.path,
        own=own,
        bound=bound,
        past=shown.past,
        beside="\n".join([*shown.title.values(), leaf.path.replace(".", " ")]),
    )
    days = [moment for moment in (leaf.valid_from, leaf.valid_to) if moment.known and moment != now.said_at]
    found = [now, *(replace(now, text="", said_at=moment, past=True) for moment in days)]
    found += [replace(now, text=one.words, said_at=one.said_at, past=True) for one in leaf.quotes if one.words]
    return [*found, *([replace(now, text=shown.earlier, past=True)] if shown.earlier else [])]
