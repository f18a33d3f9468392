"""`duramen verify`: whether everything in the store is what was written there, and what was lawfully erased from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from duramen.cli.options import WRONG, Home, Json, explained
from duramen.cli.output import counted, print_json, progress, say
from duramen.domain.time import Moment
from duramen.memory.verify import verify_store
from duramen.stores.owners import OwnerKind
from duramen.stores.verifying import Erasure, Fault, Finding, State, Verified

_SHOWN = 20
_KINDS = {
    OwnerKind.PERSON.value: "person",
    OwnerKind.BASE.value: "knowledge base",
    OwnerKind.CARDS.value: "character cards of",
    OwnerKind.SCHEMAS.value: "added schemas of",
}


def verify_command(
    person: Annotated[
        str, typer.Option("--person", help="This person alone, with what characters say of themselves to them.")
    ] = "",
    head: Annotated[
        str, typer.Option("--head", help="A hash printed earlier, to be found in a chain.", show_default=False)
    ] = "",
    begin: Annotated[bool, typer.Option("--begin", help="Seal those who have no chain yet.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Check every row and every entry of the chains; exit code 7 where something is not as it was written."""
    with explained(as_json), progress("verify", "rows") as bar:
        found = verify_store(home, person, head, begin=begin, progress=bar)
    lost = bool(head) and all(one.noted_at is None for one in found)
    if as_json:
        print_json(
            {"ok": not lost and not _tampered(found), **_noted_json(found, head), "owners": list(map(_json, found))}
        )
    else:
        _show(found)
        if head:
            _show_noted(found, head, lost)
    if lost or _tampered(found):
        raise typer.Exit(WRONG)


def _tampered(found: Sequence[Verified]) -> bool:
    return any(one.state is State.TAMPERED for one in found)


def _show(found: Sequence[Verified]) -> None:
    for one in found:
        say(f"{_whom(one, found)}: {_state_text(one)}")
        if one.head:
            say(f"  head {one.head}")
        for finding in one.findings[:_SHOWN]:
            say(f"  ! {_finding_text(finding)}")
        if len(one.findings) > _SHOWN:
            say(f"  ! and {len(one.findings) - _SHOWN:,} more; --json lists all")
        for erasure in one.erasures[-_SHOWN:]:
            say(f"  {_erasure_text(erasure)}")
    if not found:
        say("nothing is stored yet")
    if any(one.state is State.UNSEALED for one in found):
        say(
            "unsealed: written before there were chains; the next write of theirs seals them, or `duramen verify --begin`"
        )
    if _tampered(found):
        say("a changed row cannot be mended from here: restore a backup, and verify it with a head that you noted")


def _whom(one: Verified, found: Sequence[Verified]) -> str:
    if not one.kind:
        return f"owner {one.owner_id}, who is not there"
    if one.kind != OwnerKind.SELF.value:
        return f"{_KINDS.get(one.kind, one.kind)} {one.name}"
    person_id, _, character = one.name.partition(":")
    to = next((other.name for other in found if other.owner_id == person_id), person_id)
    return f"what {character} says of itself to {to}"


def _state_text(one: Verified) -> str:
    counts = f"{counted(one.rows, 'row')}, {counted(one.entries, 'entry', 'entries')}"
    erased = sum(erasure.erased for erasure in one.erasures)
    redacted = sum(erasure.redacted for erasure in one.erasures)
    if erased or redacted:
        counts += f", {erased:,} lawfully erased" + (f", {redacted:,} redacted" if redacted else "")
    if one.state is State.UNSEALED:
        return "unsealed"
    if one.state is State.TAMPERED:
        return f"TAMPERED in {counted(len(one.findings), 'place')} ({counts})"
    return f"{one.state.value} ({counts})"


def _finding_text(finding: Finding) -> str:
    if finding.fault is Fault.BROKEN:
        return f"chain broken at seq {finding.seq}: {finding.detail}"
    row = f"{finding.table} {finding.key}".rstrip()
    return f"{row}: {finding.fault.value}" + (f" ({finding.detail})" if finding.detail else "")


def _erasure_text(erasure: Erasure) -> str:
    counts = f"{counted(erasure.erased, 'row')} erased" + (
        f", {erasure.redacted:,} redacted" if erasure.redacted else ""
    )
    when = Moment(at_us=erasure.recorded_us).iso()
    return f"at seq {erasure.seq}, {when}: {counts}" + (f", for {erasure.cause}" if erasure.cause else "")


def _show_noted(found: Sequence[Verified], head: str, lost: bool) -> None:
    if lost:
        say(
            f"! {head} is the hash of no entry: the chain it was noted of was cut or written anew, or is of another store"
        )
    for one in found:
        if one.noted_at is not None:
            say(f"{head} is the entry of seq {one.noted_at} of {_whom(one, found)}")


def _noted_json(found: Sequence[Verified], head: str) -> dict[str, Any]:
    if not head:
        return {}
    at = [{"owner_id": one.owner_id, "seq": one.noted_at} for one in found if one.noted_at is not None]
    return {"head": {"hash": head, "found": bool(at), "at": at}}


def _json(one: Verified) -> dict[str, Any]:
    return {
        "owner_id": one.owner_id,
        "kind": one.kind,
        "name": one.name,
        "tenant": one.tenant,
        "state": one.state.value,
        "head": one.head,
        "rows": one.rows,
        "entries": one.entries,
        "findings": [asdict(finding) for finding in one.findings],
        "erasures": [asdict(erasure) for erasure in one.erasures],
    }
