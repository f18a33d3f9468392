"""`duramen review`: sheets for people who judge rounds blind, their verdicts, and what follows from them (A15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from duramen.cli.names import the_person
from duramen.cli.options import LEFT_OUT, Character, Home, Json, KnownPerson, Session, explained, opened
from duramen.cli.output import counted, print_json, say, table
from duramen.draw.curves import curves_svg
from duramen.errors import BadSetting
from duramen.memory.files import write_file
from duramen.memory.open import Memory
from duramen.memory.review.choosing import Choice
from duramen.memory.review.export import Exported, Making, export_disagreements, export_sheets
from duramen.memory.review.score import Disagreement, Grades, Scores, score_files, score_rounds
from duramen.memory.review.taking import take_sheets
from duramen.memory.workspace import Workspace
from duramen.scoring.kappa import Agreement
from duramen.scoring.ranking import Interval
from duramen.scoring.review import ASPECTS, Tally

app = typer.Typer(help="Let people judge stored rounds blind, and see how right they were.", no_args_is_help=True)

Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against", help="Another store with the same person's rounds, answered otherwise (repeat for more)."
    ),
]


@app.command("export")
def export_command(
    to: Annotated[Path, typer.Option("--to", help="The CSV file; with several reviewers one beside it for each.")],
    person: KnownPerson = None,
    character: Character = "",
    session: Session = "",
    rounds: Annotated[
        Path | None, typer.Option("--rounds", help="Only the rounds named in this file (lines, CSV or JSON Lines).")
    ] = None,
    reviewers: Annotated[int, typer.Option("--reviewers", help="How many people judge; one sheet each.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="Decides order and letters.")] = 0,
    blind: Annotated[
        bool, typer.Option("--blind/--no-blind", help="Hide conditions, models and automatic verdicts.")
    ] = True,
    disagreements: Annotated[
        bool,
        typer.Option("--disagreements", help="Instead, a sheet of what reviewers disagree on, for the adjudicator."),
    ] = False,
    against: Against = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Write sheets for reviewers: doubtful rounds first, clear ones judged beforehand by rules."""
    with opened(home, as_json=as_json, reads=True) as memory, _also(against, as_json) as others:
        choice = Choice(person=the_person(memory, person), character=character, session=session, rounds=rounds)
        making = Making(to=to, reviewers=reviewers, seed=seed, blind=blind)
        if disagreements and reviewers != 1:
            raise BadSetting("one adjudicator decides what reviewers disagree on; leave --reviewers away")
        act = export_disagreements if disagreements else export_sheets
        done = act([memory.workspace, *others], choice, making)
    if as_json:
        print_json(asdict(done) | {"files": [str(file) for file in done.files]})
        return
    _show_exported(done)


