"""English clauses -> findings: the tables in order, the people around the person, and what must not be read as a fact."""

from __future__ import annotations

import re
from collections.abc import Iterator

from duramen.domain.time import Moment
from duramen.models.listeners.rules import cues
from duramen.models.listeners.rules.english import people
from duramen.models.listeners.rules.english.body import HEALTH, ROUTINES
from duramen.models.listeners.rules.english.days import placed
from duramen.models.listeners.rules.english.facts import FACTS
from duramen.models.listeners.rules.english.introductions import introduced
from duramen.models.listeners.rules.english.life import SELF, THINGS_AND_AIMS
from duramen.models.listeners.rules.english.limits import clipped, says_nothing
from duramen.models.listeners.rules.english.talk import TALK
from duramen.models.listeners.rules.english.taste import TASTE
from duramen.models.listeners.rules.english.words import HOME, KIN_PARTNER, LANGUAGE, PETS
from duramen.models.listeners.rules.findings import Clause, Finding, Mode, Rule
from duramen.models.listeners.rules.kinds import kind_of, kind_of_favourite
from duramen.models.listeners.rules.wording import dated, tidy

_TABLE = (*FACTS, *TALK, *HEALTH, *ROUTINES, *THINGS_AND_AIMS, *SELF, *TASTE)
_WISHED = re.compile(
    r"\b(?:would (?:rather not|like|love|prefer|call|describe|say)|(?:would|could) (?:happily )?(?:eat|live on|drink|kill for|die for|sell a kidney)|(?:will|would) be|should not)\b",
    re.IGNORECASE,
)
_NEVER_PASSING = ("communication.", "likes.", "dislikes.", "diet.", "routines.", "goals.longterm", "personality.")
_APPOSED = re.compile(rf"(?P<name>(?-i:[A-Z][a-z]+)),? (?:my|our) (?P<kind>(?:[\w-]+ ){{0,2}}{PETS})\b", re.IGNORECASE)
_REACHED = re.compile(
    r"\bmy (?P<what>e-?mail|phone(?: number)?|mobile(?: number)?|number|address)\b[^@\d]{0,40}?(?<![\w.+-])(?P<where>[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\+?\d[\d ()-]{6,}\d)",
    re.IGNORECASE,
)
_FROM_HERE = re.compile(
    r"\b(?:in|to) (?P<place>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?), where (?:i|we)(?:'m| am|'re| are)? (?:originally |come |now |currently )*(?P<verb>from|live|living|based)\b",
    re.IGNORECASE,
)
_BEEN = re.compile(r"^(?:have been|been|am|have) (?=\w+ing\b)", re.IGNORECASE)
_BOTH_OF_US = re.compile(
    rf"\b(?:my|our) (?P<whom>{KIN_PARTNER}(?:,? (?-i:[A-ZÀ-Ý])[\w'-]+)?),? and i (?:have |are |were |got |just |both |recently |finally |been )*(?P<what>moved in together|broken? up|split up|married|engaged|divorced|separated|getting (?:married|divorced)|expecting)\b",
    re.IGNORECASE,
)
_CLASSES = re.compile(
    r"\b(?:my|our) (?P<what>(?:[\w-]+ )?(?:pottery|ceramics|choir|knitting|sewing|art|drawing|painting|life drawing|watercolou?r|salsa|tango|ballroom|line dancing|ballet|drama|improv|guitar|piano|violin|cello|drum|singing|photography|book|woodwork|woodworking|gardening|crochet|quilting|calligraphy|creative writing|writing|film|bridge|ukulele|amateur dramatics|theatre|brass band|orchestra) (?:class|classes|club|group|circle|practice|rehearsals?|lessons?|course)(?: on \w+days?)?)\b",
    re.IGNORECASE,
)
_CANNOT_HAVE = re.compile(
    r"\bi(?: can't|'m not able to| cannot| mustn't| can not) (?:eat|have|do|touch|go near) (?:anything with |any |things with )?(?P<what>(?!(?:it|that|this|any\w*|before|after|with|without|until|now|much|today|here|there|at|in|on|them|these|those|you|him|her|food|a|an|the|my|more|lunch|dinner|breakfast)\b)[a-z-]+)\b",
    re.IGNORECASE,
)
_REACTION = re.compile(
    r"\ballerg\w+|\b(?:swells?|goes numb|closes up|hives|rash|anaphyla\w+|epi-?pen)\b", re.IGNORECASE
)
_HANDLE = re.compile(
    r"(?<!his )(?<!her )(?<!their )(?<!your )\b(?P<what>tel|insta|instagram|ig|telegram|twitter|bluesky|mastodon|tiktok|discord|skype)(?: is|'s)?[.: ]+(?P<where>@[\w.]{3,}\w|\+?\d[\d ()-]{6,}\d)",
    re.IGNORECASE,
)
_HOME_IN = re.compile(
    rf"(?:(?:^|[^\w'] ?)(?:i|we)(?:'m|'re| am| are|'ve| have)? (?:just |recently |currently |still |now )*(?:rent|renting|rented|live in|living in|own|bought|share|sharing)|^(?:i|we)(?:'m|'re| am| are) [\w ]{1, 30} living in) (?:a|an|our|my|the) (?:[\w-]+ ){{0,3}}?{HOME}(?: with [\w ]+?)? in (?P<place>(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?-i:[A-ZÀ-Ý])[\w'’-]+)?)",
    re.IGNORECASE,
)
_HEAD = re.compile(
    r"^.+?(?= (?:before|after|in|on|at|with|when|while|during|for|from|by|over|than|because)\b)", re.IGNORECASE
)
_MOTHER_TONGUE = re.compile(
    rf"\bin (?P<what>{LANGUAGE})\b[^.!?]{{0,20}}\bmy (?:mother tongue|native language|first language)\b", re.IGNORECASE
)
_STRANGE = re.compile(r"\b(?:character|story|game|novel)\b", re.IGNORECASE)
_NAMED = re.compile(r"^(?:the )?[A-Z]\w+")
_SAYS_NOTHING = re.compile(r", (?:just|usually|still|also|always|really|already|now|only|even|so|too|there|here)$")
_MAX_WORDS = 32
_APPOINTED = re.compile(r"\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next week)\b", re.IGNORECASE)
_TRIP = re.compile(
    r"\b(?:holidays?|vacation|trip|visiting|visit|hotel|layover|airport|hostel|conference|for (?:a|the|two|three|\d+) (?:week|weekend|days?|nights?|weeks)|until \w+day|this (?:week|weekend))\b",
    re.IGNORECASE,
)
_MOVES = re.compile(r"\b(?:moved|live|living|lived|based)\b", re.IGNORECASE)


