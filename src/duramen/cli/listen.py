"""`duramen listen`: hear what a person and their characters said into their trees, or show what a file would lead to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.logs import configure_logs
from duramen.cli.options import LEFT_OUT, Home, Json, Timezone, explained, opened
from duramen.cli.output import counted, moment_text, print_json, progress, say, say_aside
from duramen.domain.persona import Tree
from duramen.errors import BadSetting, ModelError
from duramen.memory.listening.fed import fed_tree
from duramen.memory.listening.listen import Listened
from duramen.memory.listening.rehearse import Rehearsed, rehearse
from duramen.memory.observe import ImportRequest, read_named
from duramen.memory.open import Memory
from duramen.memory.persona.schemas import schema_named
from duramen.memory.workspace import chat_options_of
from duramen.models.base import Listener
from duramen.models.listeners.catalog import OFF, RULES, open_listener
from duramen.observe.hearing import heard_rounds
from duramen.observe.windows import measure_of, windows_of
from duramen.settings import Settings, checked_zone, local_zone, read_settings

DEFAULT_PERSON = "user"

Everyone = Annotated[bool, typer.Option("--everyone", help="Hear every person of the store, each into their own tree.")]
OnlyCharacter = Annotated[
    str, typer.Option("--character", help="Hear only what this character said of itself.", show_default=False)
]
Characters = Annotated[bool, typer.Option("--characters/--no-characters", help="Hear the person's characters as well.")]
FromRound = Annotated[
    str, typer.Option("--from", help="Hear this round (character/number) and later ones again.", show_default=False)
]


def listen_command(
    person: Annotated[str, typer.Option("--person", help="Whose words are heard.", show_default=False)] = "",
    everyone: Everyone = False,
    character: OnlyCharacter = "",
    characters: Characters = True,
    from_round: FromRound = "",
    listener: Annotated[
        str,
        typer.Option(
            "--listener",
            help="rules, model:NAME or two-stage:NAME; else DURAMEN_LISTENER, else rules.",
            show_default=False,
        ),
    ] = "",
    file: Annotated[
        Path | None, typer.Option("--file", help="A dialogue to rehearse, with --dry-run.", show_default=False)
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Write nothing; show what would be written.")] = False,
    schema: Annotated[str, typer.Option("--schema", help="The tree's schema.", show_default=False)] = "",
    member: Annotated[
        str, typer.Option("--member", help="Who the person is in a file of several people.", show_default=False)
    ] = "",
    timezone: Timezone = "",
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Hear all that a person, and each character to them, said since last heard; stopped, the same command goes on."""
    with explained(as_json):
        _check_from(from_round, rehearses=dry_run or file is not None)
    if file is not None:
        with explained(as_json):
            if not dry_run:
                raise BadSetting("--file is for --dry-run; to keep a dialogue, import it and then listen to the person")
            done = _rehearsed(file, (person or DEFAULT_PERSON, member), (listener, schema or "core"), timezone)
        print_json(_rehearsal_json(done, schema or "core")) if as_json else _show_rehearsal(done)
        return
    with opened(home, as_json=as_json, timezone=timezone, reads=True) as memory:
        if everyone:
            single = (person, character, from_round, "dry" if dry_run else "")
            _hear_everyone(memory, single, (listener, schema, characters), as_json=as_json)
            return
        if not person:
            raise BadSetting("say whose words are heard with --person, or --everyone; `duramen persons` lists them")
        chosen = listener or _configured(memory.workspace.settings)
        if dry_run:
            found = memory.rehearse(person=person, character=character, listener=chosen, schema=schema)
            print_json(_rehearsal_json(found, schema)) if as_json else _show_rehearsal(found)
            return
        told = _heard(memory, (person, character), chosen, from_round=from_round, schema=schema)
        also = characters and not (character or from_round or schema)
        others = _heard_characters(memory, told.person, chosen) if also else []
    _tell((told, *others), {} if character else {"characters": [listened_json(one) for one in others]}, as_json)
    if any(one.parked for one in (told, *others)):
        raise typer.Exit(LEFT_OUT)


def _tell(done: tuple[Listened, ...], besides: dict[str, Any], as_json: bool) -> None:
    """Print what listening did: as JSON the first with what stands beside it, else each on a line."""
    if as_json:
        print_json(listened_json(done[0]) | besides)
        return
    for one in done:
        if one is done[0] or one.outcomes or one.refused or one.parked:
            _show(one)


def _heard_characters(memory: Memory, person: str, listener: str | Listener) -> list[Listened]:
    """Hear each character that said something to a person, by name of the character."""
    names = sorted(memory.persons()[person])
    spoken = [name for name in names if fed_tree(memory.workspace, person, name) is not None]
    return [_heard(memory, (person, name), listener) for name in spoken]


def _heard(
    memory: Memory, who: tuple[str, str], listener: str | Listener, *, from_round: str = "", schema: str = ""
) -> Listened:
    person, character = who
    with progress(f"listen to {character or person}", "turns") as bar:
        return memory.listen(
            person=person,
            character=character,
            from_round=from_round,
            listener=listener,
            schema=schema,
            progress=bar,
        )


