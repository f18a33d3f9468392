"""WeChat by ChatLab, chatlog, MemoTrace and WeFlow: words are kept, bare pictures and recalls counted, groups chosen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from duramen.domain.dialogue import Role
from duramen.errors import InputError
from duramen.observe import dialogue_members, read_dialogue, rounds_of
from duramen.observe.wechat import read_place, read_voice, read_xml

SAMPLES = Path(__file__).resolve().parents[3] / "shared" / "data" / "chat_exports"
HEADER = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender\n"


def chatlab(messages: list[dict[str, Any]], **meta: str) -> bytes:
    members = [
        {"platformId": "me", "accountName": "阿林"},
        {"platformId": "w", "accountName": "王", "groupNickname": "小王"},
    ]
    return json.dumps({"chatlab": {}, "meta": meta, "members": members, "messages": messages}).encode()


def sent(sender: str, content: str, number: int, kind: int = 0, at: int = 1736900000) -> dict[str, Any]:
    return {
        "sender": sender,
        "timestamp": at + number,
        "type": kind,
        "content": content,
        "platformMessageId": str(number),
    }


def test_chatlab_takes_the_owner_as_the_person_and_names_from_the_members() -> None:
    data = chatlab([sent("me", "去爬山吗？", 1), sent("w", "去不了", 2), sent("w", "[图片]", 3, 2)], ownerId="me")
    dialogue = read_dialogue(data, name="c.json")
    assert [(m.role, m.speaker, m.external_id) for m in dialogue.messages] == [
        (Role.PERSON, "阿林", "1"),
        (Role.CHARACTER, "小王", "2"),
    ]
    assert sum(dialogue.skipped.values()) == 1


def test_chatlab_times_are_seconds_or_milliseconds_by_size() -> None:
    data = chatlab([sent("me", "a", 0), {**sent("w", "b", 1), "timestamp": 1736900000000}], ownerId="me")
    first, second = read_dialogue(data, name="c.json").messages
    assert first.happened_at == second.happened_at


def test_chatlab_lines_report_a_broken_one() -> None:
    rows = [{"_type": "header", "meta": {"ownerId": "me"}}, {"_type": "message", **sent("me", "一", 1)}]
    data = "\n".join([*map(json.dumps, rows), '{"_type": "mess', '{"_type": "poll"}']).encode()
    dialogue = read_dialogue(data, name="c.jsonl")
    assert len(dialogue.messages) == 1
    assert [problem.where for problem in dialogue.problems] == ["line 3", "line 4"]


def test_in_a_group_the_others_are_other_and_the_member_can_be_chosen() -> None:
    data = chatlab([sent("a", "早", 1), sent("b", "早呀", 2), sent("c", "大家好", 3)])
    assert dialogue_members(data, name="g.json") == ("a", "b", "c")
    with pytest.raises(InputError, match="'a', 'b', 'c'"):
        read_dialogue(data, name="g.json")
    with pytest.raises(InputError, match="'zoe'"):
        read_dialogue(data, name="g.json", member="zoe")
    dialogue = read_dialogue(data, name="g.json", member="B")
    assert [message.role for message in dialogue.messages] == [Role.OTHER, Role.PERSON, Role.OTHER]


def test_system_and_recalled_messages_are_counted() -> None:
    data = chatlab(
        [sent("me", "嗯", 1), sent("w", "x", 2, 80), sent("w", "y", 3, 81), sent("w", '"小王" 撤回了一条消息', 4)]
    )
    assert read_dialogue(data, name="c.json", member="阿林").skipped == {"recalled": 2, "system": 1}


def memotrace(*rows: str) -> bytes:
    return ("\ufeff" + HEADER + "\n".join(rows)).encode()


def test_memotrace_keeps_text_and_links_and_counts_the_rest() -> None:
    link = '"<msg><appmsg><title>黄山攻略 &amp; 地图</title><type>5</type></appmsg></msg>"'
    data = memotrace(
        "101,3,1,0,1,1736900000,,周六去爬山吗？,2025-01-15 08:13:20,小王,小王,",
        "102,3,1,0,0,1736900060,,去不了,2025-01-15 08:14:20,小王,小王,wxid_w",
        "103,3,3,0,0,1736900090,,<msg><img/></msg>,2025-01-15 08:14:50,小王,小王,wxid_w",
        f"104,3,49,5,0,1736900100,,{link},2025-01-15 08:15:00,小王,小王,wxid_w",
        '105,3,10000,0,0,1736900120,,"""小王"" 撤回了一条消息",2025-01-15 08:15:20,小王,小王,',
        "106,3,1,0,0,0,,补一句,2025-01-15 09:00:00,小王,小王,wxid_w",
    )
    dialogue = read_dialogue(data, name="m.csv", zone="Asia/Shanghai")
    assert [message.text for message in dialogue.messages] == [
        "周六去爬山吗？",
        "去不了",
        "[链接：黄山攻略 & 地图]",
        "补一句",
    ]
    assert [message.role for message in dialogue.messages][:2] == [Role.PERSON, Role.CHARACTER]
    assert dialogue.messages[0].happened_at.iso() == "2025-01-15T08:13:20+08:00"
    assert dialogue.messages[3].happened_at.iso() == "2025-01-15T09:00:00+08:00"
    assert dialogue.skipped == {"image": 1, "recalled": 1}


