"""English sentences -> clauses in a regular form: contractions written out, "I" at the head, fillers gone.

"Well, I've just moved to Leeds and work as a nurse" gives "I have moved to Leeds" and "I work as a nurse".
"""

from __future__ import annotations

import re

_SUBJECT = r"(?:i|i'm|im|i've|ive|i'll|i'd|my|we|we're|we've|our|mine)\b"
_OTHER = r"(?:you|your|he|she|they|his|her|their|it|it's|its|that|this|there|the|what|how|why|when|where|which|who(?= (?:is|are|can|could|do|did|would|will|was) (?:the|it|that|you|this|your)\b)|can|could|would|will|should|shall|do|does|did|(?:is|are|was)(?= (?:it|there|that|this|my|he|she|they|you|your|any)\b| [\w ]{2,24} (?:ok|okay|fine|all right|alright|safe|bad|good|allowed|possible|worth|normal)\b)|any|please|pls|give|make|write|help|find|show|tell|let|skip|no|not|so|then|which|maybe|plan|suggest|recommend|need|nobody|everybody|everyone|somebody|someone|people|remind|thanks|thank|ideas|tips|help|looking|hence|hope|add|put|set|use|check|if|unless)\b"
_VERBS = (
    r"(?:am|'m|work|live|love|like|hate|enjoy|have|play|study|speak|run|own|teach|sing|drink|eat|do not|don't|can't|"
    r"moved|started|keep|usually|never|always|take|swim|go|went|got|came|come|drive|ride|sleep|collect|prefer|want|"
    r"freelanced|raised|now|train|vote|used to|grew up|grew)\b"
)
_THEN = r"(?:(?:at the moment|right now|now|then|since then|these days|lately|currently|also|honestly|today|recently|sometimes|usually|on (?:\w+days|the other \w+|weekends|my days off)|every \w+),? )?"
_JOINT = r"(?:and|but|so|because|cos|coz|cuz|'cause|since(?! (?:i|my) (?:was|were|teens)\b)|though|although|while|whereas|plus|yet|as|or|then|where)"
_CUTS = re.compile(
    rf"\s*[;:]\s+|\s*[()]\s*|\s+[-–—]+\s+|\s*[—–]\s*|\.\.\.\s*|…\s*|,?\s+(?:by the way|btw)\b[,.]?\s*|,?\s+{_JOINT}\s+(?={_THEN}{_SUBJECT})|,\s*(?:{_JOINT}\s+)?(?={_SUBJECT}|{_OTHER})"
    rf"|\s+(?:but|so)\s+(?={_OTHER})|,?\s+and\s+(?={_OTHER})",
    re.IGNORECASE,
)
_VERB_CUT = re.compile(rf",?\s+(?:and|but)\s+(?:then\s+)?(?={_VERBS})|,\s+(?={_VERBS})", re.IGNORECASE)
# Behind one of these a second verb is no longer what "I" do as a rule: "I love how you dance and teach people".
_LED_ELSEWHERE = re.compile(
    r"\b(?:how|who|you|he|she|they|will|would|could|should|let|going to|want to|like to|love to|need to|have to|to be)\b|'ll\b|'d\b",
    re.IGNORECASE,
)
_HAS_SUBJECT = re.compile(
    rf"^(?:\W|\b(?:and|but|so|well|also|oh|yes|no|because|since|though)\b)*{_SUBJECT}", re.IGNORECASE
)
_STARTS_WITH_I = re.compile(r"^(?:i|i'm|im|i've|ive|we|we're|we've)\b", re.IGNORECASE)

