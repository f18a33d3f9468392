"""A talk of several humans: each is told, each has a view of their own, and only their own words are theirs in it."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.dialogue import Dialogue, Message, Role
from duramen.domain.time import Moment
from duramen.errors import InputError
from duramen.observe.everyone import partaken, read_everyone, seen_by
from duramen.observe.rounds import rounds_of
from duramen.observe.sides import is_bot, loose, names_apart

EXPORTS = Path(__file__).resolve().parents[3] / "shared" / "data" / "chat_exports"
SAID = [("Ann", "I live in Oslo."), ("Ben", "let's all eat hotpot on Friday"), ("Cara", "me too"), ("Ann", "I sing.")]


def lines(*rows):
    return "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()


def chatlab(rows, members=(), owner=""):
    meta = {"name": "周末群", "type": "group", **({"ownerId": owner} if owner else {})}
    listed = [{"platformId": own_id, "accountName": name} for own_id, name in members]
    messages = [
        {"sender": sender, "accountName": name, "timestamp": 1_741_140_000 + 60 * n, "type": 0, "content": text}
        for n, (sender, name, text) in enumerate(rows)
    ]
    return json.dumps({"chatlab": {}, "meta": meta, "members": listed, "messages": messages}).encode()


def database(rows):
    """MemoTrace's database: (talker, sender, contact, text), sender "" for the owner."""
    head = "localId,TalkerId,Type,SubType,IsSender,CreateTime,Status,StrContent,StrTime,Remark,NickName,Sender\n"
    body = (
        f"{n},{talker},1,0,{int(not sender)},{1_741_140_000 + 60 * n},,{text},,,{contact},{sender}"
        for n, (talker, sender, contact, text) in enumerate(rows, start=1)
    )
    return (head + "\n".join(body)).encode()


def weflow(rows):
    return "".join(f'2025-01-15 08:{n:02}:00 "{name}"\n{text}\n\n' for n, (name, text) in enumerate(rows)).encode()


FILES = {
    "wechat-chatlab": chatlab([(f"id-{name}", name, text) for name, text in SAID]),
    "wechat-memotrace": database([("4", f"id-{name}", name, text) for name, text in SAID]),
    "wechat-weflow": weflow(SAID),
    "jsonl": lines(*({"speaker": name, "content": text} for name, text in SAID)),
    "csv": ("speaker,content\n" + "\n".join(f"{name},{text}" for name, text in SAID)).encode(),
    "txt": "\n".join(f"{name}: {text}" for name, text in SAID).encode(),
}


def own_words(member):
    return [message.text for message in member.dialogue().messages if message.role is Role.PERSON]


def counts(everyone):
    return {member.name: member.messages for member in everyone.members}


@pytest.mark.parametrize("format", FILES)
def test_in_every_format_of_several_speakers_each_has_their_own_words_and_the_others_as_context(format):
    found = read_everyone(FILES[format], name="talk")
    assert found.format == format
    assert counts(found) == {"Ann": 2, "Ben": 1, "Cara": 1}
    for member in found.members:
        assert own_words(member) == [text for name, text in SAID if name == member.name]
        assert [message.text for message in member.dialogue().messages] == [text for _, text in SAID]
        assert {m.role for m in member.dialogue().messages if m.speaker != member.name} == {Role.OTHER}


def test_locomo_gives_both_sides_of_each_conversation_and_keeps_namesakes_of_two_apart():
    def sample(own_id, first, second):
        turns = [
            {"speaker": first, "dia_id": "D1:1", "text": "hi"},
            {"speaker": second, "dia_id": "D1:2", "text": "yo"},
        ]
        talk = {
            "speaker_a": first,
            "speaker_b": second,
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": turns,
        }
        return {"sample_id": own_id, "conversation": talk}

    data = json.dumps([sample("c-1", "Ida", "Kim"), sample("c-2", "Kim", "Lev")]).encode()
    found = read_everyone(data, name="l.json")
    assert [(m.name, own_words(m)) for m in found.members] == [
        ("Ida", ["hi"]),
        ("Kim (c-1)", ["yo"]),
        ("Kim (c-2)", ["hi"]),
        ("Lev", ["yo"]),
    ]
    assert "kept apart: 'Kim (c-1)', 'Kim (c-2)'" in found.notes[0]
    assert counts(read_everyone(data, name="l.json", member="c-2")) == {"Kim": 1, "Lev": 1}
    assert counts(read_everyone(data, name="l.json", member="c-2/Lev", person="Leo")) == {"Kim": 1, "Leo": 1}
    with pytest.raises(InputError, match="'c-9'"):
        read_everyone(data, name="l.json", member="c-9")