def find(clause: Clause, said_at: Moment) -> Finding | None:
    """Return what a clause says of the person or of a relation of theirs; None when it says nothing to keep."""
    text = clause.text
    if len(text.split()) > _MAX_WORDS or _doubtful(text):
        return None
    if (told := people.about(text)) is not None:
        value = _of_them(*told)
        return None if _SAYS_NOTHING.search(value) else _finding(told[0], value, clause, said_at)
    for rule in _TABLE:
        found = rule.pattern.match(text)
        if found is not None:
            return _by_rule(rule, found, clause, said_at)
    return None


def find_of(clause: Clause, relation: tuple[str, str, str], said_at: Moment) -> Finding | None:
    """Return what a clause says of "she" or "he", the relation (path, kin, name) named before."""
    path, kin, name = relation
    if _doubtful(clause.text):
        return None
    told = people.of_pronoun(clause.text, kin, name, path)
    value = "" if told is None else _of_them(*told)
    return None if told is None or _SAYS_NOTHING.search(value) else _finding(told[0], value, clause, said_at)


def _of_them(path: str, value: str) -> str:
    """Return what is said of a relation up to where another thought begins; who it is stays."""
    whom, comma, rest = value.partition(", ")
    return whom + comma + clipped(path, rest)


def _doubtful(text: str) -> bool:
    if cues.REPORTED.search(text):
        return True
    return bool(cues.UNSURE.search(_WISHED.sub("", text)))