def test_memotrace_with_several_chats_asks_which() -> None:
    data = memotrace(
        "1,3,1,0,1,1736900000,,你好,,小王,小王,",
        "2,4,1,0,0,1736900001,,早,,,同事群,wxid_a",
        "3,4,1,0,0,1736900002,,早早,,,同事群,wxid_b",
        "4,4,1,0,1,1736900003,,大家早,,,同事群,",
    )
    assert dialogue_members(data, name="m.csv") == ("小王", "同事群")
    with pytest.raises(InputError, match="小王"):
        read_dialogue(data, name="m.csv")
    group = read_dialogue(data, name="m.csv", member="同事群")
    assert [(message.speaker, message.role) for message in group.messages] == [
        ("wxid_a", Role.OTHER),
        ("wxid_b", Role.OTHER),
        ("我", Role.PERSON),
    ]
    assert group.skipped == {"other chat": 1}


def test_the_csv_of_one_chat_and_of_chatlog_are_read_too() -> None:
    one = "消息ID,类型,发送人,时间,内容\n1,文本,我,2024-01-01 08:00:00,早\n2,文本,小王,2024-01-01 08:01:00,早呀\n3,图片,小王,2024-01-01 08:02:00,[图片]\n"
    dialogue = read_dialogue(one.encode("gb18030"), name="c.csv")
    assert (dialogue.format, dialogue.person, len(dialogue.messages)) == ("wechat-memotrace", "我", 2)
    log = "Time,SenderName,Sender,TalkerName,Talker,Content\n2024-01-01 08:00:00,我,me,小王,w,早\n2024-01-01 08:01:00,小王,w,小王,w,早呀\n"
    assert len(read_dialogue(log.encode(), name="c.csv").messages) == 2
    rows = [{"seq": 1, "time": "2024-01-01T08:00:00+08:00", "talker": "w", "sender": "me", "isSelf": True, "type": 1, "content": "早"},
            {"seq": 2, "time": "2024-01-01T08:01:00+08:00", "talker": "w", "sender": "w", "senderName": "小王", "isSelf": False, "type": 1, "content": "早呀"}]  # fmt: skip
    logged = read_dialogue(json.dumps(rows).encode(), name="c.json")
    assert (logged.person, logged.character) == ("我", "小王")


def test_weflow_text_joins_lines_and_skips_placeholders() -> None:
    text = '2025-01-15 08:13:20 "我"\n第一行\n\n第二行\n\n2025-01-15 08:14:20 "小王"\n[微笑]\n\n2025-01-15 08:14:50 "小王"\n[图片]\n'
    dialogue = read_dialogue(text.encode(), name="w.txt", zone="Asia/Shanghai")
    assert [message.text for message in dialogue.messages] == ["第一行\n\n第二行", "[微笑]"]
    assert dialogue.messages[0].happened_at.iso() == "2025-01-15T08:13:20+08:00"
    assert dialogue.skipped == {"图片": 1}


def test_a_quotation_keeps_the_answer_and_what_it_quotes() -> None:
    xml = "<msg><appmsg><title>好的</title><type>57</type><refermsg><displayname>小王</displayname><content>几点？</content></refermsg></appmsg></msg>"
    assert read_xml(xml).text == "好的 [引用 小王：几点？]"


def test_xml_entities_of_the_message_are_never_expanded() -> None:
    bomb = (
        '<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><msg><title>&b; &#20320;</title></msg>'
    )
    assert read_xml(bomb).text == "[链接：&b; 你]"


def test_a_voice_with_a_transcript_and_a_named_place_carry_words() -> None:
    assert read_voice('<msg><voicetrans transtext="晚点到"/></msg>').text == "[语音：晚点到]"
    assert read_place('<msg><location label="西湖区" poiname="断桥"/></msg>').text == "[位置：西湖区，断桥]"
    assert read_voice("<msg><voicemsg/></msg>").kind == "voice"


@pytest.mark.parametrize(
    "file",
    [
        "wechat_chatlab.synthetic.json",
        "wechat_chatlab.synthetic.jsonl",
        "wechat_memotrace_messages.synthetic.csv",
        "wechat_weflow.synthetic.txt",
    ],
)
def test_every_sample_gives_the_same_round(file: str) -> None:
    path = SAMPLES / file
    if not path.exists():
        pytest.skip("shared/data/chat_exports is not here")
    dialogue = read_dialogue(path.read_bytes(), name=file, zone="Asia/Shanghai")
    (one,) = rounds_of(dialogue)
    assert [message.text for message in one.messages] == ["周六去爬山吗？", "去不了，我膝盖上周伤了"]
    assert one.happened_at.iso() == "2025-01-15T08:13:20+08:00"
    assert (dialogue.person, dialogue.character, dialogue.problems) == ("我", "小王", ())
