"""Whether a new fact repeats in other words one that is held, or says more about the same thing (B7).

In: a finding and one fact of its leaf. Out: yes or no. What makes two facts one depends on the leaf: a town by its name, a
job by its word, an animal or a person by name and kind, a thing liked by the thing.
"""

from __future__ import annotations

import re

from duramen.models.listeners.rules.chinese.words import JOB as CHINESE_JOB
from duramen.models.listeners.rules.chinese.words import KIN
from duramen.models.listeners.rules.english.words import JOB as ENGLISH_JOB
from duramen.models.listeners.rules.english.words import PEOPLE
from duramen.models.listeners.rules.findings import Finding
from duramen.models.listeners.rules.held import animals, core, numbers, words
from duramen.models.listeners.rules.kinds import kind_of

_JOB = re.compile(rf"(?i)\b{ENGLISH_JOB}s?\b|{CHINESE_JOB}")
_RELATION = re.compile("|".join([rf"(?i:\b{one}\b)" for one in PEOPLE.values()] + list(KIN.values())))
_NAME = re.compile(r"\b[A-Z][\w'’-]+")
_CHINESE_NAME = re.compile(r"(?:叫做?|名叫|取名)(?P<name>[\u4e00-\u9fff]{1,3})")
_AGAIN = re.compile(
    r"\b(?:moved|back (?:in|to|at|as)|again|changed|switched|new|started|since|became|promoted|instead|now (?:an?|in|at|the|work\w*|liv\w+))\b|\bam now\b|搬|换|改|转|回|新|升|现在|跳槽|如今",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:at|in) (?!my |the (?:morning|evening))[\w' ]+|\bfor (?:the )?(?-i:[A-Z])[\w' ]+|在[^，]{2,10}"
)
_PASSING = re.compile(
    r"(?!working|studying|living|training|expecting|getting|moving|recovering|having)\w+ing\b|in bed|already|asleep|here\b|upstairs|"
    r"(?:has|have|had) (?:a|an|the) (?:\w+ )?(?:cold|flu|fever|cough|headache|temperature|bug)|cannot|can't|(?:is|are) (?:not|at|in bed|out|ill|sick|back|home|here)",
    re.IGNORECASE,
)
_ANOTHER = re.compile(r"\b(?:another|second|third|two|three|also|too|new|as well)\b|又|另|还|再|两|新", re.IGNORECASE)
_ALIKE = ("likes.", "dislikes.", "diet.", "health.allergies")
_ITEM = re.compile(
    r"(?!(?:even|but|so|more|leave|no|and|also|especially|at|in|on|it|the) )[A-Za-z'-]+(?: [A-Za-z'-]+){0,2}|(?![也都就一连但可还])(?!.*[不别没总])[\u4e00-\u9fff]{1,5}"
)
_GENERIC = words(
    "food music song film movie book novel game sport team show series travel trip colour color favourite favorite dish cuisine "
    "band drink hobby reading match club country city tv video 音乐 电影 小说 游戏 运动 球队 旅行 旅游 菜 料理 歌曲 书籍 电视剧 看书 饮料 颜色 水果"
)
_LIST = re.compile(r"[、,，]| and | as well as (?:the )?| as (?:the )?| besides |和|跟")


def repeats(new: Finding, fact: str) -> bool:
    """Tell whether a new fact says nothing that the fact held does not."""
    if core(new.value) <= core(fact):
        return True
    if richer(new, fact) or not _same(new, fact):
        return False
    return not new.clause.corrects


def renewed(new: Finding) -> bool:
    """Tell whether the sentence says that something has changed."""
    return bool(_AGAIN.search(new.clause.context or new.clause.raw))


def richer(new: Finding, fact: str) -> bool:
    """Tell whether a new fact says more about the very thing that the fact held is about, so that it takes its place."""
    said, path = new.value, new.path
    if (
        core(fact) < core(said)
        and len(core(said) - core(fact)) <= 6
        and path.startswith(("work.", "family.", "social.", "pets."))
    ):
        return _named(fact) <= _named(said) and _adds(said, fact, path)
    return False