def _by_rule(rule: Rule, found: re.Match[str], clause: Clause, said_at: Moment) -> Finding | None:
    groups = {name: words or "" for name, words in found.groupdict().items()}
    path = rule.path
    if path == "home.city" and _TRIP.search(clause.context) and not _MOVES.search(clause.text):
        return None
    if path.startswith(_NEVER_PASSING) and cues.PASSING.search(clause.text):
        return None
    if path == "likes.favourite":
        kind = (
            (kind_of(groups["k"], "en") if "genre" in groups["k"] else None)
            or kind_of_favourite(groups["k"])
            or kind_of(f"{groups['k']} {groups['x']}", "en")
        )
        path = f"likes.{kind}" if kind else ""
        groups["x"] = _favourite(groups.get("f") or "favourite", groups["k"], groups["x"])
    elif path.endswith(".*"):
        path = _by_kind(path, groups["x"], clause.context)
    if not path:
        return None
    value = _BEEN.sub("", tidy(clipped(path, rule.value.format(**groups)), "en"))
    if path.startswith(("likes.", "dislikes.")) and _APPOINTED.search(value):
        return None
    if says_nothing(path, value, clause):
        return None
    return _finding(path, value, clause, said_at, rule)


def _favourite(how: str, noun: str, thing: str) -> str:
    """Return what is liked best with what it is the best of: "favourite colour teal"."""
    noun = noun.strip()
    return (
        f"{how} {noun} {clipped('likes.', thing)}" if noun and len(noun.split()) < 3 and "genre" not in noun else thing
    )


def _by_kind(path: str, words: str, context: str) -> str:
    head = _HEAD.match(words)
    kind = kind_of(head.group() if head else words, "en")
    if path == "likes.*":
        kind = kind or kind_of(words, "en")
    if kind is None and path == "likes.*" and _NAMED.search(words):
        kind = kind_of(context, "en")
    if path == "dislikes.*":
        return "dislikes.food" if kind == "food" else "dislikes.other"
    return f"likes.{kind}" if kind else ""


def _finding(path: str, value: str, clause: Clause, said_at: Moment, rule: Rule | None = None) -> Finding:
    value = placed(dated(value, said_at, "en"), path, clause.text, said_at)
    if rule is None:
        return Finding(path=path, value=tidy(value, "en"), mode=Mode.ALSO, clause=clause)
    return Finding(path=path, value=value, mode=rule.mode, clause=clause)


def in_whole(text: str) -> Iterator[tuple[str, str]]:
    """Yield (path, value) of what stands across clauses: "Mungo, our beagle," and "my e-mail ...: a@b.example"."""
    yield from introduced(text)
    for found in _CLASSES.finditer(text):
        yield "likes.hobbies", found["what"]
    if (avoided := _CANNOT_HAVE.search(text)) is not None and _REACTION.search(text):
        yield "health.allergies", avoided["what"]
    for found in _MOTHER_TONGUE.finditer(text):
        yield "identity.languages", f"{found['what']} mother tongue"
    for found in _HOME_IN.finditer(text):
        yield "home.city", found["place"]
    for found in _BOTH_OF_US.finditer(text):
        yield "family.partner", f"{found['whom']}, {found['what']}"
    for found in _FROM_HERE.finditer(text):
        yield (
            ("identity.origin" if found["verb"] == "from" else "home.city"),
            (f"from {found['place']}" if found["verb"] == "from" else found["place"]),
        )
    for found in _APPOSED.finditer(text):
        if not _STRANGE.search(text):
            yield "pets.animals", f"{found['kind']} {found['name']}"
    for found in _REACHED.finditer(text):
        yield "contact.details", f"{found['what']} {found['where']}"
    for found in _HANDLE.finditer(text):
        yield "contact.details", f"{found['what']} {found['where']}"
