"""The prompts of a listener that is a model: a window, the tree and the schema in, the exact messages out (B6).

Everything that people wrote is fenced. What of the schema and the tree is shown keeps to token budgets, most relevant
first. The templates hold no name and no date that could leak into somebody's memory. For a character's own tree (B25) the rules
speak of the character.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined, Template

from duramen.domain.persona import Heard, LeafSpec, Proposal, Schema, Tree, Window
from duramen.domain.prompt import ChatMessage, Prompt, ProtocolForm
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.text.fences import fence
from duramen.text.languages import language_of
from duramen.text.moments import say_date
from duramen.text.segment import terms
from duramen.text.stopwords import content_terms
from duramen.text.tokens import count_tokens

LEAVES_TOKENS = 2_400
"""Room for the schema's leaves in a prompt; all 50 of `core` fit with their descriptions."""
TREE_TOKENS = 1_200
"""Room for what the tree holds now."""
FILLED_WORDS = 2
"""How many shared words it is worth that a leaf is filled: what it holds decides between ADD and UPDATE."""
PARTS = ("listener", "facts", "merge", "listener_character", "facts_character")
_LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a listener's prompt shows: the paths it may write, and how they stand in the prompt."""

    paths: tuple[str, ...]
    leaves: tuple[str, ...]
    tree: tuple[str, ...]


def own_words(window: Window) -> tuple[Heard, ...]:
    """Return the messages of a window that are a source: the own words of whose tree it is, still to be heard."""
    return tuple(message for message in window.messages if message.own and not message.shown_only)


def window_language(window: Window) -> str:
    """Return the language of the own fresh words, "zh" or "en"."""
    return language_of("\n".join(message.text for message in own_words(window)))


def shown_of(window: Window, tree: Tree, schema: Schema) -> Shown:
    """Choose what of schema and tree is shown.

    Every leaf with title and description where that fits into LEAVES_TOKENS; else those that share words with the window
    in full, in half the room, and the others as bare paths, and then as many of them with more words as there is room
    for; what still does not fit is left out. First come the leaves that share most words; a filled one counts as two
    words more; ties in the schema's order. Filled leaves go by the same order into TREE_TOKENS. What is shown stands in
    the schema's order.
    """
    language = window_language(window)
    heard = frozenset(content_terms(terms("\n".join(message.text for message in window.messages))))
    held = tree.values()
    shared = {leaf.path: _shared(leaf, held.get(leaf.path, ""), heard, language) for leaf in schema.leaves.values()}
    order = sorted(schema.leaves.values(), key=lambda leaf: -shared[leaf.path])
    lines = _within(order, language, {path for path, words in shared.items() if words})
    position = {path: at for at, path in enumerate(schema.leaves)}
    kept = sorted(lines, key=position.__getitem__)
    filled: dict[str, str] = {}
    room = TREE_TOKENS
    for leaf in order:
        if leaf.path in held and leaf.path in lines:
            line = f"{leaf.path}: {fence(held[leaf.path])}"
            room -= count_tokens(line) + 1
            if room >= 0:
                filled[leaf.path] = line
    return Shown(
        paths=tuple(kept),
        leaves=tuple(lines[path] for path in kept),
        tree=tuple(filled[path] for path in kept if path in filled),
    )


def listener_prompt(window: Window, shown: Shown, facts: str | None = None) -> Prompt:
    """Render the prompt that asks for operations: from the window, or from `facts` that were extracted of it."""
    values = {"leaves": shown.leaves, "tree": shown.tree, "facts": None if facts is None else fence(facts)}
    return _prompt(_part("listener", window), window, values | {"messages": _messages(window)})


def facts_prompt(window: Window) -> Prompt:
    """Render the prompt that asks for the facts of a window, one a line."""
    return _prompt(_part("facts", window), window, {"messages": _messages(window)})


def merge_prompt(window: Window, tree: Tree, schema: Schema, returned: Sequence[Proposal]) -> Prompt:
    """Render the prompt that asks for one UPDATE for each proposal whose leaf turned out to be filled."""
    leaves = [
        {
            "id": f"L{at}",
            "path": proposal.operation.path,
            "budget": schema.leaves[proposal.operation.path].budget,
            "held": fence(tree.leaves[proposal.operation.path].value),
            "new": fence(proposal.operation.value or ""),
        }
        for at, proposal in enumerate(returned, start=1)
    ]
    return _prompt("merge", window, {"leaves": leaves})


