"""One Chinese clause held against the tables: the first row that matches says what it is about.

In: a clause with its subject. Out: findings, with their leaf and words settled; [] where no row matches or its words
say nothing.
"""

from __future__ import annotations

import re

from duramen.domain.time import Moment
from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese.body import BODY
from duramen.models.listeners.rules.chinese.facts import FACTS
from duramen.models.listeners.rules.chinese.life import LIFE
from duramen.models.listeners.rules.chinese.person import PERSON
from duramen.models.listeners.rules.chinese.taste import TASTE
from duramen.models.listeners.rules.chinese.things import kind_by_verb, kind_of_favourite, kind_of_thing, things_of
from duramen.models.listeners.rules.cues import LASTS
from duramen.models.listeners.rules.findings import Clause, Finding, Mode, Rule
from duramen.models.listeners.rules.wording import dated, tidy

_TABLE = (*PERSON, *FACTS, *BODY, *LIFE, *TASTE)
_NEVER_PASSING = ("communication.", "likes.", "dislikes.", "diet.", "routines.", "home.", "finance.")
_LONG_FELT = re.compile(
    "最近|这段|这几天|这阵子|这两天|整天|一直|好几天|几天|多礼拜|个礼拜|个星期|个月|天天|总是|因为|压力|喘不过气|心里"
)
_MOVED = re.compile(r"搬(?:家)?(?:到|来|去|回)[\u4e00-\u9fff]{2,}(?:了|来了|去了)$")
_MEASURE = re.compile("^一?[只条匹](?=[\u4e00-\u9fff])")
_ONCE = re.compile(r"(?:当|做|干|开|教)了[^，]{1,4}年")
_REFUSES = re.compile("别|不要|不许|不用|少|甭|莫")
_EMPTY = re.compile(r"^(?:它|这个?|那个?|的|了|吃|喝|你|他|她|什么|啥|东西|这样|一下|这些|那些|这种|看|听|玩)$")
# A liked thing that speaks of others, of a moment or of a feeling is no thing to keep.
NO_THING = re.compile(
    "你|您|(?<!吉)他|她|它|的感觉|的时候|的样子|自己|别人|跑来跑去|一次|这|那(?!不勒斯)|照片|^(?:了|过|得)"
)
_FANS = {"球迷": "sports", "影迷": "films", "剧迷": "films", "书迷": "books", "歌迷": "music", "戏迷": "music"}


def by_table(text: str, clause: Clause, said_at: Moment) -> list[Finding]:
    """Return the findings of the first row that matches `text`, the regular form of the clause with its subject."""
    for rule in _TABLE:
        found = rule.pattern.match(text)
        if found is None:
            continue
        if rule.path.startswith(_NEVER_PASSING) and cues.PASSING.search(text) and not _MOVED.search(text):
            return []
        groups = (
            {name: words or "" for name, words in found.groupdict().items()}
            | {"t": "", "t2": ""}
            | {name: words for name, words in found.groupdict().items() if words and name in ("t", "t2")}
        )
        if rule.path == "likes.*":
            return [finding(path, value, clause, said_at, rule) for path, value in _liked(rule, groups, clause)]
        path = rule.path
        if path == "dislikes.*":
            smell = re.search("[膻腥]|(?<!烟)(?<!水)(?<!汗)(?<!漆)味", text)
            path = "dislikes.food" if smell or kind_of_thing(groups["x"]) == "food" else "dislikes.other"
        if path == "work.occupation" and _ONCE.search(text) and "后来" in clause.context:
            path = "work.history"
        if path == "communication.style" and not (_REFUSES.match(found["x"]) or LASTS.search(clause.context)):
            return []
        if path == "mood.current" and not _LONG_FELT.search(clause.context):
            return []
        value = tidy(rule.value.format(**groups), "zh")
        if not value or _EMPTY.match(value):
            return []
        return [finding(path, value, clause, said_at, rule)]
    return []


def _liked(rule: Rule, groups: dict[str, str], clause: Clause) -> list[tuple[str, str]]:
    """Return the leaves under `likes` that the words of a rule go to, with their values; [] where no kind is known."""
    words = re.sub("(?:了|一点|一些|多一点|等等?|什么的|之类的?|啥的)+$", "", tidy(groups["x"], "zh"))
    if not words or _EMPTY.match(words) or NO_THING.search(words):
        return []
    whole = tidy(rule.value.format(**{**groups, "x": words}), "zh")
    if groups.get("k") and (kind := kind_of_favourite(groups["k"])):
        return [(f"likes.{kind}", whole)]
    things = things_of(words)
    if groups.get("y") and re.search("[遍回次目]$", groups["y"]):
        things = [one for one in things if one[0] != "food"]
    if groups.get("h") and (not things or things == [("other", words)]):
        return [("likes.hobbies", whole)]
    if not things:
        kind = _FANS.get(whole[-2:]) or kind_by_verb(groups.get("y") or words, clause.context)
        return [(f"likes.{kind}", whole)] if kind else []
    if len(things) == 1:
        return [(f"likes.{things[0][0]}", whole)]
    return [(f"likes.{kind}", tidy(some, "zh")) for kind, some in things]


def finding(path: str, value: str, clause: Clause, said_at: Moment, rule: Rule | None = None) -> Finding:
    """Return a finding with its words tidied and their days worked out; `rule` tells how it stands to what is held."""
    return Finding(
        path=path,
        value=tidy(dated(_MEASURE.sub("", value) if path == "pets.animals" else value, said_at, "zh"), "zh"),
        mode=rule.mode if rule else Mode.ALSO,
        clause=clause,
    )
