"""Chinese clauses that go on with what the clause before said: more liked things, more of a relation, a habit, a job."""

from __future__ import annotations

import re

from duramen.models.listeners.rules.chinese.reading import NO_THING
from duramen.models.listeners.rules.chinese.things import kind_of_thing, things_of
from duramen.models.listeners.rules.findings import Clause, Finding, Mode
from duramen.models.listeners.rules.wording import tidy

_MORE = re.compile(
    r"^(?!你|您|他们|这|那|有人|帮|给我|请|推荐|怎么|能不能|所以|结果|我|俺|咱|但|不过|可是|求|救|太|真|好|哈|无语|累|烦|别|记|想|该|难|服|咋|吃完|现在|今天)"
)
_EXTENDED = (
    "family.",
    "social.",
    "pets.",
    "health.",
    "education.",
    "work.",
    "home.dwelling",
    "likes.travel",
    "likes.sports",
    "likes.hobbies",
    "likes.music",
    "likes.games",
    "likes.films",
    "likes.books",
    "likes.food",
    "diet.",
    "routines.daily",
    "routines.exercise",
    "belongings.",
    "mood.",
    "goals.",
    "events.",
    "communication.style",
)
OF_OTHERS = ("family.", "social.", "pets.")
_LONG = ("routines.daily", "likes.travel")
# How a clause begins that adds to a fact; any other that is longer than the fact itself is a thought of its own.
_ADDS = re.compile(
    r"^(?:叫|取名|名叫|是|在|有|做|学|跑|每|天天|一[年月周天只条个]|第|也|都|常年|主要|专|教|养|爱|还|支持|坐|吃|带|别|不要|今年|中午|下午|晚上|先|常|刚|去|\d|[一二两三四五六七八九十几]+(?:来|多)?[点岁年个]|周[一二三四五六日末]|小半|大半|好几)"
)
_LIKED_MORE = re.compile(
    "每(?:[天周年月次逢]|个?(?:周|月|礼拜|星期))|一[周年月天个到]|天天|第|支持|\\d|[两二三四五六七八九十]+[遍年回次]|(?:看|刷|走|听|玩|练|学|读|收|攒|弹|追)了|去[，了]|坐|住|不|双打|已经|主要|专|带|先|只|越|加|少|多|基本"
)
_ALSO_THING = re.compile("^(?:还有|以及|特别是|尤其是?|包括|也(?:喜欢|爱)|像是?|比如)")


def more_things(text: str, last: Finding, clause: Clause) -> list[Finding]:
    """Return the findings of a clause that only names further liked things: 我喜欢唱歌，健身，旅游."""
    if not last.path.startswith("likes."):
        return []
    bare = re.sub("(?:等等?|什么的|之类的?)$", "", _ALSO_THING.sub("", text))
    also = bool(_ALSO_THING.match(text))
    if len(bare) > (12 if also else 8) or NO_THING.search(bare) or re.match("(?:请|麻烦|能|可以)?(?:帮|给|替)", bare):
        return []
    things = things_of(bare)
    if also and not things:
        things = [(last.path.removeprefix("likes."), bare)]
    if not also and not all(kind_of_thing(item) for _, words in things for item in words.split("、")):
        return []
    return [
        Finding(path=f"likes.{kind}", value=tidy(words, "zh"), mode=Mode.ALSO, clause=clause) for kind, words in things
    ]


def continues(text: str, last: Finding, clause: Clause) -> bool:
    """Tell whether a clause that has no fact of its own belongs to the fact before it."""
    most = 2 if last.path.startswith((*_LONG, *OF_OTHERS)) else 1
    near = clause.start - last.clause.end <= 2 or last.value.count("，") > 0
    if re.match("[他她它]", text) and not last.path.startswith(("family.", "social.", "pets.")):
        return False
    if last.path.startswith("likes.") and not (_LIKED_MORE.match(text) or "、" in text):
        return False
    free = last.path.startswith("mood.") or (last.path.startswith("likes.") and "、" in text)
    if len(text) > 1.3 * len(last.value) and not (free or _ADDS.match(text)):
        return False
    return (
        last.path.startswith(_EXTENDED)
        and "我" not in text
        and bool(_MORE.match(text))
        and len(text) <= 16
        and last.value.count("，") < most
        and near
    )
