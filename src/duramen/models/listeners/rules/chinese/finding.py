"""Chinese clauses -> findings: the tables in order, the people around the person, subjects carried over commas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese import people
from duramen.models.listeners.rules.chinese.clauses import regular
from duramen.models.listeners.rules.chinese.condition import CONDITION
from duramen.models.listeners.rules.chinese.facts import FACTS
from duramen.models.listeners.rules.chinese.taste import TASTE
from duramen.models.listeners.rules.chinese.things import kind_by_verb, kind_of_favourite, kind_of_thing, things_of
from duramen.models.listeners.rules.chinese.words import PETS
from duramen.models.listeners.rules.cues import FORGET, LASTS
from duramen.models.listeners.rules.findings import Clause, Finding, Mode, Rule
from duramen.models.listeners.rules.sources import Sentence
from duramen.models.listeners.rules.wording import dated, tidy

_TABLE = (*FACTS, *CONDITION, *TASTE)
_SELF = re.compile(r"^(?:我|俺|咱|本人)(?!妈|爸|姐|哥|弟|妹|爷|奶|舅|姨|姑|叔|婆|公(?!司)|老公|老婆|家人|们老)")
_HOUSEHOLD = re.compile("^(?:我|俺|咱)们?(?:家|那|这|的|屋)")
# What follows is of others: 我知道他喜欢旅游.
_OF_THEM = re.compile(
    "(?:知道|觉得|认为|希望|相信|听说|发现|看到|看见|感觉|记得|以为|想让|让|叫|陪|帮|送)[^，]{0,4}(?:[他她你您它]|别人|大家|孩子|妈|爸)"
)
_OTHER = re.compile(
    r"^(?:你|您|他|她|它|这|那|有人|人家|别人|大家|谁|帮|给我|请|麻烦|推荐|怎么|能不能|可以|所以|结果|天气|今天|外面|对方|医生|大夫|老师说|网上)"
)
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
_OTHERS = ("family.", "social.", "pets.")
_LONG = ("routines.daily", "likes.travel")
# How a clause begins that adds to a fact; any other that is longer than the fact itself is a thought of its own.
_ADDS = re.compile(
    r"^(?:叫|取名|名叫|是|在|有|做|学|跑|每|天天|一[年月周天只条个]|第|也|都|常年|主要|专|教|养|爱|还|支持|坐|吃|带|别|不要|今年|中午|下午|晚上|先|常|刚|去|\d|[一二两三四五六七八九十几]+(?:来|多)?[点岁年个]|周[一二三四五六日末]|小半|大半|好几)"
)
_LIKED_MORE = re.compile(
    "每(?:[天周年月次逢]|个?(?:周|月|礼拜|星期))|一[周年月天个到]|天天|第|支持|\\d|[两二三四五六七八九十]+[遍年回次]|(?:看|刷|走|听|玩|练|学|读|收|攒|弹|追)了|去[，了]|坐|住|不|双打|已经|主要|专|带|先|只|越|加|少|多|基本"
)
_NEVER_PASSING = ("communication.", "likes.", "dislikes.", "diet.", "routines.", "home.", "finance.")
_LONG_FELT = re.compile(
    "最近|这段|这几天|这阵子|这两天|整天|一直|好几天|几天|多礼拜|个礼拜|个星期|个月|天天|总是|因为|压力|喘不过气|心里"
)
_ONCE = re.compile(r"(?:当|做|干|开|教)了[^，]{1,4}年")
_REFUSES = re.compile("别|不要|不许|不用|少|甭|莫")
# Facts that a clause without a subject does not settle when the clauses before it speak of somebody else.
_OWN = ("goals.", "events.", "personality.", "belongings.")
_EMPTY = re.compile(r"^(?:它|这个?|那个?|的|了|吃|喝|你|他|她|什么|啥|东西|这样|一下|这些|那些|这种|看|听|玩)$")
# A liked thing that speaks of others, of a moment or of a feeling is no thing to keep.
_NO_THING = re.compile(
    "你|您|(?<!吉)他|她|它|的感觉|的时候|的样子|自己|别人|跑来跑去|一次|这|那(?!不勒斯)|照片|^(?:了|过|得)"
)
_ALSO_THING = re.compile("^(?:还有|以及|特别是|尤其是?|包括|也(?:喜欢|爱)|像是?|比如)")
_ASKS_ME = re.compile("(?:您|你)(?!家|们家|的|爸|妈|老公|老婆|孩子|儿子|女儿|朋友|姐|哥|弟|妹|同事|宝宝)")
_PET = re.compile(PETS)
_PET_ASKED = re.compile(
    rf"(?:它|猫|狗|宠物|小家伙|主子|{PETS})[^？?]{{0,6}}(?:叫什么|叫啥|叫什麼|多大|几岁|什么品种|名字)"
)
_BARE_ANSWER = re.compile(
    r"(?!我|你|您|不|没|这|那|对|好|嗯|是|还|有|它|他|她|谢|哈|随|都|就)(?:叫)?[\u4e00-\u9fffA-Za-z\d]{1,8}(?<![吗呢吧么])"
)
_FANS = {"球迷": "sports", "影迷": "films", "剧迷": "films", "书迷": "books", "歌迷": "music", "戏迷": "music"}
# Leaves of which a clause without any subject is nearly always said by the person of themselves.
_DROPPED = frozenset(
    [
        "work.occupation",
        "health.conditions",
        "health.medication",
        "health.allergies",
        "routines.sleep",
        "routines.exercise",
        "diet.habits",
        "mood.current",
        "finance.situation",
        "events.recent",
        "family.partner",
        "work.history",
    ]
)
_DROPPED_IN_ANSWERS = frozenset(
    [
        "home.dwelling",
        "education.background",
        "belongings.things",
        "routines.daily",
        "likes.food",
        "likes.sports",
        "likes.hobbies",
        "likes.books",
        "likes.films",
        "likes.games",
        "likes.music",
        "likes.travel",
        "health.fitness",
        "goals.longterm",
        "dislikes.food",
        "dislikes.other",
        "goals.plans",
        "personality.traits",
    ]
)
_YES_NO = re.compile("不是|没有|没|是的?|对|嗯+|有|不|还没|没呢|哪有|别提了")
MAX_CHARS = 34


@dataclass(slots=True, kw_only=True)
class Thread:
    """What a window has spoken of so far: whose turn it is to be the subject, and which relation was named last."""

    place: int = -1
    carried: bool = False
    relation: tuple[str, str] | None = None
    pet: str = ""
    answered: int = -1


def find_all(sentence: Sentence, clauses: Iterable[Clause], thread: Thread) -> Iterator[Finding]:
    """Yield what the clauses of one sentence say; a clause without a subject shares that of the clause before.

    `thread` is carried from sentence to sentence of a window, and changed.
    """
    said_at = sentence.heard.said_at
    if thread.place != sentence.place:
        thread.place, thread.carried = sentence.place, bool(_ASKS_ME.search(sentence.asked))
    if (pet := _PET.search(sentence.text)) is not None:
        thread.pet = pet.group()
    last: Finding | None = None
    speaks_of_it, first = False, True
    for number, clause in enumerate(clauses):
        text = clause.text
        first, was = bool(_YES_NO.fullmatch(text)) and first, first
        if not text and (asked_of := people.mention(regular(clause.raw))) is not None:
            thread.relation = asked_of
        if not number and (answered := _of_asked(text, sentence.asked, clause, thread)) is not None:
            last, thread.carried = answered, False
            yield last
            continue
        if not text or len(text) > MAX_CHARS or _doubtful(text):
            thread.carried, last = thread.carried and not text and bool(_SELF.match(clause.raw)), None
            continue
        named = people.mention(text) if not _SELF.match(text) or people.of_another(text) else None
        if FORGET["zh"].search(text):
            thread.carried, last = False, None
            continue
        told = people.about(text)
        if told is not None:
            thread.relation = told[:2]
            last = _finding(told[0], told[2], clause, said_at, None)
            thread.carried = False
            yield last
            continue
        if thread.relation and (rest := people.of_pronoun(text)) is not None:
            last = _finding(thread.relation[0], thread.relation[1] + rest, clause, said_at, None)
            yield last
            continue
        if named:
            thread.relation = named
        if (whom := people.alone(text)) is not None:
            thread.relation, speaks_of_it = whom, True
            thread.carried, last = False, None
            continue
        if speaks_of_it and thread.relation and people.told(text) and not _SELF.match(text):
            last = _finding(thread.relation[0], f"{thread.relation[1]}，{text}", clause, said_at, None)
            speaks_of_it = False
            yield last
            continue
        speaks_of_it = False
        mine = bool(_SELF.match(text))
        if last is not None and not mine and (more := _more_things(text, last, clause)):
            yield from more
            last = more[-1]
            continue
        subject = text if mine or not thread.carried or _OTHER.match(text) else "我" + text
        found = [] if people.of_another(text) else _by_table(subject, clause, said_at)
        if (
            not found
            and subject == text
            and not mine
            and (was or (last and not last.path.startswith(_OTHERS)))
            and _may_be_dropped(text, thread)
        ):
            may = _DROPPED | _DROPPED_IN_ANSWERS if sentence.asked and was else _DROPPED
            found = [one for one in _by_table("我" + text, clause, said_at) if one.path in may]
        if found and number and not _is_own(found[0], text, last, shares=mine or thread.carried):
            found = []
        if not found and last is not None and not mine and _continues(text, last, clause):
            last = Finding(
                path=last.path,
                value=f"{last.value}，{tidy(dated(text, said_at, 'zh'), 'zh')}",
                mode=last.mode,
                clause=last.clause,
            )
            yield last
            continue
        yield from found
        last = found[-1] if found else None
        thread.carried = (
            (mine or (thread.carried and not _OTHER.match(text)))
            and not _HOUSEHOLD.match(text)
            and not _OF_THEM.search(text)
        )


def _of_asked(text: str, asked: str, clause: Clause, thread: Thread) -> Finding | None:
    """Return what a bare answer says of the animal or the relation that was asked about: 它叫什么？椰丝."""
    if thread.answered == clause.place or not asked or not _BARE_ANSWER.fullmatch(text):
        return None
    thread.answered = clause.place
    if thread.pet and _PET_ASKED.search(asked):
        return _finding("pets.animals", thread.pet + text, clause, UNKNOWN_MOMENT, None)
    if (kin := people.asked_about(asked, thread.relation)) is not None:
        thread.relation = kin
        return _finding(kin[0], kin[1] + text, clause, UNKNOWN_MOMENT, None)
    return None


def _may_be_dropped(text: str, thread: Thread) -> bool:
    """Tell whether the person may be the subject of a clause that names none: nobody else was spoken of so far."""
    return thread.relation is None and not _OTHER.match(text) and not people.mention("我" + text)


def _is_own(finding: Finding, text: str, last: Finding | None, *, shares: bool) -> bool:
    """Tell whether a later clause speaks of the person; `shares`: it says 我, or shares the subject of one that does."""
    if finding.path.startswith(_OWN):
        return shares
    if not finding.path.startswith("identity."):
        return True
    return _may_be_self(text, last) or (shares and finding.path == "identity.origin")


def _may_be_self(text: str, last: Finding | None) -> bool:
    """Tell whether a clause about name or age is the person's: it says 我, or follows on such a clause, or asks to be called."""
    return bool(re.search("我|俺|咱|本人|坐标", text)) or (
        last is not None and last.path.startswith(("identity.", "work.", "home."))
    )


