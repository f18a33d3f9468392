"""Rendering the prompt: values in, the exact messages out, with a hash that a replay must meet.

Everything that people or documents wrote is fenced, so that stored text can neither close its evidence nor open an
analysis (C13). The language is the question's.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined

from duramen.compose.distance import say_rounds_ago, say_since
from duramen.compose.profile import line_of
from duramen.compose.selfhood import self_lines
from duramen.domain.character import Card, LoreEntry
from duramen.domain.dialogue import Role
from duramen.domain.evidence import Evidence, Source
from duramen.domain.preset import Reading
from duramen.domain.profile import ShownLeaf
from duramen.domain.prompt import ChatMessage, Prompt, ProtocolForm
from duramen.domain.time import Moment
from duramen.text.fences import fence
from duramen.text.moments import say_date

_LANGUAGES = ("en", "zh")
_USER_PLACE = re.compile(r"\{\{user\}\}|<user>", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Where a round stands: who talks, when, and what went before.

    `round` is the number of the round about to happen; `last_at` the time of the round before it, None when there
    was none or its time is unknown. `leaves`: what is shown of the person's tree, `self_leaves` of the character's own.
    """

    person: str
    now: Moment
    round: int
    last_at: Moment | None
    language: str
    leaves: tuple[ShownLeaf, ...] = ()
    self_leaves: tuple[ShownLeaf, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How the prompt is written: reading settings, form of the protocol, and whether to abstain early."""

    reading: Reading
    form: ProtocolForm
    abstain: bool = False


def render(question: str, evidence: Sequence[Evidence], situation: Situation, card: Card, manner: Manner) -> Prompt:
    """Render the prompt of one round; the same values give the same bytes."""
    lore = matching_lore(card.lore, (question, *(e.text for e in evidence), *(s.leaf.value for s in situation.leaves)))
    values = _values(question, evidence, situation, manner)
    person = situation.person
    values |= {"card": _fenced_card(card, person), "lore": [_fenced_entry(entry, person) for entry in lore]}
    values |= {"abstain": manner.abstain, "form": manner.form.value}
    language = situation.language
    messages = (
        ChatMessage(role="system", content=_render(f"system.{language}.j2", values)),
        ChatMessage(role="user", content=_render(f"user.{language}.j2", values)),
    )
    digest = hashlib.sha256("\x00".join(f"{m.role}\x01{m.content}" for m in messages).encode()).hexdigest()
    return Prompt(
        messages=messages,
        question=question,
        evidence=tuple(evidence),
        now=situation.now,
        person=situation.person,
        character=card.name,
        language=language,
        form=manner.form,
        hash=digest,
        template=template_hash(),
        leaves=situation.leaves,
        self_leaves=situation.self_leaves,
        card=card,
    )


def matching_lore(lore: Sequence[LoreEntry], texts: Sequence[str]) -> list[LoreEntry]:
    """Return the lore entries that apply, by `order`: constant ones, and those of which a key occurs in a text.

    Where an entry has secondary keys, one of them must occur as well.
    """

    def occurs(keys: Sequence[str], exact: bool) -> bool:
        return any(
            key and (key in text if exact else key.casefold() in text.casefold()) for key in keys for text in texts
        )

    found = [
        entry
        for entry in lore
        if entry.enabled
        and (
            entry.constant
            or (
                occurs(entry.keys, entry.case_sensitive)
                and (not entry.secondary_keys or occurs(entry.secondary_keys, entry.case_sensitive))
            )
        )
    ]
    return sorted(found, key=lambda entry: entry.order)


def render_expansion(question: str, leaves: Sequence[tuple[str, str]], now: Moment, language: str) -> Prompt:
    """Render the prompt that asks a model for search queries; `leaves` are titles and values that bear on the question."""
    lines = "\n".join(f"- {_attribute(title)}: {fence(value)}" for title, value in leaves)
    content = _render(f"expand.{language}.j2", {"question": fence(question), "leaves": lines})
    return Prompt(
        messages=(ChatMessage(role="user", content=content),),
        question=question,
        evidence=(),
        now=now,
        language=language,
        form=ProtocolForm.NONE,
        hash=hashlib.sha256(content.encode()).hexdigest(),
        template=template_hash(),
    )


@cache
def template_hash() -> str:
    """Return the SHA-256 over all templates, by name."""
    digest = hashlib.sha256()
    for name, source in sorted(_sources().items()):
        digest.update(f"{name}\x00{source}\x00".encode())
    return digest.hexdigest()


def _values(question: str, evidence: Sequence[Evidence], situation: Situation, manner: Manner) -> dict[str, Any]:
    language, now = situation.language, situation.now
    last = situation.last_at
    return {
        "person": fence(situation.person),
        "question": fence(question),
        "now": say_date(now, language),
        "round": situation.round,
        "last_at": say_date(last, language) if last else "",
        "last_distance": say_since(last, now, language) if last else "",
        "header": manner.reading.header,
        "dates": manner.reading.dates,
        "by_time": manner.reading.order == "time",
        "leaves": "".join(line_of(shown, language) for shown in situation.leaves),
        "self_leaves": self_lines(situation.self_leaves, language),
        "disagreeing": any(e.disagrees_with for e in evidence)
        or any(shown.disagrees_with for shown in situation.leaves),
        "evidence": [_evidence_values(e, situation) for e in evidence],
    }


def _evidence_values(evidence: Evidence, situation: Situation) -> dict[str, str]:
    """Return what is shown of one evidence; the person's own words stand under the name they are called by."""
    candidate, person = evidence.candidate, situation.person
    now, language = situation.now, situation.language
    ago = [say_since(candidate.happened_at, now, language)] if candidate.happened_at.known else []
    if candidate.relative_round is not None and candidate.source is Source.EXPERIENCE:
        ago.append(say_rounds_ago(candidate.relative_round, language))
    return {
        "id": evidence.id,
        "source": candidate.source.value,
        "date": say_date(candidate.happened_at, language),
        "ago": ("，" if language == "zh" else ", ").join(ago),
        "origin": _attribute(candidate.origin),
        "speaker": _attribute(person if candidate.role == Role.PERSON.value else candidate.speaker),
        "disagrees": evidence.disagrees_with,
        "text": fence(candidate.text),
    }


def _attribute(text: str) -> str:
    # A speaker called "assistant" stays as it is: in front of it stands a sign, so that it is no line of its own.
    return fence("=" + " ".join(text.split()))[1:].replace('"', "'").replace("<", "‹").replace(">", "›")


def _fenced_card(card: Card, person: str) -> dict[str, Any]:
    names = ("name", "description", "manner", "address", "occupation", "task", "senses", "scenario", "instructions")
    values: dict[str, Any] = {name: _filled(getattr(card, name), person) for name in (*names, "examples")}
    return values | {"boundaries": [_filled(line, person) for line in card.boundaries]}


def _fenced_entry(entry: LoreEntry, person: str) -> dict[str, Any]:
    return {
        "title": _filled(entry.title, person),
        "keys": [_filled(key, person) for key in entry.keys],
        "content": _filled(entry.content, person),
    }


def _filled(text: str, person: str) -> str:
    """Fence a card's text and put the person's name where the card leaves a place for it."""
    return fence(_USER_PLACE.sub(lambda _: person, text))


@cache
def _sources() -> dict[str, str]:
    folder = resources.files("duramen.compose").joinpath("templates")
    names = [f"{part}.{language}.j2" for part in ("system", "user", "expand") for language in _LANGUAGES]
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}


@cache
def _environment() -> Environment:
    # Prompts are plain text for a model: HTML escaping would change people's words; `fence` guards them instead.
    return Environment(
        loader=DictLoader(_sources()), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )


def _render(name: str, values: dict[str, Any]) -> str:
    return _environment().get_template(name).render(values).strip() + "\n"
