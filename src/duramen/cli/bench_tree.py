"""`duramen bench facts`, `growth` and `persona`: what a tree holds of what is known, how it grows, what it costs."""

from __future__ import annotations

import json
import tempfile
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.logs import configure_logs
from duramen.cli.options import Json, explained
from duramen.cli.output import print_json, progress, say, table
from duramen.errors import BadSetting
from duramen.evaluation.bench import DEFAULT_EMBEDDER
from duramen.evaluation.growth import Growth, run_growth, total_texts
from duramen.evaluation.growth import as_json as growth_json
from duramen.evaluation.growth import markdown as growth_markdown
from duramen.evaluation.growth import tables as growth_tables
from duramen.evaluation.profile import report
from duramen.evaluation.profile.run import FactsRequest, FactsResult, run_facts
from duramen.evaluation.speed.persona import MANY, PersonaOptions, run_persona
from duramen.evaluation.speed.persona import markdown as persona_markdown
from duramen.evaluation.speed.report import cells, machine_facts
from duramen.memory.open import Memory
from duramen.models.base import Listener
from duramen.models.listeners.catalog import open_listener
from duramen.models.options import ServerOptions
from duramen.settings import read_settings

DATA = Path("../shared/data")

ListenerName = Annotated[str, typer.Option("--listener", help="rules, or another listener by its name.")]
Data = Annotated[Path, typer.Option("--data", help="The folder that holds the data sets.")]
Results = Annotated[Path, typer.Option("--out", help="Where tables and items are written.")]


def facts_command(
    listener: ListenerName = "rules",
    split: Annotated[str, typer.Option("--split", help="tune or report.")] = "report",
    data: Data = DATA,
    embedder: Annotated[str, typer.Option("--embedder", help="The embedder that is searched with.")] = DEFAULT_EMBEDDER,
    tree_only: Annotated[bool, typer.Option("--tree-only", help="Leave the searches out; they take minutes.")] = False,
    failures: Annotated[
        Path | None, typer.Option("--failures", help="Write what was missed here, one JSON line each.")
    ] = None,
    out: Results = Path("results"),
    as_json: Json = False,
) -> None:
    """Compare trees with gold facts (RealMem) and gold profiles (MemoryBank), and with what recall finds."""
    with explained(as_json):
        configure_logs(read_settings())
        request = FactsRequest(
            listener=_listener(listener), split=split, data=data, embedder=embedder, search=not tree_only
        )
        with progress(f"facts {split}", "steps") as update:
            result = run_facts(request, update)
        files = _written(lambda: _write_facts(result, out, failures), out)
    if as_json:
        print_json(report.as_json(result))
        return
    for drawn in report.tables(result):
        if drawn.rows:
            table(drawn.title, drawn.columns, drawn.rows)
    for file in files:
        say(str(file))


def growth_command(listener: ListenerName = "rules", out: Results = Path("results"), as_json: Json = False) -> None:
    """Say 1,000 wordings of ten facts to a listener, and see how many leaves they end in."""
    with explained(as_json):
        configure_logs(read_settings())
        heard = _listener(listener)
        with (
            tempfile.TemporaryDirectory(prefix="duramen-growth-") as home,
            Memory(home) as memory,
            progress("growth", "wordings") as update,
        ):
            grown = run_growth(memory, heard, lambda done: update(done, total_texts()))
        files = _written(lambda: _write_growth(heard.name, grown, out), out)
    if as_json:
        print_json(growth_json(heard.name, grown))
        return
    for drawn in growth_tables(grown):
        table(drawn.title, drawn.columns, drawn.rows)
    for file in files:
        say(str(file))


def persona_command(
    repeats: Annotated[int, typer.Option("--repeats", min=20, help="How often everything is timed.")] = 200,
    versions: Annotated[int, typer.Option("--versions", min=20, help="Versions of the long history.")] = MANY,
    out: Results = Path("results"),
    as_json: Json = False,
) -> None:
    """Measure reading, applying and many versions of a tree of 305 leaves against their targets."""
    with explained(as_json):
        configure_logs(read_settings())
        options = PersonaOptions(repeats=repeats, versions=versions)
        with tempfile.TemporaryDirectory(prefix="duramen-persona-") as folder:
            figures = run_persona(Path(folder), options, lambda step: None if as_json else say(f"· {step}"))
        found: dict[str, Any] = {
            "machine": machine_facts(datetime.now(UTC).date().isoformat()),
            "options": asdict(options),
            "figures": [asdict(figure) for figure in figures],
        }
        files = _written(lambda: _pair(out, "persona", found, persona_markdown(found)), out)
    if as_json:
        print_json(found)
        return
    table("Persona", ["part", "figure", "median", "p95", "n", "target", ""], [cells(figure) for figure in figures])
    for file in files:
        say(str(file))


def _write_facts(result: FactsResult, out: Path, failures: Path | None) -> list[Path]:
    if failures is not None:
        report.write_failures(result, failures)
    return [*report.write(result, out), *([failures] if failures is not None else [])]


def _write_growth(listener: str, grown: list[Growth], out: Path) -> list[Path]:
    return _pair(out, "growth", growth_json(listener, grown), growth_markdown(listener, grown))


def _pair(out: Path, stem: str, found: dict[str, Any], text: str) -> list[Path]:
    out.mkdir(parents=True, exist_ok=True)
    files = [out / f"{stem}.json", out / f"{stem}.md"]
    files[0].write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    files[1].write_text(text, encoding="utf-8")
    return files


def _written(write: Any, out: Path) -> list[Path]:
    try:
        files: list[Path] = write()
    except OSError as error:
        raise BadSetting(f"the results cannot be written to {str(out)!r}: {error}") from error
    return files


def _listener(name: str) -> Listener:
    settings = read_settings()
    key = settings.api_key.get_secret_value()
    options = ServerOptions(base_url=settings.base_url, api_key=key, timeout_s=settings.timeout_s)
    return open_listener(name, options)
