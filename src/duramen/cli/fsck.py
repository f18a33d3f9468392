"""`duramen fsck`: whether everything that the store's rows name is there, and the database itself is whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter

import typer

from duramen.cli.options import WRONG, Home, Json, explained
from duramen.cli.output import counted, print_json, progress, say
from duramen.memory.fsck import RULES, Checked, check_store
from duramen.stores.references import Dangling

_SHOWN = 10


def fsck_command(home: Home = None, as_json: Json = False) -> None:
    """Look for ids that lead nowhere, counters that are behind, and faults of the database; exit code 7 where there are any."""
    with explained(as_json), progress("fsck", "checks") as bar:
        found = check_store(home, bar)
    if as_json:
        dangling = [asdict(one) | dict(zip(("what", "mend"), RULES[one.kind], strict=True)) for one in found.dangling]
        erased = [asdict(one) for one in found.erased]
        print_json({"ok": found.clean, "dangling": dangling, "erased": erased, "database": list(found.faults)})
    else:
        _show(found)
    if not found.clean:
        raise typer.Exit(WRONG)


def _show(found: Checked) -> None:
    for fault in found.faults:
        say(f"! the database: {fault}")
    for kind, some in _by_kind(found.dangling):
        what, mend = RULES[kind]
        say(f"! {what} ({counted(len(some), 'time')}): {mend}")
        for one in some[:_SHOWN]:
            say(f"    {' '.join(filter(None, (one.table, one.key)))} of {one.owner_id}: {one.names}")
        if len(some) > _SHOWN:
            say(f"    and {len(some) - _SHOWN:,} more; --json lists all")
    if found.clean:
        say("nothing dangles, and the database is whole")
    for kind, some in _by_kind(found.erased):
        say(f"  since it was lawfully erased, {RULES[kind][0]}: {counted(len(some), 'time')}")


def _by_kind(found: Sequence[Dangling]) -> list[tuple[str, list[Dangling]]]:
    order = sorted(found, key=attrgetter("kind"))
    return [(kind, list(some)) for kind, some in groupby(order, key=attrgetter("kind"))]
