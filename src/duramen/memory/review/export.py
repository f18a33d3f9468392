"""Sheets out: chosen rounds of one or several stores, pre-judged by rules, doubtful ones first, one sheet a reviewer.

In: open stores and what to choose. Out: CSV files, and in each store what its rules said, under which condition and letter:
the key to the sheets, which therefore never hold it.
"""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from duramen.errors import BadSetting, NotFound, UnreadableFile
from duramen.memory.events import logged
from duramen.memory.review.choosing import Choice, Chosen, choose
from duramen.memory.review.standing import reviewed_round
from duramen.memory.workspace import Workspace
from duramen.scoring.doubt import Circumstances, PreJudgement, prejudge
from duramen.scoring.review import ReviewedRound, rolling_accuracy
from duramen.scoring.sheets import write_sheet
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, owner_write
from duramen.stores.verdicts import ADJUDICATOR, AUTOMATIC, Verdict, as_stored, put_verdicts, read_verdicts
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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Judged:
    """A chosen round with what rules say of it, its condition with its letter, and who judged it so far."""

    chosen: Chosen
    said: PreJudgement
    workspace: Workspace
    condition: str
    letter: str
    given: tuple[Verdict, ...] = ()

    @property
    def reviewed(self) -> ReviewedRound:
        """Return the round as the arithmetic has it."""
        return reviewed_round([_verdict(self), *(one for one in self.given if one.reviewer != AUTOMATIC)])


def item_of(owner: Owner, record_id: str) -> str:
    """Return the name of a round in sheets: it tells nothing, and is the same in each sheet."""
    return "r" + hmac.new(owner.secret, f"review\0{record_id}".encode(), hashlib.sha256).hexdigest()[:16]


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
        judged = _judged(workspaces, choice, making.seed)
        _keep(judged)
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
    judged = [
        one
        for one in _judged(workspaces, choice, making.seed)
        if one.reviewed.disputed and one.reviewed.adjudicated is None
    ]
    if not judged:
        raise NotFound(f"the reviewers of {choice.person!r} disagree on no round that was not decided already")
    order = _ordered(judged, f"{making.seed}/{ADJUDICATOR}")
    rows = [_row(one, at, ADJUDICATOR, making.blind) | _said(one) for at, one in enumerate(order, start=1)]
    _write(files[0], rows, judged, making)
    return _exported(files, judged)


def _judged(workspaces: Sequence[Workspace], choice: Choice, seed: int) -> list[_Judged]:
    chosen = [(workspace, one) for workspace in workspaces for one in choose(workspace, choice)]
    labels = [
        f"{space.place.shown} · {one.condition}" if len(workspaces) > 1 else one.condition for space, one in chosen
    ]
    letters = _letters(sorted(set(labels)), seed)
    given: dict[tuple[str, str], list[Verdict]] = {}
    for workspace, owner in {one.case.owner.owner_id: (space, one.case.owner) for space, one in chosen}.values():
        with reading(workspace.engine) as connection:
            for verdict in read_verdicts(connection, owner):
                given.setdefault((owner.owner_id, verdict.record_id), []).append(verdict)
    return [
        _Judged(
            chosen=one,
            said=prejudge(
                one.case.answered, Circumstances(state=one.case.state, margin=one.case.margin, gold=one.gold)
            ),
            workspace=workspace,
            condition=label,
            letter=letters[label],
            given=tuple(given.get((one.case.owner.owner_id, one.case.record.record_id), ())),
        )
        for (workspace, one), label in zip(chosen, labels, strict=True)
    ]


def _letters(conditions: Sequence[str], seed: int) -> dict[str, str]:
    """Give each condition a letter that tells nothing of it: A to Z, then AA, AB and so on."""
    names = [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase)]
    if len(conditions) > len(names):
        raise BadSetting(
            f"{len(conditions)} conditions are more than the {len(names)} that letters can hide; choose fewer"
        )
    letters = names[: len(conditions)]
    random.Random(f"{seed}/letters").shuffle(letters)
    return dict(zip(conditions, letters, strict=True))


