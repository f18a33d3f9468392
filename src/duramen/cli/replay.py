"""`duramen replay`: recorded rounds once more, as of their own moment: identical, changed, or erased (A13)."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from duramen.cli.names import the_person
from duramen.cli.options import LEFT_OUT, Home, Json, KnownPerson, ModelName, opened
from duramen.cli.output import counted, print_json, progress, say, table
from duramen.errors import BadSetting
from duramen.memory.names import checked_name, optional_name
from duramen.memory.open import Memory
from duramen.memory.replay.changes import changes_of
from duramen.memory.replay.compare import Difference
from duramen.memory.replay.decisions import WindowReplay
from duramen.memory.replay.outcome import Outcome
from duramen.memory.replay.replay import How, Replayed, RoundReplay, Wanted, replay

_QUESTION_CHARS = 60
_Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="With another setting, e.g. lambda_hours=720 or bm25=off (repeat)."
    ),
]


def replay_command(
    record: Annotated[str, typer.Argument(metavar="[ROUND]", help="A record id, or CHARACTER/NUMBER.")] = "",
    person: KnownPerson = None,
    session: Annotated[str | None, typer.Option("--session", help="All rounds of this sitting.")] = None,
    character: Annotated[str | None, typer.Option("--character", help="With this character only.")] = None,
    settings: _Set = None,
    live: Annotated[bool, typer.Option("--live", help="Ask the model again, and show both answers.")] = False,
    model: ModelName = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Make recorded rounds again as of their own moment, and tell what differs; nothing is stored."""
    with opened(home, as_json=as_json, model=model, reads=True) as memory:
        if model and not live:
            raise BadSetting(f"--model {model} is asked only with --live; without it no model is called")
        if record and session is not None:
            raise BadSetting(f"name a round ({record}) or a sitting (--session {session}), not both")
        changes = changes_of(settings or ())
        wanted = _wanted(memory, record, person, session, character)
        with progress("replay", "rounds") as bar:
            how = How(changes=changes, model=memory.model() if live else None, progress=None if record else bar)
            found = replay(memory.workspace, wanted, how)
    asked = [f"{name}={value}" for name, value in changes.values] if changes else []
    if as_json:
        print_json(_json(found, asked))
    else:
        _show(found, asked, whole=bool(record))
    outcomes = [one.outcome for one in found.rounds] + [window.outcome for window in found.windows]
    if not changes and not live and Outcome.CHANGED in outcomes:
        raise typer.Exit(LEFT_OUT)


def _wanted(memory: Memory, record: str, person: str | None, session: str | None, character: str | None) -> Wanted:
    who = checked_name(the_person(memory, person), "person")
    return Wanted(
        person=who,
        character=None if character is None else checked_name(character, "character"),
        session=None if session is None else optional_name(session, "session"),
        record_id=memory.read(record, person=who).record_id if record else None,
    )


def _show(found: Replayed, asked: list[str], *, whole: bool) -> None:
    """Print what became of the rounds: those that differ, or, of one round, everything."""
    if asked:
        say(f"with {', '.join(asked)}")
        _show_differences(found)
    for one in found.rounds:
        if whole or one.says is not None or (one.outcome is not Outcome.IDENTICAL and not asked):
            _show_round(one, listed=whole or not asked)
    for window in found.windows:
        if window.outcome is not Outcome.IDENTICAL:
            _show_window(window)
    _show_summary(found)


def _show_round(one: RoundReplay, *, listed: bool) -> None:
    say(f"{one.character}/{one.round}  {one.outcome.value}  {_short(one.question)}")
    for line in one.told:
        say(f"    {'missing: ' if one.outcome is Outcome.ERASED else ''}{line}")
    if listed and one.difference is not None:
        for move in one.difference.moves:
            say(f"    {move.kind} {move.name}: {move.before or 'not shown'} → {move.after or 'not shown'}")
    if one.says is not None:
        say(f"    then: {one.said}")
        say(f"    now:  {one.says}")


