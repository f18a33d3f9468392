"""Generic JSON, JSON Lines, CSV and text: role words in both languages, times, and every kind of bad input."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duramen.domain.dialogue import Dialogue, Role
from duramen.errors import BadTime, DuramenError, InputError, UnknownFormat, UnreadableFile
from duramen.observe import dialogue_members, format_names, import_keys, read_dialogue, rounds_of
from duramen.observe.collect import MAX_PROBLEMS
from duramen.observe.source import MAX_LINE_CHARS
from duramen.text.border import MAX_MESSAGE_CHARS

LINE = '{"role": "user", "content": "hi"}\n'


def read(text: str | bytes, **options: str) -> Dialogue:
    return read_dialogue(text if isinstance(text, bytes) else text.encode(), name="file", **options)


def texts(dialogue: Dialogue) -> list[str]:
    return [message.text for message in dialogue.messages]


@pytest.mark.parametrize("word", ["user", "Human", "me", "用户", "我", "用戶"])
def test_words_for_the_person_are_known_in_both_languages(word: str) -> None:
    assert read(json.dumps({"role": word, "content": "x"})).messages[0].role is Role.PERSON


@pytest.mark.parametrize("word", ["assistant", "AI", "bot", "model", "助手", "机器人"])
def test_words_for_the_character_are_known_in_both_languages(word: str) -> None:
    assert read(json.dumps({"role": word, "content": "x"})).messages[0].role is Role.CHARACTER


def test_json_lines_keep_time_speaker_session_and_id() -> None:
    row = {"role": "user", "content": "早", "time": "2024-05-01 08:00", "speaker": "阿林", "session": "s", "id": 7}
    (message,) = read(json.dumps(row), zone="Asia/Shanghai").messages
    assert (message.speaker, message.session, message.external_id) == ("阿林", "s", "7")
    assert message.happened_at.iso() == "2024-05-01T08:00:00+08:00"


def test_system_and_tool_messages_are_counted_not_kept() -> None:
    rows = [{"role": role, "content": "x"} for role in ("system", "tool", "user", "developer")]
    dialogue = read("\n".join(map(json.dumps, rows)))
    assert len(dialogue.messages) == 1
    assert dialogue.skipped == {"system": 2, "tool": 1}


def test_arrays_and_wrapped_conversations_are_read_too() -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url"}]}]
    assert texts(read(json.dumps(messages))) == ["a"]
    assert texts(read(json.dumps({"messages": messages}))) == ["a"]
    shared = {"id": "c9", "conversations": [{"from": "human", "value": "q"}, {"from": "gpt", "value": "r"}]}
    dialogue = read(json.dumps(shared) + "\n" + json.dumps({**shared, "id": "c10"}))
    assert [(m.role, m.session) for m in dialogue.messages] == [
        (Role.PERSON, "c9"),
        (Role.CHARACTER, "c9"),
        (Role.PERSON, "c10"),
        (Role.CHARACTER, "c10"),
    ]


def test_a_broken_line_is_reported_with_its_number_and_the_rest_is_kept() -> None:
    dialogue = read(LINE + '{"role": "user", "con\n\n[1]\n' + LINE + '{"content": "nobody"}\n{"role": "user"}')
    assert texts(dialogue) == ["hi", "hi"]
    assert [problem.where for problem in dialogue.problems] == ["line 2", "line 4", "line 6", "line 7"]
    assert "column 18" in dialogue.problems[0].what


def test_an_unreadable_time_is_reported_and_the_message_kept_with_an_unknown_one() -> None:
    rows = [{"role": "user", "content": "x", "time": when} for when in ("soon", True, {"a": 1}, 10**400)]
    dialogue = read("\n".join([*map(json.dumps, rows), '{"role": "user", "content": "x", "time": 1e999}']))
    assert len(dialogue.messages) == 5
    assert not any(message.happened_at.known for message in dialogue.messages)
    assert [problem.where for problem in dialogue.problems] == [f"line {number}" for number in range(1, 6)]


def test_times_before_1970_and_in_the_future_are_taken_as_told() -> None:
    rows = [{"role": "user", "content": "x", "time": when} for when in ("1950-03-01", "2999-03-01")]
    dialogue = read("\n".join(map(json.dumps, rows)))
    assert [message.happened_at.iso() for message in dialogue.messages] == ["1950-03-01", "2999-03-01"]


def test_nul_and_lone_surrogates_are_replaced_and_reported() -> None:
    dialogue = read(b'{"role": "user", "speaker": "\\udc00x", "content": "a\\ud800b\\u0000c"}')
    assert texts(dialogue) == ["a\ufffdb\ufffdc"]
    assert dialogue.messages[0].speaker == "\ufffdx"
    assert dialogue.problems[0].where == "line 1"


def test_messages_of_zero_width_characters_are_empty() -> None:
    dialogue = read(json.dumps({"role": "user", "content": "\u200b\u200d\ufeff"}) + "\n" + LINE)
    assert (texts(dialogue), dialogue.skipped) == (["hi"], {"empty": 1})


def test_one_id_with_the_same_text_is_one_message_and_with_another_text_a_problem() -> None:
    rows = [{"role": "user", "content": text, "id": "1"} for text in ("a", "a", "b")]
    dialogue = read("\n".join(map(json.dumps, rows)))
    assert [(m.text, m.external_id) for m in dialogue.messages] == [("a", "1"), ("b", "")]
    assert dialogue.skipped == {"duplicate": 1}
    assert dialogue.problems[0].where == "line 3"


def test_a_line_of_200_mb_is_reported_in_seconds_and_the_rest_is_kept() -> None:
    begun = time.perf_counter()
    dialogue = read(LINE.encode() + b'{"role": "user", "content": "' + b"a" * 200_000_000 + b'"}\n' + LINE.encode())
    assert texts(dialogue) == ["hi", "hi"]
    assert dialogue.problems[0].where == "line 2"
    assert f"{MAX_LINE_CHARS:,}" in dialogue.problems[0].what
    assert time.perf_counter() - begun < 30


def test_a_message_beyond_the_limit_is_cut_and_reported() -> None:
    dialogue = read(json.dumps({"role": "user", "content": "字" * (MAX_MESSAGE_CHARS + 5)}))
    assert len(dialogue.messages[0].text) == MAX_MESSAGE_CHARS
    assert "200,005" in dialogue.problems[0].what


def test_problems_are_listed_up_to_a_limit_and_counted_beyond() -> None:
    dialogue = read(LINE + '{"role": "user"}\n' * (MAX_PROBLEMS + 7))
    assert len(dialogue.problems) == MAX_PROBLEMS + 1
    assert any("7 further problems" in problem.what for problem in dialogue.problems)


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000])
def test_deep_nesting_is_an_error_or_a_problem_never_a_crash(deep: str) -> None:
    with pytest.raises(UnreadableFile, match="nested"):
        read(deep)
    dialogue = read(LINE + deep + "\n" + LINE)
    assert (texts(dialogue), dialogue.problems[0].where) == (["hi", "hi"], "line 2")


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", UnreadableFile, "empty"),
        (b"[]", UnreadableFile, "empty"),
        (b"{}", UnreadableFile, "empty"),
        (b"\x89PNG\r\n\x1a\n", UnreadableFile, "PNG"),
        (bytes(range(1, 30)) * 50, UnreadableFile, "binary"),
        (b'[{"title": "a", "mapping": {', UnreadableFile, "line 1, column 29"),
        (b'{"a": 1}', UnknownFormat, "chatgpt"),
        (b"Once upon a time.\n\nThere was a king.", UnknownFormat, "--format txt"),
        (b'{"entries": {"0": {"key": ["a"], "content": "b"}}}', UnknownFormat, "lorebook"),
        (b'{"spec": "chara_card_v2", "data": {"name": "x"}}', UnknownFormat, "character card"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, error: type[DuramenError], words: str) -> None:
    with pytest.raises(error, match=words):
        read(data)


def test_a_wrong_zone_format_or_member_says_what_is_known() -> None:
    with pytest.raises(BadTime, match="Mars/Olympus"):
        read(LINE, zone="Mars/Olympus")
    with pytest.raises(UnknownFormat, match="memorybank"):
        read(LINE, format="excel")
    with pytest.raises(UnknownFormat, match="'chatgpt'"):
        read(LINE, format="chatgpt")
    with pytest.raises(InputError, match="'Bob'"):
        read(LINE, member="Bob")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_csv_is_read_in_every_encoding_with_chinese_columns(encoding: str) -> None:
    text = '角色,内容,时间\r\n用户,"你好,\r\n今天天气很好",2024-01-01 08:00\r\n助手,"他说""好""",2024年1月2日\r\n'
    dialogue = read(text.encode(encoding), zone="Asia/Shanghai")
    assert texts(dialogue) == ["你好,\n今天天气很好", '他说"好"']
    assert [m.happened_at.iso() for m in dialogue.messages] == ["2024-01-01T08:00:00+08:00", "2024-01-02"]


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
def test_the_delimiter_of_a_csv_is_found(delimiter: str) -> None:
    rows = [("role", "content", "time"), ("user", "a, b; c"[:1], "1736900000"), ("assistant", "d", "")]
    assert texts(read("\n".join(delimiter.join(row) for row in rows))) == ["a", "d"]


