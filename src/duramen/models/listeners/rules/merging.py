"""Facts against the tree: which operation each leaf needs, so that what still holds stays and nothing is said twice (B7).

In: the findings of a window and the values the tree holds. Out: for each leaf at most one operation with its finding.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from duramen.domain.operations import Kind, Operation
from duramen.domain.persona import Schema
from duramen.models.listeners.rules.chinese.words import JOB as CHINESE_JOB
from duramen.models.listeners.rules.english.words import JOB as ENGLISH_JOB
from duramen.models.listeners.rules.findings import Finding, Mode
from duramen.models.listeners.rules.held import bare, core, facts, is_past, numbers, words
from duramen.models.listeners.rules.repeats import further, lasting, renewed, repeats, richer, same_relation

_JOINT = {"en": "; ", "zh": "；"}
# Leaves that hold one thing at a time: what is new takes the place of what was, which stays as what was before.
_ONE = ("identity.", "home.", "work.occupation", "education.", "family.partner", "routines.sleep", "contact.")
_NO_HISTORY = ("mood.", "identity.")
_RESIDES = re.compile(
    r"\b(?:live|living|lives|moved?|moving|based|relocated|settled|home)\b|住|搬|定居|现在|回", re.IGNORECASE
)
_DENIES = re.compile(r"(?:no|not|never|do not|does not)\b|不|没", re.IGNORECASE)
_MOST_COMMAS = 3
_DATED = re.compile("\\d{4}年|上个?[周月]|去年|今年|前[天年]|昨天")
_ON = re.compile(r" (?:on|in) (?=\d{1,2} [A-Z]\w+ \d{4}$|[A-Z]\w+ \d{4}$)")
_AGE = re.compile(r"(?:now )?(?P<age>\d+)(?: years old)?(?: now)?|(?:今年|现在)?(?P<years>\d+)岁了?")
# What a value must look like to take the place of one held: a job by its word or its place, studies by their subject.
_SHAPES = {
    "work.occupation": re.compile(
        rf"(?i:\b{ENGLISH_JOB}s?\b)|{CHINESE_JOB}|\b(?:at|for|in) (?:an? |the )?[A-Za-z]|\b(?:teach|retired|unemployed|between jobs|student|run|own)\w*|在|当|做|干|失业|退休|开|自"
    ),
    "education.background": re.compile(
        r"\b(?:degree|universit\w+|college|school|year|course|ph\.?d|master\w*|bachelor\w*|diploma|certificate|apprentice\w*|graduat\w+ \w)|"
        r"\b(?:study|studies|studying|studied) (?!and\b|that\b|for\b|with\b|it\b|well\b|hard\b)[A-Za-z]|(?-i:[A-Z])\w+|[\u4e00-\u9fff]",
        re.IGNORECASE,
    ),
}
_OWN_NAME = re.compile(
    r"\b(?:my (?:\w+ )?name|name's|i am|i'm|call me|called)\b|我(?:的?[^，]{0,2}名字?)?(?:是|叫)|名字", re.IGNORECASE
)
# How what was and what is now are said, by leaf; "" stands for any other.
_BEFORE = {
    "home.city": ("lived in {old} before", "now in {new}"),
    "work.occupation": ("was {old} before", "now {new}"),
    "": ("{old} before", "now {new}"),
}
_BEFORE_CHINESE = ("以前{old}", "现在{new}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """An operation and the finding that it rests on."""

    operation: Operation
    finding: Finding


def choose(findings: Iterable[Finding], held: Mapping[str, str], schema: Schema) -> tuple[Chosen, ...]:
    """Return one operation a leaf, in the order in which the leaves were first spoken of.

    A leaf that already says it, be it in other words, gets none; a value longer than the leaf's budget loses first what
    is past, in a passing leaf then what is oldest, and is left out when it is too long even so.
    """
    by_path: dict[str, list[Finding]] = {}
    for one in findings:
        if one.path in schema.leaves and not _known(one, held):
            by_path.setdefault(one.path, []).append(one)
    chosen = []
    for path, group in by_path.items():
        leaf, old = schema.leaves[path], held.get(path, "")
        kept = _after(facts(old), group)
        value = _within(kept, group[-1].clause.language, leaf.budget, passing=leaf.lifetime == "passing")
        if kept and not value:
            continue
        if (operation := _operation(path, old, value)) is not None:
            chosen.append(Chosen(operation=operation, finding=group[-1]))
    return tuple(chosen)


def _operation(path: str, old: str, value: str) -> Operation | None:
    if value == old:
        return None
    if not value:
        return Operation(kind=Kind.DELETE, path=path)
    return Operation(kind=Kind.UPDATE if old else Kind.ADD, path=path, value=value)


def _known(finding: Finding, held: Mapping[str, str]) -> bool:
    """Tell whether some leaf says it already, word for word: the person repeats it, perhaps of another leaf."""
    if finding.mode not in (Mode.ALSO, Mode.STATE) or finding.clause.corrects:
        return False
    said = core(finding.value)
    own = [one for one in facts(held.get(finding.path, "")) if not (is_past(one) and renewed(finding))]
    others = [value for path, value in held.items() if path != finding.path]
    return bool(said) and any(said <= core(value) for value in (" ".join(own), *others))


def _after(kept: list[str], group: list[Finding]) -> list[str]:
    """Return the facts of a leaf after the findings; what is taken back goes first, then what is new comes."""
    before = list(kept)
    for one in group:
        if one.mode is Mode.FORGET:
            kept = []
        elif one.mode is Mode.DROP:
            kept = [fact for fact in kept if fact != one.instead_of]
        elif one.mode is Mode.OVER:
            kept = [one.value if fact == one.instead_of else fact for fact in kept]
    changed = kept != before
    gone = any(one.mode in (Mode.DROP, Mode.FORGET) for one in group)
    new: list[Finding] = []
    for one in group:
        if gone and _DENIES.match(one.value) and not one.path.startswith("family."):
            continue
        if one.mode not in (Mode.ALSO, Mode.STATE) or any(core(one.value) <= core(other.value) for other in new):
            continue
        new = [other for other in new if not core(other.value) <= core(one.value)]
        new.append(one)
    held = list(kept)
    for number, one in enumerate(new):
        if not any(repeats(one, bare(fact)) and not (is_past(fact) and (renewed(one) or changed)) for fact in held):
            kept = _with(kept, one, first=number == 0 and not changed)
    return kept


def _with(kept: list[str], new: Finding, *, first: bool) -> list[str]:
    """Return the facts with a new one: in the place of one that it says more about, instead of what was, or beside it.

    `first`: nothing of this window has changed the facts before.
    """
    for at, fact in enumerate(kept):
        if is_past(fact):
            continue
        if richer(new, bare(fact)):
            return [*kept[:at], new.value, *kept[at + 1 :]]
        if (more := _more_of_one(new, fact)) is not None:
            return [*kept[:at], more, *kept[at + 1 :]]
    if new.path.startswith(("likes.", "dislikes.")) and (listed := _besides(new, kept)) is not None:
        return [*kept, listed]
    if not kept or not first or not _replaces(new):
        return [*kept, new.value]
    if (shape := _SHAPES.get(new.path)) is not None and not shape.search(new.value):
        return kept
    if new.path == "home.dwelling" and len(core(new.value)) < 2 and not renewed(new):
        return kept
    if new.path == "identity.name" and not _OWN_NAME.search(new.clause.raw):
        return kept
    if new.clause.corrects or new.path.startswith(_NO_HISTORY):
        return [new.value]
    if new.path == "home.city" and not _RESIDES.search(new.clause.context or new.clause.raw):
        return kept
    current = [bare(fact) for fact in kept if not is_past(fact)]
    if not current:
        return [*kept[-1:], new.value]
    was, now = _BEFORE_CHINESE if new.clause.language == "zh" else _BEFORE.get(new.path, _BEFORE[""])
    said = bare(new.value)
    if new.clause.language == "zh" and _DATED.match(said):
        now = "{new}"
    return [was.format(old=current[-1]), now.format(new=_ON.sub(" since ", said))]


def _besides(new: Finding, kept: list[str]) -> str | None:
    """Return of a list only what the leaf does not hold: of "crochet and bookbinding" the bookbinding."""
    for fact in kept:
        if words(new.value) & words(fact) and (more := further(new.value, fact)):
            return ("、" if new.clause.language == "zh" else ", ").join(more)
    return None


def _replaces(new: Finding) -> bool:
    """Tell whether a fact takes the place of those held: in a leaf of one thing, stated and not added."""
    return new.path.startswith("mood.") or (new.mode is Mode.STATE and new.path.startswith(_ONE))


def _more_of_one(new: Finding, fact: str) -> str | None:
    """Return the fact of a relation with more about them: "daughter Ann, 11" and then "daughter Ann, plays go"."""
    whom, comma, rest = new.value.partition("，" if "，" in new.value else ", ")
    if not comma or not new.path.startswith(("family.", "social.")):
        return None
    if not (same_relation(new.value, fact) or (fact + comma).startswith(f"{whom}{comma}")):
        return None
    if (age := _AGE.fullmatch(rest)) and numbers(fact) and fact.count(comma) == 1:
        return re.sub(r"\d+", age["age"] or age["years"], fact, count=1)
    more = lasting(new.value, fact) if same_relation(new.value, fact) else rest
    return f"{fact}{comma}{more}" if more and fact.count(comma) < _MOST_COMMAS else fact


def _within(kept: list[str], language: str, budget: int, *, passing: bool) -> str:
    """Return the facts as one value within the budget, the past left out first; "" when what holds now is too long."""
    kept = list(kept)
    while len(_JOINT[language].join(kept)) > budget:
        spare = next((fact for fact in kept[:-1] if is_past(fact)), kept[0] if passing and len(kept) > 1 else None)
        if spare is None:
            return ""
        kept.remove(spare)
    return _JOINT[language].join(kept)
