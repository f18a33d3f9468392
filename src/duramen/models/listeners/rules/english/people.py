"""English sentences about the people around the person: whom they name, and what is said of them."""

from __future__ import annotations

import re

from duramen.models.listeners.rules.english.words import BELIEF, DIET, ILLNESS, JOB, NATION, NUMBER, PEOPLE, PETS, TRAIT

_IS_CLASS = rf"(?:(?:also |now |really |very |quite |so |a bit |severely |badly )*(?:{ILLNESS}|{DIET}|{TRAIT}|{NATION}|{BELIEF}|lactose|gluten|left-handed|diabetic|autistic|asthmatic|colour-blind|adopted|a?n? ?{JOB})\b)"
_NAME = r"(?-i:(?:(?:Dr|Mrs|Mr|Ms|Miss|Prof)\.? )?[A-ZÀ-Ý][\w'’-]*(?: [A-ZÀ-Ý][\w'’-]+)?)"
_NO = r"(?:says?|said|told|tells|thinks?|thought|asked|asks|called|calls|texted|texts|wants?|wanted|needs?|knows?|sent|sends|gave|gives|made|makes me|keeps (?:asking|telling|saying|calling|sending|stealing|eating|on|going|me)|kept|showed|recommended|suggested|invited|wrote|mentioned|is (?:coming|here|asking|calling|waiting|angry|mad|right|wrong|fine|okay|ok|going|not|being|making|driving|so|too|telling|sick of|on (?:the|his|her)|out|away|late|busy|visiting)|was (?:right|wrong|here|so|just|angry|mad|like|saying|telling)|came|comes over|did|does|do|will|would|could|should|might|can|has to|have to|had to|must|just (?:said|called|texted|asked|told|sent|gave|made|walked|came)|and i|'s (?!name|a\b|an\b|called|named|from|in\b|been|\d|got a|allergic|vegan|vegetarian|deaf|blind|ill|pregnant|retired|married|single|the\b|turning|obsessed|mad about|scared|afraid|into|<class>)\w+.*|(?:is|are|was|were)(?: \w+ly| just| still| always| now| really| only| so| also| currently| finally| a bit)* (?!living|working|studying|starting (?:school|nursery|uni\w*|college|secondary|primary|a new)|training|turning|retiring|expecting|learning|teaching|doing (?:a|an|her|his) (?:residency|phd|degree|master|apprenticeship|law|course|ba|bsc|a-levels|gcses)|getting (?:married|divorced)|running (?:a|the)|nursing|visiting|bringing|anything|nothing|something)\w+ing\b(?! (?:name|gown)).*|has (?:a|an|the|his|her|two) (?:[\w-]+ )?(?:test|exam|match|meeting|appointment|homework|project|question|point|go|day off|presentation|party|fever|temperature|cold)\b.*)\b".replace(
    "<class>", "|".join((ILLNESS, DIET, TRAIT, NATION, BELIEF, "lactose|gluten|diabetic|left-handed"))
)
_KIN = {path: re.compile(
    rf"(?:(?:my|our)\s+(?:[\w-]+\s+){{0,2}}?)?(?P<kin>{words})\b(?:(?: (?:at|from|in|of) [\w ]+?(?=,| (?-i:[A-Z])| (?:is|has|was|lives|works)\b))?(?:,? (?:old|little|dear|poor|also|called|named))*,? ?(?P<name>{_NAME}|(?!(?:just|also|now|still|really|always|never|only|even|who|that|finally|recently|has|have|and|name|actually)\b)[a-z]+(?= (?:got|is|has|hates|loves|likes|works|lives|plays|turn|turns|turned|just|cannot|does not|never|always|studies|moved)\b))?,?)(?P<rest>.*)$", re.IGNORECASE,
) for path, words in PEOPLE.items()}  # fmt: skip
_MENTION = {
    path: re.compile(
        rf"\b(?:my|our|(?:i|we)(?: have|'ve)(?: got)? an?)\s+(?P<kin>{words})\b(?:,? (?P<name>{_NAME}))?", re.IGNORECASE
    )
    for path, words in PEOPLE.items()
}
_MENTION["pets.animals"] = re.compile(rf"\b(?:my|our)\s+(?P<kin>{PETS})\b(?:,? (?P<name>{_NAME}))?", re.IGNORECASE)
_START = re.compile(
    r"^(?:my|our)\s+(?!(?:mother|father) (?:tongue|language|land|board)|parents'|friend zone|partner (?:school|company|org)|boss fight|teacher training|mates? rates)",
    re.IGNORECASE,
)
_BARE_PARENT = re.compile(
    r"^(?P<kin>gran|granny|grandma|grandpa|mum|mom|dad|mama|papa|nan)\b(?P<rest> .+)$", re.IGNORECASE
)
_ELDEST = re.compile(
    r"^(?:the|my|our) (?P<kin>(?:kids|children|boys|girls|twins|eldest|oldest|youngest|middle one|older|younger|other|little)(?: one| two)?) (?=(?:is|are|has turned|just turned|turned) (?:<number>)\b|(?:is|are) (?:in|at|called)\b)(?P<rest>.+)$".replace(
        "<number>", NUMBER
    ),
    re.IGNORECASE,
)
_WHO = re.compile(r"^(?:who|that) (?=\w+)", re.IGNORECASE)
_LED = re.compile(
    r"^(?:my|our) (?P<which>(?:(?:eldest|oldest|youngest|middle|older|younger|elder|late|first|second|other|twin|new|ex|former|old|current|piano|guitar|violin|maths?|english|french|german|spanish|history|science|art|music|drama|dance|yoga|driving|swimming|tennis|singing|primary school|school|uni|flat|work|gym|upstairs|downstairs|next-door|elderly|little|big|adopted|foster|great|maternal|paternal|only|three|two|four|\d+)[ -])*)?$",
    re.IGNORECASE,
)
_STATIVE = re.compile(
    r"^ ?(?:(?:just|recently|finally|also|now) )?(?:(?:is|are) (?!(?:ok|okay|fine|better|back|home|here|late|busy|sick|awake|sad|happy|grumpy|away|out|up|down|gone|all|so|not|still here|too|really|right|wrong)\b)|is (?:so|really|too|all) (?:into|proud|tall|shy|good at|scared|afraid)|'s (?=\w)|was (?:a|an|born|the) |has|have|lives?|works?|likes?|loves?|hates?|dislikes?|prefers?|enjoys|speaks?|plays?|stud(?:y|ies)|teaches|runs?|owns?|moved|retired|died|passed (?:away|in)|passed|graduated|got (?:into|married|engaged|divorced|promoted|a)|turns?|turned|"
    r"(?!was|is|has|does|as|this|always|his|its|says|needs|makes|gives|calls|texts|sends|comes|wants|knows|keeps|thinks|asks|tells)\w{3,}s (?:everything|every|all|a|an|the|too|me|people|his|her|their|our|in|on|at|with|for|well|badly|to)|"
    r"(?:has |have )?(?:just |recently |finally )?(?:starts? (?:school|secondary|primary|nursery|uni\w*|college|high school|work|in|a|an|as|his|her|at)|started|joined|moved|had a|retired|become|became|begun|quit|left|finished|bought|opened)|goes (?:to|by)|attends|cannot (?:stand|eat|drive|swim|see|walk)|can ?not|does not (?:like|eat|drink|speak|drive)|do not|never|always|collects?|drives?|cooks?|eats?|suffers?|used to|was diagnosed|needs? (?:a|an|glasses|insulin)|answers|writes (?!me)|sings|paints|swims|wears|sleeps|grew up|comes from|name is|'s name is|weighs|rides|keeps (?:a|bees|chickens|hens)|had (?:a|an) (?:stroke|heart|baby)|turns|broke|lost (?:his|her|their) job|smokes|drinks|barks|snores|talks|hums|steals|bakes|knits|fishes|fix(?:es)?|lectures|nurses|farms|breeds|keeps? (?:peacocks|pigeons|goats|\w+s)|moved|makes? (?:his|her|their) own|hat(?:es|e)|fears?|studies|practi[sc]es|volunteers|commutes|travels|raises|breeds|trains|restores|repairs|designs|translates|sells|manages|owns|leads|coaches|and \w+ (?:are|have|live))\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    rf"^ ?(?:{_NO}|(?:is|are|was|'s) (?:in|at|on) (?:the (?!army|navy|police|air force|uk\b|us\b|states)|holiday|(?:his|her|their|my) |bed|work\b|vacation|a meeting)|(?:is|has|have|'s) been (?!diagnosed|with|working|married|living|in\b|a\b|an\b|deaf|blind|vegan|vegetarian|ill))",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"^(?:she|he|they|her name|his name|their name)\b(?P<rest>.*)$", re.IGNORECASE)
_TRIM = re.compile(
    r"^(?:'s name is|name is|(?:is|are) called|(?:is|are) named|is|are|'s|and)\s+(?:a |an |the )?|^,\s*", re.IGNORECASE
)
_POINTS = re.compile(
    r"\b(?:(?:from|in|over|live|lives|works?) there|(?:has|have) (?:one|two|three|four|five|some|a few|lots|many|both)$|(?:this|that|these|those|it)$|like that|that way|the same)\b",
    re.IGNORECASE,
)
_TRANSIENT = re.compile(
    r"\b(?:terrified|nervous|excited|worried|furious|upset|thrilled|cross|annoyed|ill|poorly|tired|hungry|asleep|today|tonight|tomorrow|last night|later|soon|right now|at the moment|this (?:morning|afternoon|evening)|just now|keyboard|again)\b",
    re.IGNORECASE,
)


def mention(text: str) -> tuple[str, str, str] | None:
    """Return (path, kin, name) of the last relation named in a clause, None when there is none."""
    found = [
        (match.start(), path, match["kin"], match["name"] or "")
        for path, pattern in _MENTION.items()
        for match in pattern.finditer(text)
    ]
    return max(found)[1:] if found else None


def about(text: str) -> tuple[str, str] | None:
    """Return (path, value) of a clause that says something lasting of a relation: "sister Anna, lives in Oslo"."""
    if (bare := _BARE_PARENT.match(text)) is not None:
        return _value("family.parents", bare["kin"], "", bare["rest"])
    if (child := _ELDEST.match(text)) is not None:
        return _value("family.children", child["kin"], "", child["rest"])
    if not _START.match(text):
        return None
    found = [(path, match) for path, pattern in _KIN.items() if (match := pattern.match(text)) is not None]
    found = [(path, match) for path, match in found if _LED.match(text[: match.start("kin")])]
    if not found:
        return None
    path, match = max(found, key=lambda one: one[1].end("kin"))
    led = _LED.match(text[: match.start("kin")])
    which = led["which"] if led is not None else ""
    return _value(path, f"{which or ''}{match['kin']}", match["name"] or "", match["rest"])


def of_pronoun(text: str, kin: str, name: str, path: str) -> tuple[str, str] | None:
    """Return (path, value) of a clause about "she", "he" or "they", the relation named before."""
    found = _PRONOUN.match(text)
    if found is None and name:
        found = re.match(rf"{re.escape(name)}\b(?P<rest>.+)$", text, re.IGNORECASE)
    if found is None:
        return None
    rest = found["rest"]
    if (
        named := re.match(rf"^ ?(?:is|'s|name is|are)? ?(?:called |named )?(?P<name>{_NAME})$", rest, re.IGNORECASE)
    ) is not None:
        return path, f"{kin} {named['name']}"
    return _value(path, kin, name, rest)


def _value(path: str, kin: str, name: str, rest: str) -> tuple[str, str] | None:
    rest = rest.strip(" ,")
    if (who := _WHO.match(rest)) is not None:
        rest = rest[who.end() :].partition(", ")[0]
    if _POINTS.search(rest):
        return None
    if rest and (_REFUSED.match(rest) or not _STATIVE.match(rest) or _TRANSIENT.search(rest)):
        return None
    if not rest and not name:
        return None
    told = _TRIM.sub("", rest)
    whom = f"{kin} {name}".strip()
    return path, f"{whom}, {told}" if told else whom