def _show_window(window: WindowReplay) -> None:
    whose = f" of {window.character}" if window.character else ""
    say(f"window{whose} {window.window_id}  {window.outcome.value}  heard by {window.listener}")
    for line in window.told:
        say(f"    {line}")


def _show_differences(found: Replayed) -> None:
    rows = [
        [
            f"{one.character}/{one.round}",
            _short(one.question),
            *(str(_counted(one.difference, kinds, how)) for kinds, how in _COLUMNS),
            f"{one.difference.tokens_before:,} → {one.difference.tokens_after:,}",
        ]
        for one in found.rounds
        if one.difference is not None
        and (one.difference.moves or one.difference.tokens_before != one.difference.tokens_after)
    ]
    if rows:
        table("", ["round", "question", "entered", "left", "moved", "leaves", "prompt tokens"], rows)
    changed = [one.difference for one in found.rounds if one.difference is not None]
    before, after = (sum(getattr(one, f"tokens_{when}") for one in changed) for when in ("before", "after"))
    moved = sum(bool(one.moves) for one in changed)
    say(
        f"{counted(moved, 'prompt')} of {len(changed):,} differ: {sum(one.entered for one in changed):,} pieces entered, "
        f"{sum(one.left for one in changed):,} left; {before:,} → {after:,} tokens"
    )


_SOURCES, _LEAVES = ("knowledge", "experience"), ("leaf", "self")
_COLUMNS = ((_SOURCES, "entered"), (_SOURCES, "left"), (_SOURCES, "moved"), (_LEAVES, "any"))


def _counted(difference: Difference, kinds: tuple[str, ...], how: str) -> int:
    moves = [move for move in difference.moves if move.kind in kinds]
    if how == "entered":
        return sum(not move.before for move in moves)
    if how == "left":
        return sum(not move.after for move in moves)
    return len(moves) if how == "any" else sum(bool(move.before and move.after) for move in moves)


def _show_summary(found: Replayed) -> None:
    counts = found.counts()
    parts = [f"{counts[outcome.value]:,} {outcome.value}" for outcome in Outcome if counts[outcome.value]]
    say(f"{counted(len(found.rounds), 'round')}: {', '.join(parts) or 'none was answered here'}")
    if found.windows:
        windows = found.window_counts()
        operations = sum(window.operations for window in found.windows)
        parts = [f"{windows[outcome.value]:,} {outcome.value}" for outcome in Outcome if windows[outcome.value]]
        say(f"{counted(len(found.windows), 'window')}, {counted(operations, 'operation')}: {', '.join(parts)}")
    if found.without_answer:
        say(f"{counted(found.without_answer, 'round')} besides took place elsewhere: memory that was searched")


def _json(found: Replayed, asked: list[str]) -> dict[str, Any]:
    counts, windows = found.counts(), found.window_counts()
    return {
        "rounds": len(found.rounds),
        **{name.replace("-", "_"): count for name, count in counts.items()},
        "without_answer": found.without_answer,
        "settings": asked,
        "windows": {
            "windows": len(found.windows),
            "operations": sum(window.operations for window in found.windows),
            **{name.replace("-", "_"): count for name, count in windows.items()},
            "list": [
                {
                    "window": window.window_id,
                    "character": window.character,
                    "listener": window.listener,
                    "operations": window.operations,
                    "outcome": window.outcome.value,
                    "told": list(window.told),
                }
                for window in found.windows
            ],
        },
        "list": [_round_json(one) for one in found.rounds],
    }


def _round_json(one: RoundReplay) -> dict[str, Any]:
    difference = one.difference
    return {
        "record": one.record_id,
        "character": one.character,
        "round": one.round,
        "question": one.question,
        "outcome": one.outcome.value,
        "told": list(one.told),
        "difference": None
        if difference is None
        else {
            "tokens_before": difference.tokens_before,
            "tokens_after": difference.tokens_after,
            "moves": [
                {"kind": move.kind, "name": move.name, "before": move.before or None, "after": move.after or None}
                for move in difference.moves
            ],
        },
        "said": one.said,
        "says": one.says,
    }


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _QUESTION_CHARS else f"{line[: _QUESTION_CHARS - 1]}…"
