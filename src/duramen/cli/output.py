"""From values to what a terminal or a program reads: JSON shapes, tables, progress bars."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from duramen.compose.profile import since_of
from duramen.domain.checks import Finding
from duramen.domain.evidence import Candidate, Evidence, Recalled
from duramen.domain.profile import Contradiction, ShownLeaf
from duramen.domain.record import Record
from duramen.domain.time import Moment
from duramen.memory.marks import contradictions_of, findings_of
from duramen.memory.persona.routing import route_values
from duramen.memory.reply import Reply
from duramen.text.border import displayable, whole_characters
from duramen.text.moments import say_date
from duramen.text.secrets import told

console = Console(highlight=False, soft_wrap=True)


def print_json(value: Any) -> None:
    """Print a value as JSON on standard output."""
    sys.stdout.write(_json(value, indent=2) + "\n")


def print_json_line(value: Any) -> None:
    """Print a value as one line of JSON Lines on standard output, at once."""
    sys.stdout.write(_json(value, indent=None) + "\n")
    sys.stdout.flush()


def _json(value: Any, indent: int | None) -> str:
    """What a terminal would obey stands escaped, so that nothing is lost to a program."""
    text = whole_characters(json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, indent=indent))
    return text if displayable(text) == text else "".join(map(_escaped, text))


def _escaped(char: str) -> str:
    return char if char == "\n" or displayable(char) == char else json.dumps(char)[1:-1].replace("\x7f", "\\u007f")


def _finite(value: Any) -> Any:
    """Put null for numbers that JSON does not have: the logarithm of a score of 0 is one."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    return [_finite(one) for one in value] if isinstance(value, list | tuple) else value


def say(text: str = "") -> None:
    """Print a line as it is; nothing in it is read as markup."""
    console.print(Text(displayable(text)))


def say_aside(text: str) -> None:
    """Say something on standard error, with its line ends; whatever it quotes of files and models is made safe for a terminal."""
    sys.stderr.write(displayable(whole_characters(text)))


def show_words(text: str) -> None:
    """Show words on standard output at once, as they come from a model or a person, safe for a terminal."""
    sys.stdout.write(displayable(whole_characters(text)))
    sys.stdout.flush()


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, as "1 round" or "1,200 rounds"; `many` where the plural does not just take an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table, every cell as it is."""
    drawn = Table(title=Text(title) if title else None, title_justify="left", header_style="bold")
    for column in columns:
        drawn.add_column(column, overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(displayable(cell)) for cell in row))
    console.print(drawn)


@contextmanager
def progress(title: str, unit: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar with rate and remaining time on standard error; gives a function of (done, total).

    The bar appears with the first call of that function and goes when the block fails, so that an error stands alone.
    """
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=False,
    )
    task = bar.add_task(escape(displayable(title)), total=None, rate="")

    def update(done: int, total: int) -> None:
        bar.start()  # once it runs this does nothing
        speed = bar.tasks[0].finished_speed or bar.tasks[0].speed
        bar.update(task, completed=done, total=total, rate=f"{speed:,.0f} {unit}/s" if speed else "")

    try:
        yield update
    except BaseException:
        bar.live.transient = True
        raise
    finally:
        if bar.live.is_started:
            bar.stop()


def moment_text(moment: Moment | None, language: str = "en") -> str:
    """Return a moment as people read it."""
    return "" if moment is None else say_date(moment, language)


def candidate_json(candidate: Candidate) -> dict[str, Any]:
    """Return a candidate as JSON has it."""
    return {
        "source": candidate.source.value,
        "text": candidate.text,
        "speaker": candidate.speaker,
        "happened_at": candidate.happened_at.iso(),
        "precision": candidate.happened_at.precision.value,
        "recorded_at": candidate.recorded_at.iso(),
        "round": candidate.round,
        "relative_round": candidate.relative_round,
        "origin": candidate.origin,
        "record": candidate.record_id,
        "item": candidate.item_id,
        "rank": candidate.rank,
        "scores": candidate.scores,
        "score": candidate.score,
        "merged": list(candidate.merged),
    }


def evidence_json(evidence: Evidence) -> dict[str, Any]:
    """Return an evidence as JSON has it."""
    return {"id": evidence.id, "disagrees_with": evidence.disagrees_with} | candidate_json(evidence.candidate)


def leaf_json(shown: ShownLeaf) -> dict[str, Any]:
    """Return a leaf that was shown as JSON has it; the value of one that may not be seen is null."""
    leaf = shown.leaf
    return {
        "id": shown.id,
        "path": leaf.path,
        "title": dict(shown.title),
        "value": leaf.value if shown.visible else None,
        "since": leaf.valid_from.iso(),
        "until": leaf.valid_to.iso(),
        "past": shown.past,
        "version": leaf.version,
        "writer": leaf.writer,
        "relevance": shown.relevance,
        "disagrees_with": shown.disagrees_with,
    }


def leaf_text(shown: ShownLeaf, language: str) -> str:
    """Return a leaf that was shown as people read it, on one line."""
    since = since_of(shown.leaf)
    dated = f"  (since {moment_text(since, language)})" if since.known else ""
    past = "  [past]" if shown.past else ""
    value = " ".join(shown.leaf.value.split()) if shown.visible else "(not to be shown)"
    return f"{shown.id}  {shown.title.get(language) or shown.leaf.path}: {value}{dated}{past}"


