"""The parts of the checks: numbers with their units, dates as stretches, sentences that claim, boundaries, manner."""

import json
from pathlib import Path

import pytest

from duramen.checking import check_card, judged
from duramen.checking.dates import clock_times, dates_said
from duramen.checking.polarity import in_own_voice
from duramen.checking.quantities import quantities, same_amount
from duramen.domain.character import Card
from duramen.domain.checks import Flaw
from duramen.text.moments import dates_in, parse_moment

NOW = parse_moment("2024-06-20 10:00", "UTC")
DAY = 86_400.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("$1,200", [(1200, "money")]),
        ("twenty-three years", [(23 * 365.25 * DAY, "time")]),
        ("two and a half hours", [(9000, "time")]),
        ("a 45-minute walk", [(2700, "time")]),
        ("my 6-year-old", [(6, "age")]),
        ("a hundred and twenty books", [(120, "")]),
        ("12k dollars, 5%", [(12000, "money"), (5, "percent")]),
        ("70 kg", [(70000, "mass")]),
        ("三千五百块", [(3500, "money")]),
        ("三千五", [(3500, "")]),
        ("1.5万元", [(15000, "money")]),
        ("两个半小时", [(9000, "time")]),
        ("三年半", [(3.5 * 365.25 * DAY, "time")]),
        ("百分之三十，三成", [(30, "percent"), (30, "percent")]),
        ("34岁", [(34, "age")]),
        ("养了两只猫", [(2, "")]),
        ("第三次", [(3, "rank")]),
        ("一起，十分开心，三心二意，五六个，千万别，星期三，一下", []),
        ("one of us, no one, at once", []),
    ],
)
def test_numbers_are_read_with_their_units(text, told):
    found = [(round(one.value, 3), one.kind) for one in quantities(text)]
    assert found == [(round(value, 3), kind) for value, kind in told]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("120 minutes", "two hours", True),
        ("18 months", "a year and a half, that is 1.5 years", True),
        ("一斤", "500克", False),  # a lone 一 is no amount
        ("两斤", "1公斤", True),
        ("about 300 people", "290 people", True),
        ("300 people", "290 people", False),
        ("$20", "€20", False),
        ("20 dollars", "20", True),
        ("20 kg", "20 km", False),
        ("三十块", "30元", True),
    ],
)
def test_amounts_are_compared_in_their_base_units(one, other, same):
    pairs = [(a, b) for a in quantities(one) for b in quantities(other)]
    assert any(same_amount(a, b) for a, b in pairs) == same


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("15–16 July 2023", ("2023-07-15", "2023-07-16")),
        ("31 July – 3 September 2023", ("2023-07-31", "2023-09-03")),
        ("from 3 to 5 May 2023", ("2023-05-03", "2023-05-05")),
        ("2023年4月24日至30日", ("2023-04-24", "2023-04-30")),
    ],
)
def test_days_from_one_to_another_are_one_stretch(text, days):
    assert [(str(one.first), str(one.last)) for one in dates_said(text, NOW)] == [days]


PHRASES = (
    "last Fri;last Tues;on Friday;in May;in Sept 2020;Feb 3;the other day;yesterday;two weeks ago;this morning;tonight;just now;"
    "next summer;last Christmas;Halloween last year;an hour ago;the weekend before last;2019-05-02;3/25/2023;in 2019;tomorrow;"
    "last spring;the night before last;half a year ago;New Year's Eve;next Valentine's Day;"
    "昨天;前天;上周五;三天前;去年夏天;下个月5号;今晚;刚才;刚刚;前几天;这两天;周五;半年前;两小时前;5月2日;二〇二三年;年初;上个月底;大后天;明早;后年"
)


@pytest.mark.parametrize("phrase", PHRASES.split(";"))
def test_a_quick_look_passes_over_no_date(phrase):
    text = f"It was {phrase}." if phrase.isascii() else f"我{phrase}去的。"
    assert len(dates_said(text, NOW)) == len(dates_in(text, NOW))


def test_no_labelled_window_holds_a_date_that_is_passed_over():
    folder = Path(__file__).parents[2] / "src/duramen/evaluation/data/listener/tune"
    texts = [
        line for file in sorted(folder.glob("*-1.jsonl")) for line in file.read_text(encoding="utf-8").splitlines()
    ]
    words = [part for line in texts for part in _texts(json.loads(line))]
    assert len(words) > 50
    for text in words:
        assert bool(dates_said(text, NOW)) == bool(dates_in(text, NOW)), text


def _texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("at 8:15", [495]),
        ("quarter to eight", [465]),
        ("half past two", [150]),
        ("2:30 pm", [870]),
        ("at noon", [720]),
        ("七点四十五", [465]),
        ("下午两点半", [870]),
        ("八点一刻", [495]),
        ("快一点，一点也不，早点睡", []),
    ],
)
def test_times_of_day_are_read(text, minutes):
    assert [one[2] for one in clock_times(text)] == minutes


def test_what_is_said_to_a_person_is_turned_into_their_own_voice():
    assert in_own_voice("You're living in Rome and your cat is old.") == "I am living in Rome and my cat is old."
    assert in_own_voice("你住在成都，您的猫") == "我住在成都，我的猫"