def test_a_stray_quote_in_a_csv_costs_one_row() -> None:
    data = 'role,content\nuser,"never closed\nassistant,fine\nuser,"ok ""quoted"""\nuser\nassistant,"a"b\nuser,last'
    dialogue = read(data)
    assert texts(dialogue) == ["fine", 'ok "quoted"', "last"]
    assert [problem.where for problem in dialogue.problems] == ["line 2", "line 5", "line 6"]


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "big5", "utf-16"])
def test_named_lines_of_a_text_are_messages(encoding: str) -> None:
    text = "用戶：你好\n助手：您好，有什麼可以幫您？\n我很樂意。\n用戶：今天天氣怎麼樣"
    dialogue = read(text.encode(encoding))
    assert texts(dialogue) == ["你好", "您好，有什麼可以幫您？\n我很樂意。", "今天天氣怎麼樣"]


def test_times_before_the_names_of_a_text_are_read() -> None:
    text = "[2024-05-01 08:00] Ann: hi: there\n2024-05-01 08:01:30 Bob: yo\n2024年5月2日 Ann：see https://x.y/z"
    dialogue = read(text, member="ann")
    assert texts(dialogue) == ["hi: there", "yo", "see https://x.y/z"]
    assert [m.happened_at.iso() for m in dialogue.messages] == [
        "2024-05-01T08:00:00+00:00",
        "2024-05-01T08:01:30+00:00",
        "2024-05-02",
    ]


