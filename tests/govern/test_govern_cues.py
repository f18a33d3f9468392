"""A cue of negation is an outright one: neither the opposite, nor a question, nor an idiom."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.govern.cues import negation_cue

EN_CUES = [
    "I no longer drink coffee.",
    "I don't eat meat any more.",
    "I don’t live there anymore because it got too loud",
    "We do not go to church any longer.",
    "I stopped smoking last year.",
    "I've given up the piano",
    "My wife quit her job in May.",
    "I had to quit football.",
    "We got rid of the car.",
    "Please forget that I told you about my salary.",
    "Could you forget what I said about my brother?",
    "Forget everything about my old address.",
    "Please don't remember this.",
    "You don't need to store my birthday.",
    "Stop calling me Bob.",
    "Don't call me Bobby.",
    "Remove my address from your memory, please.",
    "Delete everything you know about me",
    "That's not true, I have two brothers.",
    "I was wrong. It is Tuesday.",
    "I will no longer be living in Leeds from May.",
]
EN_NONE = [
    "I hate Chinese food now",
    "I don't like Chinese food.",
    "I moved to Shenzhen.",
    "I used to run and now I swim",
    "Don't forget my birthday!",
    "I'll never forget that summer.",
    "I forgot what I said.",
    "I don't remember that at all.",
    "It takes no longer than an hour.",
    "Do you have any more ideas?",
    "I don't have any more questions.",
    "Why don't you work there anymore?",
    "If I no longer liked it, I would say so.",
    "I never stopped loving it.",
    "I want to quit my job.",
    "The rain stopped.",
    "I stopped at a shop on my way home.",
    "Forget it, let's go on.",
    "Remove the second paragraph from the letter.",
    "I can't stop laughing",
    "Stop asking and show me the outline.",
    "The users no longer trust the data.",
    "This is not correct, check the second line.",
    "",
]
ZH_CUES = [
    "我不再喝咖啡了。",
    "我再也不去那家店了",
    "我已经不住在北京了。",
    "我早就不吃肉了",
    "我不吃辣了。",
    "以前喜欢跑步，现在不喜欢了",
    "我不是学生了",
    "我没有养猫了。",
    "我戒烟三年了。",
    "我辞职了，在家休息。",
    "钢琴我放弃了。",
    "别记这个。",
    "不要记录我的工资。",
    "别再叫我小王了",
    "请忘掉我说的地址。",
    "帮我把这件事忘了",
    "忘了我刚才说的吧。",
    "把关于我前女友的记录删掉",
    "从你的记忆里删掉我的生日吧",
    "你记错了，我有两个妹妹。",
    "以后不喝酒了。",
]
ZH_NONE = [
    "我现在讨厌中餐",
    "我不喜欢中餐。",
    "我搬到深圳了。",
    "别忘了我的生日！",
    "我不会忘了你的",
    "我忘了带伞",
    "这件事我忘了",
    "热得受不了了",
    "差不多了",
    "味道不错了",
    "今天不去健身房了。",
    "我不吃了，饱了。",
    "不用了谢谢",
    "不聊这个了，晚安",
    "你不喜欢咖啡了吗？",
    "如果我不再喝酒，会怎样",
    "你是不是已经不住北京了？",
    "好久没有去游泳了",
    "没有时间了",
    "我想戒烟",
    "我没放弃",
    "帮我删除这段代码",
    "别存在侥幸心理",
    "不再三考虑可不行",
    "成功就在不远处了",
    "味道不会太苦了",
]


@pytest.mark.parametrize("text", EN_CUES)
def test_an_english_cue_is_heard_also_among_other_sentences(text):
    assert negation_cue(text, "en")
    assert negation_cue(f"Nice weather today. {text}\nWhat shall we cook?", "en")
    assert negation_cue(text.upper(), "")


@pytest.mark.parametrize("text", EN_NONE)
def test_english_words_that_only_sound_like_one_are_no_cue(text):
    assert not negation_cue(text, "en")


@pytest.mark.parametrize("text", ZH_CUES)
def test_a_chinese_cue_is_heard_also_among_other_sentences(text):
    assert negation_cue(text, "zh")
    assert negation_cue(f"今天天气不错。{text}\n晚饭吃什么？", "zh")
    assert negation_cue(text, "")


@pytest.mark.parametrize("text", ZH_NONE)
def test_chinese_words_that_only_sound_like_one_are_no_cue(text):
    assert not negation_cue(text, "zh")


def test_the_language_says_whose_cues_are_asked_for():
    assert not negation_cue("我不再喝咖啡了", "en")
    assert not negation_cue("I no longer drink coffee", "zh")


@given(st.text(), st.sampled_from(["en", "zh", ""]))
def test_any_text_gets_an_answer(text, language):
    assert negation_cue(text, language) in (True, False)


@pytest.mark.parametrize(
    "piece", ["no ", "i don't ", "i quit", "forget ", "不", "没有", "把我", "delete my ", "我 stopped "]
)
def test_a_long_message_is_searched_at_once(piece):
    began = time.process_time()
    assert negation_cue(piece * (100_000 // len(piece)), "") in (True, False)
    assert time.process_time() - began < 5  # at most a quarter of a second where nothing else runs
