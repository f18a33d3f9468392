"""Judging answers by rule: quoted answers are long, numbers must be there, both languages alike."""

import pytest

from duramen.scoring.answers import holds, share_held, token_f1


@pytest.mark.parametrize(
    "answer, gold, right",
    [
        ("You said on 8 May 2023: “I moved to Lisbon with Rex.”", "Lisbon", True),
        ("You said on 8 May 2023: “I moved to Porto.”", "Lisbon", False),
        ("It was on 7 May 2023.", "7 May 2023", True),
        ("It was on 8 May 2023.", "7 May 2023", False),
        ("2023年5月7日你说：“我养了一只猫，叫圆圆。”", "圆圆", True),
        ("你说过：“我养了一只狗。”", "圆圆", False),
        ("kickboxing and taekwondo", "Kickboxing, Taekwondo", True),
        ("He did kickboxing.", "Kickboxing, Taekwondo", False),
        ("No.", "no", True),
        ("", "Lisbon", False),
        ("three", "", False),
    ],
)
def test_an_answer_holds_what_is_right_or_does_not(answer, gold, right):
    assert holds(answer, [gold]) is right


@pytest.mark.parametrize(
    "answer, gold, right",
    [
        (
            "5–11 September 2022. You said on 14 September 2022: “My laptop crashed last week.”",
            "The week before 14September, 2022",
            True,
        ),
        ("No date was given; it came up on 14 September 2022.", "The week before 14September, 2022", False),
        ("27 February – 5 March 2023.", "The week before 6 March 2023", True),
        ("19–25 December 2022.", "The week before 1 January 2023", True),
        ("19 May 2023.", "the Friday before 20 May 2023", True),
        ("It came up on 20 May 2023.", "The Friday before 20 May 2023", False),
        ("4–5 June 2022.", "The weekend after 3June, 2022.", True),
        ("11 June 2022.", "The weekend after 3 June 2022", False),
        ("In May 2023.", "The Friday before 20 May 2023", False),
        ("the day before yesterday", "the day before we met", False),
    ],
)
def test_days_told_from_a_day_are_held_against_days(answer, gold, right):
    assert holds(answer, [gold]) is right


def test_any_of_several_right_answers_will_do_and_none_never_does():
    assert holds("a cat", ["dog", "cat"])
    assert not holds("a cat", [])


def test_f1_by_hand():
    # said: move, lisbon, spring; wanted: move, lisbon: precision 2/3, recall 1
    assert token_f1("moved Lisbon spring", "moved Lisbon") == pytest.approx(0.8)
    assert token_f1("", "x") == 0.0
    assert share_held("Lisbon in 2022", "Lisbon 2021") == 0.0
