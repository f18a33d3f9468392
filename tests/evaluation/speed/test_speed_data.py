"""The data of the speed benchmark: the same each time, in two languages."""

import pytest
from novel_lines import LINES

from duramen.domain.dialogue import Role
from duramen.errors import InputError
from duramen.evaluation.speed.data import QUESTIONS, Talk, make_dialogue, read_lines, write_documents


def test_the_same_talk_is_made_twice_and_another_seed_makes_another():
    talk = Talk(count=50, name="r", seed=3)
    assert make_dialogue(LINES, talk) == make_dialogue(LINES, talk)
    assert make_dialogue(LINES, talk) != make_dialogue(LINES, Talk(count=50, name="r", seed=4))


def test_rounds_are_two_turns_each_spread_over_two_years_in_order_of_time():
    messages = make_dialogue(LINES, Talk(count=240, name="r", seed=1)).messages
    times = [message.happened_at.at_us for message in messages]
    assert [message.role for message in messages] == [Role.PERSON, Role.CHARACTER] * 240
    assert times == sorted(times)
    assert 650 * 86_400_000_000 < times[-1] - times[0] < 731 * 86_400_000_000
    assert len({message.session for message in messages}) == 20


def test_both_languages_are_asked():
    chinese = sum(any("\u4e00" <= char <= "\u9fff" for char in question) for question in QUESTIONS)
    assert len(set(QUESTIONS)) == len(QUESTIONS) >= 48
    assert chinese == len(QUESTIONS) - chinese


def test_lines_are_limited_by_chinese_characters_and_a_missing_file_is_named(tmp_path):
    file = tmp_path / "novels.txt"
    file.write_text("第一行\nabc\n第二行\n第三行\n", encoding="utf-8")
    assert read_lines(file) == ["第一行", "abc", "第二行", "第三行"]
    assert read_lines(file, limit_chars=4) == ["第一行", "abc", "第二行"]
    with pytest.raises(InputError, match=r"absent\.txt"):
        read_lines(tmp_path / "absent.txt")


def test_documents_hold_every_line_once(tmp_path):
    written = write_documents(LINES, tmp_path)
    texts = [path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir())]
    assert "".join(texts).splitlines() == LINES
    assert written == sum(len(text.encode()) for text in texts)
