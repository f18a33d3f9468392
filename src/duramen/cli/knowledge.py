"""`duramen knowledge`: documents of the knowledge memory."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.options import LEFT_OUT, Home, Json, Timezone, opened
from duramen.cli.output import counted, moment_text, print_json, progress, say, say_aside, table, tell_masked
from duramen.domain.time import Moment
from duramen.memory.learn import DEFAULT_BASE
from duramen.stores.knowledge import Document

app = typer.Typer(help="Documents: add, list, show, remove.", no_args_is_help=True)

Base = Annotated[str, typer.Option("--base", help="The knowledge base.")]
AnyBase = Annotated[str | None, typer.Option("--base", help="Look in this base only.")]


@app.command("add")
def add(
    paths: Annotated[list[Path], typer.Argument(help="Files, or folders of them.")],
    base: Base = DEFAULT_BASE,
    timezone: Timezone = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Learn documents; unchanged ones are left alone, changed ones replaced."""
    with opened(home, as_json=as_json, timezone=timezone) as memory, progress(f"learn into {base}", "chunks") as bar:
        done = memory.learn(*paths, base=base, progress=bar)
    if as_json:
        names = ("origin", "outcome", "parents", "children", "characters", "problem", "masked")
        print_json([{name: getattr(one, name) for name in names} for one in done])
    else:
        for one in done:
            if one.outcome != "failed":
                size = (
                    f", {counted(one.parents, 'parent')}, {counted(one.children, 'child', 'children')}"
                    if one.parents
                    else ""
                )
                say(f"{one.outcome}: {Path(one.origin).name} ({counted(one.characters, 'character')}{size})")
    tell_masked(sum((Counter(one.masked) for one in done), Counter[str]()))
    failed = [one for one in done if one.outcome == "failed"]
    for one in failed:
        say_aside(f"error: {one.problem}\n")
    if failed:
        raise typer.Exit(LEFT_OUT if len(failed) < len(done) else 2)


@app.command("list")
def list_(
    base: Annotated[str | None, typer.Option("--base", help="One base only.")] = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """List documents."""
    with opened(home, as_json=as_json, reads=True) as memory:
        documents = memory.documents(base)
    if as_json:
        print_json([document_json(document) for document in documents])
        return
    rows = [
        [d.base, Path(d.origin).name, d.title, f"{d.characters:,}", str(d.parents), str(d.children), d.document_id[:8]]
        for d in documents
    ]
    if rows:
        table("", ["base", "file", "title", "characters", "parents", "children", "id"], rows)
    else:
        say("no documents yet; add some with `duramen knowledge add PATH`")


@app.command("show")
def show(
    document: Annotated[str, typer.Argument(help="File name, path, title or id.")],
    base: AnyBase = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show a document as it was learnt: its parents' texts."""
    with opened(home, as_json=as_json, reads=True) as memory:
        found, parents = memory.document(document, base=base)
    if as_json:
        print_json(document_json(found) | {"texts": parents})
        return
    say(f"{found.title}: {found.origin} ({found.media_type}), {moment_text(found.dated)}")
    for at, text in enumerate(parents, start=1):
        say(f"--- {at} of {len(parents)}")
        say(text)


@app.command("remove")
def remove(
    document: Annotated[str, typer.Argument(help="File name, path, title or id.")],
    base: AnyBase = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Erase a document with every version and chunk of it."""
    with opened(home, as_json=as_json, reads=True) as memory:
        removed = memory.remove_document(document, base=base)
    print_json(document_json(removed)) if as_json else say(f"removed: {removed.title} ({removed.origin})")


def document_json(document: Document) -> dict[str, Any]:
    """Return a document as JSON has it."""
    return {
        "id": document.document_id,
        "base": document.base,
        "origin": document.origin,
        "title": document.title,
        "media_type": document.media_type,
        "encoding": document.encoding,
        "characters": document.characters,
        "dated": document.dated.iso(),
        "recorded_at": Moment(at_us=document.recorded_us).iso(),
        "parents": document.parents,
        "children": document.children,
    }