def test_two_names_need_a_member_and_a_prefix_used_once_stays_words() -> None:
    text = "Ann: hi\nBob: yo\nNote: bring water\nAnn: ok\n"
    assert dialogue_members(text.encode(), name="t") == ("Ann", "Bob")
    with pytest.raises(InputError, match="'Ann', 'Bob'"):
        read(text)
    dialogue = read(text, member="Bob")
    assert texts(dialogue) == ["hi", "yo\nNote: bring water", "ok"]
    assert dialogue.problems[0].where == "line 3"
    assert (dialogue.person, dialogue.character) == ("Bob", "Ann")


def test_alternating_paragraphs_are_read_when_txt_is_named() -> None:
    dialogue = read("第一段\n还是第一段\n\nSecond.\n\nThird.", format="txt")
    assert [(m.role, m.text) for m in dialogue.messages] == [
        (Role.PERSON, "第一段\n还是第一段"),
        (Role.CHARACTER, "Second."),
        (Role.PERSON, "Third."),
    ]


def test_the_table_of_formats_has_no_name_twice() -> None:
    assert len(set(format_names())) == len(format_names()) == 13


KEYS = st.sampled_from(
    [
        "mapping",
        "current_node",
        "messages",
        "message",
        "author",
        "role",
        "content",
        "parts",
        "text",
        "mes",
        "is_user",
        "name",
        "chat_metadata",
        "histories",
        "msgs",
        "src",
        "is_human",
        "turns",
        "candidates",
        "raw_content",
        "chatlab",
        "_type",
        "sender",
        "type",
        "timestamp",
        "memory",
        "id",
        "results",
        "history",
        "query",
        "conversation",
        "speaker_a",
        "session_1",
        "dialogues",
        "dialogue_turns",
        "speaker",
        "time",
        "entries",
        "keys",
        "title",
        "create_time",
        "parent",
        "children",
        "swipes",
        "swipe_id",
        "send_date",
        "metadata",
        "weight",
        "recipient",
        "data",
        "spec",
        "members",
        "meta",
        "isSelf",
        "user_id",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=6),
    max_leaves=25,
)


def assert_sound(dialogue: Dialogue) -> None:
    """Every message can be stored, has a key of its own, and is in one round unless nobody speaks it."""
    for message in dialogue.messages:
        message.text.encode("utf-8")
        assert message.text.strip()
    assert len(set(import_keys(dialogue.messages))) == len(dialogue.messages)
    spoken = [one.position for one in dialogue.messages if one.role not in (Role.SYSTEM, Role.TOOL)]
    assert sorted(one.position for turn in rounds_of(dialogue) for one in turn.messages) == sorted(spoken)


FORMATS = st.sampled_from(["auto", "wechat", *format_names()])


@settings(max_examples=300, deadline=None)
@given(data=st.binary(max_size=400), wanted=FORMATS, member=st.sampled_from(["", "a"]))
def test_any_bytes_give_a_dialogue_or_a_duramen_error(data: bytes, wanted: str, member: str) -> None:
    try:
        dialogue = read_dialogue(data, name="x", format=wanted, member=member)
    except DuramenError:
        return
    assert_sound(dialogue)


@settings(max_examples=500, deadline=None)
@given(
    document=JSON | st.dictionaries(KEYS, JSON, max_size=6) | st.lists(st.dictionaries(KEYS, JSON), max_size=4),
    data=st.data(),
)
def test_any_json_with_the_right_keys_gives_a_dialogue_or_a_duramen_error(
    document: object, data: st.DataObject
) -> None:
    raw = json.dumps(document).encode()
    try:
        dialogue = read_dialogue(raw, name="x", format=data.draw(FORMATS), member=data.draw(st.sampled_from(["", "a"])))
    except DuramenError:
        return
    assert_sound(dialogue)


@given(
    st.lists(st.tuples(st.sampled_from(["user", "assistant", "助手"]), st.text(min_size=1, max_size=30)), min_size=1)
)
def test_json_lines_lose_no_message_that_can_be_seen(rows: list[tuple[str, str]]) -> None:
    data = "\n".join(json.dumps({"role": role, "content": text}) for role, text in rows)
    dialogue = read(data)
    assert len(dialogue.messages) + dialogue.skipped.get("empty", 0) == len(rows)
