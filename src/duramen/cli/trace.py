"""`duramen trace`: all that led to one answer; or, over a person's rounds or a sitting, how tree, weights and protocol drift."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duramen.cli.names import the_person
from duramen.cli.options import Home, Json, KnownPerson, opened
from duramen.cli.output import print_json, say
from duramen.cli.trace_output import drift_json, show_drift, show_trace, trace_json
from duramen.domain.trace import Drift, Trace
from duramen.draw.drift import drift_svg
from duramen.draw.graph import graph_svg
from duramen.errors import BadSetting
from duramen.memory.tracing.drift import ROLLING

Svg = Annotated[
    Path | None, typer.Option("--svg", help="Draw it into this file (SVG) as well.", show_default=False, dir_okay=False)
]


def trace_command(
    round_: Annotated[
        str | None,
        typer.Argument(metavar="[ROUND]", help="A record id, or CHARACTER/NUMBER; without it, the drift over rounds."),
    ] = None,
    person: KnownPerson = None,
    session: Annotated[str, typer.Option("--session", help="The drift over this sitting.", show_default=False)] = "",
    rolling: Annotated[int, typer.Option("--rolling", help="Drift: means over so many rounds.")] = ROLLING,
    every: Annotated[bool, typer.Option("--all", help="List all that did not enter, not the best ten alone.")] = False,
    prompt: Annotated[bool, typer.Option("--prompt", help="Print the prompt as well.")] = False,
    svg: Svg = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show why a round was answered as it was; without ROUND, how tree, weights and protocol moved over rounds."""
    with opened(home, as_json=as_json, reads=True) as memory:
        if round_ is not None and session:
            raise BadSetting("give a ROUND, or a --session whose drift is meant, not both")
        who = the_person(memory, person)
        found: Trace | Drift
        if round_ is not None:
            found = memory.tracing.round(round_, person=who)
        else:
            found = memory.tracing.drift(person=who, session=session, rolling=rolling)
        if svg is not None:
            _draw(found, svg)
    if as_json:
        print_json(trace_json(found) if isinstance(found, Trace) else drift_json(found))
    elif isinstance(found, Trace):
        show_trace(found, every=every, prompt=prompt)
    else:
        show_drift(found)
    if svg is not None and not as_json:
        say(f"drawn: {svg}")


def _draw(found: Trace | Drift, file: Path) -> None:
    """Write the drawing; raises BadSetting where the file cannot be written."""
    drawn = graph_svg(found) if isinstance(found, Trace) else drift_svg(found)
    try:
        file.write_text(drawn, encoding="utf-8")
    except OSError as error:
        raise BadSetting(f"the drawing cannot be written to {str(file)!r}: {error.strerror}") from error
