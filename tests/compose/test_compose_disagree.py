import pytest

from duramen.compose.disagree import mark_disagreeing
from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.persona import Leaf, Quote
from duramen.domain.profile import ShownLeaf
from duramen.text.moments import parse_moment
from duramen.text.statements import leaf_statements, statements


def said(text, id_, day, role="person", source=Source.EXPERIENCE):
    moment = parse_moment(f"2031-03-{day:02}T10:00:00", "UTC")
    return Evidence(
        id=id_,
        candidate=Candidate(
            source=source, item_id=day, record_id="r", text=text, speaker="", happened_at=moment, recorded_at=moment,
            round=day, relative_round=1, origin="s", session="s", role=role,
        ),
    )  # fmt: skip


def leaf(value, path, day, id_="L1", past=False):
    quote = Quote(record_id="r", turn_id=1, start=0, end=1, said_at=parse_moment(f"2031-03-{day:02}", "UTC"))
    return ShownLeaf(id=id_, leaf=Leaf(path=path, value=value, quotes=(quote,)), past=past)


def marks(evidence=(), leaves=()):
    told, shown = mark_disagreeing(evidence, leaves)
    return {one.id: one.disagrees_with for one in (*told, *shown) if one.disagrees_with}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Beijing now.", "We've just moved to Shenzhen."),
        ("我住在北京。", "我现在搬到了深圳，挺好的。"),
        ("I like Chinese food.", "I hate Chinese food now."),
        ("我喜欢吃香菜。", "我现在不喜欢吃香菜了。"),
        ("I don't drink coffee.", "I drink coffee again."),
        ("我不抽烟。", "我抽烟，每天半包。"),
        ("I have two cats.", "I've got three cats now."),
        ("我养了两只猫。", "我家有三只猫。"),
        ("My rent is 1,200 euros.", "My rent is 1,350 euros."),
        ("我的预算是300元", "我的预算是500元"),
        ("My favourite colour is green.", "My favourite colour is dark blue."),
        ("我最喜欢的颜色是蓝色", "我最喜欢的颜色是绿色"),
        ("My name is Anna Berg.", "My name is Anna Lindt."),
    ],
)
def test_the_older_of_two_statements_that_cannot_both_hold_names_the_newer(older, newer):
    assert marks([said(older, "E1", 1), said(newer, "E2", 9)]) == {"E1": "E2"}
    assert marks([said(newer, "E1", 9), said(older, "E2", 1)]) == {"E2": "E1"}


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("I live in Beijing.", "I live in Beijing, near the park."),
        ("I live in Beijing.", "My friend lives in Shenzhen."),
        ("I live in Beijing.", "I would like to live in Shenzhen."),
        ("I live in Beijing.", "Do I live in Shenzhen?"),
        ("我住在北京。", "我想搬到深圳。"),
        ("我住在北京。", "我以前住在深圳。"),
        ("我住在北京。", "我朋友住在深圳。"),
        ("我住在北京。", "我住在酒店。"),
        ("I like tea.", "I don't like coffee."),
        ("我喜欢吃辣。", "我今天不吃辣。"),
        ("I ran 5 km today.", "I ran 8 km today."),
        ("I have two cats.", "I have three sisters."),
        ("我有两个女儿", "我有一只猫"),
    ],
)
def test_what_is_not_certain_to_disagree_is_not_marked(older, newer):
    assert marks([said(older, "E1", 1), said(newer, "E2", 9)]) == {}


def test_only_the_persons_own_dated_words_are_held_against_each_other():
    newer = said("I live in Shenzhen.", "E2", 9)
    assert marks([said("I live in Beijing.", "E1", 1, role="character"), newer]) == {}
    assert marks([said("I live in Beijing.", "E1", 1, source=Source.KNOWLEDGE), newer]) == {}
    assert marks([said("I live in Beijing.", "E1", 9), newer]) == {}


def test_evidence_and_leaf_are_held_against_each_other_and_the_older_is_marked():
    home = leaf("以前住在北京；现在住在深圳", "home.city", 5)
    assert marks([said("我住在北京。", "E1", 1)], [home]) == {"E1": "L1"}
    assert marks([said("我搬到了杭州。", "E1", 9)], [home]) == {"L1": "E1"}
    assert marks([said("我住在深圳。", "E1", 1)], [home]) == {}
    assert marks([said("I hate Thai food.", "E1", 9)], [leaf("Thai food; chocolate", "likes.food", 2)]) == {"L1": "E1"}
    assert marks([said("我搬到了杭州。", "E1", 9)], [leaf("深圳", "home.city", 5, past=True)]) == {}


def test_of_several_the_newest_is_named():
    three = [said("I live in Oslo.", "E1", 1), said("I live in Bergen.", "E2", 4), said("I moved to Tromso.", "E3", 9)]
    assert marks(three) == {"E1": "E3", "E2": "E3"}


def test_most_texts_say_nothing():
    assert statements("Let us look at the plan for the third chapter again.") == []
    assert statements("好的，我们接着看第三章。") == []
    assert leaf_statements("work.projects", "a novel about bees") == []
