"""A person's tree as a terminal or a program reads it."""

from __future__ import annotations

from typing import Any

from duramen.cli.output import moment_text, say
from duramen.domain.operations import Kind
from duramen.domain.persona import Leaf, LeafValue, Quote
from duramen.domain.time import UNKNOWN_MOMENT, Moment, moment_at
from duramen.govern.card_leaves import WRITER as CARD
from duramen.govern.timeline import began, day_of, timeline
from duramen.memory.persona import Applied, Difference, Edited, Explained, Shown, WaitingOperation
from duramen.stores.persona.decisions import StoredDecision
from duramen.stores.persona.reading import TreeVersion
from duramen.text.languages import language_of

_WORDLESS = {
    "person": "  no words of a conversation: written by hand",
    CARD: "  no words of a conversation: its card says so",
}


def quote_json(quote: Quote) -> dict[str, Any]:
    """Return a quote as JSON has it."""
    return {
        "words": quote.words,
        "said_at": quote.said_at.iso(),
        "record": quote.record_id,
        "turn": quote.turn_id,
        "start": quote.start,
        "end": quote.end,
    }


def leaf_json(leaf: Leaf) -> dict[str, Any]:
    """Return a leaf as JSON has it."""
    return {
        "path": leaf.path,
        "value": leaf.value,
        "valid_from": leaf.valid_from.iso(),
        "valid_to": leaf.valid_to.iso(),
        "recorded_at": _iso(leaf.recorded_us),
        "version": leaf.version,
        "writer": leaf.writer,
        "stated": leaf.stated,
        "confidence": leaf.confidence,
        "quotes": [quote_json(quote) for quote in leaf.quotes],
    }


def value_json(value: LeafValue) -> dict[str, Any]:
    """Return a value of a leaf's history as JSON has it."""
    return leaf_json(value.leaf) | {
        "reason": value.reason,
        "first_said": first_said(value.leaf).iso(),
        "ended_version": value.ended_version,
        "ended_at": _iso(value.ended_us),
        "ended_by": value.ended_by,
        "end_reason": value.end_reason,
    }


def shown_json(shown: Shown) -> dict[str, Any]:
    """Return a tree as JSON has it."""
    return {
        "person": shown.person,
        "character": shown.character,
        "schema": shown.schema.name,
        "version": shown.version.version,
        "recorded_at": _iso(shown.version.recorded_us) if shown.version.version else None,
        "at": shown.at.iso(),
        "hidden": shown.hidden,
        "leaves": [leaf_json(leaf) | {"past": path in shown.past} for path, leaf in shown.tree.leaves.items()],
    }


def decision_json(decision: StoredDecision) -> dict[str, Any]:
    """Return a decision as JSON has it."""
    operation = decision.proposal.operation
    return {
        "id": decision.decision_id or None,
        "operation": str(operation),
        "kind": operation.kind.value,
        "path": operation.path,
        "value": operation.value,
        "outcome": decision.outcome,
        "code": decision.code,
        "reason": decision.reason,
        "nearest": list(decision.nearest),
        "state": decision.waits.value,
        "writer": decision.writer,
    }


def applied_json(applied: Applied) -> dict[str, Any]:
    """Return what became of a list as JSON has it."""
    return {
        "schema": applied.schema,
        "before": applied.before,
        "version": applied.version,
        "dry_run": applied.dry_run,
        "decisions": [decision_json(decision) for decision in applied.decisions],
        "unreadable": [{"text": one.text, "code": one.code, "reason": one.reason} for one in applied.refused],
        "repairs": list(applied.repairs),
        "partial": applied.partial,
        "masked": dict(applied.masked),
    }


def edited_json(edited: Edited) -> dict[str, Any]:
    """Return what an edit led to as JSON has it."""
    return {
        "before": edited.before,
        "version": edited.version,
        "paths": list(edited.paths),
        "kept": dict(edited.kept or {}),
        "left_out": list(edited.left_out),
        "masked": dict(edited.masked),
    }


def difference_json(difference: Difference) -> dict[str, Any]:
    """Return a difference between two versions as JSON has it."""
    before, after = difference.before, difference.after
    return {"path": difference.path, "before": before and before.value, "after": after and after.value}


