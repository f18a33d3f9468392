"""`duramen chat`: talk, with memory; one round with --once, else until the end of input."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from duramen.cli.options import (
    At,
    BaseNames,
    Home,
    Json,
    ModelName,
    Person,
    PresetName,
    Session,
    Timezone,
    opened,
)
from duramen.cli.output import moment_text, print_json, print_json_line, reply_json, say
from duramen.domain.reply import ReplyState
from duramen.errors import InputError, ModelError
from duramen.memory.open import Memory
from duramen.memory.reply import Reply


def chat_command(
    person: Person,
    character: Annotated[str, typer.Option("--character", help="Whom they talk to.")] = "assistant",
    model: ModelName = "",
    once: Annotated[str | None, typer.Option("--once", help="Say this, print the reply, and end.")] = None,
    session: Session = "",
    at: At = "",
    preset: PresetName = "",
    base: BaseNames = None,
    timezone: Timezone = "",
    sources: Annotated[bool, typer.Option("--sources", help="Show the analysis and what the reply rests on.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Talk with a character that remembers; each round is recorded."""
    with opened(home, as_json=as_json, timezone=timezone, preset=preset, model=model) as memory:

        def answer(text: str, on_text: Callable[[str], None] | None) -> Reply:
            return memory.reply(
                text, person=person, character=character, session=session, at=at or None, bases=base, on_text=on_text
            )

        if once is not None:
            _round(answer, once, sources, print_json if as_json else None)
        else:
            _talk(memory, answer, (person, character), sources, as_json)


Answer = Callable[[str, Callable[[str], None] | None], Reply]


def _round(answer: Answer, text: str, sources: bool, printed: Callable[[Any], None] | None) -> None:
    """Answer one message; `printed` prints the whole reply as JSON, None streams its words."""
    if printed is not None:
        printed(reply_json(answer(text, None)))
        return
    done = answer(text, _show_piece)
    sys.stdout.write("\n")
    sys.stdout.flush()
    if done.state is ReplyState.MARKED:
        sys.stderr.write("warning: the model did not keep to the protocol; the reply is stored but not found again\n")
    if sources:
        _show_sources(done)


def _show_piece(piece: str) -> None:
    sys.stdout.write(piece)
    sys.stdout.flush()


def _talk(memory: Memory, answer: Answer, names: tuple[str, str], sources: bool, as_json: bool) -> None:
    person, character = names
    tty = sys.stdin.isatty()
    if tty:
        say(f"{character} remembers what you tell. End with Ctrl-D.")
        greeting = next((card.greeting for card in memory.characters() if card.name == character), "")
        if greeting:
            say(f"{character}: {greeting}")
    while True:
        if tty:
            sys.stdout.write(f"{person}: ")
            sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        if not line.strip():
            continue
        if tty:
            sys.stdout.write(f"{character}: ")
        try:
            _round(answer, line, sources, print_json_line if as_json else None)
        except (ModelError, InputError) as error:
            if not tty:
                raise
            sys.stderr.write(f"error: {error}\n")  # the talk goes on: what was said is stored


def _show_sources(done: Reply) -> None:
    say(f"  analysis: {done.analysis.text if done.analysis else 'none'}")
    for evidence in done.bound:
        candidate = evidence.candidate
        say(f"  {evidence.id}  {moment_text(candidate.happened_at)}  {candidate.speaker}: {candidate.text[:120]}")
