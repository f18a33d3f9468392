"""duramen.text.encodings: UTF-8, UTF-16, GB18030 and Big5 are told apart on short texts; binary files are refused."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.errors import UnreadableFile
from duramen.text.encodings import decode

SIMPLIFIED = [
    "你好",
    "橘猫",
    "养猫",
    "团子",
    "头痛得厉害",
    "今天天气很好",
    "我叫张伟，喜欢打羽毛球",
    "周六去爬山吗？",
    "消息ID,类型,发送人,时间,内容\n1,文本,小王,2024-01-01,好",
    "我昨天去了医院，医生说膝盖要休息两个星期。",
    "Meeting at 10 在三楼",
]
TRADITIONAL = ["今天天氣很好，我們去爬山嗎？", "我昨天去了醫院", "謝謝你", "下個月我想領養一隻貓。", "頭痛得厲害"]


@pytest.mark.parametrize("text", SIMPLIFIED + TRADITIONAL)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"])
def test_short_chinese_text_comes_back_from_each_encoding(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


@pytest.mark.parametrize("text", TRADITIONAL)
def test_big5_is_told_from_gb18030(text: str) -> None:
    assert decode(text.encode("big5")) == decode(text.encode("big5"))
    assert decode(text.encode("big5")).text == text


@pytest.mark.parametrize("text", SIMPLIFIED)
def test_gb18030_is_named_as_such(text: str) -> None:
    assert decode(text.encode("gb18030")).encoding == "gb18030"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_seen_by_its_nul_bytes(encoding: str) -> None:
    assert decode("Hello, it is me.\n".encode(encoding)).text == "Hello, it is me.\n"


@pytest.mark.parametrize(
    "text", ["café", "naïve résumé", "don’t worry", "“Hello”", "Ein schöner Tag, Grüße aus München"]
)
def test_windows_1252_is_not_taken_for_chinese(text: str) -> None:
    assert decode(text.encode("cp1252")).text == text


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("こんにちは、今日はとても良い天気ですね。散歩に行きましょう。", "shift_jis"),
        ("Привет, как дела? Сегодня хорошая погода.", "cp1251"),
        ("안녕하세요 오늘 날씨가 좋네요 산책하러 갈까요", "euc-kr"),
    ],
)
def test_other_scripts_go_to_charset_normalizer(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)).text == text


def test_a_few_damaged_bytes_in_utf_8_are_replaced_and_counted() -> None:
    data = "第一行是好的\n".encode() + b"\xff\xfe broken\n" + "第三行也是好的\n".encode()
    decoded = decode(data)
    assert decoded.encoding == "utf-8"
    assert decoded.replaced == 2
    assert decoded.text.startswith("第一行是好的\n")
    assert decoded.text.endswith("第三行也是好的\n")


@pytest.mark.parametrize("data", [b"", b" \n\t", b"\x00\x00\x00"])
def test_an_empty_file_is_named_empty(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="empty"):
        decode(data)


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\x89PNG\r\n\x1a\n....", "PNG"),
        (b"PK\x03\x04....", "zip"),
        (b"%PDF-1.7", "PDF"),
        (b"SQLite format 3\x00....", "SQLite"),
        (bytes(range(32)) * 40, "binary"),
        (random.Random(7).randbytes(4000), "text"),
    ],
)
def test_a_binary_file_is_refused_by_kind(data: bytes, kind: str) -> None:
    with pytest.raises(UnreadableFile, match=kind):
        decode(data)


@pytest.mark.parametrize(
    "data", [b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xff\xfe\x20\x00\x0a\x00", b"\xef\xbb\xbf\n"]
)
def test_a_file_that_holds_only_a_mark_is_empty(data: bytes) -> None:
    with pytest.raises(UnreadableFile, match="empty"):
        decode(data)


@given(st.binary(max_size=300))
def test_any_bytes_give_a_text_or_unreadable_file(data: bytes) -> None:
    try:
        decoded = decode(data)
    except UnreadableFile:
        return
    decoded.text.encode("utf-8")
    assert 0 <= decoded.replaced <= decoded.text.count("\ufffd")
    if "\x00" not in decoded.text:  # with NUL it might as well be UTF-16
        assert decode(decoded.text.encode("utf-8")).text == decoded.text.removeprefix("\ufeff")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc"]), min_size=1).filter(str.strip))
def test_utf_8_round_trips(text: str) -> None:
    assert decode(text.encode("utf-8")).text == text.removeprefix("\ufeff")
