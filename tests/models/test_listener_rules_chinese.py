"""The Chinese half of the rules: lists of things, dropped subjects, bare answers, and what is no fact of the person."""

from __future__ import annotations

import pytest

from duramen.domain.persona import Heard, Tree, Window
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.models.listeners.rules import RulesListener
from duramen.models.listeners.rules.chinese.things import kind_of_thing, things_of
from duramen.schemas import load_schema


def written(*said: str) -> dict[str, str | None]:
    """Return what is written after a talk; the person speaks last, and before that in turn with the assistant."""
    messages = [
        Heard(
            role="user" if (len(said) - place) % 2 else "assistant",
            speaker="",
            text=text,
            said_at=UNKNOWN_MOMENT,
            own=bool((len(said) - place) % 2),
            turn_id=place + 1,
        )
        for place, text in enumerate(said)
    ]
    window = Window(person="p", messages=tuple(messages))
    made = RulesListener().listen(window, Tree(schema="core", leaves={}), load_schema("core"))
    return {one.operation.path: one.operation.value for one in made.proposals}


@pytest.mark.parametrize(
    ("thing", "kind"),
    [
        ("画长颈鹿", "hobbies"),
        ("讲历史的电影", "films"),
        ("吃番茄酱味的", "food"),
        ("看球赛", "sports"),
        ("逛古镇", "travel"),
        ("国际象棋", "games"),
        ("在外面跑来跑去", None),
        ("每个地方的画面", None),
    ],
)
def test_a_verb_decides_before_its_object_and_the_last_noun_before_the_others(thing, kind):
    assert kind_of_thing(thing) == kind


def test_a_list_of_things_is_cut_by_their_kinds():
    assert things_of("旅游和看电影") == [("travel", "旅游"), ("films", "看电影")]
    assert things_of("徒步、长跑和攀岩") == [("sports", "徒步、长跑和攀岩")]
    assert things_of("你说的那个") == []


def test_things_liked_go_on_over_commas():
    assert written("我喜欢唱歌跳舞，健身，旅游，电影，摄影。") == {
        "likes.hobbies": "唱歌跳舞；摄影",
        "likes.sports": "健身",
        "likes.travel": "旅游",
        "likes.films": "电影",
    }


def test_an_answer_needs_no_subject():
    assert written("您是什么工作？", "高速收费站上班的。") == {"work.occupation": "高速收费站上班的"}
    assert written("你看我家猫", "真可爱，它叫什么？", "椰丝，两岁半") == {"pets.animals": "猫椰丝，两岁半"}


def test_a_time_before_the_subject_is_read_behind_it():
    assert written("最近我开始学习射击，感觉很酷") == {"likes.sports": "射击"}


def test_a_question_about_the_body_tells_of_it():
    assert written("我怀孕十六周能坐长途大巴吗") == {"health.conditions": "怀孕十六周"}


@pytest.mark.parametrize(
    "said",
    [
        "我知道他喜欢旅游，喜欢尝试新的美食",
        "我不喜欢第二个版本，换一个",
        "我的猫在叫",
        "我在路上了",
        "我喜欢在外面跑来跑去",
        "我怕来不及",
        "明天下午三点提醒我开会",
        "怀孕初期要吃叶酸",
        "张三在公司干了五年，能拿多少赔偿",
        "小明今年十岁，他爸爸四十岁",
        "我老公回来了，先这样",
        "不许说你是AI",
    ],
)
def test_what_tells_nothing_lasting_of_the_person_is_left(said):
    assert written(said) == {}


def test_many_words_of_time_take_no_longer_than_others():
    assert written("每天" * 200) == {}
