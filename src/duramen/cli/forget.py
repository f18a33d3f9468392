"""`duramen forget`: show what holds or derives from something, ask, and erase it for good."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from duramen.cli.names import the_person
from duramen.cli.options import LEFT_OUT, Home, Json, KnownPerson, opened
from duramen.cli.output import counted, print_json, say
from duramen.domain.time import Moment
from duramen.errors import BadSetting
from duramen.memory.forgetting import (
    ForgetRequest,
    Item,
    Preview,
    finish_forgetting,
    preview_forgetting,
    read_receipt,
)
from duramen.memory.open import Memory

SHOWN_OF_A_KIND = 20


def forget_command(
    person: KnownPerson = None,
    path: Annotated[
        str, typer.Option("--path", help="A leaf, or a branch with all below it.", show_default=False)
    ] = "",
    record: Annotated[
        str, typer.Option("--record", help="A round: its id, or character/number.", show_default=False)
    ] = "",
    matching: Annotated[
        str, typer.Option("--matching", help="Everything of the person that holds these words.", show_default=False)
    ] = "",
    document: Annotated[
        str, typer.Option("--document", help="A document: file name, path, title or id.", show_default=False)
    ] = "",
    base: Annotated[str | None, typer.Option("--base", help="The document's knowledge base.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Everything of the person.")] = False,
    keep_replies: Annotated[
        bool, typer.Option("--keep-replies", help="Keep replies of other rounds that rest on it.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would go, and write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    receipt: Annotated[
        str, typer.Option("--receipt", help="Show a receipt again, by its id.", show_default=False)
    ] = "",
    compact: Annotated[
        bool, typer.Option("--compact", help="Do what is still due after a forgetting: compaction.")
    ] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Erase a leaf, a round, words, a document, or a person, with all that holds or derives from it."""
    with opened(home, as_json=as_json, reads=True) as memory:
        if (receipt or compact) and (
            path or record or matching or document or everything or dry_run or (receipt and compact)
        ):
            raise BadSetting(f"{'--receipt' if receipt else '--compact'} forgets nothing; give it alone")
        if receipt:
            _tell(read_receipt(memory.workspace, receipt), as_json)
            return
        if compact:
            _compact(memory, as_json)
            return
        request = ForgetRequest(
            person="" if document else the_person(memory, person),
            path=path,
            record=record,
            matching=matching,
            document=document,
            base=base,
            everything=everything,
            keep_replies=keep_replies,
        )
        request.scope  # noqa: B018  # told before anything is read
        _forget(memory, request, asks=not yes, dry_run=dry_run, as_json=as_json)


def _forget(memory: Memory, request: ForgetRequest, *, asks: bool, dry_run: bool, as_json: bool) -> None:
    if dry_run or asks:
        found = preview_forgetting(memory.workspace, request)
        if dry_run and as_json:
            print_json(_preview_json(found))
            return
        for line in _preview_lines(found):
            say(line) if dry_run else sys.stderr.write(f"{line}\n")
        if dry_run:
            return
        if not found.nothing:  # else it is refused with what was looked for
            _ask()
    done = memory.forget(request)
    _tell(done.values(), as_json)
    if not done.compacted:
        raise typer.Exit(LEFT_OUT)


def _ask() -> None:
    if not sys.stdin.isatty():
        raise BadSetting(
            "nothing was forgotten: there is no terminal to ask at; give --yes, or --dry-run to look first"
        )
    sys.stderr.write("Forget all of this for good? It cannot be taken back. Type yes: ")
    sys.stderr.flush()
    if sys.stdin.readline().strip().casefold() not in ("yes", "y", "是", "好"):
        raise BadSetting("nothing was forgotten")


def _compact(memory: Memory, as_json: bool) -> None:
    done = finish_forgetting(memory.workspace)
    if as_json:
        print_json(asdict(done))
    elif not done.due:
        say("nothing is due: no byte of what was forgotten is left in the store's files")
    else:
        say("compacted: no byte of what was forgotten is left in the store's files" if done.done else _due(done.why))
    if not done.done:
        raise typer.Exit(LEFT_OUT)


def _due(why: str) -> str:
    return f"erased, but compaction is still due ({why}): run `duramen forget --compact`, or the next open does it"


def _preview_lines(found: Preview) -> Iterator[str]:
    if found.nothing:
        yield "nothing that is held fits"
    kinds: dict[str, list[Item]] = {}
    for item in found.items:
        kinds.setdefault(item.kind, []).append(item)
    for kind, items in kinds.items():
        yield f"{kind}: {len(items)}"
        yield from _item_lines(items)
    for trace in found.files:
        told = {
            "rewrite": f"loses {counted(trace.rows, 'row')}",
            "delete": "is deleted",
            "copy": "is an older copy, and stays",
        }
        yield f"file: {trace.path.name} {told[trace.action]}"
    if found.rows:
        yield "rows: " + ", ".join(f"{count:,} of {table}" for table, count in found.rows)
    if found.stays:
        yield f"stays, and holds the same words: {len(found.stays)} (--matching forgets by words)"
        yield from _item_lines(found.stays)


def _item_lines(items: Sequence[Item]) -> Iterator[str]:
    for item in items[:SHOWN_OF_A_KIND]:
        why = f"  ({item.why})" if item.why else ""
        yield f"  {item.where}: {item.words}{why}" if item.words else f"  {item.where}{why}"
    if len(items) > SHOWN_OF_A_KIND:
        yield f"  and {len(items) - SHOWN_OF_A_KIND} more (--dry-run --json lists all)"


def _preview_json(found: Preview) -> dict[str, Any]:
    return {
        "scope": found.scope,
        "items": [asdict(item) for item in found.items],
        "rows": dict(found.rows),
        "files": [{"path": str(one.path), "action": one.action, "rows": one.rows} for one in found.files],
        "stays": [asdict(item) for item in found.stays],
    }


def _tell(told: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(told)
        return
    say(f"forgotten: receipt {told['id']} of {Moment(at_us=told['at_us']).iso()} ({told['scope']})")
    say("erased: " + (", ".join(f"{count:,} {table}" for table, count in sorted(told["counts"].items())) or "no rows"))
    if told["files"]:
        say(f"files beside the store rewritten or deleted: {told['files']}")
    for name, digest in sorted(told["digests"].items()):
        say(f"  {name}: {digest}")
    for owner, (before, after) in told["chains"].items():
        say(f"chain of {owner[:8]}: {before[:16] or '-'} → {after[:16]}")
    if told["revived"] or told["heard_again"]:
        say(f"derived again: {told['revived']} earlier values, {told['heard_again']} operations by hearing again")
    if told["empty"]:
        say(f"without a value now: {', '.join(told['empty'])}")
    if told["not_heard"]:
        say(f"not heard again, as no listener could: {counted(told['not_heard'], 'round')} (`duramen listen --from`)")
    say("compacted: no byte of it is left in the store's files" if told["compacted"] else _due(told["compaction_due"]))
    for line in (*(f"an older copy in the store's folder: {name}" for name in told["copies"]), *told["elsewhere"]):
        say(f"it may survive in: {line}")