def explained_json(explained: Explained) -> dict[str, Any]:
    """Return what a value rests on as JSON has it."""
    return {
        "path": explained.path,
        "standing": explained.standing,
        "past": explained.past,
        "line": [value_json(value) for value in explained.line],
    }


def waiting_json(waiting: WaitingOperation) -> dict[str, Any]:
    """Return what waits as JSON has it."""
    return decision_json(waiting.decision) | {"held": waiting.held, "words": waiting.words}


def version_json(version: TreeVersion) -> dict[str, Any]:
    """Return a version of a tree as JSON has it."""
    return {
        "version": version.version,
        "schema": version.schema,
        "cause": version.cause,
        "writer": version.writer,
        "recorded_at": _iso(version.recorded_us),
    }


def say_tree(shown: Shown, zone: str) -> None:
    """Print a tree: what is so, then what is past."""
    version = shown.version
    whose = f"{shown.character} as {shown.person} knows it" if shown.character else shown.person
    say(f"{whose}: version {version.version}, schema {shown.schema.name}, {_leaves(len(shown.tree.leaves))}")
    current = [leaf for path, leaf in shown.tree.leaves.items() if path not in shown.past]
    for leaf in current:
        say(f"{leaf.path}: {leaf.value}{_marks(leaf)}")
    if shown.past:
        say("past:")
        for path in (path for path in shown.tree.leaves if path in shown.past):
            leaf = shown.tree.leaves[path]
            say(f"{leaf.path}: {leaf.value}{_marks(leaf, past_in=zone)}")
    if shown.hidden:
        say(f"not shown: {_leaves(shown.hidden)}; `duramen persona permissions` says which")


def first_said(leaf: Leaf) -> Moment:
    """Return when a value was first said, of which nobody told since when it is so; unknown where one did."""
    return UNKNOWN_MOMENT if leaf.valid_from.known else day_of(began(UNKNOWN_MOMENT, leaf.quotes, UNKNOWN_MOMENT))


def _marks(leaf: Leaf, *, past_in: str = "", first_said: Moment = UNKNOWN_MOMENT) -> str:
    marks = [f"first said {moment_text(first_said)}"] if first_said.known else []
    marks += [time_of(leaf)] if time_of(leaf) else []
    if past_in and not marks:
        last = max((quote.said_at for quote in leaf.quotes if quote.said_at.known), key=_us, default=None)
        marks.append(f"said {moment_text(last)}" if last else f"written {written(leaf.recorded_us, past_in)}")
    if leaf.writer == CARD:
        marks.append("from its card")
    if not leaf.stated:
        marks.append(f"inferred, {leaf.confidence:.0%} sure")
    return f"  ({'; '.join(marks)})" if marks else ""


def time_of(leaf: Leaf) -> str:
    """Return since and until when a value was so, "" where nobody said."""
    first, last = day_of(leaf.valid_from), day_of(leaf.valid_to)
    if first.known and last.known:
        return f"{moment_text(first)} – {moment_text(last)}"
    if first.known:
        return f"since {moment_text(first)}"
    return f"until {moment_text(last)}" if last.known else ""


def say_history(values: list[LeafValue], zone: str) -> None:
    """Print how a leaf came to be on one line, then every value, oldest first, with times, writer, reason and sources."""
    if len(values) > 1:
        say(timeline(values, language_of(values[-1].leaf.value)))
    for value in values:
        leaf = value.leaf
        ended = (
            "now" if value.ended_version is None else f"ended with version {value.ended_version} by {value.ended_by}"
        )
        say(f"version {leaf.version}: {leaf.value}{_marks(leaf, first_said=first_said(leaf))}")
        say(
            f"  written {written(leaf.recorded_us, zone)} by {leaf.writer}{_because(value.reason)}; {ended}{_because(value.end_reason)}"
        )
        for quote in leaf.quotes:
            say(f"  {quote_line(quote)}")


def quote_line(quote: Quote) -> str:
    """Return a quote with its date on one line."""
    words = quote.words.replace("\n", " ")
    said = f"“{words}”" if words else "words that were forgotten"
    return f"{moment_text(quote.said_at)}: {said}  (round {quote.record_id})"


