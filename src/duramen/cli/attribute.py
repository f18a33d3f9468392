"""`duramen attribute`: answer questions of which the right answer is known, and say of each wrong one where it went wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.options import Home, Json, ModelName, PresetName, Timezone, opened
from duramen.cli.output import print_json, progress, table
from duramen.evaluation.attribution.questions import read_questions
from duramen.evaluation.attribution.report import as_json as shares_json
from duramen.evaluation.attribution.report import summary
from duramen.evaluation.attribution.run import attribute_all, item_json
from duramen.settings import load_preset, read_settings


def attribute_command(
    file: Annotated[Path, typer.Argument(help="Questions with their gold, a JSON object a line.")],
    person: Annotated[
        str, typer.Option("--person", help="Whose memory is asked where a line does not say.", show_default=False)
    ] = "",
    preset: PresetName = "",
    model: ModelName = "",
    timezone: Timezone = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Put each answered question into the one class that says where it went wrong; nothing is stored."""
    with opened(home, as_json=as_json, model=model, timezone=timezone, preset=preset, reads=True) as memory:
        questions = read_questions(file, person)
        chosen = load_preset(preset or read_settings().preset)
        with progress("attribute", "questions") as update:
            found = attribute_all(memory, questions, chosen, update)
    if as_json:
        print_json({"classes": shares_json(found), "items": [item_json(one, words=True) for one in found]})
        return
    drawn = summary(found, file.name)
    table(drawn.title, drawn.columns, drawn.rows)
