"""`duramen chat`: one round with --once, else a talk until the end of input (`duramen.cli.talk`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from duramen.cli.names import telling_new_names
from duramen.cli.options import (
    At,
    BaseNames,
    Home,
    Json,
    LevelName,
    ModelName,
    Person,
    PresetName,
    Session,
    Timezone,
    opened,
)
from duramen.cli.output import print_json
from duramen.cli.talk import Talk
from duramen.memory.reply import Reply


def chat_command(
    person: Person,
    character: Annotated[str, typer.Option("--character", help="Whom they talk to.")] = "assistant",
    model: ModelName = "",
    once: Annotated[str | None, typer.Option("--once", help="Say this, print the reply, and end.")] = None,
    session: Session = "",
    at: At = "",
    preset: PresetName = "",
    level: LevelName = "",
    base: BaseNames = None,
    timezone: Timezone = "",
    sources: Annotated[bool, typer.Option("--sources", help="Show the analysis and what the reply rests on.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Talk with a character that remembers; each round is recorded. In a talk, /help lists what else can be typed."""
    with opened(home, as_json=as_json, timezone=timezone, preset=preset, model=model) as memory:

        def answer(text: str, on_text: Callable[[str], None] | None) -> Reply:
            return memory.reply(
                text,
                person=person,
                character=character,
                session=session,
                at=at or None,
                bases=base,
                level=level,
                on_text=on_text,
            )

        talk = Talk(memory, answer, person=person, character=character, sources=sources, as_json=as_json)
        if once is None:
            talk.run()
            return
        with telling_new_names(memory, person=person, character=character):
            talk.round(once, print_json)