@app.command("import")
def import_command(
    files: Annotated[list[Path], typer.Argument(help="Sheets that people have filled in.")],
    reviewer: Annotated[
        str, typer.Option("--reviewer", help="Whose sheets they are; else as they say.", show_default=False)
    ] = "",
    against: Against = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Take judged sheets in; blank cells are unjudged, and rows that cannot be read are listed."""
    with opened(home, as_json=as_json, reads=True) as memory, _also(against, as_json) as others:
        taken = take_sheets([memory.workspace, *others], files, reviewer)
    if as_json:
        print_json(asdict(taken))
    else:
        for problem in taken.problems:
            say(f"  ! {problem}")
        who = ", ".join(taken.reviewers) or "nobody"
        say(f"{counted(taken.judged, 'verdict')} of {who}, {taken.new:,} new; {counted(taken.blank, 'row')} left blank")
    if taken.problems:
        raise typer.Exit(LEFT_OUT)


@app.command("score")
def score_command(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Score these sheets by themselves, without a store.")
    ] = None,
    person: KnownPerson = None,
    character: Character = "",
    session: Session = "",
    plot: Annotated[Path | None, typer.Option("--plot", help="Draw the rolling accuracies into this SVG file.")] = None,
    against: Against = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Show accuracies, corrections, agreement, disagreements and grades."""
    with explained(as_json):
        if files:
            if person is not None or against or character or session:
                raise BadSetting("give either sheets, or --person with its options, not both")
            scores = score_files(files)
        else:
            with opened(home, as_json=as_json, reads=True) as memory, _also(against, as_json) as others:
                choice = Choice(person=the_person(memory, person), character=character, session=session)
                scores = score_rounds([memory.workspace, *others], choice)
        if plot is not None:
            write_file(plot, _drawn(scores))
    if as_json:
        print_json(_scores_json(scores))
    else:
        _show(scores)
        if plot is not None:
            say(f"curves: {plot}")
    if scores.problems:
        raise typer.Exit(LEFT_OUT)


@contextmanager
def _also(homes: Sequence[str] | None, as_json: bool) -> Iterator[list[Workspace]]:
    with ExitStack() as stack:
        memories: list[Memory] = [stack.enter_context(opened(one, as_json=as_json, reads=True)) for one in homes or ()]
        yield [memory.workspace for memory in memories]


def _show_exported(done: Exported) -> None:
    for file in done.files:
        say(str(file))
    clear = done.rounds - done.doubtful
    say(
        f"{counted(done.rounds, 'round')} of {counted(done.conditions, 'condition')}: {done.doubtful:,} doubtful, {clear:,} clear"
    )
    for code, times in done.doubts.items():
        say(f"  {code}: {times:,}")


def _show(scores: Scores) -> None:
    letters = {condition: letter for letter, condition in scores.letters.items()}
    rows = [
        _tally_row(f"{letters[name]}  {name}" if name in letters else name, one)
        for name, one in scores.conditions.items()
    ]
    if len(rows) > 1:
        rows.append(_tally_row("all", scores.all))
    table("", ["condition", "rounds", "automatic", "manual", "0→1", "1→0", "settled"], rows)
    _show_agreements(scores)
    for one in scores.disagreements:
        say(f"  {one.place} ({one.condition}): {_said(one)}")
    _show_grades("grades by condition", scores.by_condition)
    _show_grades("grades by model", scores.by_model)
    for problem in scores.problems:
        say(f"  ! {problem}")


def _tally_row(name: str, one: Tally) -> list[str]:
    settled = ", ".join(f"{how} {times}" for how, times in one.ways.items())
    return [
        name,
        f"{one.rounds}",
        _share(one.automatic),
        _share(one.manual),
        f"{one.raised}",
        f"{one.lowered}",
        settled,
    ]


def _show_agreements(scores: Scores) -> None:
    found = scores.agreements
    for (a, b), one in found.pairs.items():
        if one.items:  # sheets of different rounds have nothing to compare
            say(f"Cohen's kappa of {a} and {b}: {_kappa(one)}")
    if found.all is not None and found.all.items:
        say(f"Fleiss' kappa of all: {_kappa(found.all)}")
    if scores.disagreements:
        open_ = sum(one.decided is None for one in scores.disagreements)
        how = "; `duramen review export --disagreements` makes the adjudicator's sheet" if open_ else ""
        say(f"{counted(len(scores.disagreements), 'disagreement')}, {open_} undecided{how}")


def _show_grades(title: str, means: Grades) -> None:
    if means:
        rows = [[name, *(_mean(found.get(aspect)) for aspect in ASPECTS)] for name, found in means.items()]
        table(title, ["", *ASPECTS], rows)


def _share(one: Interval | None) -> str:
    return "unjudged" if one is None else f"{one.value:.1%} of {one.n} ({one.low:.1%}–{one.high:.1%})"


def _mean(one: Interval | None) -> str:
    return "–" if one is None else f"{one.value:.2f} ± {one.high - one.value:.2f} (n {one.n})"


def _kappa(one: Agreement) -> str:
    if one.kappa is None:
        return f"not defined: {one.why}"
    between = "no interval" if one.low is None or one.high is None else f"{one.low:.2f} to {one.high:.2f}"
    return f"{one.kappa:.3f} ({between}), agree on {one.observed:.1%}, {counted(one.items, 'round')}"


def _said(one: Disagreement) -> str:
    signs = {True: "1", False: "0", None: "–"}
    told = ", ".join(f"{name} {signs[verdict]}" for name, verdict in one.verdicts.items())
    return f"{told}; decided: {signs[one.decided]}" if one.decided is not None else told


def _drawn(scores: Scores) -> str:
    series: dict[str, list[tuple[float, float | None]]] = {}
    for name, one in scores.conditions.items():
        before = f"{name}: " if len(scores.conditions) > 1 else ""
        series[f"{before}automatic"] = list(enumerate(one.automatic_curve, start=1))
        series[f"{before}manual"] = list(enumerate(one.manual_curve, start=1))
    return curves_svg(series, title="Rolling accuracy", x_label="round", y_label="accuracy", y_range=(0.0, 1.0))


def _scores_json(scores: Scores) -> dict[str, Any]:
    pairs = [{"reviewers": list(pair)} | asdict(one) for pair, one in scores.agreements.pairs.items()]
    return {
        "conditions": {name: asdict(one) for name, one in scores.conditions.items()},
        "all": asdict(scores.all),
        "cohen": pairs,
        "fleiss": None if scores.agreements.all is None else asdict(scores.agreements.all),
        "disagreements": [asdict(one) for one in scores.disagreements],
        "letters": scores.letters,
        "grades": {"by_condition": _grades_json(scores.by_condition), "by_model": _grades_json(scores.by_model)},
        "problems": list(scores.problems),
    }


def _grades_json(means: Grades) -> dict[str, Any]:
    return {name: {aspect: asdict(one) for aspect, one in found.items()} for name, found in means.items()}
