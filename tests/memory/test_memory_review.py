"""A review from sheets to figures: blind, several reviewers, two stores, adjudication, on both databases."""

from __future__ import annotations

import csv
import io
import json
import shutil

import pytest

from duramen.errors import BadSetting, DuramenError, NotFound, UnreadableFile
from duramen.memory.review.choosing import Choice
from duramen.memory.review.export import Making, export_disagreements, export_sheets
from duramen.memory.review.prejudging import item_of
from duramen.memory.review.score import score_files, score_rounds
from duramen.memory.review.taking import take_sheets
from duramen.models.scripted import ScriptedChat
from duramen.scoring.sheets import COLUMNS, write_sheet
from duramen.stores.engine import reading
from duramen.stores.owners import OwnerKind
from duramen.stores.verdicts import AUTOMATIC, read_verdicts

MEI = Choice(person="Mei")
TOLD = ["My dog is called Bruno.", "我家的猫叫圆圆。", "I work at the harbour museum."]
ASKED = ["What is my dog called?", "我家的猫叫什么？", "Where do I work?", "When did I visit Peru?"]


def answers(prompt):
    """Answer soundly from the evidence that fits, and wrongly about Peru."""
    for piece in prompt.evidence:
        for name, need in (("Bruno", "dog"), ("圆圆", "猫"), ("museum", "work")):
            if name in piece.text and need in prompt.question:
                return f"<analysis>need: experience; {piece.id} supports; rests on {piece.id}</analysis><response>{piece.text}</response>"
    return "<analysis>need: experience; rests on E99</analysis><response>You went to Peru in 1999.</response>"


def talk(memory, clock):
    for text in TOLD:
        memory.record(text, "Noted.", person="Mei")
        clock.forward(minutes=5)
    for question in ASKED:
        memory.reply(question, person="Mei")
        clock.forward(minutes=5)
    return memory


@pytest.fixture
def talked(opened, clock):
    return talk(opened(model=ScriptedChat(answers, name="scripted:good"), listener="off"), clock)


def rows_of(path):
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"), newline="")))


def fill(path, judge, **changes):
    """Let a reviewer fill in a sheet: `judge` gives (support, answer) for a row."""
    rows = []
    for row in rows_of(path):
        support, answer = judge(row)
        rows.append(row | {"ManualSupport": support, "AnswerCorrect": answer} | changes)
    path.write_bytes(write_sheet(rows))


def yes_but_peru(row):
    return ("否", "否") if "Peru" in row["question"] else ("是", "是")


def export(memory, to, **making):
    return export_sheets([memory.workspace], MEI, Making(to=to, **making))


def verdicts(memory):
    workspace = memory.workspace
    with reading(workspace.engine) as connection:
        return read_verdicts(connection, workspace.known(OwnerKind.PERSON, "Mei"))