_CONTRACTED = [
    (r"\bi'?m\b", "I am"), (r"\bi'?ve\b", "I have"), (r"\bi'll\b", "I will"), (r"\bwe're\b", "we are"),
    (r"\bwe've\b", "we have"), (r"\b(she|he|it|that|there|who)'s\b(?= (?:a|an|the|been|\w+ed|called|named|in|at|from|from|mad|my|off|only|very|really|got|\w+))", r"\1 is"),
    (r"\blet's\b", "let us"), (r"\bshes\b", "she is"), (r"\bhes\b", "he is"), (r"\bits\b(?= (?:a|an|the|my)\b)", "it is"),
    (r"\bname'?s\b", "name is"), (r"\bbirthday'?s\b", "birthday is"), (r"\b([a-z]+)'s (?=on |in |at |an? |the |\d)", r"\1 is "), (r"\bi'?d (?=love|like|prefer|rather|call|describe)", "I would "), (r"\bcan'?t\b", "cannot"), (r"\bwon't\b", "will not"), (r"\bdont\b", "do not"),
    (r"\bdidnt\b", "did not"), (r"n't\b", " not"), (r"\bpls\b|\bplz\b", "please"), (r"\bu\b", "you"), (r"\brn\b", "right now"),
    (r"\b(?:tbh|imo|imho|btw|fyi|lol|omg|tho|haha+)\b", ""), (r"\bw/\s", "with "), (r"\bthey're\b", "they are"),
    (r"\bhave got\b", "have"), (r"\b(?:alas|though|actually|honestly|seriously|literally|basically|by the way|as well|you know|of course|obviously|frankly|admittedly)\b,?", ""),
]  # fmt: skip
_CONTRACTIONS = [(re.compile(pattern, re.IGNORECASE), words) for pattern, words in _CONTRACTED]
_LEAD = re.compile(
    r"^(?:\W+|(?:and|but|so|because|cos|coz|cuz|'cause|since|though|although|also|plus|while|yet|then|well|oh|ok|okay|k|hi|hey|hello|yes|yeah|yep|no(?=[,.!]| no\b)|nope|nah|originally|currently|recently|lately|nowadays|normally|usually|sure|right|um|uh|ah|ha|hm+|now|anyway|"
    r"sorry|thanks|cheers|great|nice|lovely|perfect|reminder that|just so you know|for the record|for context|for what it is worth|for what it's worth|in fact|"
    r"turns out|it turns out|guess what|good news|bad news|update|as you (?:may |might |already )*(?:know|remember|recall)|(?:as |like )?i(?: have|'ve|ve)? (?:already )?(?:told you|said|mentioned)(?: to you)?(?: before| already| earlier| last time| yesterday)?(?: that)?|shame|pity|the thing is|thing is|i think|i guess|i mean|i swear|i must say|i should (?:say|mention|add)(?: that)?|"
    r"i forgot to (?:mention|say|tell you|add)(?: that)?|did i mention(?: that)?|remember(?: that)?|please (?:remember|note|know)(?: that)?|note that|you (?:should|might want to) know(?: that)?|keep in mind(?: that)?|"
    r"correction|quick correction|fun fact|funny|see|look|listen|honestly|personally|i have to (?:say|admit)(?: that)?|i admit(?: that)?|to be honest|unfortunately|sadly|luckily|finally|apparently|besides)\b)+[\s,.:;!-]*",
    re.IGNORECASE,
)
_ADVERBS = (
    r"(?:really|also|still|just|currently|now|both|quite|totally|recently|finally|already|truly|absolutely|genuinely|simply|"
    r"only|always|usually|normally|typically|generally|mostly|often|completely|definitely|particularly|especially|secretly|"
    r"officially|mainly|kind of|kinda|sort of|proudly|do(?= (?:love|like|enjoy|hate|have|prefer|live|work)\b)|have always|myself|even|ever|too|so|very|pretty|right now)"
)
_AFTER_SUBJECT = re.compile(
    rf"^((?:I|we)(?: am| are| have been| have| had| was| do not| am not| have not)?)(?: {_ADVERBS})+(?= [a-z])",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"^(?:been|turned|flying|planning (?=a|our|my)|born|broke|got|had|ran|sold|bought|moved|started|quit|passed|failed|lost|won|finished|adopted|just|still|used to|allergic to|between jobs|grew up|raised|based in|"
    r"working|living|studying|learning|training|saving|trying|moving|turning (?:\d)|waking (?:up )?(?:at|every|in)|picked up (?:a|an|my)|love|hate|can ?not stand|loathe|married|divorced|single|engaged|retired|twisted|sprained|tore|diagnosed|homesick|coeliac|celiac|diabetic|pregnant|vegan|vegetarian|nervous|exhausted|stressed|heartbroken|over the moon|gutted|lonely|worried|anxious|fed up|obsessed|addicted|hooked|from (?-i:[A-Z])|can't stand|cannot stand|can't get enough|cannot get enough|could eat|pushing \d|don't|do not (?:eat|drink)|never eat|never drink|trained|qualified|graduated|studied|grew|joined|adopted|rescued|spent|weigh|prefer)\b",
    re.IGNORECASE,
)
_NEEDS_AM = re.compile(
    r"^(?:waking|turning|flying|planning|allergic|between|based|working|living|studying|learning|training|saving|trying|moving|married|divorced|single|engaged|retired|diagnosed|homesick|coeliac|celiac|diabetic|pregnant|vegan|vegetarian|nervous|exhausted|stressed|heartbroken|over the moon|gutted|lonely|worried|anxious|fed up|obsessed|addicted|hooked|raised|from (?-i:[A-Z]))\b",
    re.IGNORECASE,
)
_FRONT = re.compile(
    r"^((?:(?:since|from|in|on|last|this|next|every|at|for|after|before|until|by|as of|during|most|some)\b[^,.;]{2,40}?|yesterday|tomorrow|tonight|today|\w+days)),?\s+(?=(?:I|we|my)\b)",
    re.IGNORECASE,
)
_BESIDES = re.compile(
    r"^(?:besides|apart from|as well as|on top of|in addition to|next to)?\s*(?:the |my )?[\w -]{2,24},?\s+(?=I(?:'m| am) now\b)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:[\s,.!:;~)]+|\b(?:please|too|right|ok|okay|x+|and|but|so|or|the thing is|so)\b)+$", re.IGNORECASE
)


