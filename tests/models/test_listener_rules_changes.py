"""What a tree holds is changed only by a plain clause that names it with an ending, a change or a denial of its kind."""

from __future__ import annotations

import pytest

from duramen.domain.operations import Kind
from duramen.domain.persona import Heard, Leaf, Tree, Window
from duramen.models.listeners.rules import RulesListener
from duramen.schemas import load_schema
from duramen.text.moments import parse_moment

CORE = load_schema("core")
SAID_AT = parse_moment("2025-03-05T10:00:00+08:00", "UTC")

ENGLISH = {
    "pets.animals": "golden retriever Max; cat Biscuit",
    "work.occupation": "project manager at a trading company",
    "work.projects": "building a dashboard about churn",
    "likes.sports": "running; tennis",
    "likes.food": "sushi; coffee",
    "belongings.things": "a red car; a camera",
    "home.city": "Leeds",
    "health.conditions": "back pain",
    "goals.plans": "trip to Madeira in May",
    "finance.situation": "saving for a house",
}
CHINESE = {
    "pets.animals": "金毛可乐；橘猫",
    "work.occupation": "在律所做助理",
    "work.projects": "写毕业论文",
    "likes.sports": "跑步；羽毛球",
    "likes.food": "火锅；咖啡",
    "belongings.things": "红色小电驴；相机",
    "home.city": "北京",
    "health.conditions": "腰疼",
    "goals.plans": "五月去云南旅行",
    "finance.situation": "在攒钱买房",
}
ORDINARY = [
    "I still have to feed the cat now.",
    "Is the new dashboard finished?",
    "Let's get that new running plan implemented now.",
    "I'm not running late, don't worry.",
    "The car park is full now, so I'm back home.",
    "I don't have time for coffee today.",
    "Please remove the trip section from the new draft.",
    "Drop the old dashboard approach and start again.",
    "I'm not sure the company is open now.",
    "My manager said the house is sold.",
    "I still feel some pain in my back now and then.",
    "Can you make a new list of sushi places?",
    "I'd quit coffee if I could, but not now.",
    "Max is not back from the groomer yet.",
    "Now write an email to the trading company.",
    "I want to sell the camera some day.",
    "The new camera app is still broken.",
    "We stopped for sushi on the way back.",
    "I lost the page about tennis, open it again.",
    "Leeds is still cold, nothing new there.",
    "It's not a house, it's a whole project.",
    "Not the dashboard, the other one, and now in blue.",
    "Saving the file still takes too long now.",
    "Thanks, the new plan for the trip still looks good.",
]
ORDINARY_CHINESE = [
    "猫还没喂呢",
    "新的论文题目怎么样",
    "现在就去跑步",
    "我还没吃火锅",
    "电驴还没充电",
    "不想加班了，想去云南",
    "律所的新邮件帮我写一下",
    "今天北京不下雨了",
    "咖啡还没好",
    "把旅行那一段删掉，重新写",
    "没有相机怎么拍新照片",
    "我现在腰有点酸",
    "别再推荐羽毛球拍了",
    "买房还是租房好",
    "可乐喝完了，再买新的",
    "论文还没写完",
    "我要把相机卖了",
    "如果小电驴卖了，就买新的",
    "朋友的猫走了，他很难过",
    "现在火锅店都没位了",
    "不是去云南的机票，是去大理的那张图",
    "新来的助理还不会用系统",
    "云南现在还冷不冷",
    "听说北京的房子又不好卖了",
]

# An ending, but of something else than what is held.
OTHERS = [
    "My friend's cat died yesterday.",
    "My neighbour's car got stolen.",
    "I sold the car charger.",
    "I lost at tennis again.",
    "I'm not going running today.",
    "I don't have a camera with me.",
    "I don't have the car today.",
    "I left the company party early.",
    "The dashboard is off by two pixels.",
    "The meeting about the trip got cancelled.",
    "I gave the cat to the vet for an hour.",
    "I put the cat down on the sofa.",
    "Forget the dashboard for a moment.",
    "Remove the cat from the picture.",
    "The car is gone from the picture, thanks.",
    "My back is better than yesterday.",
]
OTHERS_CHINESE = [
    "朋友的猫死了",
    "小说里的猫死了",
    "今天不跑步了",
    "今天不吃火锅了，太热",
    "羽毛球拍断了",
    "跑步鞋坏了",
    "咖啡喝完了",
    "可乐丢了个球给我",
    "云南的攻略删了吧",
    "去云南的机票改到8点了",
    "我没带相机",
    "我没骑小电驴",
    "律所下班了",
    "不在北京路，在上海路那家店",
    "论文的网站打不开了",
    "今晚不打羽毛球了，下雨",
]


