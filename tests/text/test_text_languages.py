"""The language that carries a text is told apart in mixed text too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.text.languages import is_cjk, language_of


@pytest.mark.parametrize(
    "text",
    [
        "你好",
        "我用 Python 写了一个 FastAPI 服务",
        "《The Great Gatsby》是谁写的？",
        "我喜欢Taylor Swift的歌",
        "OK，明天见",
        "猫",
        "iPhone 15 Pro Max 多少钱？",
        "你觉得 Machine Learning 难吗",
        "《三体》",
        "https://example.org/a-long-path/with/words 看看这个",
    ],
)
def test_chinese_text_is_chinese(text):
    assert language_of(text) == "zh"


@pytest.mark.parametrize(
    "text",
    [
        "Hello there",
        "",
        "12345 !?",
        "I love 北京 duck",
        "What does 百折不挠 mean?",
        "How do you say 你好 in Cantonese?",
        "これはペンです",
        "안녕하세요",
        "Ça va ?",
        "Who wrote 《红楼梦》?",
    ],
)
def test_everything_else_is_english(text):
    assert language_of(text) == "en"


@pytest.mark.parametrize(
    ("char", "expected"),
    [
        ("猫", True),
        ("〇", True),
        ("𠮷", True),
        ("，", False),
        ("の", False),
        ("a", False),
        ("", False),
        ("猫猫", False),
    ],
)
def test_ideographs_are_told_from_other_characters(char, expected):
    assert is_cjk(char) is expected


@given(st.text(max_size=60))
def test_every_text_has_one_of_the_two_languages(text):
    assert language_of(text) in ("zh", "en")