def say_explanation(explained: Explained, zone: str) -> None:
    """Print a leaf's value and all that it rests on."""
    last = explained.line[-1]
    if explained.spec is not None:
        title = explained.spec.title[language_of(last.leaf.value)]
        say(f"{explained.path} ({title}): {last.leaf.value}")
    else:
        say(f"{explained.path}: {last.leaf.value}")
    if not explained.standing:
        say(f"not so any more: ended with version {last.ended_version} by {last.ended_by}{_because(last.end_reason)}")
    elif explained.past:
        say("past: it was said for a time that is over")
    for value in explained.line:
        leaf = value.leaf
        how = "stated" if leaf.stated else f"inferred, {leaf.confidence:.0%} sure"
        say(
            f"version {leaf.version}, written {written(leaf.recorded_us, zone)} by {leaf.writer}, {how}{_because(value.reason)}"
        )
        if value is not last:
            say(f"  it read: {leaf.value}")
        if time_of(leaf):
            say(f"  so {time_of(leaf)}")
        for quote in leaf.quotes:
            say(f"  {quote_line(quote)}")
        if not leaf.quotes:
            say(_WORDLESS.get(leaf.writer, "  no words were given"))


def say_applied(applied: Applied) -> None:
    """Print each decision of a list with its code, then the version that it led to."""
    for number, decision in enumerate(applied.decisions, start=1):
        say(f"{number}. {decision.outcome} ({decision.code}): {decision.proposal.operation}")
        near = f"; nearest: {', '.join(decision.nearest)}" if decision.nearest else ""
        waits = (
            f"; `duramen persona accept {decision.decision_id}` applies it"
            if decision.decision_id and decision.waits
            else ""
        )
        if decision.reason and (decision.code != "applied" or waits):
            say(f"   {decision.reason}{near}{waits}")
    for refused in applied.refused:
        say(f"unreadable ({refused.code}): {refused.text}")
        say(f"   {refused.reason}")
    if applied.repairs:
        say(f"mended: {', '.join(applied.repairs)}")
    if applied.partial:
        say("the text broke off: what stands before the break was read")
    if applied.dry_run:
        would = sum(one.outcome == "applied" for one in applied.decisions)
        say(
            f"dry run: nothing was written; {would} of {len(applied.decisions)} would be applied to version {applied.before}"
        )
    elif applied.version == applied.before:
        say(f"nothing changed: the tree stays at version {applied.version}")
    else:
        say(f"version {applied.version}")


def say_edited(edited: Edited, done: str) -> None:
    """Print what an edit led to."""
    if edited.version == edited.before:
        say(f"nothing to change: that is how it stands at version {edited.version}")
    else:
        say(f"{done}: version {edited.version}, {_leaves(len(edited.paths))} changed")
    for path, value in (edited.kept or {}).items():
        say(f"  no leaf for {path}{f': {value}' if value else ''} (kept in the history)")
    for path in edited.left_out:
        say(f"  not restored, since it may not be kept by now: {path}")


def say_differences(differences: list[Difference]) -> None:
    """Print what differs between two versions."""
    for one in differences:
        say(one.path)
        if one.before is not None:
            say(f"  - {one.before.value}")
        if one.after is not None:
            say(f"  + {one.after.value}")
    if not differences:
        say("no difference")


def say_waiting(waiting: list[WaitingOperation]) -> None:
    """Print what waits for the person."""
    for one in waiting:
        operation = one.decision.proposal.operation
        say(f"{one.decision.decision_id}: {operation}")
        if one.held:
            say(f"   {'now' if operation.kind is Kind.DELETE else 'instead of'}: {one.held}")
        if one.words:
            say(f"   rests on: “{one.words}”")
        say(f"   {one.decision.reason} ({one.decision.code}), by {one.decision.writer}")
    if waiting:
        say("`duramen persona accept ID` applies one, `reject ID` drops it")
    else:
        say("nothing waits")


def written(at_us: int, zone: str) -> str:
    """Return when something was written, as people in a zone read it."""
    return moment_text(moment_at(Moment(at_us=at_us).utc(), zone))


def _leaves(count: int) -> str:
    return f"{count} {'leaf' if count == 1 else 'leaves'}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _iso(at_us: int | None) -> str | None:
    return None if at_us is None else Moment(at_us=at_us).iso()


def _us(moment: Moment) -> int:
    return moment.at_us or 0