def _listen(said, held):
    tree = Tree(schema="core", leaves={path: Leaf(path=path, value=value) for path, value in held.items()})
    heard = Heard(role="user", speaker="", text=said, own=True, turn_id=1, said_at=SAID_AT)
    made = RulesListener().listen(Window(person="p", messages=(heard,)), tree, CORE)
    return {one.operation.path: (one.operation.kind, one.operation.value) for one in made.proposals}


@pytest.mark.parametrize(
    ("said", "held"),
    [*((one, ENGLISH) for one in ORDINARY + OTHERS), *((one, CHINESE) for one in ORDINARY_CHINESE + OTHERS_CHINESE)],
)
def test_a_sentence_that_only_shares_a_word_with_the_tree_changes_nothing(said, held):
    assert {path: made for path, made in _listen(said, held).items() if path in held} == {}


@pytest.mark.parametrize(
    ("said", "path", "value"),
    [
        ("Biscuit died yesterday.", "pets.animals", "golden retriever Max; had cat Biscuit, died on 4 March 2025"),
        (
            "I quit my job last month.",
            "work.occupation",
            "was project manager at a trading company, quit my job in February 2025",
        ),
        ("I've stopped playing tennis.", "likes.sports", "running; used to like tennis, stopped it"),
        ("I sold the car in January.", "belongings.things", "had a red car, sold in January; a camera"),
        ("We moved to Bristol.", "home.city", "lived in Leeds before; now in Bristol"),
        ("My back pain is gone now.", "health.conditions", "back pain, gone"),
        (
            "I no longer work at the trading company.",
            "work.occupation",
            "was project manager at a trading company, no longer",
        ),
        ("Someone stole my camera last night.", "belongings.things", "a red car; had a camera, stolen on 4 March 2025"),
        ("They moved my trip to June.", "goals.plans", "trip to Madeira in May, moved to June"),
        (
            "I've moved! I've been in Porto since Sunday, near the river.",
            "home.city",
            "lived in Leeds before; now in Porto since 2 March 2025",
        ),
    ],
)
def test_what_ended_stays_as_the_past_and_the_rest_stays_as_it_is(said, path, value):
    assert _listen(said, ENGLISH)[path] == (Kind.UPDATE, value)


@pytest.mark.parametrize(
    ("said", "path", "value"),
    [
        ("可乐前天走了", "pets.animals", "金毛可乐，2025年3月3日走了；橘猫"),
        ("我上个月从律所辞职了", "work.occupation", "以前在律所做助理，2025年2月辞职了"),
        ("羽毛球我早就不打了", "likes.sports", "跑步；以前羽毛球，早就不打了"),
        ("我不在律所干了", "work.occupation", "以前在律所做助理，不在律所干了"),
        ("我已经不跑步了", "likes.sports", "以前跑步，已经不跑步了；羽毛球"),
        ("小电驴昨天卖了", "belongings.things", "以前有红色小电驴，2025年3月4日卖了；相机"),
        ("我搬到深圳了", "home.city", "以前北京；现在搬到深圳"),
        ("今天搬到深圳了！五楼。", "home.city", "以前北京；2025年3月5日搬到深圳"),
        ("腰疼全好了", "health.conditions", "腰疼，全好了"),
    ],
)
def test_in_chinese_too_what_ended_stays_as_the_past(said, path, value):
    assert _listen(said, CHINESE)[path] == (Kind.UPDATE, value)


@pytest.mark.parametrize(
    ("said", "held", "path"),
    [
        ("Madeira is off, the airline went bust.", ENGLISH, "goals.plans"),
        ("Please forget that I'm saving for a house.", ENGLISH, "finance.situation"),
        ("云南去不成了", CHINESE, "goals.plans"),
        ("我对花生不过敏", {"health.allergies": "对花生过敏"}, "health.allergies"),
        ("I don't have a dog!", {"pets.animals": "a dog"}, "pets.animals"),
    ],
)
def test_what_is_denied_called_off_or_to_be_forgotten_goes(said, held, path):
    assert _listen(said, held)[path] == (Kind.DELETE, None)