def recalled_json(recalled: Recalled) -> dict[str, Any]:
    """Return what was recalled as JSON has it."""
    return {
        "question": recalled.question,
        "augmented": recalled.augmented,
        "person": recalled.person,
        "character": recalled.character,
        "now": recalled.now.iso(),
        "round": recalled.round,
        "preset": recalled.preset,
        "level": recalled.route.level.value if recalled.route else "",
        "route": route_values(recalled.route) if recalled.route else None,
        "tree_version": recalled.tree_version,
        "leaves": [leaf_json(shown) for shown in recalled.leaves],
        "self_version": recalled.self_version,
        "self_leaves": [leaf_json(shown) for shown in recalled.self_leaves],
        "expanded": list(recalled.expanded),
        "evidence": [evidence_json(evidence) for evidence in recalled.evidence],
        "candidates": [candidate_json(c) | {"reason": c.reason} for c in recalled.candidates],
    }


def reply_json(reply: Reply) -> dict[str, Any]:
    """Return a reply as JSON has it."""
    analysis = reply.analysis
    return {
        "record": reply.record_id,
        "round": reply.round,
        "session": reply.session,
        "model": reply.model,
        "response": reply.text,
        "state": reply.state.value,
        "repairs": list(reply.repairs),
        "analysis": None
        if analysis is None
        else {
            "text": analysis.text,
            "need": analysis.need.value,
            "verdicts": {id_: verdict.value for id_, verdict in analysis.verdicts},
            "bound": list(analysis.bound),
            "unknown_ids": list(analysis.unknown_ids),
            "in_bounds": analysis.in_bounds,
        },
        "level": reply.route.level.value if reply.route else "",
        "route": route_values(reply.route) if reply.route else None,
        "leaves": [leaf_json(shown) for shown in reply.leaves],
        "self_leaves": [leaf_json(shown) for shown in reply.self_leaves],
        "contradicts": [contradiction_json(one, reply.text[one.start : one.end]) for one in reply.contradicts],
        "findings": [finding_json(one, reply.text[one.start : one.end]) for one in reply.findings],
        "evidence": [evidence_json(evidence) for evidence in reply.evidence],
        "masked": dict(reply.masked),
    }


def tell_masked(masked: Mapping[str, int]) -> None:
    """Say on standard error which secrets were not kept; nothing where there were none."""
    if masked:
        verb = "was" if sum(masked.values()) == 1 else "were"
        say_aside(f"note: {told(masked)} {verb} not kept (DURAMEN_SECRETS=keep stores such as they are)\n")


def contradiction_json(one: Contradiction, words: str) -> dict[str, Any]:
    """Return where a reply contradicts its character as JSON has it: the leaf, the words, and what said otherwise."""
    return {"path": one.path, "words": words, "version": one.version or None, "record": one.record_id or None}


def contradiction_text(one: Contradiction, words: str) -> str:
    """Return where a reply contradicts its character as people read it, on one line."""
    where = (
        f"round {one.record_id}"
        if one.record_id
        else f"version {one.version} of its tree"
        if one.version
        else "its card"
    )
    return f"contradicts what the character said of itself ({one.path}, {where}): “{' '.join(words.split())}”"


def finding_json(one: Finding, words: str) -> dict[str, Any]:
    """Return what a check found wrong with a reply as JSON has it: the kind, the words, what they were held against."""
    return {"kind": one.kind.value, "words": words, "against": one.against or None, "reason": one.reason}


def finding_text(one: Finding, words: str) -> str:
    """Return what a check found wrong with a reply as people read it, on one line."""
    return f"{one.kind.value}: “{' '.join(words.split())}”: {one.reason}"


def mark_lines(record: Record) -> list[str]:
    """Return the marks of a recorded round's reply as people read them, a line each."""
    contradicts = [contradiction_text(*one) for one in contradictions_of(record)]
    return contradicts + [finding_text(*one) for one in findings_of(record)]


def record_json(record: Record) -> dict[str, Any]:
    """Return a record as JSON has it."""
    answer = record.answer
    return {
        "record": record.record_id,
        "person": record.person,
        "character": record.character,
        "session": record.session,
        "round": record.round,
        "state": record.state.value,
        "channel": record.channel,
        "happened_at": record.happened_at.iso(),
        "recorded_at": Moment(at_us=record.recorded_us).iso(),
        "contradicts": [contradiction_json(*one) for one in contradictions_of(record)],
        "findings": [finding_json(*one) for one in findings_of(record)],
        "turns": [
            {
                "role": turn.role.value,
                "speaker": turn.speaker,
                "text": turn.text,
                "happened_at": turn.happened_at.iso(),
                "retrievable": turn.retrievable,
                "extra": json.loads(turn.extra),
            }
            for turn in record.turns
        ],
        "answer": None
        if answer is None
        else {
            "model": answer.model,
            "preset": answer.preset,
            "augmented": answer.augmented,
            "analysis": answer.analysis,
            "state": answer.reply_state,
            "bound": list(answer.bindings),
            "prompt_hash": answer.prompt_hash,
            "template_hash": answer.template_hash,
            "settings": answer.settings,
            "trace": answer.trace,
        },
    }