def test_a_blind_sheet_hides_model_preset_and_the_rules_opinion_of_what_is_doubtful(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    rows = rows_of(tmp_path / "s.csv")
    assert list(rows[0]) == list(COLUMNS)
    assert (done.rounds, done.doubtful, len(rows)) == (4, 1, 4)
    assert rows[0]["question"] == ASKED[3]  # doubtful rounds come first
    assert (rows[0]["NeedHumanReview"], rows[0]["AutoCorrect"], rows[0]["CorrectionReason"]) == ("是", "", "")
    assert {row["snr_ratio"] for row in rows} == {"A"}
    assert all(row["NeedHumanReview"] == "否" and row["AutoCorrect"] == "1" for row in rows[1:])
    whole = (tmp_path / "s.csv").read_text(encoding="utf-8")
    assert "scripted" not in whole
    assert "balanced" not in whole
    assert not any(one.record_id in whole for one in verdicts(talked))
    assert [row["ManualSupport"] for row in rows] == [""] * 4
    assert "E1 [experience, " in rows[1]["EvidenceInPrompt"]


def test_a_sheet_that_is_not_blind_shows_condition_round_and_rolling_accuracy(talked, tmp_path):
    export(talked, tmp_path / "s.csv", blind=False)
    rows = {row["question"]: row for row in rows_of(tmp_path / "s.csv")}
    assert {row["snr_ratio"] for row in rows.values()} == {"balanced · scripted:good"}
    assert [rows[question]["round"] for question in ASKED] == ["4", "5", "6", "7"]
    assert [rows[question]["OriginalRollingAccuracy"] for question in ASKED] == ["1.0", "1.0", "1.0", "0.75"]
    assert rows[ASKED[3]]["CorrectionReason"].startswith("doubtful: the answer rests on nothing")
    assert rows[ASKED[1]]["CorrectionReason"].startswith("明确：")


def test_order_is_by_seed_and_differs_by_reviewer(talked, tmp_path):
    def orders(folder, seed):
        (tmp_path / folder).mkdir()
        done = export(talked, tmp_path / folder / "s.csv", reviewers=5, seed=seed)
        return [[row["Item"] for row in rows_of(file)] for file in done.files]

    first, again, other = orders("a", 1), orders("b", 1), orders("c", 2)
    assert first == again != other
    assert len({tuple(order) for order in first}) > 1
    assert len({frozenset(order) for order in first}) == 1
    assert {order[0] for order in first} == {first[0][0]}  # the doubtful one, for each


def test_from_sheets_to_figures(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv", reviewers=2)
    fill(done.files[0], yes_but_peru, Tone="A")
    fill(done.files[1], lambda row: ("1", "0") if "work" in row["question"] else yes_but_peru(row), Tone="c")
    taken = take_sheets([talked.workspace], done.files)
    assert (taken.judged, taken.new, taken.blank, taken.reviewers, taken.problems) == (8, 8, 0, ("R1", "R2"), ())
    found = score_rounds([talked.workspace], MEI)
    tally = found.conditions["balanced · scripted:good"]
    assert (tally.automatic.value, tally.manual.n, tally.manual.value) == (0.75, 3, pytest.approx(2 / 3))
    assert tally.ways == {"agreed": 3, "disputed": 1}
    assert [(one.place, one.verdicts, one.decided) for one in found.disagreements] == [
        ("assistant/6", {"R1": True, "R2": False}, None)
    ]
    assert found.agreements.pairs["R1", "R2"].kappa == pytest.approx(0.5)
    assert found.by_model["scripted:good"]["tone"].value == pytest.approx(0.75)
    assert found.letters == {"A": "balanced · scripted:good"}


def test_the_adjudicators_verdict_wins(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv", reviewers=2)
    fill(done.files[0], yes_but_peru)
    fill(
        done.files[1],
        lambda row: ("1", "0") if "work" in row["question"] else yes_but_peru(row),
        CorrectionReason="wrong place",
    )
    take_sheets([talked.workspace], done.files)
    made = export_disagreements([talked.workspace], MEI, Making(to=tmp_path / "adjudicate.csv"))
    rows = rows_of(tmp_path / "adjudicate.csv")
    assert (made.rounds, len(rows), rows[0]["Reviewer"]) == (1, 1, "adjudicator")
    assert rows[0]["Verdicts"] == "R1: 是/是; R2: 是/否 (wrong place)"
    fill(tmp_path / "adjudicate.csv", lambda row: ("是", "是"))
    take_sheets([talked.workspace], [tmp_path / "adjudicate.csv"])
    found = score_rounds([talked.workspace], MEI)
    assert found.all.ways == {"adjudicated": 1, "agreed": 3}
    assert found.all.manual.value == 0.75
    assert found.disagreements[0].decided is True
    assert set(found.agreements.pairs) == {("R1", "R2")}  # who decides is no reviewer
    with pytest.raises(NotFound, match="disagree on no round"):
        export_disagreements([talked.workspace], MEI, Making(to=tmp_path / "again.csv"))


def test_what_was_left_blank_is_unjudged_and_the_clear_rounds_count_as_the_rules_say(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    taken = take_sheets([talked.workspace], done.files)
    assert (taken.judged, taken.blank, taken.new) == (0, 4, 0)
    assert score_rounds([talked.workspace], MEI).all.ways == {"prejudged": 3, "unjudged": 1}


def test_taking_in_twice_changes_nothing_and_a_changed_mind_counts(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    fill(done.files[0], yes_but_peru)
    assert take_sheets([talked.workspace], done.files).new == 4
    before = verdicts(talked)
    assert take_sheets([talked.workspace], done.files).new == 0
    assert verdicts(talked) == before
    fill(done.files[0], lambda row: ("是", "是"))
    assert take_sheets([talked.workspace], done.files).new == 1
    assert score_rounds([talked.workspace], MEI).all.manual.value == 1.0
    assert len(verdicts(talked)) == len(before)


def test_a_note_is_kept_and_what_the_sheet_itself_said_is_none(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    rows = [row | {"ManualSupport": "1", "AnswerCorrect": "1"} for row in rows_of(done.files[0])]
    rows[0]["CorrectionReason"] = "没有去过秘鲁"
    done.files[0].write_bytes(write_sheet(rows))
    take_sheets([talked.workspace], done.files)
    assert sorted(one.note for one in verdicts(talked) if one.reviewer != AUTOMATIC) == ["", "", "", "没有去过秘鲁"]


def test_a_note_alone_is_kept_too(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    rows = rows_of(done.files[0])
    rows[1]["CorrectionReason"] = "ask Mei"
    done.files[0].write_bytes(write_sheet(rows))
    taken = take_sheets([talked.workspace], done.files)
    assert (taken.judged, taken.blank, taken.new) == (1, 3, 1)
    assert [one.note for one in verdicts(talked) if one.reviewer != AUTOMATIC] == ["ask Mei"]
    assert score_rounds([talked.workspace], MEI).all.ways == {"prejudged": 3, "unjudged": 1}


def test_rows_that_cannot_be_used_are_told_with_row_and_column(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    fill(done.files[0], yes_but_peru)
    rows = rows_of(done.files[0])
    rows[0]["Item"] = "r0000"
    rows[1]["Item"] = ""
    rows[2]["Reviewer"] = ""
    done.files[0].write_bytes(write_sheet([*rows, rows[3] | {"AnswerCorrect": "否"}]))
    taken = take_sheets([talked.workspace], done.files)
    assert (taken.judged, len(taken.problems)) == (1, 4)
    assert taken.problems[0].startswith("s.csv, row 2, column Item: 'r0000' is no round")
    assert taken.problems[1].startswith("s.csv, row 3, column Item: it is empty")
    assert taken.problems[2].startswith("s.csv, row 4, column Reviewer: ''")
    assert "judged" in taken.problems[3]
    assert "twice" in taken.problems[3]


def test_whose_sheets_they_are_can_be_said(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv")
    fill(done.files[0], yes_but_peru, Reviewer="")
    assert take_sheets([talked.workspace], done.files, "王老师").reviewers == ("王老师",)
    with pytest.raises(BadSetting, match="'automatic'"):
        take_sheets([talked.workspace], done.files, "automatic")


def test_two_stores_stand_in_one_sheet_under_letters_and_each_keeps_its_own(talked, opened, clock, tmp_path):
    other = talk(
        opened(model=ScriptedChat(answers, name="scripted:other"), home=tmp_path / "other", listener="off"), clock
    )
    both = [talked.workspace, other.workspace]
    done = export_sheets(both, MEI, Making(to=tmp_path / "s.csv", seed=3))
    rows = rows_of(done.files[0])
    assert (done.conditions, len(rows), {row["snr_ratio"] for row in rows}) == (2, 8, {"A", "B"})
    assert [row["NeedHumanReview"] for row in rows] == ["是"] * 2 + ["否"] * 6
    fill(done.files[0], yes_but_peru)
    alone = take_sheets([talked.workspace], done.files)
    assert (alone.judged, len(alone.problems)) == (4, 4)
    assert take_sheets(both, done.files).new == 4
    assert len(verdicts(talked)) == len(verdicts(other)) == 8
    found = score_rounds(both, MEI)
    assert {name.rpartition(" · ")[2] for name in found.conditions} == {"scripted:good", "scripted:other"}
    assert set(found.letters) == {"A", "B"}
    assert found.all.rounds == 8


def test_a_copy_of_a_store_answered_otherwise_is_another_condition_and_shared_rounds_count_once(
    tmp_path, clock, opened
):
    first = talk(opened(model=ScriptedChat(answers, name="scripted:good"), home=tmp_path / "a", listener="off"), clock)
    first.close()
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    stores = []
    for name in ("a", "b"):
        stores.append(
            opened(model=ScriptedChat(answers, name=f"scripted:{name}"), home=tmp_path / name, listener="off")
        )
        stores[-1].reply("What is my dog called?", person="Mei")
    both = [store.workspace for store in stores]
    done = export_sheets(both, MEI, Making(to=tmp_path / "s.csv"))
    rows = rows_of(done.files[0])
    assert (done.rounds, len({row["Item"] for row in rows})) == (6, 6)
    fill(done.files[0], yes_but_peru)
    assert take_sheets(both, done.files).new == 6
    assert [len(verdicts(store)) for store in stores] == [10, 2]
    found = score_rounds(both, MEI)
    assert {name: one.rounds for name, one in found.conditions.items()} == {
        "a · balanced · scripted:good": 4,
        "a · balanced · scripted:a": 1,
        "b · balanced · scripted:b": 1,
    }


@pytest.mark.parametrize("form", ["lines", "csv", "jsonl"])
def test_named_rounds_are_exported_with_the_answer_expected(talked, tmp_path, form):
    named = [("assistant/4", "Bruno"), ("assistant/7", ""), ("assistant/6", "the opera")]
    text = {
        "lines": "\n".join(round_ for round_, _ in named),
        "csv": "round,gold\n" + "\n".join(f"{round_},{gold}" for round_, gold in named),
        "jsonl": "\n".join(json.dumps({"round": round_, "gold": gold, "condition": "x"}) for round_, gold in named),
    }[form]
    (tmp_path / "rounds").write_text(text, encoding="utf-8")
    choice = Choice(person="Mei", rounds=tmp_path / "rounds")
    done = export_sheets([talked.workspace], choice, Making(to=tmp_path / "s.csv"))
    assert done.rounds == 3
    assert done.doubts.get("differs-from-gold", 0) == (0 if form == "lines" else 2)
    assert {one.condition for one in verdicts(talked)} == {"x" if form == "jsonl" else "balanced · scripted:good"}


@pytest.mark.parametrize(
    "text, said",
    [
        ("assistant/99", "row 1: there is no round 'assistant/99'"),
        ("assistant/4\nassistant/4", "again"),
        ("round,gold\n,x", "row 2 names no round"),
        ('{"gold": "x"}', "line 1 names no round"),
        ("{nonsense", "line 1 is not JSON"),
    ],
)
def test_a_file_of_rounds_that_cannot_be_used_is_told(talked, tmp_path, text, said):
    (tmp_path / "rounds").write_text(text, encoding="utf-8")
    with pytest.raises(DuramenError, match=said):
        export_sheets(
            [talked.workspace], Choice(person="Mei", rounds=tmp_path / "rounds"), Making(to=tmp_path / "s.csv")
        )
    assert not (tmp_path / "s.csv").exists()


def test_judgements_are_never_written_over(talked, tmp_path):
    export(talked, tmp_path / "s.csv")
    before = (tmp_path / "s.csv").read_bytes()
    with pytest.raises(UnreadableFile, match="may hold judgements"):
        export(talked, tmp_path / "s.csv")
    assert (tmp_path / "s.csv").read_bytes() == before
    with pytest.raises(UnreadableFile, match="no folder"):
        export(talked, tmp_path / "no" / "s.csv")


def test_imported_rounds_have_nothing_to_review(opened, tmp_path):
    memory = opened(listener="off")
    memory.record("Hello", "Hi", person="Mei")
    with pytest.raises(NotFound, match="answered by a model"):
        export(memory, tmp_path / "s.csv")
    with pytest.raises(NotFound, match="exported for review"):
        score_rounds([memory.workspace], MEI)
    with pytest.raises(BadSetting, match="0 reviewers"):
        export(memory, tmp_path / "s.csv", reviewers=0)


def test_a_round_is_called_the_same_in_each_sheet_and_tells_nothing(talked):
    owner = talked.workspace.known(OwnerKind.PERSON, "Mei")
    names = {item_of(owner, record.record_id) for record in talked.rounds(person="Mei")}
    assert len(names) == 7
    assert all(len(name) == 17 and name.startswith("r") for name in names)  # a spreadsheet takes none for a number


def test_sheets_by_themselves_give_the_same_figures(talked, tmp_path):
    done = export(talked, tmp_path / "s.csv", reviewers=2, blind=False)
    fill(done.files[0], yes_but_peru)
    fill(done.files[1], lambda row: ("1", "0") if "work" in row["question"] else yes_but_peru(row))
    found = score_files(done.files)
    assert (found.all.rounds, found.all.automatic.value, found.all.manual.n) == (4, 0.75, 3)
    assert found.agreements.pairs["R1", "R2"].kappa == pytest.approx(0.5)
    (tmp_path / "empty.csv").write_text("Item,ManualSupport\n", encoding="utf-8")
    with pytest.raises(NotFound, match="no row"):
        score_files([tmp_path / "empty.csv"])