@pytest.mark.parametrize(
    ("said", "held", "value"),
    [
        ("Rufus is a cat, not a dog!", {"pets.animals": "dog Rufus"}, "cat Rufus"),
        ("Ed's a baker, not a plumber.", {"family.relatives": "brother Ed, plumber"}, "brother Ed, baker"),
        (
            "I told you something wrong: the dog is called Bracken. Biscuit was a rabbit.",
            {"pets.animals": "greyhound called Biscuit"},
            "greyhound called Bracken",
        ),
        ("My dog is called Biscuit, not Bisquit.", {"pets.animals": "puppy Bisquit"}, "puppy Biscuit"),
        ("猫叫圆圆,不叫团团", {"pets.animals": "猫，叫团团"}, "猫，叫圆圆"),
        ("之前我说错了，猫叫汤圆，团子是我妈家的狗", {"pets.animals": "橘猫，叫团子，两岁"}, "橘猫，叫汤圆，两岁"),
        ("麻薯五岁了，不是四岁", {"pets.animals": "猫麻薯，4岁"}, "猫麻薯，5岁"),
        ("豆包是猫，不是狗！", {"pets.animals": "狗豆包"}, "猫豆包"),
        ("是晓曹，破晓的晓，你打错字了", {"identity.address": "小曹"}, "晓曹"),
    ],
)
def test_a_correction_puts_the_right_word_in_the_place_of_the_wrong_one(said, held, value):
    (written,) = _listen(said, held).values()
    assert written == (Kind.UPDATE, value)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("I'm an ordinary carpenter.", {"work.occupation": "carpenter"}),
        ("I'm a carpenter by trade.", {"work.occupation": "carpenter"}),
        ("I live in County Galway, in Galway itself.", {"home.city": "Galway"}),
        ("I love playing the cello, even the scales.", {"likes.hobbies": "play the cello"}),
        ("I have a daughter named Nora.", {"family.children": "daughter Nora"}),
        ("我住在四川成都", {"home.city": "成都"}),
        ("我在成都生活", {"home.city": "成都"}),
        ("我是一名普普通通的护士", {"work.occupation": "护士"}),
        ("我喜欢打羽毛球，输赢不重要", {"likes.sports": "打羽毛球"}),
        ("我不吃香菜，一闻就皱眉", {"diet.habits": "不吃香菜"}),
    ],
)
def test_a_fact_in_other_words_writes_nothing(said, held):
    assert _listen(said, held) == {}


def test_history_never_nests_and_the_past_goes_first_when_a_value_is_full():
    held = {"home.city": "以前在成都；现在重庆"}
    assert _listen("我搬到武汉了", held)["home.city"][1] == "以前重庆；现在搬到武汉"
    radios = [f"a {colour} radio with a clock and a lamp" for colour in ("red", "blue", "grey", "teal", "pink")]
    long = "; ".join(["had a red car, sold in May", *radios])
    written = _listen("I drive a Volvo.", {"belongings.things": long})["belongings.things"][1]
    assert "had a red car" not in written
    assert written.endswith("Volvo")
    assert len(written) <= CORE.leaves["belongings.things"].budget


def test_a_value_too_long_for_its_leaf_leaves_the_tree_as_it_is():
    held = "; ".join(f"a radio called {name}, with a clock and a lamp" for name in ("Ann", "Bo", "Cy", "Di", "Ed"))
    assert _listen("I drive a Volvo.", {"belongings.things": held}) == {}


@pytest.mark.parametrize(
    ("said", "held", "path", "value"),
    [
        ("My son is 10 now.", {"family.children": "son, 9; daughter Mia"}, "family.children", "son, 10; daughter Mia"),
        ("I love ramen and sushi.", {"likes.food": "sushi"}, "likes.food", "sushi; ramen"),
        ("我喜欢唱歌、跳舞、摄影", {"likes.hobbies": "摄影"}, "likes.hobbies", "摄影；唱歌、跳舞"),
        ("I work as a nurse in Leeds.", {"work.occupation": "nurse"}, "work.occupation", "nurse in Leeds"),
        (
            "We moved back to Leeds.",
            {"home.city": "lived in Leeds before; now in Bristol"},
            "home.city",
            "lived in Bristol before; now in Leeds",
        ),
    ],
)
def test_what_is_new_joins_what_is_held_without_saying_it_twice(said, held, path, value):
    assert _listen(said, held)[path] == (Kind.UPDATE, value)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("我养的猫叫年糕", {"identity.name": "张伟"}),
        ("我昨天看了一部叫做《出租车司机》的电影", {"identity.name": "张伟"}),
        ("You mixed that up, my daughter is called Nora.", {"family.children": "daughter called Nora"}),
        ("你搞错了，我住的是成都", {"home.city": "成都"}),
        ("My place is in Galway.", {"home.dwelling": "house with a garden"}),
        ("It is a big market here in Nigeria.", {"home.city": "Lagos"}),
    ],
)
def test_a_held_fact_is_not_lost_to_words_about_something_else(said, held):
    assert {path: made for path, made in _listen(said, held).items() if path in held} == {}