def kinds(reply, person="Ann", **card):
    return [one.kind for one in check_card(reply, Card(name="Wren", **{"description": "A keeper.", **card}), person)]


@pytest.mark.parametrize(
    ("boundary", "broken", "kept"),
    [
        ("Never claims to be human.", "I'm not a bot, I'm human like you.", "I am not human, and I'd never say so."),
        ("Never pretends to have met anyone in person.", "I saw you at the market.", "I wish we had met."),
        ("Gives no doses.", "Take two tablets a day.", "How many tablets did the doctor say?"),
        ("Gives no medical diagnosis.", "You have pneumonia.", "A doctor can tell whether you have pneumonia."),
        ("Promises nothing.", "I promise it will work.", "I can't promise that."),
        ("No investment advice.", "You should buy the stock now.", "I leave stocks to others."),
        ("Makes up no life of its own.", "When I was a child we had goats.", "When you were a child you had goats."),
        ("Never mentions her brother.", "My brother would laugh.", "Your sister would laugh."),
        ("Never says “calm down”.", "Oh, calm down, Ann.", "Oh, sit down, Ann."),
        ("Never claims to be a doctor or a nurse.", "I am a nurse myself.", "Ask a nurse."),
        ("不自称真人。", "我是真人。", "我不是真人。"),
        ("不说自己见过对方。", "上次见你的时候你瘦了。", "要是见过面就好了。"),
        ("不给剂量。", "每天吃三片。", "剂量请问医生。"),
        ("不作任何承诺。", "我保证没问题。", "我不敢保证。"),
        ("绝不提及战争的往事。", "那场战争的往事，我慢慢讲。", "过去的事不说了。"),
        ("不说“加油”。", "加油，你可以的。", "慢慢来，你可以的。"),
        ("不编造亲身经历。", "我小时候住在河边。", "你小时候住在河边。"),
    ],
)
def test_boundaries_are_read_and_held(boundary, broken, kept):
    assert kinds(broken, boundaries=(boundary,)) == [Flaw.FORBIDDEN]
    assert kinds(kept, boundaries=(boundary,)) == []
    assert kinds(broken) == []


@pytest.mark.parametrize(
    ("address", "lost", "kept"),
    [
        ("Mr Chen", "Well, mate, no.", "Well, Mr Chen, no."),
        ("By first name; never “dear”", "Yes, dear.", "Yes, Ann."),
        ("“Captain”", "Ann, look here.", "Captain, look here."),
        ("称“您”", "你来了。", "您来了，你们都来了。"),
        ("直接叫名字，不用“您”", "您来了。", "你来了。"),
        ("叫“小安”", "宝贝，来了？", "小安，来了？"),
        ("", "你来了，dear.", "您来了。"),
    ],
)
def test_a_lost_form_of_address_is_told(address, lost, kept):
    assert kinds(lost, address=address) == ([Flaw.ADDRESS] if address else [])
    assert kinds(kept, address=address) == []


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("As a large language model, I can't.", Flaw.ROLE),
        ("According to evidence E2, you like tea.", Flaw.ROLE),
        ("我只是一个AI，不懂这些。", Flaw.ROLE),
        ("根据证据2，你喜欢茶。", Flaw.ROLE),
        ("Aye aye! Aye aye! Aye aye, sit down.", Flaw.OVERPLAYED),
        ("As a keeper, I say no. As a keeper, I mean it.", Flaw.OVERPLAYED),
        ("*bows* Hello. *smiles* Sit. *sighs* Well.", Flaw.OVERPLAYED),
        ("太好了！真的！你最棒！快说说！", Flaw.OVERPLAYED),
        ("*smiles* Hello. Did you sleep?", None),
        ("I'm not an AI you can order about, and *this* matters.", None),
        ("好！好！坐下说。", None),
        ("（周五）我记下了（第三次）。", None),
    ],
)
def test_leaving_and_overplaying_the_role_are_told(reply, kind):
    assert kinds(reply) == ([kind] if kind else [])


def test_a_card_that_is_of_an_ai_or_plays_with_directions_may_do_so():
    assert kinds("I'm just an AI, so no.", description="A robot in a greenhouse.") == []
    assert kinds("As a language model, no.", description="A robot in a greenhouse.") == [Flaw.ROLE]
    rich = "*bows* Come in. *smiles* Sit. *pours tea* Drink."
    assert kinds("*bows* Hello. *smiles* Sit. *sighs* Well.", greeting=rich) == []


def test_a_verdict_is_read_strictly():
    reply = "You have 17 hens."
    assert judged("SUPPORTED", reply, ("E1",), "en") == ()
    [found] = judged("UNSUPPORTED: 17 hens", reply, ("E1",), "en") or ()
    assert (reply[found.start : found.end], found.against, found.kind) == ("17 hens", "E1", Flaw.JUDGED)
    for verdict in ("", "supported, I think", "UNSUPPORTED", "UNSUPPORTED: 3 cows", "SUPPORTED\nUNSUPPORTED: hens"):
        assert judged(verdict, reply, ("E1",), "en") is None