def clause_spans(text: str, asks: bool) -> list[tuple[int, int]]:
    """Return the clauses of a sentence as half-open ranges; of a question, without the clause that asks."""
    spans, start = [], 0
    for cut in _CUTS.finditer(text):
        spans.append((start, cut.start()))
        start = cut.end()
    spans.append((start, len(text)))
    if asks:
        spans = spans[:-1]
    return [piece for span in spans for piece in _by_verbs(text, *span) if piece[1] > piece[0]]


def _by_verbs(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Cut "I live in Leeds and work there" before its second verb; clauses about others stay whole."""
    if not _HAS_SUBJECT.match(_LEAD.sub("", text[start:end])) or re.match(
        r"\W*(?:my|our)\b", text[start:end], re.IGNORECASE
    ):
        return [(start, end)]
    pieces = []
    for cut in _VERB_CUT.finditer(text, start, end):
        if _LED_ELSEWHERE.search(text, start, cut.start()):
            continue
        pieces.append((start, cut.start()))
        start = cut.end()
    return [*pieces, (start, end)]


def regular(raw: str, *, carried: bool) -> str:
    """Return a clause in regular form; `carried`: the clause before had "I" as its subject, and this one may share it."""
    text = raw.replace("’", "'").replace("*", "")
    for pattern, words in _CONTRACTIONS:
        text = pattern.sub(words, text)
    text = " ".join(text.split())
    text = _BESIDES.sub("", _LEAD.sub("", text))
    if (front := _FRONT.match(text)) is not None:
        text = f"{text[front.end() :]} {front[1]}"
    text = _TAIL.sub("", text)
    if not _STARTS_WITH_I.match(text) and not re.match(r"(?:my|our)\b", text, re.IGNORECASE):
        if _BARE.match(text):
            text = re.sub(r"^(?:just|still) ", "", text, flags=re.IGNORECASE)
            text = f"I {'am ' if _NEEDS_AM.match(text) else 'have ' if text[:4].lower() == 'been' else 'was ' if text[:4].lower() == 'born' else ''}{text}"
        elif carried and re.match(_VERBS, text, re.IGNORECASE):
            text = "I " + re.sub(r"^'m\b", "am", text)
    text = re.sub(r"^we\b", "I", re.sub(r"^we are\b", "I am", text, flags=re.IGNORECASE), flags=re.IGNORECASE)
    previous = ""
    while previous != text:
        previous, text = text, _AFTER_SUBJECT.sub(r"\1", text)
    return text


def has_own_subject(text: str) -> bool:
    """Tell whether a clause in regular form speaks of "I" or "we"."""
    return bool(_STARTS_WITH_I.match(text))


MOVED = re.compile(
    r"\b(?:I|we)(?:['’]ve| have)?(?: just| finally| already)? moved(?: house| home| flat)?\b"
    r"(?! (?:to|into|from|back|on|the|it|my|in)\b)",
    re.IGNORECASE,
)
_IN_SINCE = re.compile(
    r"I (?:have been|have been living|am now|am) in (?P<x>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)(?: now)?"
    r"(?: since (?P<y>[\w ]+?))?(?:,.*)?$",
    re.IGNORECASE,
)


def moved_to(text: str) -> str:
    """Return what a clause says of where one is, after "I've moved!": "I have been in Leeds since Thursday" as a move."""
    found = _IN_SINCE.match(text)
    if found is None:
        return text
    return f"I moved to {found['x']}" + (f" on {found['y']}" if found["y"] else "")
