"""English introductions: several facts side by side in one sentence, each of a closed class.

"Ebele, 36, pharmacist, based in Port Harcourt", "I'm a 34-year-old nurse from Leeds", "Marguerite here, 62, widowed".
In: a sentence of the person. Out: (path, value) pairs; none where fewer than two facts stand there.
"""

from __future__ import annotations

import re

from duramen.models.listeners.rules.english.words import NAMES

_HEAD = re.compile(
    r"^(?:\W|\b(?:hi|hello|hey|hiya|so|ok|okay|sure|well|yes|about me|me|bit about me|a bit about me|quick intro|for context|just so you know|context|i am|i'm|im|my name is|my name's|name's|this is)\b)*",
    re.IGNORECASE,
)
_PLACE = r"(?-i:[A-ZÀ-Ý])[\w'’-]+(?: (?:(?-i:[A-ZÀ-Ý])[\w'’-]+|de|la|of|upon|am|an der|do|dos|das|del|y)){0,3}"
_NUMBER = NAMES["number"]
_FACTS = tuple(
    (path, re.compile(rf"^{pattern}$", re.IGNORECASE), value)
    for path, pattern, value in (
        ("identity.birthday", rf"(?:i am |i'm |aged? )?(?P<x>{_NUMBER})(?: years old| y/?o| yrs old)?", "{x}"),
        ("identity.gender", r"(?:a )?(?P<x>male|female|woman|man|she/her|he/him|they/them|m|f)", "{x}"),
        ("family.partner", r"(?:happily |recently )?(?P<x>married|single|divorced|widowed|engaged|separated)", "{x}"),
        (
            "family.children",
            rf"(?:(?:mum|mom|dad|mother|father|parent) (?:of|to) )?(?P<x>(?:{_NUMBER}|no|a) (?:small |young |grown |grown-up |teenage )?(?:kids?|children|girls|boys|daughters?|sons?|twins))",
            "{x}",
        ),
        ("home.city", rf"(?:now )?(?:based|living|live|i live|settled) (?:in|near|outside) (?P<x>{_PLACE})", "{x}"),
        ("identity.origin", rf"(?:originally |i'm |i am )?(?P<x>from {_PLACE})(?: originally)?", "{x}"),
        ("identity.origin", rf"(?P<x>{NAMES['nation']})", "{x}"),
        (
            "work.occupation",
            rf"(?:and )?(?:i'm |i am |working as |work as )?(?:a |an )?(?P<x>(?:(?!(?:my|the|and|or|with|like|not|no|for)\b)[\w'-]+ ){{0,2}}?{NAMES['job']}(?: (?:at|in|for|with) [\w' ]+)?)",
            "{x}",
        ),
        ("diet.habits", rf"(?P<x>{NAMES['diet']})", "{x}"),
        (
            "education.background",
            r"(?P<x>(?:(?:first|second|third|final|1st|2nd|3rd)[- ]year )?(?:[\w-]+ ){0,2}student(?: (?:at|in) [\w ]+)?)",
            "{x}",
        ),
    )
)
_NAME = re.compile(
    r"^(?P<x>(?!\w+day\b|(?:Actually|Yep|Yes|Yeah|Nope|Right|Exactly|Remember|Again|Honestly|Basically|Correct|True|Sure|Also|Anyway|Look|Listen|Fine|Great|Thanks|Sorry|Please|Well|Still|Indeed|Once|Just|Currently|Now|Then|Technically|Seriously|Personally|Obviously|Apparently|Hopefully|Finally|Sadly|Luckily)\b|(?:January|February|March|April|May|June|July|August|September|October|November|December)\b)(?-i:[A-ZÀ-Ý][a-zà-ÿ'’-]+(?: [A-ZÀ-Ý][a-zà-ÿ'’-]+){0,2}))(?: here)?$"
)
_AGED = re.compile(rf"\bi(?:'m| am) an? (?P<age>\d\d|{_NUMBER})[- ]years?[- ]old (?P<rest>[^,.;!?]+)", re.IGNORECASE)
_AGED_REST = (
    ("work.occupation", re.compile(rf"^(?P<x>(?:(?!from\b|in\b)[\w'-]+ ){{0,3}}?{NAMES['job']})\b", re.IGNORECASE)),
    ("identity.gender", re.compile(r"^(?:[\w-]+ ){0,2}?(?P<x>woman|man|guy|girl|male|female)\b", re.IGNORECASE)),
    ("education.background", re.compile(r"^(?P<x>(?:[\w-]+ ){0,3}?student)\b", re.IGNORECASE)),
    ("identity.origin", re.compile(rf"^.*?\b(?P<x>from {_PLACE})", re.IGNORECASE)),
    ("home.city", re.compile(rf"^.*?\b(?:living|based|who lives) in (?P<x>{_PLACE})", re.IGNORECASE)),
)
_CUT = re.compile(r"\s*[,;/|]\s*(?:and )?|\s+[-–—]\s+|\s+and (?=\d)")
_NAMES = re.compile(r"\b(?:i am|i'm|im|my name is|my name's|name's|this is|about me)\b", re.IGNORECASE)
_OF_I = re.compile(r"(?:i|i'm|i've|my|it's|that's|we)\b", re.IGNORECASE)
_LEAST = 3  # of the parts of a sentence that are facts, the name among them


def introduced(text: str) -> list[tuple[str, str]]:
    """Return the facts of a sentence in which the person introduces themselves; empty for any other sentence."""
    if (aged := _AGED.search(text)) is not None:
        rest = [(path, match["x"]) for path, pattern in _AGED_REST if (match := pattern.match(aged["rest"]))]
        return [("identity.birthday", aged["age"]), *rest]
    head = _HEAD.match(text)
    parts = [part for part in _CUT.split(text[head.end() if head else 0 :].strip(" .!\n")) if part]
    found: list[tuple[str, str]] = []
    many = len(parts)
    names = bool(head and _NAMES.search(head.group())) or bool(parts and parts[0].endswith(" here"))
    told = names or not any(_OF_I.match(part) for part in parts[1:])  # "Actually, I'm a carpenter" names nobody
    if parts and told and (name := _NAME.match(parts[0])) is not None and _fact(parts[0]) is None:
        found.append(("identity.name", name["x"]))
        parts = parts[1:]
    for part in parts:
        fact = _fact(part.strip())
        if fact is not None and fact[0] not in dict(found):
            found.append(fact)
    return found if len(found) >= _LEAST or (len(found) == many >= 2) else []


def _fact(part: str) -> tuple[str, str] | None:
    for path, pattern, value in _FACTS:
        if (match := pattern.match(part)) is not None:
            return path, value.format(x=match["x"])
    return None