def _hear_everyone(memory: Memory, single: tuple[str, ...], how: tuple[str, str, bool], *, as_json: bool) -> None:
    """Hear each person of the store; who fails is told and passed over, and the first error raised at the end."""
    if any(single):
        raise BadSetting(
            "--everyone hears all that was not heard yet: leave --person, --character, --from and --dry-run out"
        )
    listener = open_listener(how[0] or _configured(memory.workspace.settings), memory.workspace.chat_options())
    told: list[tuple[Listened, ...]] = []
    failures: list[ModelError] = []
    for person in memory.persons():
        try:
            done = [_heard(memory, (person, ""), listener, schema=how[1])]
            done += _heard_characters(memory, person, listener) if how[2] and not how[1] else []
        except ModelError as error:
            failures.append(type(error)(f"{person}: {error}"))
            continue
        told.append(tuple(done))
        if not as_json:
            _tell(told[-1], {}, as_json)
    if as_json:
        print_json([listened_json(one) | {"characters": [listened_json(o) for o in rest]} for one, *rest in told])
    elif not told and not failures:
        say("nobody has talked yet; import or chat first")
    if failures:
        more = f" (and {len(failures) - 1} more)" if len(failures) > 1 else ""
        raise type(failures[0])(f"{failures[0]}{more}")
    if any(one.parked for done in told for one in done):
        raise typer.Exit(LEFT_OUT)


def _check_from(from_round: str, *, rehearses: bool) -> None:
    if from_round and rehearses:
        raise BadSetting(
            f"--from {from_round!r} is for hearing again what is in the store; --file and --dry-run show what was not heard yet"
        )


def _configured(settings: Settings) -> str:
    """Return the listener that is set; whoever asks for listening while it is off means the one without a model."""
    return RULES if settings.listener == OFF else settings.listener


def _rehearsed(file: Path, who: tuple[str, str], how: tuple[str, str], timezone: str) -> list[Rehearsed]:
    settings = read_settings()
    configure_logs(settings)
    zone = checked_zone(timezone) if timezone else local_zone(settings)
    opened_listener = open_listener(how[0] or _configured(settings), chat_options_of(settings))
    dialogue = read_named(file, ImportRequest(person=who[0], member=who[1], zone=timezone), zone)
    for problem in dialogue.problems:
        say_aside(f"warning: {problem.where}: {problem.what}\n")
    rounds, system = heard_rounds(dialogue, who[0])
    windows = [cut.window for cut in windows_of(rounds, who[0], measure_of(settings.window), system=system)]
    schema = schema_named(None, how[1])
    with progress(f"listen to {file.name}", "windows") as bar:
        done = []
        for one in rehearse(windows, opened_listener, Tree(schema=how[1]), schema):
            done.append(one)
            bar(len(done), len(windows))
    return done


def _rehearsal_json(done: list[Rehearsed], schema: str) -> dict[str, Any]:
    """Return what would be written as JSON has it: the operations that pass, all decisions, and the tree at the end."""
    return {
        "schema": done[-1].tree.schema if done else schema,
        "operations": [
            str(decision.operation)
            for one in done
            for decision, _ in one.decisions
            if decision.outcome.value == "applied"
        ],
        "windows": [_window_json(one) for one in done],
        "tree": done[-1].tree.values() if done else {},
    }


def _window_json(one: Rehearsed) -> dict[str, Any]:
    return {
        "heard": [message.text for message in one.window.messages if message.own and not message.shown_only],
        "raw": one.raw,
        "decisions": [
            {
                "operation": str(decision.operation),
                "outcome": decision.outcome.value,
                "code": decision.code,
                "reason": decision.reason,
                "quote": proposal.quote.words if proposal.quote else None,
                "said_at": proposal.quote.said_at.iso() if proposal.quote else None,
                "stated": proposal.stated,
                "confidence": proposal.confidence,
            }
            for decision, proposal in one.decisions
        ],
        "refused": [{"text": r.text, "code": r.code, "reason": r.reason} for r in one.refused],
    }


_WAY_OUT = {
    "sensitive": " (kept once the person agrees: `duramen persona consent special|private --purpose …`, then `listen --from`)"
}


def listened_json(told: Listened) -> dict[str, Any]:
    """Return what listening did as JSON has it."""
    return {
        "person": told.person,
        "character": told.character,
        "listener": told.listener,
        "windows": told.windows,
        "outcomes": told.outcomes,
        "refused": told.refused,
        "version": told.version,
        "waiting": told.waiting,
        "parked": [
            {"window": w.window_id, "attempts": w.attempts, "problem": w.problem, "listener": w.listener}
            for w in told.parked
        ],
    }


def _show(told: Listened) -> None:
    outcomes = ", ".join(f"{count} {outcome}" for outcome, count in sorted(told.outcomes.items())) or "no operation"
    say(
        f"{counted(told.windows, 'window')} of {told.character or told.person} heard by {told.listener}: {outcomes}; "
        f"the tree stands at version {told.version}"
    )
    for code, count in sorted(told.refused.items()):
        say(f"  refused: {count} × {code}{_WAY_OUT.get(code, '')}")
    if told.waiting:
        say(f"  {counted(told.waiting, 'turn waits', 'turns wait')} for a reply, or for another process")
    for window in told.parked:
        say(f"  parked after {window.attempts} attempts: {window.problem} (--from ROUND hears its rounds again)")


def _show_rehearsal(done: list[Rehearsed]) -> None:
    for one in done:
        for decision, proposal in one.decisions:
            mark = "" if decision.outcome.value == "applied" else f"  [{decision.outcome.value}: {decision.code}]"
            say(f"{decision.operation}{mark}")
            if proposal.quote is not None:
                say(f"    “{proposal.quote.words.strip()}” {moment_text(proposal.quote.said_at)}")
        for piece in one.refused:
            say(f"refused ({piece.code}): {piece.text}")
    written = sum(decision.outcome.value == "applied" for one in done for decision, _ in one.decisions)
    say(f"{counted(len(done), 'window')}, {counted(written, 'operation')} would be written")