def _more_things(text: str, last: Finding, clause: Clause) -> list[Finding]:
    """Return the findings of a clause that only names further liked things: 我喜欢唱歌，健身，旅游."""
    if not last.path.startswith("likes."):
        return []
    bare = _ALSO_THING.sub("", text)
    also = bare != text
    if len(bare) > (12 if also else 8) or _NO_THING.search(bare):
        return []
    things = things_of(bare)
    if also and not things:
        things = [(last.path.removeprefix("likes."), bare)]
    if not also and not all(kind_of_thing(item) for _, words in things for item in words.split("、")):
        return []
    return [
        Finding(path=f"likes.{kind}", value=tidy(words, "zh"), mode=Mode.ALSO, clause=clause) for kind, words in things
    ]


def _continues(text: str, last: Finding, clause: Clause) -> bool:
    most = 2 if last.path.startswith((*_LONG, *_OTHERS)) else 1
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


def _doubtful(text: str) -> bool:
    return bool(cues.REPORTED.search(text) or cues.UNSURE.search(text))


def _by_table(text: str, clause: Clause, said_at: Moment) -> list[Finding]:
    for rule in _TABLE:
        found = rule.pattern.match(text)
        if found is None:
            continue
        if rule.path.startswith(_NEVER_PASSING) and cues.PASSING.search(text):
            return []
        groups = (
            {name: words or "" for name, words in found.groupdict().items()}
            | {"t": "", "t2": ""}
            | {name: words for name, words in found.groupdict().items() if words and name in ("t", "t2")}
        )
        if rule.path == "likes.*":
            return [_finding(path, value, clause, said_at, rule) for path, value in _liked(rule, groups, clause)]
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
        return [_finding(path, value, clause, said_at, rule)]
    return []


def _liked(rule: Rule, groups: dict[str, str], clause: Clause) -> list[tuple[str, str]]:
    """Return the leaves under `likes` that the words of a rule go to, with their values; [] where no kind is known."""
    words = re.sub("(?:了|一点|一些|多一点|等等?|什么的|之类的?|啥的)+$", "", tidy(groups["x"], "zh"))
    if not words or _EMPTY.match(words) or _NO_THING.search(words):
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


def _finding(path: str, value: str, clause: Clause, said_at: Moment, rule: Rule | None) -> Finding:
    return Finding(
        path=path, value=tidy(dated(value, said_at, "zh"), "zh"), mode=rule.mode if rule else Mode.ALSO, clause=clause
    )