def _adds(said: str, fact: str, path: str) -> bool:
    """Tell whether a place, a name or an age stands in what was said and none in the fact held."""
    if path.startswith("work."):
        return bool(_WHERE.search(said)) and not _WHERE.search(fact)
    more_named = len(_named(said)) > len(_named(fact))
    return more_named or bool(numbers(said) - numbers(fact) and not numbers(fact))


def _same(new: Finding, fact: str) -> bool:
    """Tell whether both are about one thing, by what makes two facts of this leaf one."""
    said, path = new.value, new.path
    if path == "work.occupation":
        return _same_job(new, fact)
    if path.startswith(("home.city", "identity.origin")):
        return bool(_places(said) & _places(fact))
    if path.startswith("pets."):
        return _same_animal(new, fact)
    if path.startswith(("family.", "social.")):
        return bool(_named(said) & _named(fact)) and not lasting(said, fact)
    if path.startswith(_ALIKE):
        return _same_thing(said, fact)
    return False


def _jobs(text: str) -> set[str]:
    return {one.group().casefold().rstrip("s") for one in _JOB.finditer(text)}


def _same_job(new: Finding, fact: str) -> bool:
    """Tell whether both name one job; without a job's name a clause that says no change is about the one held."""
    said, cued = _jobs(new.value), renewed(new)
    if not _jobs(fact):
        return not cued and bool(words(new.value) & words(fact))
    if not said:
        return not cued
    return bool(said & _jobs(fact)) and not (cued and _elsewhere(new.value, fact))


def _elsewhere(said: str, fact: str) -> bool:
    return bool(_WHERE.search(said)) and not set(_WHERE.findall(said)) & set(_WHERE.findall(fact))


def _places(text: str) -> set[str]:
    named = {word.casefold() for word in _NAME.findall(text)} - {"city", "county", "town", "i"}
    chinese = re.sub("(?:省|市|的?人)", " ", text)
    return named | {word for word in words(chinese) if not word.isascii()}


def _same_animal(new: Finding, fact: str) -> bool:
    said = new.value
    if not said.isascii() and {one for one in words(said) & words(fact) if not animals(one)}:
        return True
    if _named(said) and _named(fact):
        return bool(_named(said) & _named(fact))
    return bool(animals(said) & animals(fact)) and not _ANOTHER.search(f"{said} {new.clause.context}")


def _same_thing(said: str, fact: str) -> bool:
    """Tell whether both name one thing, and what was said lists nothing besides."""
    shared = (words(said) & words(fact)) - _GENERIC
    if not shared:
        return False
    return not further(said, fact)


def further(said: str, fact: str) -> list[str]:
    """Return the things that what was said lists besides those of the fact held; only things whose kind is known."""
    language = "en" if said.isascii() else "zh"
    items = [one.strip() for one in _LIST.split(said)]
    surely = "、" in said  # joins things, never clauses
    return [
        one
        for one in items
        if _ITEM.fullmatch(one)
        and (surely or kind_of(one, language))
        and words(one) - _GENERIC
        and not words(one) & words(fact)
    ]


def _named(text: str) -> set[str]:
    found = set(_NAME.findall(text)) | {one["name"] for one in _CHINESE_NAME.finditer(text)}
    return found - {"I", "The", "My"}


def lasting(said: str, fact: str) -> str:
    """Return what is said of a relation beside their name that lasts and that the fact does not say; "" for nothing."""
    comma = "，" if "，" in said else ", "
    parts = [one for one in said.split(comma)[1:] if not _PASSING.match(one)]
    return comma.join(one for one in parts if core(_RELATION.sub("", one)) - core(fact))


def same_relation(said: str, fact: str) -> bool:
    """Tell whether two facts name one person."""
    return bool(_named(said) & _named(fact))