def test_bots_assistants_and_system_lines_are_nobody():
    data = lines(
        {"speaker": "Ann", "content": "hi"},
        {"speaker": "Ben", "content": "hello"},
        {"speaker": "Luna", "role": "assistant", "content": "I sing."},
        {"speaker": "Rose Bot", "content": "welcome"},
        {"author": {"name": "Helper", "isBot": True}, "content": "read the rules"},
        {"role": "system", "content": "Zed joined"},
    )
    found = read_everyone(data, name="g.jsonl")
    assert counts(found) == {"Ann": 1, "Ben": 1}
    assert found.bots == {"Luna": 1, "Rose Bot": 1, "Helper": 1}
    assert [m.role for m in found.members[0].dialogue().messages] == [
        Role.PERSON,
        Role.OTHER,
        Role.CHARACTER,
        Role.CHARACTER,
        Role.CHARACTER,
    ]


@pytest.mark.parametrize(
    "name", ["ChatGPT", "assistant", "Rose Bot", "rose_bot", "GroupHelpBot", "x[bot]", "机器人", "群助手"]
)
def test_names_that_say_so_are_bots(name):
    assert is_bot(name)


@pytest.mark.parametrize("name", ["Talbot", "Abbot", "Botond", "王助理", "小明"])
def test_names_of_people_are_none(name):
    assert not is_bot(name)


@pytest.mark.parametrize(
    "data",
    [
        chatlab([("me", "我", "早"), ("a", "小明", "早呀")]),
        database([("4", "", "小明", "早"), ("4", "a", "小明", "早呀")]),
        weflow([("我", "早"), ("小明", "早呀")]),
        lines({"speaker": "me", "content": "早"}, {"speaker": "小明", "content": "早呀"}),
        "我: 早\n小明: 早呀\n我: 走".encode(),
        lines({"role": "user", "content": "早"}, {"role": "assistant", "content": "早呀"}),
    ],
)
def test_a_side_called_me_asks_for_its_name(data):
    with pytest.raises(InputError, match="--person"):
        read_everyone(data, name="f")
    found = read_everyone(data, name="f", person="林涛")
    assert "早" in own_words(next(member for member in found.members if member.name == "林涛"))


def test_the_owner_of_an_export_takes_the_name_that_is_given():
    data = chatlab([("o", "Tom", "hi"), ("a", "Ann", "yo")], owner="o")
    assert counts(read_everyone(data, name="f", person="Thomas")) == {"Thomas": 1, "Ann": 1}
    assert counts(read_everyone(data, name="f")) == {"Tom": 1, "Ann": 1}
    with pytest.raises(InputError, match="called 'Ann' already"):
        read_everyone(chatlab([("o", "我", "hi"), ("a", "Ann", "yo")], owner="o"), name="f", person="Ann")


def test_a_name_that_fits_nobody_says_what_to_do():
    with pytest.raises(InputError, match=r"--member NAME.*'Ann', 'Ben', 'Cara'"):
        read_everyone(FILES["jsonl"], name="f", person="Zoe")
    found = read_everyone(FILES["jsonl"], name="f", person="Zoe", member="Ben")
    assert counts(found) == {"Ann": 2, "Zoe": 1, "Cara": 1}


