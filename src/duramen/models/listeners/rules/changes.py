"""What the person ends, changes, denies or takes back of what the tree holds, fact by fact.

A change is found only where one plain clause of the person names the fact held by its head noun, or means the leaf's one
fact by the leaf's own topic, together with a predicate that fits the kind of leaf. In: the sentences of a window, the
values held. Out: findings of mode OVER (a fact has become another), DROP (a fact is to go) and
FORGET (the leaf is to be empty).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.chinese import changes as chinese
from duramen.models.listeners.rules.clauses import clauses_of
from duramen.models.listeners.rules.corrections import corrected, may_correct
from duramen.models.listeners.rules.english import changes as english
from duramen.models.listeners.rules.english.days import placed
from duramen.models.listeners.rules.findings import Change, Clause, Finding, Mode
from duramen.models.listeners.rules.forgetting import forgotten, may_forget
from duramen.models.listeners.rules.held import facts, head, is_past, names, words
from duramen.models.listeners.rules.sources import Sentence
from duramen.models.listeners.rules.wording import dated

_MOST_ADDED = 72  # characters that a change may add to a fact
_MOST_COMMAS = 3  # a fact that says more than this already is left as it is
_MOST_CHINESE = 20  # characters of a clause that says one change and no more
_NEGATIVE = re.compile(r"\b(?:no|not|never|don't|without)\b|^(?:不|没|别|禁)", re.IGNORECASE)
_ASKED_ONE = re.compile(
    r"I (?:do not|never|have never) (?:have|own|had|owned) (?:one|any|a single one)\b.*", re.IGNORECASE
)
_WISHES = re.compile(
    r"^(?:我|俺|咱)?(?:还|也|就|真|很)*(?:想(?!再)|要|希望|打算|准备|别|不要|帮|请|给我|能|可以|应该|如果|想要)|[吗么呢]$"
)
_DOCTOR = re.compile(r"^(?:大夫|医生)说|\bthe (?:doctor|allergist|gp) (?:says|said) ", re.IGNORECASE)
_PART = re.compile(r", (?:and )?| (?:say|that) (?=I )")
_NO_SUBJECT = re.compile(
    r"(?:left|quit|sold|moved out|dropped|finished|uninstalled|gave|stopped|lost|broke|had enough|not (?:feeling|into))\b"
)
_OWNED = re.compile(r"(?P<owner>\w+)['’]s \w")
_BESIDE = re.compile(r" (?:in|to|for|of|at)\b")
_JUST_NOW = re.compile(r" (?:with|on|today|tonight|yet|here|now|handy)\b")
_GENERAL = re.compile(
    r"\b(?:kitchen|job|post|position|firm|company|team|degree|course|studies|program(?:me)?|school|restaurant|shop)$"
)
_MADE_UP = re.compile(r"(?<!我)(?<!我们)(?<!家)(?<!俺)(?<!那)的$|[里中]的?$")
_BETWEEN = re.compile(
    r"(?:我|也|都|就|早就?|已经|全|可|被|给|又|终于|最近|彻底|后来|那[个条份只趟边]?|这[个条份只趟]?|的?(?:行程|旅行|旅游|计划|安排|预约|婚礼|事|盲审|那个)|"
    r"上[个]?[^，]{1,3}|昨[天晚]|前天|今[早天晚]|去年[底初]?|今年|\d+月\S?|[一二三四五六七八九十]+月份?|开春|一?直|年?[底初]|[周月日]|[一二三四五六日末])*"
)
_GAPLESS = ("likes.", "diet.", "routines.", "belongings.", "goals.", "health.medication")
_BLANK = re.compile(r"\s+")
_ZH_END = re.compile(r"[\s，。！!~～…啊呀呢吧哈哦嘛]+$")
_NOT_SO = re.compile("没(?!事|想到)|别|不(?![^，]{0,2}了)")
_NOW = re.compile("^(?:现在|如今|改|换|先)(?!.*[没不])")
_OTHERS = re.compile(
    r"^(?:他|她|它|你|您|人家|别人|有人|朋友|同事|老板|领导|我(?:妈|爸|姐|哥|弟|妹|朋友|同事|老公|老婆|儿子|女儿|爷|奶))"
)
_OF_OTHERS = re.compile(
    r"^(?:我(?:的)?)?(?:朋友|同事|邻居|闺蜜|室友|他|她|你|您|别人|人家|老板|领导|客户)[^，]{0,4}[的家]"
)
_ABOUT_OTHERS = ("family.", "social.", "pets.")
_BASE = re.compile(
    r"^(?P<verb>play|watch|read|follow|collect|go|swim|run|drink|eat|listen|support|do|cook|paint|knit|climb|ride|cycle|sing|dance|train|walk|take|sleep|get|practi[sc]e)(?:e?s)?\b",
    re.IGNORECASE,
)


def changes(said: Sequence[Sentence], held: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what ends or changes facts that the tree holds, in the order spoken."""
    for place in dict.fromkeys(one.place for one in said):
        message = [one for one in said if one.place == place]
        clauses = [
            (one, clause)
            for one in message
            if not one.asks
            for clause in map(_settled, clauses_of(one))
            if _plain(clause)
        ]
        mends, takes_back = may_correct(message), may_forget(message)
        for path, value in held.items():
            taken_back = corrected(message, path, value) if mends else []
            taken_back = taken_back or (forgotten(message, path, value) if takes_back else [])
            yield from taken_back
            current = [] if taken_back else [one for one in facts(value) if not is_past(one)]
            for at, (sentence, clause) in enumerate(clauses if current else ()):
                then = clauses[at + 1][1] if at + 1 < len(clauses) else None
                yield from _of_clause(sentence, clause, path, current, then)
            if not taken_back and path.startswith(("pets.", "belongings.")):
                yield from _not_one(message, clauses, path, current)