def _keep(judged: Sequence[_Judged]) -> None:
    """Store what the rules said, each in the store in which the round stands."""
    mine: dict[str, list[_Judged]] = {}
    for one in judged:
        mine.setdefault(one.chosen.case.owner.owner_id, []).append(one)
    for of_owner in mine.values():
        verdicts, (workspace, owner) = (
            [_verdict(one) for one in of_owner],
            (of_owner[0].workspace, of_owner[0].chosen.case.owner),
        )
        standing = {one.record_id: one for judge in of_owner for one in judge.given if one.reviewer == AUTOMATIC}
        if all(standing.get(verdict.record_id) == as_stored(verdict) for verdict in verdicts):
            continue
        with owner_write(workspace.engine, owner) as write:
            write.cause = "review export"
            put_verdicts(write, verdicts, workspace.now_us())


def _verdict(one: _Judged) -> Verdict:
    return Verdict(
        record_id=one.chosen.case.record.record_id,
        reviewer=AUTOMATIC,
        support=one.said.support,
        answer=one.said.correct,
        final=one.said.correct,
        condition=one.condition,
        letter=one.letter,
        doubts=one.said.doubts,
        note=one.said.because[one.chosen.case.language],
    )


def _ordered(judged: Sequence[_Judged], seed: str) -> list[_Judged]:
    """Return the rounds in random order, doubtful ones first."""
    order = list(judged)
    random.Random(seed).shuffle(order)
    return sorted(order, key=lambda one: one.said.clear)


def _row(one: _Judged, at: int, reviewer: str, blind: bool) -> dict[str, str]:
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
        "Item": item_of(case.owner, case.record.record_id),
    }


def _top(rows: Sequence[Mapping[str, object]], what: str) -> str:
    best = min(rows, key=lambda row: (row["rank"], -float(str(row["score"]))), default=None)
    return "" if best is None else f"{best[what]:.4g}" if isinstance(best[what], float) else str(best[what])


def _cut(text: str) -> str:
    return text if len(text) <= _QUOTE_CHARS else text[:_QUOTE_CHARS] + "…"


def _prompt_of(one: _Judged) -> str:
    """Return all that the prompt held, as people may see it: ids, sources, dates, words."""
    case, lines = one.chosen.case, []
    for piece in case.answered.material:
        words = case.shown[piece.id] or (_HIDDEN if piece.text else _GONE)[case.language]
        lines.append(f"{piece.id} [{piece.source}, {say_date(piece.said_at, case.language)}] {words}")
    return "\n".join(lines)


def _said(one: _Judged) -> dict[str, str]:
    """Return what each reviewer said, for the adjudicator."""
    signs = {True: _YES, False: _NO, None: "–"}
    people = [verdict for verdict in one.given if verdict.reviewer not in (AUTOMATIC, ADJUDICATOR)]
    told = [
        f"{verdict.reviewer}: {signs[verdict.support]}/{signs[verdict.answer]}"
        + (f" ({verdict.note})" if verdict.note else "")
        for verdict in sorted(people, key=lambda verdict: verdict.reviewer)
    ]
    return {"Verdicts": "; ".join(told)}


def _write(file: Path, rows: list[dict[str, str]], judged: Sequence[_Judged], making: Making) -> None:
    if not making.blind:
        rolling = _rolling(judged)
        rows = [row | rolling[row["Item"]] for row in rows]
    try:
        with file.open("xb") as out:
            out.write(write_sheet(rows))
    except OSError as error:
        raise UnreadableFile(f"{str(file)!r} cannot be written: {error.strerror}; name another with --to") from error


def _rolling(judged: Sequence[_Judged]) -> dict[str, dict[str, str]]:
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
            item = item_of(one.chosen.case.owner, one.chosen.case.record.record_id)
            found[item] = dict(zip(("OriginalRollingAccuracy", "CorrectedRollingAccuracy"), cells, strict=True))
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


def _exported(files: Sequence[Path], judged: Sequence[_Judged]) -> Exported:
    doubts = Counter(code for one in judged for code in one.said.doubts)
    return Exported(
        files=tuple(files),
        rounds=len(judged),
        doubtful=sum(not one.said.clear for one in judged),
        doubts=dict(doubts.most_common()),
        conditions=len({one.condition for one in judged}),
    )