def test_two_members_of_one_nickname_stay_two_by_their_ids_and_are_told():
    rows = [("a", "小明", "我搬到深圳了"), ("b", "小明", "我养猫"), ("c", "小红", "嗯")]
    for data in (
        chatlab(rows),
        database([("4", sender, name, text) for sender, name, text in rows]),
        lines(*({"sender_id": own_id, "sender": name, "content": text} for own_id, name, text in rows)),
    ):
        found = read_everyone(data, name="f")
        assert [(m.name, own_words(m)) for m in found.members][:2] == [
            ("小明 (a)", ["我搬到深圳了"]),
            ("小明 (b)", ["我养猫"]),
        ]
        assert any("2 members are called '小明'" in note for note in found.notes)


def test_a_member_who_is_renamed_stays_one_by_their_id():
    rows = [{"sender_id": "1", "sender": "Ann", "content": "a"}, {"sender_id": "2", "sender": "Bo", "content": "b"}]
    found = read_everyone(lines(*rows, {"sender_id": "1", "sender": "Annie", "content": "c"}), name="f")
    assert counts(found) == {"Ann": 2, "Bo": 1}


def test_a_file_of_several_chats_asks_which():
    data = database([("3", "w", "小王", "早"), ("4", "a", "群", "大家好"), ("4", "b", "群", "好")])
    with pytest.raises(InputError, match=r"several chats; say which is meant.*'小王', '群'"):
        read_everyone(data, name="m.csv")
    assert counts(read_everyone(data, name="m.csv", member="群")) == {"a": 1, "b": 1}


def test_somebody_who_writes_one_line_of_a_text_is_not_taken_for_the_one_before():
    data = b"Ann: hi\nBen: hi\nAnn: I am off\nCara: I live in Leeds\nBen: bye\n"
    assert counts(read_everyone(data, name="t.txt")) == {"Ann": 2, "Ben": 2, "Cara": 1}
    noted = b"Ann: hi\nBen: the place\nAddress: 5 High St\nAnn: thanks\nBen: sure\n"
    assert counts(read_everyone(noted, name="t.txt")) == {"Ann": 2, "Ben": 2}


SPEAKERS = ("Ann", "Ben", "小红", "Rose Bot", "")
TALKS = st.lists(st.tuples(st.sampled_from(SPEAKERS), st.integers(0, 9)), max_size=40)


@given(TALKS)
def test_every_message_is_one_members_own_in_exactly_one_view(said):
    messages = tuple(
        Message(
            role=Role.OTHER if speaker else Role.CHARACTER,
            speaker=speaker,
            text=str(n),
            happened_at=Moment(at_us=n * 60_000_000 * (1 + gap * 40)),
            position=n,
        )
        for n, (speaker, gap) in enumerate(said)
    )
    talk = Dialogue(format="jsonl", messages=messages)
    owned = []
    for name in ("Ann", "Ben", "小红"):
        view = seen_by(talk, name, {"Rose Bot"})
        own = [m.position for m in view.messages if m.role is Role.PERSON]
        assert [m.text for m in view.messages] == [m.text for m in messages]
        rounds = rounds_of(view)
        kept = [m.position for r, keep in zip(rounds, partaken(rounds), strict=True) if keep for m in r.messages]
        assert set(own) <= set(kept)
        owned += own
    assert sorted(owned) == [n for n, (speaker, _) in enumerate(said) if speaker in ("Ann", "Ben", "小红")]


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["Ann", "ann", "Bo"])), max_size=20))
def test_names_apart_never_gives_two_ids_one_name(named):
    names, notes = names_apart(named)
    assert set(names) == {own_id for own_id, _ in named}
    assert len({loose(name) for name in names.values()}) == len(names)
    assert bool(notes) == any("(" in name for name in names.values())


@pytest.mark.parametrize("pattern", ["wechat_*"])
def test_the_real_exports_of_a_chat_of_two_give_both(pattern):
    files = sorted(EXPORTS.glob(pattern))
    if not files:
        pytest.skip("shared/data/chat_exports is not here")
    for path in files:
        found = read_everyone(path.read_bytes(), name=path.name, zone="Asia/Shanghai", person="Zoe")
        assert [(m.name, own_words(m)) for m in found.members] == [
            ("Zoe", ["周六去爬山吗？"]),
            ("小王", ["去不了，我膝盖上周伤了"]),
        ], path.name