@lru_cache(maxsize=256)
def _rows(language: str, path: str, *, named: bool) -> tuple[Change, ...]:
    """Return the rows for a leaf, changes before denials; for a clause that does not name what it holds, those that need not."""
    table = english if language == "en" else chinese
    fitting = tuple(one for one in (*table.CHANGES, *table.DENIALS) if path.startswith(one.paths))
    if named:
        return fitting
    if language == "zh":
        return fitting if path in chinese.BARE else ()
    return tuple(one for one in fitting if one.bare)


def _settled(clause: Clause) -> Clause:
    """Return a Chinese clause that states something as it stands, with 啦 written 了; lead-ins may be names (可乐)."""
    if clause.language == "en" or not clause.text:
        return clause
    return replace(clause, text=_BLANK.sub("", clause.raw).replace("啦", "了"))


def _plain(clause: Clause) -> bool:
    """Tell whether a clause states something: no doubt, no report, no wish."""
    text = _DOCTOR.sub("", clause.text)
    if not text or cues.REPORTED.search(text) or cues.UNSURE.search(text):
        return False
    return clause.language == "en" or (len(text) <= _MOST_CHINESE and not _WISHES.search(text))


def _of_clause(
    sentence: Sentence, clause: Clause, path: str, current: list[str], then: Clause | None
) -> Iterator[Finding]:
    """Yield what the first row that fits a clause makes of the facts of a leaf."""
    text = clause.text
    if clause.language == "en":
        said = words(text)
        named = any(said & names(one) for one in current)
    else:
        named = any(_named(text, one) for one in current)
    for change in _rows(clause.language, path, named=named):
        if change.value is not None:
            if (made := _made(change, sentence, clause, path, current)) is not None:
                yield (
                    replace(made, value=f"{made.value}；{then.text}") if then and _goes_on(made, clause, then) else made
                )
                return
        elif dropped := [one for one in _meant(change, clause, current, path) if not _NEGATIVE.search(one)]:
            yield from (_finding(path, "", Mode.DROP, clause, one) for one in dropped)
            return


def _not_one(
    message: Sequence[Sentence], clauses: Sequence[tuple[Sentence, Clause]], path: str, current: list[str]
) -> Iterator[Finding]:
    """Yield that something asked about is not there: "What drone? I don't own one"."""
    asked = frozenset[str]().union(*(words(one.text) for one in message if one.asks))
    for _, clause in clauses:
        if asked and clause.language == "en" and _ASKED_ONE.fullmatch(clause.text):
            yield from (_finding(path, "", Mode.DROP, clause, one) for one in current if head(one) & asked)


def _goes_on(made: Finding, clause: Clause, then: Clause) -> bool:
    """Tell whether the next Chinese clause says what is so instead: 现在打蛋仔."""
    return (
        clause.language == "zh"
        and made.path.startswith(("likes.", "diet.", "routines.", "work."))
        and bool(_NOW.match(then.text))
        and len(then.text) <= _MOST_CHINESE
    )


def _made(change: Change, sentence: Sentence, clause: Clause, path: str, current: list[str]) -> Finding | None:
    """Return what a change makes of the one fact that a clause means; None when it means none, or several."""
    meant = _meant(change, clause, current, path)
    if len(meant) != 1 or change.value is None:
        return None
    (fact,) = meant
    if fact.count(",") + fact.count("，") > _MOST_COMMAS or _NEGATIVE.search(fact):
        return None
    said_at = sentence.heard.said_at
    if clause.language == "zh":
        rest = _ZH_END.sub("", dated(_rest(clause.text, fact, change), said_at, "zh"))
        new = change.value.format(fact=fact, rest=rest)
    else:
        found = _match(change, clause.text)
        groups = {name: text or "" for name, text in (found.groupdict() if found else {}).items()}
        groups["tail"] = dated(groups.get("tail", "").rstrip(" ,."), said_at, "en").replace("  ", " ")
        new = change.value.format(
            **{"how": "", "whole": found.group() if found else "", **groups, "fact": fact, "past": _past(fact, path)}
        )
        new = re.sub(r"\b(given|gave) up it\b", r"\1 it up", " ".join(new.split()))
        new = placed(re.sub(r"\b(handed in my \w+) at it\b", r"\1", new), path, clause.text, said_at)
        new = re.sub(r",? (?:now|too|already|again)$", "", new)
    if len(new) > len(fact) + _MOST_ADDED or new == fact:
        return None
    return _finding(path, new, Mode.OVER, clause, fact)


