"""Secrets at every door: masked, refused or kept as DURAMEN_SECRETS says, in every row and every file of the store."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from echo_listener import PATH, Echo, say, values
from test_memory_formats import SECOND, TOOLS

from duramen.domain.record import RecordState
from duramen.errors import BadSetting, InputError
from duramen.memory.listening.listen import listen
from duramen.memory.persona.trees import tree_of
from duramen.models.scripted import ScriptedChat
from duramen.settings import read_settings

CARD = "4111 1111 1111 1111"
KEY = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
ID = "11010519491231002X"
MASKED = "[payment card removed]"


@pytest.fixture
def clean(home):
    """A function that closes a store and looks for secrets in the bytes of its files."""

    def check(memory, *secrets):
        memory.close()
        if isinstance(home, Path):
            files = [path for path in home.rglob("*") if path.is_file()]
            assert files
            for secret in secrets or (CARD, KEY, ID):
                assert [path for path in files if secret.encode() in path.read_bytes()] == []

    return check


def answering(text):
    return ScriptedChat([f"<analysis>need: none</analysis>\n<response>{text}</response>"])


def test_what_a_person_says_in_a_chat_is_masked_for_the_model_and_in_the_store(opened, clean):
    model = answering("Noted.")
    memory = opened(model=model)
    done = memory.reply(f"My card is {CARD}, token {KEY}, ID {ID}.", person="Mei")
    sent = "".join(message.content for message in model.prompts[0].messages)
    assert CARD not in sent
    assert KEY not in sent
    assert ID not in sent
    assert MASKED in sent
    assert (
        memory.read(done.record_id, person="Mei").turns[0].text.startswith(f"My card is {MASKED}, token [access token")
    )
    assert dict(done.masked) == {"payment-card": 1, "access-token": 1, "id-cn": 1}
    clean(memory)


def test_a_chinese_message_is_masked_in_chinese(memory):
    done = memory.reply(f"我的卡号是{CARD}，记一下", person="王梅")
    assert memory.read(done.record_id, person="王梅").turns[0].text == "我的卡号是［已去除：银行卡号］，记一下"


@pytest.mark.parametrize("policy", ["mask", "refuse"])
def test_a_secret_in_a_reply_is_shown_as_it_comes_and_stored_without_it(opened, clean, policy):
    raw = f"<analysis>need: none; the key {KEY}</analysis>\n<response>Use {KEY} and {CARD}.</response>"
    memory, shown = opened(model=ScriptedChat([raw]), secrets=policy), []
    done = memory.reply("Which key?", person="Mei", on_text=shown.append)
    assert "".join(shown) == f"Use {KEY} and {CARD}."
    assert done.text == f"Use [access token removed] and {MASKED}."
    record = memory.read(done.record_id, person="Mei")
    assert record.state is RecordState.COMPLETE
    assert record.turns[1].text == done.text
    assert KEY not in record.answer.raw
    assert KEY not in record.answer.analysis
    clean(memory)


def test_refuse_stores_nothing_and_names_kind_and_place(opened, clean):
    memory = opened(secrets="refuse")
    with pytest.raises(
        InputError, match=r"the message holds 1 payment card, and nothing was stored.*DURAMEN_SECRETS=mask"
    ):
        memory.reply(f"My card is {CARD}", person="Mei")
    with pytest.raises(InputError, match="the reply holds 1 access token"):
        memory.record("hello", f"take {KEY}", person="Mei")
    assert memory.persons() == {}
    clean(memory)


def test_keep_stores_what_was_said(opened):
    memory = opened(secrets="keep")
    done = memory.reply(f"My card is {CARD}", person="Mei")
    assert memory.read(done.record_id, person="Mei").turns[0].text == f"My card is {CARD}"
    assert dict(done.masked) == {}


def test_a_recorded_round_is_masked_on_both_sides(memory, clean):
    record = memory.read(memory.record(f"card {CARD}", f"and {KEY}", person="Mei"), person="Mei")
    assert [turn.text for turn in record.turns] == [f"card {MASKED}", "and [access token removed]"]
    clean(memory)


TALK = [
    ("我", 0, f"我的卡号是{CARD}"),
    ("小王", 60, f"好，我的身份证 {ID}"),
    ("我", 70, "收到"),
    ("我", 90, f"密钥 {KEY}"),
]


@pytest.mark.parametrize("name", TOOLS)
def test_every_format_is_masked_and_a_second_import_adds_nothing(memory, clean, tmp_path, name):
    path = tmp_path / name
    path.write_text(TOOLS[name](TALK))
    done = memory.import_dialogue(path, person="我")
    assert done.masked["payment-card"] == 1
    assert done.masked["id-cn"] == 1
    again = memory.import_dialogue(path, person="我")
    assert (again.messages, again.known) == (0, len(TALK))
    clean(memory)


def test_what_was_kept_is_known_when_it_is_imported_again_masked(opened, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(TOOLS["e.jsonl"](TALK))
    assert opened(secrets="keep").import_dialogue(path, person="我").messages == len(TALK)
    assert opened().import_dialogue(path, person="我").messages == 0


def test_two_messages_of_one_second_that_differ_in_the_secret_alone_stay_two(memory, tmp_path):
    talk = [("我", 0, f"卡号{CARD}"), ("我", 0, "卡号5555 5555 5555 4444"), ("小王", 5, "好")]
    path = tmp_path / "a.jsonl"
    path.write_text(TOOLS["e.jsonl"](talk))
    assert memory.import_dialogue(path, person="我").messages == 3
    assert memory.import_dialogue(path, person="我").messages == 0


def test_fields_beside_a_message_are_masked_and_stay_json(memory, clean, tmp_path):
    path = tmp_path / "a.jsonl"
    row = {
        "role": "user",
        "content": "hi",
        "time": SECOND,
        "meta": {"card": int(CARD.replace(" ", "")), "password": "hunter2"},
        "note": KEY,
    }
    path.write_text(json.dumps(row) + "\n" + json.dumps({"role": "assistant", "content": "ok", "time": SECOND + 1}))
    memory.import_dialogue(path, person="Mei")
    (record,) = memory.rounds(person="Mei")
    extra = json.loads(record.turns[0].extra)
    assert extra["meta"] == {"card": MASKED, "password": "[password removed]"}
    assert extra["note"] == "[access token removed]"
    clean(memory, "4111111111111111", "hunter2", KEY)


def test_refuse_refuses_a_whole_file_and_names_its_lines(opened, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text(TOOLS["e.jsonl"](TALK))
    memory = opened(secrets="refuse")
    with pytest.raises(InputError, match=r"line 1, line 2, line 4"):
        memory.import_dialogue(path, person="我")
    with pytest.raises(InputError, match="line 1"):
        memory.import_everyone(path, person="我")
    assert memory.persons() == {}


def test_an_import_for_everyone_counts_each_secret_once(memory, clean, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(TOOLS["a.json"](TALK))
    done = memory.import_everyone(path, person="王梅")
    assert done.masked["payment-card"] == 1
    clean(memory)


def test_a_document_is_masked_in_text_title_and_fields(memory, clean, tmp_path):
    path = tmp_path / "notes.md"
    path.write_text(f"# Card {CARD}\n\nThe token is {KEY}. " + "More words follow here. " * 20 + f"\n\n身份证 {ID}\n")
    (done,) = memory.learn(path)
    assert done.masked == {"payment-card": 2, "access-token": 1, "id-cn": 1}
    _found, parents = memory.document("notes.md")
    assert MASKED in "".join(parents)
    clean(memory)


def test_a_document_with_a_secret_fails_alone_under_refuse(opened, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "bad.md").write_text(f"card {CARD}")
    (tmp_path / "docs" / "good.md").write_text("a walk by the river")
    done = opened(secrets="refuse").learn(tmp_path / "docs")
    assert [one.outcome for one in done] == ["failed", "added"]
    assert "1 payment card" in done[0].problem


def test_a_lorebook_is_masked(memory, clean, tmp_path):
    path = tmp_path / "lore.json"
    path.write_text(
        json.dumps(
            {"entries": {"0": {"uid": 0, "key": ["vault"], "content": f"The vault card is {CARD}.", "comment": KEY}}}
        )
    )
    done = memory.import_dialogue(path, person="Mei", character="Keeper")
    assert done.documents == 1
    assert done.masked["payment-card"] == 1
    clean(memory)


def test_a_card_and_its_lore_are_masked(memory, clean, tmp_path):
    path = tmp_path / "aria.yaml"
    path.write_text(f"name: Aria\ndescription: pays with {CARD}\ngreeting: my key is {KEY}\n")
    card = memory.add_character(path)
    assert MASKED in memory.character("Aria").description
    assert card.name == "Aria"
    clean(memory)


def test_a_leaf_set_by_hand_and_its_reason_are_masked(memory, clean):
    done = memory.persona.set(PATH, f"pays with {CARD}", person="Mei", reason=f"token {KEY}")
    assert values(memory) == {PATH: f"pays with {MASKED}"}
    assert dict(done.masked) == {"payment-card": 1, "access-token": 1}
    clean(memory)


def test_operations_from_a_file_are_masked_and_so_is_what_could_not_be_read(memory, clean):
    done = memory.persona.apply(f'ADD({PATH}, "pays with {CARD}")\nSOMETHING({KEY})\n', person="Mei")
    assert values(memory) == {PATH: f"pays with {MASKED}"}
    assert done.masked["payment-card"] == 1
    clean(memory)


def test_a_value_by_hand_is_refused_under_refuse_and_nobody_is_made(opened):
    memory = opened(secrets="refuse")
    with pytest.raises(InputError, match="the value or its reason holds 1 payment card"):
        memory.persona.set(PATH, f"pays with {CARD}", person="Mei")
    assert memory.persons() == {}


@pytest.mark.parametrize("policy", ["mask", "refuse"])
def test_what_a_listener_writes_is_masked_in_value_and_raw_text(opened, clean, policy):
    class Inventing(Echo):
        def listen(self, window, tree, schema):
            found = super().listen(window, tree, schema)
            (one,) = found.proposals
            operation = replace(one.operation, value=f"{one.operation.value}; card {CARD}")
            return replace(
                found,
                text=str(operation),
                read=replace(found.read, operations=(operation,)),
                proposals=(replace(one, operation=operation),),
            )

    memory = opened(secrets=policy)
    say(memory, "I like tea")
    listen(memory.workspace, tree_of(memory.workspace, "Mei"), Inventing())
    assert values(memory) == {PATH: f"I like tea; card {MASKED}"}
    clean(memory)


def test_a_purpose_is_masked(memory, clean):
    assert (
        memory.persona.consent("private", person="Mei", purpose=f"to pay with {CARD}").purpose
        == f"to pay with {MASKED}"
    )
    clean(memory)


def test_an_unknown_policy_is_told_with_what_there_is(monkeypatch):
    monkeypatch.setenv("DURAMEN_SECRETS", "hide")
    with pytest.raises(BadSetting, match=r"DURAMEN_SECRETS='hide' cannot be used.*mask, refuse, keep"):
        read_settings()


def test_logs_count_by_kind_and_hold_no_word(memory, caplog):
    with caplog.at_level("INFO", logger="duramen"):
        memory.record(f"card {CARD}", person="Mei")
    told = " ".join(str(record.msg) for record in caplog.records)
    assert "masked_payment_card" in told
    assert CARD not in told
    assert "Mei" not in told


def test_gzip_is_no_way_around(memory, clean, tmp_path):
    path = tmp_path / "notes.txt.gz"
    path.write_bytes(gzip.compress(f"card {CARD} and some more words".encode()))
    memory.learn(path)
    clean(memory)
