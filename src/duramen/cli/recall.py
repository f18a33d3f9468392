"""`duramen recall` and `duramen prompt`: what is found for a question, and the exact prompt."""

from __future__ import annotations

from typing import Annotated

import typer

from duramen.cli.names import the_person
from duramen.cli.options import (
    At,
    BaseNames,
    Character,
    Home,
    Json,
    KnownPerson,
    LevelName,
    ModelName,
    PresetName,
    Session,
    Timezone,
    opened,
)
from duramen.cli.output import leaf_text, moment_text, print_json, recalled_json, say
from duramen.compose.distance import say_rounds_ago
from duramen.domain.evidence import Candidate, Recalled, Source
from duramen.domain.profile import Route

# A terminal shows so much of each evidence; --json and `duramen prompt` show it whole.
SHOWN_CHARS = 400

Question = Annotated[str, typer.Argument(help="The question.")]


def recall_command(
    question: Question,
    person: KnownPerson = None,
    character: Character = "",
    session: Session = "",
    at: At = "",
    preset: PresetName = "",
    level: LevelName = "",
    base: BaseNames = None,
    timezone: Timezone = "",
    candidates: Annotated[bool, typer.Option("--candidates", help="Also show what did not enter, and why.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Find dated evidence for a question."""
    with opened(home, as_json=as_json, timezone=timezone, preset=preset, reads=True) as memory:
        who = the_person(memory, person)
        found = memory.recall(
            question, person=who, character=character, session=session, at=at or None, bases=base, level=level
        )
    if as_json:
        print_json(recalled_json(found))
        return
    show_recalled(found)
    if candidates:
        say()
        for candidate in found.candidates:
            say(f"  – {candidate.score:.3f}  {_one_line(candidate, 80)}  ({candidate.reason})")


def prompt_command(
    question: Question,
    person: KnownPerson = None,
    character: Character = "",
    session: Session = "",
    at: At = "",
    preset: PresetName = "",
    level: LevelName = "",
    base: BaseNames = None,
    model: ModelName = "",
    timezone: Timezone = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Print the exact prompt for a question."""
    with opened(home, as_json=as_json, timezone=timezone, preset=preset, model=model, reads=person is None) as memory:
        who = the_person(memory, person)
        prompt = memory.prompt(
            question, person=who, character=character, session=session, at=at or None, bases=base, level=level
        )
    if as_json:
        messages = [{"role": message.role, "content": message.content} for message in prompt.messages]
        print_json({"messages": messages, "hash": prompt.hash, "template": prompt.template, "form": prompt.form.value})
    else:
        say(prompt.text)


def show_recalled(found: Recalled) -> None:
    """Print what was recalled, as people read it."""
    language = found.language
    say(f"Now {moment_text(found.now)}, round {found.round}, preset {found.preset}.")
    if found.route and found.tree_version:
        _show_route(found.route, language)
    for shown in found.leaves:
        say(leaf_text(shown, language))
    if not found.evidence and not found.leaves:
        say("Nothing recorded bears on this question.")
    for evidence in found.evidence:
        candidate = evidence.candidate
        dated = candidate.source is Source.EXPERIENCE and candidate.relative_round is not None
        ago = f", {say_rounds_ago(candidate.relative_round or 0, language)}" if dated else ""
        say()
        say(
            f"{evidence.id}  {moment_text(candidate.happened_at, language)}{ago}  "
            f"[{': '.join(filter(None, (candidate.source.value, candidate.origin)))}]  score {candidate.score:.3g}"
        )
        say(f"    {_one_line(candidate, SHOWN_CHARS)}")


def _show_route(route: Route, language: str) -> None:
    say(f"Level {route.level.value}:")
    for source, choice in route.choices().items():
        say(f"  {source} {choice.depth.value}: {choice.reason[language]}")


def _one_line(candidate: Candidate, limit: int) -> str:
    text = " ".join(candidate.text.split())
    return f"{candidate.speaker + ': ' if candidate.speaker else ''}{text[:limit]}{'…' if len(text) > limit else ''}"