def _shared(leaf: LeafSpec, value: str, heard: frozenset[str], language: str) -> int:
    words = f"{leaf.path} {leaf.title[language]} {leaf.description[language]} {' '.join(leaf.examples[language])}"
    return len(_leaf_terms(words) & heard) + len(frozenset(terms(value)) & heard) + (FILLED_WORDS if value else 0)


@cache
def _leaf_terms(words: str) -> frozenset[str]:
    return frozenset(content_terms(terms(words.replace(".", " ").replace("_", " "))))


def _within(order: Sequence[LeafSpec], language: str, relevant: Set[str]) -> dict[str, str]:
    """Return a line for each leaf that has room, the first of `order` with the most words."""
    forms = [
        {leaf.path: f"{leaf.path}: {leaf.title[language]} ({leaf.description[language]})" for leaf in order},
        {leaf.path: f"{leaf.path}: {leaf.title[language]}" for leaf in order},
        {leaf.path: leaf.path for leaf in order},
    ]
    costs = [{path: count_tokens(line) + 1 for path, line in form.items()} for form in forms]
    chosen: dict[str, int] = {}
    room = LEAVES_TOKENS

    def choose(path: str, form: int, keep: int) -> None:
        nonlocal room
        more = costs[form][path] - (costs[chosen[path]][path] if path in chosen else 0)
        if room - more >= keep:
            room -= more
            chosen[path] = form

    for leaf in order:
        if leaf.path in relevant:
            choose(leaf.path, 0, LEAVES_TOKENS // 2)
    for form in (2, 1, 0):
        for leaf in order:
            if chosen.get(leaf.path, 3) > form:
                choose(leaf.path, form, 0)
    return {path: forms[form][path] for path, form in chosen.items()}


def _part(name: str, window: Window) -> str:
    return f"{name}_character" if window.character else name


def speaker_of(window: Window) -> str:
    """Return who the own words of a window are by: "person" or "character"."""
    return "character" if window.character else "person"


def _messages(window: Window) -> list[dict[str, str]]:
    language = window_language(window)
    return [
        {
            "id": f"M{at}",
            "by": speaker_of(window) if message.own else _others(message.role, window),
            "use": "source" if message.own and not message.shown_only else "context",
            "date": say_date(message.said_at, language) if message.said_at.known else "",
            "text": fence(message.text),
        }
        for at, message in enumerate(window.messages, start=1)
    ]


def _others(role: str, window: Window) -> str:
    return "person" if window.character and role == "user" else role


def _prompt(part: str, window: Window, values: dict[str, Any]) -> Prompt:
    language = window_language(window)
    template = _environment().get_template(f"{part}.{language}.j2")
    messages = tuple(
        ChatMessage(role=role, content=_text(template, {**values, "part": role, "speaker": speaker_of(window)}))
        for role in ("system", "user")
    )
    digest = hashlib.sha256("\x00".join(f"{m.role}\x01{m.content}" for m in messages).encode()).hexdigest()
    times = [message.said_at for message in window.messages if message.said_at.known]
    return Prompt(
        messages=messages,
        question="",
        evidence=(),
        now=times[-1] if times else UNKNOWN_MOMENT,
        language=language,
        form=ProtocolForm.NONE,
        hash=digest,
        template=_template_hash(),
        person=window.person,
    )


def _text(template: Template, values: dict[str, Any]) -> str:
    return template.render(values).strip() + "\n"


@cache
def _template_hash() -> str:
    return hashlib.sha256(
        "".join(f"{name}\x00{text}\x00" for name, text in sorted(_sources().items())).encode()
    ).hexdigest()


@cache
def _sources() -> dict[str, str]:
    folder = resources.files("duramen.compose").joinpath("templates")
    names = [f"{part}.{language}.j2" for part in PARTS for language in _LANGUAGES]
    return {name: folder.joinpath(name).read_text(encoding="utf-8") for name in names}


@cache
def _environment() -> Environment:
    # Plain text for a model, as in `render`: `fence` guards people's words, HTML escaping would change them.
    return Environment(
        loader=DictLoader(_sources()), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False
    )
