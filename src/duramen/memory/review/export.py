"""Sheets out: chosen rounds of one or several stores, pre-judged by rules, doubtful ones first, one sheet a reviewer.

In: open stores and what to choose. Out: CSV files, and in each store what its rules said, under which condition and letter:
the key to the sheets, which therefore never hold it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from duramen.errors import BadSetting, NotFound, UnreadableFile
from duramen.memory.events import logged
from duramen.memory.review.choosing import Choice
from duramen.memory.review.prejudging import Judged, judged_rounds, keep_rules
from duramen.memory.workspace import Workspace
from duramen.scoring.review import rolling_accuracy
from duramen.scoring.sheets import write_sheet
from duramen.stores.verdicts import ADJUDICATOR, AUTOMATIC
from duramen.text.moments import say_date

MOST_REVIEWERS = 50
_QUOTE_CHARS = 400
_YES, _NO = "是", "否"  # as in ARPM's sheets
_HIDDEN = {"en": "(may not be shown)", "zh": "（不可显示）"}
_GONE = {"en": "(erased)", "zh": "（已删除）"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Making:
    """How sheets are made: where to, for how many reviewers, in which random order, and whether blind."""

    to: Path
    reviewers: int = 1
    seed: int = 0
    blind: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """What was written: the files, how many rounds each holds, how many of them are doubtful, and the doubts by code."""

    files: tuple[Path, ...]
    rounds: int
    doubtful: int
    doubts: Mapping[str, int]
    conditions: int


def export_sheets(workspaces: Sequence[Workspace], choice: Choice, making: Making) -> Exported:
    """Write one sheet a reviewer, and keep in each store what its rules said of each round.

    `workspaces`: the store, and those it is held against, whose rounds stand in the same sheets. Doubtful rounds come first,
    in an order that the seed and the reviewer's number decide. Raises BadSetting for impossible options, UnreadableFile for a
    file that is there already, NotFound where there is no round.
    """
    if not 1 <= making.reviewers <= MOST_REVIEWERS:
        raise BadSetting(
            f"{making.reviewers} reviewers is not between 1 and {MOST_REVIEWERS}; give --reviewers another"
        )
    names = [f"R{number}" for number in range(1, making.reviewers + 1)]
    files = _new_files(making.to, names)
    with logged("review_exported", reviewers=making.reviewers) as facts:
        judged = judged_rounds(workspaces, choice, making.seed)
        keep_rules(judged)
        for name, file in zip(names, files, strict=True):
            order = _ordered(judged, f"{making.seed}/{name}")
            _write(file, [_row(one, at, name, making.blind) for at, one in enumerate(order, start=1)], judged, making)
        facts.update(rounds=len(judged))
    return _exported(files, judged)


def export_disagreements(workspaces: Sequence[Workspace], choice: Choice, making: Making) -> Exported:
    """Write the sheet of the adjudicator: rounds on which reviewers disagree, with what each of them said, by letter.

    Raises NotFound where nobody disagrees, or all was decided.
    """
    files = _new_files(making.to, [ADJUDICATOR])
    rounds = judged_rounds(workspaces, choice, making.seed)
    judged = [_as_exported(one) for one in rounds if one.reviewed.disputed and one.reviewed.adjudicated is None]
    if not judged:
        raise NotFound(f"the reviewers of {choice.person!r} disagree on no round that was not decided already")
    order = _ordered(judged, f"{making.seed}/{ADJUDICATOR}")
    rows = [_row(one, at, ADJUDICATOR, making.blind) | _said(one) for at, one in enumerate(order, start=1)]
    _write(files[0], rows, judged, making)
    return _exported(files, judged)


def _as_exported(one: Judged) -> Judged:
    """Return a round under the letter that its reviewers saw."""
    rules = next((verdict for verdict in one.given if verdict.reviewer == AUTOMATIC), one.verdict())
    return replace(one, condition=rules.condition, letter=rules.letter)


def _ordered(judged: Sequence[Judged], seed: str) -> list[Judged]:
    """Return the rounds in random order, doubtful ones first."""
    order = list(judged)
    random.Random(seed).shuffle(order)
    return sorted(order, key=lambda one: one.said.clear)


def _row(one: Judged, at: int, reviewer: str, blind: bool) -> dict[str, str]:
    case, said = one.chosen.case, one.said
    shows = not blind or said.clear  # a doubtful round is judged without the rules' opinion of it
    cited = [piece.id for piece in case.answered.cited()]
    return {
        "snr_ratio": one.letter if blind else one.condition,
        "round": str(at if blind else case.record.round),
        "question": case.answered.question,
        "original_answer": case.answered.response,
        "prompt_knowledge_parent_ids": str([piece.id for piece in case.answered.material]),
        "top_parent_id": _top(case.answer.trace["evidence"], "id"),
        "AutoCorrect": str(int(said.correct)) if shows else "",
        "AutoSupport": (_YES if said.support else _NO) if shows else "",
        "EvidenceParentID": ", ".join(cited),
        "EvidenceQuote": _cut(" … ".join(case.shown[id_] for id_ in cited if case.shown[id_])),
        "CorrectionReason": said.because[case.language] if shows else "",
        "NeedHumanReview": _NO if said.clear else _YES,
        "EvidenceScore": ""
        if blind
        else _top([row for row in case.answer.trace["evidence"] if row["id"] in cited], "score"),
        "EvidenceInPrompt": _prompt_of(one),
        "Reviewer": reviewer,
        "Item": one.item,
    }


def _top(rows: Sequence[Mapping[str, object]], what: str) -> str:
    best = min(rows, key=lambda row: (row["rank"], -float(str(row["score"]))), default=None)
    return "" if best is None else f"{best[what]:.4g}" if isinstance(best[what], float) else str(best[what])


def _cut(text: str) -> str:
    return text if len(text) <= _QUOTE_CHARS else text[:_QUOTE_CHARS] + "…"


def _prompt_of(one: Judged) -> str:
    """Return all that the prompt held, as people may see it: ids, sources, dates, words."""
    case, lines = one.chosen.case, []
    for piece in case.answered.material:
        words = case.shown[piece.id] or (_HIDDEN if piece.text else _GONE)[case.language]
        lines.append(f"{piece.id} [{piece.source}, {say_date(piece.said_at, case.language)}] {words}")
    return "\n".join(lines)


def _said(one: Judged) -> dict[str, str]:
    """Return what each reviewer said, for the adjudicator."""
    signs = {True: _YES, False: _NO, None: "–"}
    told = [
        f"{verdict.reviewer}: {signs[verdict.support]}/{signs[verdict.answer]}"
        + (f" ({verdict.note})" if verdict.note else "")
        for verdict in sorted(one.people, key=lambda verdict: verdict.reviewer)
    ]
    return {"Verdicts": "; ".join(told)}


def _write(file: Path, rows: list[dict[str, str]], judged: Sequence[Judged], making: Making) -> None:
    if not making.blind:
        rolling = _rolling(judged)
        rows = [row | rolling[row["Item"]] for row in rows]
    try:
        with file.open("xb") as out:
            out.write(write_sheet(rows))
    except OSError as error:
        raise UnreadableFile(f"{str(file)!r} cannot be written: {error.strerror}; name another with --to") from error


def _rolling(judged: Sequence[Judged]) -> dict[str, dict[str, str]]:
    """Return both rolling accuracies of each round within its condition, in the order in which rounds happened."""
    found: dict[str, dict[str, str]] = {}
    for condition in {one.condition for one in judged}:
        mine = [one for one in judged if one.condition == condition]
        curves = [
            rolling_accuracy([one.said.correct for one in mine]),
            rolling_accuracy([one.reviewed.settled()[0] for one in mine]),
        ]
        for one, *values in zip(mine, *curves, strict=True):
            cells = ["" if value is None else str(round(value, 4)) for value in values]
            found[one.item] = dict(zip(("OriginalRollingAccuracy", "CorrectedRollingAccuracy"), cells, strict=True))
    return found


def _new_files(to: Path, names: Sequence[str]) -> list[Path]:
    """Return a file for each reviewer; raises UnreadableFile for one that is there: it may hold somebody's judgements."""
    files = [to] if len(names) == 1 else [to.with_name(f"{to.stem}-{name}{to.suffix or '.csv'}") for name in names]
    there = [str(file) for file in files if file.exists()]
    if there:
        raise UnreadableFile(
            f"{there[0]!r} is there already and may hold judgements; name another with --to, or move it"
        )
    if not to.parent.is_dir():
        raise UnreadableFile(f"there is no folder {str(to.parent)!r}; make it, or name another with --to")
    return files


def _exported(files: Sequence[Path], judged: Sequence[Judged]) -> Exported:
    doubts = Counter(code for one in judged for code in one.said.doubts)
    return Exported(
        files=tuple(files),
        rounds=len(judged),
        doubtful=sum(not one.said.clear for one in judged),
        doubts=dict(doubts.most_common()),
        conditions=len({one.condition for one in judged}),
    )
