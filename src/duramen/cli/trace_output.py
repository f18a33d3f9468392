"""A trace as a terminal or a program reads it: one round, or the drift over many."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.cells import cell_len, chop_cells

from duramen.cli.output import contradiction_json, contradiction_text, counted, moment_text, record_json, say, table
from duramen.compose.distance import say_rounds_ago
from duramen.compose.explaining import COMPONENTS, component_words
from duramen.domain.evidence import Source
from duramen.domain.time import US_PER_HOUR
from duramen.domain.trace import Drift, Trace, TracedCandidate, TracedLeaf, Why
from duramen.draw.drift import SERIES
from duramen.memory.persona.routing import route_values

SHOWN_LEFT_OUT, SHOWN_CELLS, LINE_CHARS = 10, 92, 92
SPARKS, SPARK_CELLS = "▁▂▃▄▅▆▇█", 20


def trace_json(trace: Trace) -> dict[str, Any]:
    """Return a trace as JSON has it; documented in docs/how-to/trace.md."""
    return {
        "round": record_json(trace.record),
        "language": trace.language,
        "question": trace.question,
        "response": trace.response,
        "now": trace.now.iso(),
        "entered": [_candidate_json(one, trace) for one in trace.entered],
        "left_out": [_candidate_json(one, trace) for one in trace.left_out],
        "components": {name: dict(words) for name, words in COMPONENTS.items() if _has(trace, name)},
        "leaves": [_leaf_json(leaf) for leaf in trace.leaves],
        "route": route_values(trace.route) if trace.route else None,
        "expanded": trace.expanded,
        "prompt": asdict(trace.prompt) if trace.prompt else None,
        "need": trace.need,
        "analysis": trace.analysis,
        "bound": list(trace.bound),
        "unknown_ids": list(trace.unknown_ids),
        "repairs": list(trace.repairs),
        "operations": [asdict(one) for one in trace.operations],
        "unheard": trace.unheard,
        "contradicts": [contradiction_json(*one) for one in trace.contradicts],
    }


def drift_json(drift: Drift) -> dict[str, Any]:
    """Return a drift as JSON has it: by group, the places of its rounds among `rounds`, and its series."""
    return {
        "person": drift.person,
        "session": drift.session,
        "rolling": drift.rolling,
        "rounds": list(drift.rounds),
        "answered": drift.answered,
        "groups": {group.key: {"at": list(group.at), "series": dict(group.series)} for group in drift.groups},
    }


def _has(trace: Trace, component: str) -> bool:
    return any(component in one.scores for one in trace.candidates)


def _candidate_json(one: TracedCandidate, trace: Trace) -> dict[str, Any]:
    age_us = None
    if one.happened_at.at_us is not None and trace.now.at_us is not None:
        age_us = trace.now.at_us - one.happened_at.at_us
    return {
        "id": one.id or None,
        "source": one.source.value,
        "item": one.item,
        "record": one.record_id,
        "origin": one.origin,
        "speaker": one.speaker,
        "role": one.role,
        "text": None if one.gone else one.text,
        "happened_at": one.happened_at.iso(),
        "hours_ago": None if age_us is None else age_us / US_PER_HOUR,
        "round": one.round,
        "relative_round": one.relative_round,
        "rank": one.rank + 1,
        "score": one.score,
        "scores": dict(one.scores),
        "ranks": dict(one.ranks),
        "why": _why_json(one.why),
        "merged": list(one.merged),
        "disagrees_with": one.disagrees_with,
        "verdict": one.verdict,
        "bound": one.bound,
    }


def _why_json(why: Why | None) -> dict[str, Any] | None:
    return None if why is None else {"kind": why.kind, "recorded": why.recorded, "words": dict(why.words)}


def _leaf_json(leaf: TracedLeaf) -> dict[str, Any]:
    return {
        "id": leaf.id,
        "path": leaf.path,
        "title": dict(leaf.title),
        "value": leaf.value,
        "since": leaf.since.iso(),
        "version": leaf.version,
        "past": leaf.past,
        "relevance": leaf.relevance,
        "disagrees_with": leaf.disagrees_with,
        "verdict": leaf.verdict,
        "bound": leaf.bound,
        "of": "character" if leaf.own else "person",
        "gone": leaf.gone,
    }


def show_trace(trace: Trace, *, every: bool = False, prompt: bool = False) -> None:
    """Print a trace as people read it; `every`: all that did not enter, `prompt`: the prompt itself."""
    _show_round(trace)
    if trace.record.answer is not None:
        _show_entered(trace)
        _show_left_out(trace, every=every)
        _show_leaves(trace)
        _show_reading_of(trace)
    _show_operations(trace)
    if trace.prompt is not None and prompt:
        say()
        say(trace.prompt.text)


def _show_round(trace: Trace) -> None:
    record, answer = trace.record, trace.record.answer
    say(f"{record.character}/{record.round}  {moment_text(trace.now)}  {record.state.value}  {record.channel}")
    for turn in record.turns:
        say(f"  {turn.speaker or turn.role.value}: {turn.text}")
    for one in trace.contradicts:
        say(f"  ! {contradiction_text(*one)}")
    if answer is None:
        say("  not answered here: there is no search to trace")
        return
    said = f"mended: {', '.join(trace.repairs)}" if trace.repairs else "nothing mended"
    say(f"  model {answer.model}, preset {answer.preset}; reply {answer.reply_state}, {said}")
    if trace.route is not None:
        say(f"  level {trace.route.level.value}")
        for source, choice in trace.route.choices().items():
            say(f"    {source} {choice.depth.value}: {choice.reason[trace.language]}")
    if trace.expanded:
        say(f"  searched as well by {counted(trace.expanded, 'further query', 'further queries')}")


def _show_entered(trace: Trace) -> None:
    say()
    say(f"Entered the prompt: {len(trace.entered)} of {len(trace.candidates)} found")
    for one in trace.entered:
        rounds = one.relative_round
        ago = f", {say_rounds_ago(rounds, trace.language)}" if rounds is not None and one.role else ""
        marks = "  ".join(filter(None, (one.verdict, "● rests on it" if one.bound else "")))
        say()
        say(f"{one.id}  {moment_text(one.happened_at, trace.language)}{ago}  {one.source.value}  {marks}".rstrip())
        say(f"    {_one_line(one)}")
        if one.disagrees_with:
            say(f"    disagrees with {one.disagrees_with}, which is later")
        if one.merged:
            say(f"    the same words: {', '.join(one.merged)}")
        for line in _score_lines(one):
            say(f"    {line}")
    names = [name for name in COMPONENTS if any(name in one.scores for one in trace.entered)]
    if names:
        say()
        say("What the scores are (#: place among all found by that source):")
        for name in names:
            say(f"    {name}: {component_words(name, trace.language)}")


def _one_line(one: TracedCandidate) -> str:
    if one.gone:
        return "(its words were erased since)"
    who = one.speaker or one.origin
    text = f"{who + ': ' if who else ''}{' '.join(one.text.split())}"
    if cell_len(text) <= SHOWN_CELLS:
        return text
    return next(iter(chop_cells(text[:SHOWN_CELLS], SHOWN_CELLS - 1)), "") + "…"


def _score_lines(one: TracedCandidate) -> list[str]:
    """Return rank, score and components with their places, as lines that fit a narrow terminal."""
    parts = [f"rank {one.rank + 1}, score {one.score:.3g}"] if "recent" not in one.scores else []
    for name, value in one.scores.items():
        place = f" #{one.ranks[name]}" if name in one.ranks and name != "recent" else ""
        parts.append(f"{name} {_number(value)}{place}")
    lines = [""]
    for part in parts:
        if lines[-1] and len(lines[-1]) + len(part) + 2 > LINE_CHARS - 4:
            lines.append("")
        lines[-1] += ("  " if lines[-1] else "") + part
    return [line for line in lines if line]


def _number(value: float | None) -> str:
    return "–" if value is None or not math.isfinite(value) else f"{value:.3g}"


def _show_left_out(trace: Trace, *, every: bool) -> None:
    others = trace.left_out
    if not others:
        return
    say()
    counts = Counter(one.why.label[trace.language] for one in others if one.why)
    say(
        f"Found and left out: {len(others)}  ({'; '.join(f'{count} {label}' for label, count in counts.most_common())})"
    )
    shown = others if every else others[:SHOWN_LEFT_OUT]
    rows = [
        [
            f"{_SHORT[one.source]} {one.rank + 1}",
            _number(one.score),
            _number(one.scores.get("dense")),
            _number(one.scores.get("lexical")),
            one.why.words[trace.language] if one.why else "",
            _one_line(one),
        ]
        for one in shown
    ]
    table("", ["rank", "score", "dense", "lexical", "why not", "words"], rows)
    if len(shown) < len(others):
        say(f"and {len(others) - len(shown)} more; --all lists them")


_SHORT = {Source.EXPERIENCE: "exp.", Source.KNOWLEDGE: "know."}


def _show_leaves(trace: Trace) -> None:
    if not trace.leaves:
        return
    say()
    rows = []
    for leaf in trace.leaves:
        value = "(erased since)" if leaf.gone else leaf.value if leaf.value is not None else "(not to be shown)"
        notes = filter(None, ("past" if leaf.past else "", leaf.verdict, "● rests on it" if leaf.bound else ""))
        rows.append([leaf.id, leaf.path, " ".join(value.split()), f"{leaf.relevance:.2f}", ", ".join(notes)])
    table("Leaves shown, with what they held then", ["id", "leaf", "value", "fits", ""], rows)


def _show_reading_of(trace: Trace) -> None:
    say()
    say(f"Analysis: {trace.analysis or '(none)'}")
    say(f"    needs {trace.need or 'nothing stated'}; rests on {', '.join(trace.bound) or 'nothing shown'}")
    if trace.unknown_ids:
        say(f"    names what was not there: {', '.join(trace.unknown_ids)}")
    prompt = trace.prompt
    if prompt is not None and prompt.same:
        say(f"Prompt: rendered again, byte for byte the one sent (SHA-256 {prompt.hash[:16]}…); --prompt prints it")
    elif prompt is not None:
        say(f"Prompt: rendered again, not the one sent ({prompt.note}); --prompt prints it")


def _show_operations(trace: Trace) -> None:
    say()
    if not trace.operations:
        say("No operation followed" + ("; no listener has heard this round yet" if trace.unheard else ""))
        return
    rows = [
        [
            f"{'own ' if one.own else ''}v{one.version}",
            one.kind,
            one.path,
            " ".join((one.value or "").split())[:60],
            " ".join(filter(None, (one.outcome, one.code, one.state))),
            "●" if one.rests_here else "",
        ]
        for one in trace.operations
    ]
    table("What listeners made of the rounds around it (●: of this round's words)", [*_OPERATIONS], rows)


_OPERATIONS = ("tree", "operation", "leaf", "value", "became", "")


def show_drift(drift: Drift) -> None:
    """Print a drift as people read it: each series with its first, last, least and greatest value, and its course."""
    where = f"sitting {drift.session}" if drift.session else "all rounds"
    say(f"{drift.person}, {where}: {counted(len(drift.rounds), 'round')}, {drift.answered:,} of them answered here")
    say(f"all but the number of leaves are means over the last {counted(drift.rolling, 'round')}")
    rows = []
    for group in drift.groups:
        for name, values in group.series.items():
            rows.append([group.key, SERIES[name]["en"], *_figures(values)])
    table("", ["of", "series", "first", "last", "least", "most", "course"], _grouped(rows))


def _grouped(rows: Sequence[list[str]]) -> list[list[str]]:
    """Name each group once, at its first series."""
    return [[row[0] if at == 0 or rows[at - 1][0] != row[0] else "", *row[1:]] for at, row in enumerate(rows)]


def _figures(values: Sequence[float | None]) -> list[str]:
    known = [value for value in values if value is not None]
    if not known:
        return ["–"] * 4 + [""]
    ends = (known[0], known[-1], min(known), max(known))
    return [*(f"{value:.3g}" if abs(value) < 1000 else f"{value:,.0f}" for value in ends), sparkline(values)]


def sparkline(values: Sequence[float | None], cells: int = SPARK_CELLS) -> str:
    """Draw a series as block characters, the mean of each stretch a cell; a blank where there is no value."""
    size = max(1, math.ceil(len(values) / cells))
    means: list[float | None] = []
    for start in range(0, len(values), size):
        known = [value for value in values[start : start + size] if value is not None]
        means.append(sum(known) / len(known) if known else None)
    whole = [mean for mean in means if mean is not None]
    low, high = (min(whole), max(whole)) if whole else (0.0, 0.0)
    top = len(SPARKS) - 1

    def cell(mean: float | None) -> str:
        if mean is None:
            return " "
        return SPARKS[round((mean - low) / (high - low) * top)] if high > low else SPARKS[0]

    return "".join(map(cell, means))
