"""Chinese clauses -> findings: the tables in order, the people around the person, subjects carried over commas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from duramen.domain.time import UNKNOWN_MOMENT, Moment
from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese import people
from duramen.models.listeners.rules.chinese.clauses import regular
from duramen.models.listeners.rules.chinese.continuing import OF_OTHERS, continues, more_things
from duramen.models.listeners.rules.chinese.reading import by_table, finding
from duramen.models.listeners.rules.chinese.words import PETS, TIME
from duramen.models.listeners.rules.cues import FORGET
from duramen.models.listeners.rules.findings import Clause, Finding
from duramen.models.listeners.rules.sources import Sentence
from duramen.models.listeners.rules.wording import dated, tidy

_SELF = re.compile(r"^(?:我|俺|咱|本人)(?!妈|爸|姐|哥|弟|妹|爷|奶|舅|姨|姑|叔|婆|公(?!司)|老公|老婆|家人|们老)")
_HOUSEHOLD = re.compile("^(?:我|俺|咱)们?(?:家|那|这|的|屋)")
# What follows is of others: 我知道他喜欢旅游.
_OF_THEM = re.compile(
    "(?:知道|觉得|认为|希望|相信|听说|发现|看到|看见|感觉|记得|以为|想让|让|叫|陪|帮|送)[^，]{0,4}(?:[他她你您它]|别人|大家|孩子|妈|爸)"
)
_OTHER = re.compile(
    r"^(?:你|您|他|她|它|这|那|有人|人家|别人|大家|谁|帮|给(?=.*(?:写|做|画|起|取|想|编|翻))|给我|请|麻烦|推荐|怎么|能不能|可以|所以|结果|天气|今天|外面|对方|医生|大夫|老师说|网上)"
)
# Facts that a clause without a subject does not settle when the clauses before it speak of somebody else.
_OWN = ("goals.", "events.", "personality.", "belongings.")
_ASKS_ME = re.compile("(?:您|你)(?!家|们家|的|爸|妈|老公|老婆|孩子|儿子|女儿|朋友|姐|哥|弟|妹|同事|宝宝)")
_PET = re.compile(PETS)
_PET_ASKED = re.compile(
    rf"(?:它|猫|狗|宠物|小家伙|主子|{PETS})[^？?]{{0,6}}(?:叫什么|叫啥|叫什麼|多大|几岁|什么品种|名字)"
)
_BARE_ANSWER = re.compile(
    r"(?!我|你|您|不|没|这|那|对|好|嗯|是|还|有|它|他|她|谢|哈|随|都|就)(?:叫)?[\u4e00-\u9fffA-Za-z\d]{1,8}(?<![吗呢吧么])"
)
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
_MOVES = re.compile(rf"(?:{TIME}|今天|昨天|前天|终于|刚|已经)*搬(?:家)?(?:到|来|去|回)")
_INTRODUCES = re.compile(
    "自我介绍|介绍(?:一?下)?(?:我|自己)|报个?家门|说说我的?情况|我的(?:基本)?情况|新人报[到道]|新来的报[到道]"
)
_YES_NO = re.compile("不是|没有|没|是的?|对|嗯+|有|不|还没|没呢|哪有|别提了")
MAX_CHARS = 34


@dataclass(slots=True, kw_only=True)
class Thread:
    """What a window has spoken of so far: who is the subject, and which relation and which animal were named last.

    `introduces`: the message says who the person is. `last`: the finding of the clause before in the sentence. `first`: no clause of the sentence has said anything yet
    but yes or no. `named`: the clause before named a relation and said no more.
    """

    place: int = -1
    carried: bool = False
    relation: tuple[str, str] | None = None
    pet: str = ""
    answered: int = -1
    last: Finding | None = None
    first: bool = True
    named: bool = False
    introduces: bool = False

    def enter(self, sentence: Sentence) -> None:
        """Begin a sentence; the subject of the one before stays within a message."""
        if self.place != sentence.place:
            self.place, self.introduces = sentence.place, bool(_INTRODUCES.search(sentence.heard.text))
            self.carried = self.introduces or bool(_ASKS_ME.search(sentence.asked))
        if (pet := _PET.search(sentence.text)) is not None:
            self.pet = pet.group()
        self.carried |= self.introduces
        self.last, self.first, self.named = None, True, False

    def leave(self, *, carried: bool = False) -> list[Finding]:
        """End a clause that says nothing to keep."""
        self.carried, self.last = carried, None
        return []


def find_all(sentence: Sentence, clauses: Iterable[Clause], thread: Thread) -> Iterator[Finding]:
    """Yield what the clauses of one sentence say; a clause without a subject shares that of the clause before.

    `thread` is carried from sentence to sentence of a window, and changed.
    """
    thread.enter(sentence)
    for number, clause in enumerate(clauses):
        first, thread.first = thread.first, thread.first and bool(_YES_NO.fullmatch(clause.text))
        answered = None if number else _of_asked(clause.text, sentence.asked, clause, thread)
        if answered is not None:
            thread.last, thread.carried = answered, False
            yield answered
        else:
            yield from _of_clause(clause, sentence, thread, first=first, begins=not number)


def _of_clause(clause: Clause, sentence: Sentence, thread: Thread, *, first: bool, begins: bool) -> list[Finding]:
    text, said_at = clause.text, sentence.heard.said_at
    if not text and (named := people.mention(regular(clause.raw))) is not None:
        thread.relation = named
    if not text or len(text) > MAX_CHARS or _doubtful(text):
        return thread.leave(carried=thread.carried and not text and bool(_SELF.match(clause.raw)))
    if FORGET["zh"].search(text):
        return thread.leave()
    if (told := _of_relation(text, clause, thread, said_at)) is not None:
        return told
    mine = bool(_SELF.match(text))
    if thread.last is not None and not mine and (more := more_things(text, thread.last, clause)):
        thread.last = more[-1]
        return more
    found = _of_person(clause, sentence, thread, first=first)
    if (
        found
        and not begins
        and not thread.introduces
        and not _is_own(found[0], text, thread.last, shares=mine or thread.carried)
    ):
        found = []
    if not found and thread.last is not None and not mine and continues(text, thread.last, clause):
        value = f"{thread.last.value}，{tidy(dated(text, said_at, 'zh'), 'zh')}"
        thread.last = replace(thread.last, value=value)
        return [thread.last]
    thread.last = found[-1] if found else None
    shares = mine or (thread.carried and not _OTHER.match(text))
    thread.carried = shares and not _HOUSEHOLD.match(text) and not _OF_THEM.search(text)
    return found


def _of_relation(text: str, clause: Clause, thread: Thread, said_at: Moment) -> list[Finding] | None:
    """Return what a clause says of a relation, [] where it only names one, None where it is about something else."""
    if (told := people.about(text)) is not None:
        thread.relation, thread.carried = told[:2], False
        thread.last = finding(told[0], told[2], clause, said_at)
        return [thread.last]
    if thread.relation and (rest := people.of_pronoun(text)) is not None:
        thread.last = finding(thread.relation[0], thread.relation[1] + rest, clause, said_at)
        return [thread.last]
    if not _SELF.match(text) or people.of_another(text):
        thread.relation = people.mention(text) or thread.relation
    if (whom := people.alone(text)) is not None:
        thread.relation, thread.named = whom, True
        return thread.leave()
    named, thread.named = thread.named, False
    if named and thread.relation and people.told(text) and not _SELF.match(text):
        thread.last = finding(thread.relation[0], f"{thread.relation[1]}，{text}", clause, said_at)
        return [thread.last]
    return None


def _of_person(clause: Clause, sentence: Sentence, thread: Thread, *, first: bool) -> list[Finding]:
    """Return what a clause says of the person, who may be left out as its subject."""
    text, said_at, last = clause.text, sentence.heard.said_at, thread.last
    mine = bool(_SELF.match(text))
    if people.of_another(text) or (last is not None and last.path.startswith(OF_OTHERS) and not mine):
        return []
    subject = text if mine or not thread.carried or _OTHER.match(text) else "我" + text
    found = by_table(subject, clause, said_at)
    follows = first or (last is not None and not last.path.startswith(OF_OTHERS))
    if not found and subject == text and not mine and follows and _may_be_dropped(text, thread):
        may = _DROPPED | _DROPPED_IN_ANSWERS if sentence.asked and first else _DROPPED
        may |= {"home.city"} if _MOVES.match(text) else set()
        found = [one for one in by_table("我" + text, clause, said_at) if one.path in may]
    return found


def _of_asked(text: str, asked: str, clause: Clause, thread: Thread) -> Finding | None:
    """Return what a bare answer says of the animal or the relation that was asked about: 它叫什么？椰丝."""
    if thread.answered == clause.place or not asked or not _BARE_ANSWER.fullmatch(text):
        return None
    thread.answered = clause.place
    if thread.pet and _PET_ASKED.search(asked):
        return finding("pets.animals", thread.pet + text, clause, UNKNOWN_MOMENT)
    if (kin := people.asked_about(asked, thread.relation)) is not None:
        thread.relation = kin
        return finding(kin[0], kin[1] + text, clause, UNKNOWN_MOMENT)
    return None


def _may_be_dropped(text: str, thread: Thread) -> bool:
    """Tell whether the person may be the subject of a clause that names none: nobody else was spoken of so far."""
    own = _OTHER.match(text) is None or _MOVES.match(text) is not None
    return thread.relation is None and own and not people.mention("我" + text)


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


def _doubtful(text: str) -> bool:
    return bool(cues.REPORTED.search(text) or cues.UNSURE.search(text))
