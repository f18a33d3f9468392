"""Chinese clauses -> findings: the tables in order, the people around the person, subjects carried over commas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from duramen.domain.time import Moment
from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese import people
from duramen.models.listeners.rules.chinese.condition import CONDITION
from duramen.models.listeners.rules.chinese.facts import FACTS
from duramen.models.listeners.rules.cues import FORGET, LASTS
from duramen.models.listeners.rules.findings import Clause, Finding, Mode, Rule
from duramen.models.listeners.rules.kinds import kind_of
from duramen.models.listeners.rules.wording import dated, tidy

_TABLE = (*FACTS, *CONDITION)
_SELF = re.compile(r"^(?:我|俺|咱|本人)(?!妈|爸|姐|哥|弟|妹|爷|奶|舅|姨|姑|叔|婆|公|老公|老婆|家人|们老)")
_HOUSEHOLD = re.compile("^(?:我|俺|咱)们?(?:家|那|这|的)")
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
_LONG = ("routines.daily", "likes.travel")
# How a clause begins that adds to a fact; any other that is longer than the fact itself is a thought of its own.
_ADDS = re.compile(
    r"^(?:叫|取名|名叫|是|在|有|做|学|跑|每|天天|一[年月周天只条个]|第|也|都|常年|主要|专|教|养|爱|还|支持|坐|吃|带|别|不要|今年|中午|下午|晚上|先|常|刚|去|\d|[二两三四五六七八九十]+[点岁年个])"
)
_NEVER_PASSING = ("communication.", "likes.", "dislikes.", "diet.", "routines.", "home.", "finance.")
_LONG_FELT = re.compile("最近|这段|这几天|这阵子|这两天|整天|一直|好几天|天天|总是|因为|压力|喘不过气|心里")
_ONCE = re.compile(r"(?:当|做|干|开|教)了[^，]{1,4}年")
_REFUSES = re.compile("别|不要|不许|不用|少|甭|莫")
# Facts that a clause without a subject does not settle when the clauses before it speak of somebody else.
_OWN = ("goals.", "events.", "personality.", "belongings.")
_EMPTY = re.compile(r"^(?:它|这个?|那个?|的|了|吃|喝|你|他|她|什么|啥|东西|这样|一下|这些|那些|这种|看|听|玩)$")
MAX_CHARS = 34


def find_all(clauses: Iterable[Clause], said_at: Moment) -> Iterator[Finding]:
    """Yield what the clauses of one sentence say; a clause without a subject shares that of the clause before."""
    carried, relation, last, speaks_of_it = False, None, None, False
    for number, clause in enumerate(clauses):
        text = clause.text
        if not text or len(text) > MAX_CHARS or _doubtful(text):
            carried, last = False, None
            continue
        named = people.mention(text) if not _SELF.match(text) or people.of_another(text) else None
        if FORGET["zh"].search(text):
            carried, last = False, None
            continue
        told = people.about(text)
        if told is not None:
            relation = told[:2]
            last = _finding(told[0], told[2], clause, said_at, None)
            carried = False
            yield last
            continue
        if relation and (rest := people.of_pronoun(text)) is not None:
            last = _finding(relation[0], relation[1] + rest, clause, said_at, None)
            yield last
            continue
        if named:
            relation = named
        if (whom := people.alone(text)) is not None:
            relation, speaks_of_it = whom, True
            carried, last = False, None
            continue
        if speaks_of_it and relation and people.told(text) and not _SELF.match(text):
            last = _finding(relation[0], f"{relation[1]}，{text}", clause, said_at, None)
            speaks_of_it = False
            yield last
            continue
        speaks_of_it = False
        mine = bool(_SELF.match(text))
        subject = text if mine or not carried or _OTHER.match(text) else "我" + text
        finding = None if people.of_another(text) else _by_table(subject, clause, said_at)
        if finding is not None and number and not _is_own(finding, text, last, shares=mine or carried):
            finding = None
        if finding is None and last is not None and not mine and _continues(text, last, clause):
            last = Finding(
                path=last.path,
                value=f"{last.value}，{tidy(dated(text, said_at, 'zh'), 'zh')}",
                mode=last.mode,
                clause=last.clause,
            )
            yield last
            continue
        if finding is not None:
            yield finding
        last = finding
        carried = (mine or (carried and not _OTHER.match(text))) and not _HOUSEHOLD.match(text)


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


def _continues(text: str, last: Finding, clause: Clause) -> bool:
    most = 2 if last.path.startswith(_LONG) else 1
    near = clause.start - last.clause.end <= 2 or last.value.count("，") > 0
    if re.match("[他她它]", text) and not last.path.startswith(("family.", "social.", "pets.")):
        return False
    free = last.path.startswith("mood.") or (last.path.startswith("likes.") and "、" in text)
    if len(text) > 1.3 * len(last.value) and not free and not _ADDS.match(text):
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


def _by_table(text: str, clause: Clause, said_at: Moment) -> Finding | None:
    for rule in _TABLE:
        found = rule.pattern.match(text)
        if found is None:
            continue
        if rule.path.startswith(_NEVER_PASSING) and cues.PASSING.search(text):
            return None
        groups = (
            {name: words or "" for name, words in found.groupdict().items()}
            | {"t": "", "t2": ""}
            | {name: words for name, words in found.groupdict().items() if words and name in ("t", "t2")}
        )
        path = rule.path
        if path.endswith(".*"):
            path = _by_kind(path, f"{groups.get('k', '')}{groups['x']}", clause.context)
        if path == "work.occupation" and _ONCE.search(text) and "后来" in clause.context:
            path = "work.history"
        if path == "communication.style" and not (_REFUSES.match(found["x"]) or LASTS.search(clause.context)):
            return None
        if path == "mood.current" and not _LONG_FELT.search(clause.raw + text):
            return None
        value = tidy(rule.value.format(**groups), "zh")
        if path.startswith("likes."):
            value = re.sub("(?:了|一点|一些|多一点)$", "", value)
        if not path or not value or _EMPTY.match(value):
            return None
        return _finding(path, value, clause, said_at, rule)
    return None


def _by_kind(path: str, words: str, context: str) -> str:
    kind = kind_of(words, "zh") or (kind_of(context, "zh") if path == "likes.*" else None)
    if path == "dislikes.*":
        return "dislikes.food" if kind == "food" else "dislikes.other"
    return f"likes.{kind}" if kind else ""


def _finding(path: str, value: str, clause: Clause, said_at: Moment, rule: Rule | None) -> Finding:
    return Finding(
        path=path, value=tidy(dated(value, said_at, "zh"), "zh"), mode=rule.mode if rule else Mode.ALSO, clause=clause
    )
