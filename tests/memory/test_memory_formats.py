"""One conversation is stored once whatever tool exported it, with what each tool says of its messages, and its zone told."""

import json

import pytest

SECOND = 1736900000  # 2025-01-15 08:13:20 in Asia/Shanghai
TALK = [
    ("我", 0, "周六去爬山吗？"),
    ("小王", 60, "去不了，我膝盖上周伤了"),
    ("我", 70, "好"),
    ("我", 70, "好"),
    ("小王", 90, "下次吧"),
]


def clock(second):
    return f"2025-01-15 08:{13 + (20 + second) // 60:02d}:{(20 + second) % 60:02d}"


def chatlab(talk):
    members = [{"platformId": "me", "accountName": "我"}, {"platformId": "w", "accountName": "小王"}]
    messages = [
        {"sender": "me" if who == "我" else "w", "timestamp": SECOND + at, "type": 0, "content": text, "platformMessageId": f"p{n}"}
        for n, (who, at, text) in enumerate(talk)
    ]  # fmt: skip
    meta = {"name": "小王", "platform": "wechat", "type": "private", "ownerId": "me"}
    return json.dumps({"chatlab": {"version": "0.0.2"}, "meta": meta, "members": members, "messages": messages})


def weflow(talk):
    return "\n\n".join(f'{clock(at)} "{who}"\n{text}' for who, at, text in talk) + "\n"


def memotrace(talk):
    head = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender\n"
    return head + "".join(
        f"{900 + n},3,1,0,{int(who == '我')},{SECOND + at},,{text},{clock(at)},小王,小王,{'' if who == '我' else 'w'}\n"
        for n, (who, at, text) in enumerate(talk)
    )


def chatlog(talk):
    rows = "".join(f"{clock(at)},{who},{who},小王,小王,{text}\n" for who, at, text in talk)
    return "Time,SenderName,Sender,TalkerName,Talker,Content\n" + rows


def jsonl(talk):
    return "".join(
        json.dumps({"name": who, "content": text, "time": f"2025-01-15T00:{13 + (20 + at) // 60:02d}:{(20 + at) % 60:02d}.250Z"})
        + "\n"
        for who, at, text in talk
    )  # fmt: skip


TOOLS = {"a.json": chatlab, "b.txt": weflow, "c.csv": memotrace, "d.csv": chatlog, "e.jsonl": jsonl}


def brought(memory, folder, name, talk=TALK, **more):
    path = folder / name
    path.write_text(TOOLS[name](talk), encoding="utf-8")
    return memory.import_dialogue(path, person="我", character="小王", **more)


def texts(memory):
    return [(turn.speaker, turn.text) for record in memory.rounds(person="我", limit=100) for turn in record.turns]


@pytest.mark.parametrize("first", TOOLS)
@pytest.mark.parametrize("second", TOOLS)
def test_a_conversation_exported_by_two_tools_is_stored_once(memory, tmp_path, first, second):
    assert brought(memory, tmp_path, first).messages == 5  # both of the equal words of one second
    again = brought(memory, tmp_path, second)
    assert (again.rounds, again.messages, again.known) == (0, 0, 5)
    assert texts(memory) == [(who, text) for who, _, text in TALK]


def test_what_another_tool_knows_besides_is_added_in_its_place(memory, tmp_path):
    later = ("我", 40 * 3600, "膝盖好了吗？")
    brought(memory, tmp_path, "a.json", TALK[:2])
    done = brought(memory, tmp_path, "c.csv", [*TALK, later])
    assert (done.messages, done.known) == (4, 2)
    assert sorted(texts(memory)) == sorted((who, text) for who, _, text in [*TALK, later])
    assert brought(memory, tmp_path, "a.json", [*TALK, later]).messages == 0


def test_the_same_words_to_somebody_else_are_other_messages(memory, tmp_path):
    path = tmp_path / "a.json"
    path.write_text(chatlab(TALK), encoding="utf-8")
    assert memory.import_dialogue(path, person="我", character="小王").messages == 5
    assert memory.import_dialogue(path, person="我", character="老李").messages == 5
    assert memory.import_dialogue(path, person="Ann", character="小王").messages == 5


def test_times_without_a_zone_are_told_of_once_with_the_zone_they_were_read_in(opened, tmp_path):
    told = brought(opened(), tmp_path, "b.txt")
    assert len(told.notes) == 1
    for part in ("5 times have no zone", "Asia/Shanghai", "--timezone"):
        assert part in told.notes[0]
    other = opened(home=tmp_path / "other")
    assert brought(other, tmp_path, "b.txt", timezone="Asia/Tokyo").notes == ()
    assert brought(other, tmp_path, "a.json").notes == ()  # numbers of seconds need no zone
    assert brought(other, tmp_path, "e.jsonl").notes == ()


def test_a_single_time_and_a_bare_date_are_told_of_too(memory, tmp_path):
    rows = [
        {"role": "user", "content": "a", "time": "2024-05-01"},
        {"role": "assistant", "content": "b", "time": "2024-05-01T10:00:00Z"},
        {"role": "user", "content": "c"},
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "1 time has no zone and was read in Asia/Shanghai" in memory.import_dialogue(path, person="Ann").notes[0]


def test_what_a_file_says_besides_is_stored_but_neither_searched_nor_shown_to_a_model(memory, tmp_path):
    rows = [
        {"id": "1", "memory": "Likes hiking", "created_at": "2024-07-01T10:00:00Z", "score": 0.5,
         "metadata": {"place": "Zanzibar"}},
        {"id": "2", "memory": "Has a cat", "created_at": "2024-07-02T10:00:00Z"},
    ]  # fmt: skip
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps({"results": rows}), encoding="utf-8")
    done = memory.import_dialogue(path, person="Ann")
    assert (done.messages, done.skipped) == (2, {})
    kept = [json.loads(turn.extra) for record in memory.rounds(person="Ann") for turn in record.turns]
    assert kept == [{"score": 0.5, "metadata": {"place": "Zanzibar"}}, {}]
    assert "Zanzibar" not in memory.prompt("What about hiking, Zanzibar aside?", person="Ann").text.replace(
        "What about hiking, Zanzibar aside?", ""
    )
    found = memory.recall("Zanzibar", person="Ann", preset="paper")
    assert not any("Zanzibar" in e.text for e in (*found.evidence, *found.candidates))


def test_a_memory_that_mem0_has_reworded_is_a_further_one(memory, tmp_path):
    row = {"id": "1", "memory": "Lives in Rome", "created_at": "2024-07-01T10:00:00Z"}
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps([row]), encoding="utf-8")
    memory.import_dialogue(path, person="Ann")
    path.write_text(json.dumps([{**row, "memory": "Lives in Oslo", "updated_at": "2024-09-01T10:00:00Z"}]))
    assert memory.import_dialogue(path, person="Ann").messages == 1
    assert [turn.text for record in memory.rounds(person="Ann") for turn in record.turns] == [
        "Lives in Rome",
        "Lives in Oslo",
    ]
