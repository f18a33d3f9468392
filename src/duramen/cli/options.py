"""Options that commands share, and the frame around each command: open, run, explain what went wrong.

Exit codes: 0 done; 2 the input or an option cannot be used; 3 not found; 4 the store failed; 5 the model failed;
6 done, but something was left out and is listed; 7 the store was looked through, and something in it is wrong;
130 interrupted.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeVar

import typer

from duramen.cli.logs import configure_logs
from duramen.cli.output import say_aside
from duramen.errors import DuramenError, InputError, ModelError, NotFound, StoreError
from duramen.memory.open import Memory
from duramen.memory.place import remove_empty_store, store_exists
from duramen.settings import Settings, checked_zone, read_settings
from duramen.text.border import displayable

INPUT_FAILED, NOT_FOUND, STORE_FAILED, MODEL_FAILED, LEFT_OUT, WRONG, INTERRUPTED = 2, 3, 4, 5, 6, 7, 130

Home = Annotated[
    str | None,
    typer.Option("--home", help="The store's folder, or its postgresql:// URL; else DURAMEN_HOME.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Person = Annotated[str, typer.Option("--person", help="Who talks.", show_default=False)]
KnownPerson = Annotated[
    str | None,
    typer.Option("--person", help="Whose records; not needed where the store holds one person.", show_default=False),
]
Character = Annotated[str, typer.Option("--character", help="Whom they talk to.", show_default=False)]
Session = Annotated[str, typer.Option("--session", help="The sitting; else the running one.", show_default=False)]
At = Annotated[str, typer.Option("--at", help="Ask as of this time, e.g. 2024-05-01T10:00.", show_default=False)]
PresetName = Annotated[
    str, typer.Option("--preset", help="paper, balanced, strict, light, or a .toml file.", show_default=False)
]
LevelName = Annotated[
    str, typer.Option("--level", help="How much is read: fast, routed or full; else the preset's.", show_default=False)
]
ModelName = Annotated[str, typer.Option("--model", help="The chat model; else DURAMEN_MODEL.", show_default=False)]
BaseNames = Annotated[
    list[str] | None, typer.Option("--base", help="Search this knowledge base only (repeat for more).")
]
Timezone = Annotated[
    str, typer.Option("--timezone", help="Zone of times that name none, e.g. Asia/Shanghai.", show_default=False)
]

_Done = TypeVar("_Done")


@contextmanager
def opened(
    home: str | None,
    *,
    as_json: bool = False,
    model: str = "",
    timezone: str = "",
    preset: str = "",
    reads: bool = False,
) -> Iterator[Memory]:
    """Give an open store, and turn what goes wrong into a sentence on standard error and an exit code.

    `reads`: the command only reads, so that a store that is not there is a mistyped folder and not a new store.
    """
    with explained(as_json):
        settings = _settings(model, timezone, preset)
        configure_logs(settings)
        there = reads or store_exists(home)
        try:
            with Memory(home, settings=settings, create=not reads) as memory:
                yield memory
        except InputError:
            if not there:
                remove_empty_store(home)  # what is refused makes none
            raise


def written(
    home: str | None, act: Callable[[Memory], _Done], *, keep: Callable[[_Done], bool] = bool, **how: Any
) -> _Done:
    """Return what `act` did to the store, which is made where there is none; what is refused makes none.

    It is tried on a store that passes first; that is all where `keep` says of what was done that none of it is to stay.
    """
    with explained(how.get("as_json", False)):
        there = store_exists(home)
    if not there:
        with TemporaryDirectory() as folder, opened(folder, **how) as memory:
            tried = act(memory)
        if not keep(tried):
            return tried
    with opened(home, **how) as memory:
        return act(memory)


@contextmanager
def explained(as_json: bool) -> Iterator[None]:
    """Turn what goes wrong into a sentence on standard error and an exit code."""
    try:
        yield
    except DuramenError as error:
        _say(error, as_json)
        raise typer.Exit(exit_code(error)) from error
    except OSError as error:
        if error.filename is None:  # a pipe that nobody reads any more
            raise
        refused = InputError(f"{str(error.filename)!r} cannot be used: {error.strerror}; name another path")
        _say(refused, as_json)
        raise typer.Exit(exit_code(refused)) from error
    except KeyboardInterrupt as error:
        sys.stderr.write("interrupted; what was done is kept, run the command again to go on\n")
        raise typer.Exit(INTERRUPTED) from error


def exit_code(error: DuramenError) -> int:
    """Return the exit code of an error."""
    if isinstance(error, NotFound):
        return NOT_FOUND
    if isinstance(error, StoreError):
        return STORE_FAILED
    if isinstance(error, ModelError):
        return MODEL_FAILED
    return INPUT_FAILED if isinstance(error, InputError) else 1


def _say(error: DuramenError, as_json: bool) -> None:
    if as_json:
        say_aside(
            json.dumps({"error": type(error).__name__, "message": displayable(str(error))}, ensure_ascii=False) + "\n"
        )
    else:
        say_aside(f"error: {error}\n")


def _settings(model: str, timezone: str, preset: str) -> Settings:
    changes: dict[str, str] = {}
    if model:
        changes["model"] = model
    if timezone:
        changes["timezone"] = checked_zone(timezone)
    if preset:
        changes["preset"] = preset
    return read_settings().model_copy(update=changes)