def _meant(change: Change, clause: Clause, current: list[str], path: str) -> list[str]:
    """Return the facts that a clause means by the pattern of a change."""
    if clause.language == "zh":
        return _meant_in_chinese(change, clause.text, current, path)
    found = _match(change, clause.text)
    if found is None:
        return []
    phrase = found.groupdict().get("x")
    if phrase is None:
        return current if len(current) == 1 else []
    if kin := found.groupdict().get("kin"):
        current = [one for one in current if words(kin) & words(one) or (path, kin) == ("social.friends", "friend")]
    noun, whole = head(phrase), words(phrase)
    if change.value is None and _JUST_NOW.search(phrase):
        return []
    if (owned := _OWNED.search(phrase)) is not None:
        return [one for one in current if owned["owner"].casefold() in one.casefold()]
    if change.value is None and _BESIDE.search(phrase):
        return [one for one in current if whole and whole <= names(one)]
    if path.startswith(("work.", "education.")) and _GENERAL.search(phrase):
        noun |= words(re.split(" (?:of|on|about|for|in|at|with|from|to) ", phrase)[0])
    return [one for one in current if noun & names(one) or (whole and whole <= names(one))]


def _match(change: Change, text: str) -> re.Match[str] | None:
    """Match a whole English clause, or the last of its parts at a comma or behind "say"; "I" may be left out."""
    for part in dict.fromkeys((text, _PART.split(text)[-1])):
        said = f"I {part}" if _NO_SUBJECT.match(part) else part
        if (found := change.pattern.fullmatch(said)) is not None:
            return found
    return None


def _meant_in_chinese(change: Change, text: str, current: list[str], path: str) -> list[str]:
    found = change.pattern.search(text)
    if found is None:
        return []
    if _OTHERS.match(text) if not path.startswith(_ABOUT_OTHERS) else _OF_OTHERS.match(text):
        return []
    if change.value and _NOT_SO.search(text[: found.start()]):
        return []
    if path.startswith(("likes.", "diet.", "routines.")) and cues.PASSING.search(text):
        return []
    named = [one for one in current if _fits(text, one, found, gapless=path.startswith(_GAPLESS))]
    bare = chinese.BARE.get(path)
    if not named and len(current) == 1 and bare is not None and bare.match(text):
        return current
    return named


def _fits(text: str, fact: str, found: re.Match[str], *, gapless: bool) -> bool:
    """Tell whether a Chinese clause names a fact as the thing that its predicate is about, not as part of another."""
    spans = [(text.find(word), text.find(word) + len(word)) for word in _named(text, fact)]
    if not spans or _MADE_UP.search(text[: min(spans)[0]]):
        return False
    end = max(end for _, end in spans)
    return not gapless or end > found.start() or bool(_BETWEEN.fullmatch(text[end : found.start()]))


def _named(text: str, fact: str) -> set[str]:
    return {word for word in names(fact) if word in text}


def _rest(text: str, fact: str, change: Change) -> str:
    """Return a Chinese clause without the words that name the fact, nor what leads up to them."""
    spans = [(text.find(word), text.find(word) + len(word)) for word in _named(text, fact)]
    found = change.pattern.search(text)
    inside = found is not None and any(found.start() < start and end < found.end() for start, end in spans)
    if not spans or inside:
        return re.sub("^(?:我们?|俺|咱)", "", text)
    start, end = min(spans)[0], max(spans, key=lambda span: span[1])[1]
    before = re.sub(r"^(?:我们?|俺|咱)?(?:家)?|(?:把|被|从|和|跟|与|那[个只条辆]?|这[个只条辆]?|的)$", "", text[:start])
    before = re.sub(r"^(?:我们?|俺|咱)|(?:和|跟|我)$", "", before)
    return before + re.sub("^(?:那边|这边|[上里]?(?:，|我|也|就|都|的))", "", text[end:])


def _past(fact: str, path: str) -> str:
    """Return an English fact as one that was: "used to run every day", "used to like ramen"."""
    if (verb := _BASE.match(fact)) is not None:
        return f"used to {verb['verb']}{fact[verb.end() :]}"
    if path.startswith("likes.") and not fact.startswith("favourite"):
        return f"used to like {fact}"
    return f"formerly {fact}"


def _finding(path: str, value: str, mode: Mode, clause: Clause, fact: str) -> Finding:
    return Finding(path=path, value=value, mode=mode, clause=clause, instead_of=fact, confidence=0.8)
