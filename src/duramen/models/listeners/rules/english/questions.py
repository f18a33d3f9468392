"""English questions that an assistant asks about the person: which leaf an answer belongs to, and how one reads as a statement."""

from __future__ import annotations

import re

_ROWS = [
    ("identity.name", r"what(?:'s| is) your name|may i (?:ask|have|know) your name|who am i (?:talking|speaking) (?:to|with)|your (?:full |first )?name\?"),
    ("identity.address", r"(?:how|what) (?:should|shall|may|can|would you like me to|do you want me to|do you prefer me to) (?:i )?(?:call|address)|what (?:do|would) you (?:like|prefer) to be called"),
    ("identity.gender", r"(?:your|which|what) pronouns"),
    ("identity.birthday", r"how old are you|your (?:age|birthday|date of birth)|when (?:is your birthday|were you born)|need your age"),
    ("identity.origin", r"where (?:are you from|do you come from|did you grow up|were you born)|your (?:home ?town|nationality)|which country are you from"),
    ("identity.languages", r"(?:which|what|how many) languages? (?:do|can) you (?:speak|know)|your (?:mother tongue|native language)"),
    ("home.city", r"where (?:do you live|are you (?:based|living|located)|is home)|which (?:city|town|country|part of) .*(?:live|based|are you in)|what city are you in"),
    ("home.dwelling", r"(?:house or (?:a )?flat|flat or (?:a )?house|what (?:kind|sort|type) of (?:home|place|flat|house)|do you live (?:alone|with)|who do you live with|how (?:do|are) you (?:live|housed))"),
    ("work.occupation", r"what do you do(?: for (?:a living|work))?\?|what(?:'s| is) your (?:job|occupation|profession|line of work)|where do you work|what kind of work|which (?:field|industry)"),
    ("work.projects", r"what are you (?:currently )?working on"),
    ("education.background", r"what (?:do|did|are) you (?:study|studying)|where (?:do|did) you (?:study|go to (?:school|college|university))|which (?:school|university|degree|year are you)|what(?:'s| is) your (?:major|degree)"),
    ("family.partner", r"are you (?:single|married|seeing|in a relationship)|do you have a partner|your partner's name"),
    ("family.children", r"(?:do you have|have you got|any) (?:any )?(?:kids|children)|how old are (?:your|the) (?:kids|children)|how many (?:kids|children)"),
    ("family.parents", r"(?:are|do) your parents|how are your parents"),
    ("family.relatives", r"(?:do you have|any) (?:any )?(?:siblings|brothers|sisters)"),
    ("pets.animals", r"(?:do you have|have you got|any) (?:any )?pets|what (?:kind|sort|breed) of (?:dog|cat|pet)|what pets"),
    ("health.allergies", r"allerg|intoleran|anything you (?:can't|cannot) eat"),
    ("health.medication", r"(?:any|which|what) medication|are you taking any|on any medication"),
    ("health.conditions", r"(?:any|which) (?:medical|health) (?:conditions?|issues|problems)|injur"),
    ("routines.exercise", r"how (?:active are you|often do you (?:exercise|train|work out|run|swim))|what exercise"),
    ("routines.sleep", r"(?:when|what time) do you (?:usually )?(?:go to bed|sleep|get up|wake)|how (?:much|long|well|many hours) do you sleep"),
    ("routines.daily", r"what does (?:your|a) (?:morning|day|typical|normal|evening|week)|your (?:routine|commute|usual day)"),
    ("diet.habits", r"dietary (?:requirements|restrictions|preferences|needs)|any diet|do you follow a"),
    ("likes.music", r"(?:kind|sort|type|style) of music|which (?:bands?|singers?|music|artists?)|what music|what do you (?:like to )?listen to"),
    ("likes.films", r"(?:kind|sort|type) of (?:films?|movies|shows|series)|(?:which|what) (?:films?|movies?|shows?|series|genres?)"),
    ("likes.books", r"(?:kind|sort|type) of (?:books|novels)|(?:which|what) (?:books?|authors?|novels?)|what (?:do|are) you (?:like to )?read"),
    ("likes.games", r"(?:which|what|kind of|sort of) (?:video |board )?games?"),
    ("likes.sports", r"(?:which|what|any|kind of) (?:sports?|teams?)"),
    ("likes.food", r"favou?rite (?:food|dish|meal|cuisine|drink)|what do you like to eat|kind of food|which cuisine"),
    ("likes.hobbies", r"hobb(?:y|ies)|what do you do (?:for fun|in your (?:free|spare) time)|(?:free|spare) time"),
    ("likes.travel", r"where do you like to (?:travel|go)|(?:kind|sort) of (?:holidays?|trips?)|dream destination"),
    ("likes.other", r"favou?rite colou?r|favou?rite season|favou?rite animal"),
    ("dislikes.food", r"(?:any|which|what) foods? (?:you|do you) (?:dislike|hate|don't like|avoid|can't stand)|anything you (?:don't like|dislike|hate) to eat|anything you don't (?:like|eat)"),
    ("personality.traits", r"describe yourself|(?:your friends|people|others|your family|they) (?:would |)(?:describe|use for) you|words (?:would )?(?:your friends|people) |what are you like|(?:your|three) (?:strengths|weaknesses)"),
    ("goals.longterm", r"(?:your|a) (?:long-term |big )?(?:goal|dream|ambition)s?|what do you want to (?:achieve|reach|become)|where do you see yourself"),
    ("belongings.things", r"(?:which|what) (?:kind of |sort of |model of |make of )?(?:phone|car|laptop|camera|bike|guitar|computer) (?:do|have) you|what do you drive"),
    ("communication.style", r"how (?:would you like|do you want|should|shall) (?:me to |i )?(?:answer|reply|respond|explain|write|talk)|(?:long|short) (?:answers|replies) or"),
]  # fmt: skip
ASKED = [(path, re.compile(pattern, re.IGNORECASE)) for path, pattern in _ROWS]
NO_ANSWER = re.compile(
    r"\b(?:you mean|what do you|can you|could you|tell me|i asked|let's|why do you)\b", re.IGNORECASE
)

_TAG = re.compile(
    r",? (?:right|correct|is that right|is that correct|isn't it|aren't you|don't you|then|now|still|by any chance|yes)\s*\?*$",
    re.IGNORECASE,
)
_STATED = [
    (re.compile(r"^.*?\b(?:are you|you are|you're|would you (?:call|describe) yourself(?: as)?|would you say you(?:'re| are)|you would call yourself)\b (?:saying (?:that )?you(?:'re| are) )?", re.IGNORECASE), "I am "),
    (re.compile(r"^.*?\b(?:do you|you do)\b (?:still |usually |also |already )?", re.IGNORECASE), "I "),
    (re.compile(r"^.*?\b(?:have you got|you have|you've got|did you say you have)\b ", re.IGNORECASE), "I have "),
    (re.compile(r"^.*?\b(?:have you|you've)\b ", re.IGNORECASE), "I have "),
    (re.compile(r"^.*?\b(?:is|was) your\b ", re.IGNORECASE), "my "),
    (re.compile(r"^(?:so|and|ah|oh|then|ok)?,? ?you (?=live|work|love|like|hate|prefer|play|drink|eat|speak|study|moved|own|drive|sleep|run|swim)", re.IGNORECASE), "I "),
    (re.compile(r"^.*?\bshall i (?:remember|note|save|store|keep in mind)(?: that)?,? you(?:'d| would) (?=like|prefer)", re.IGNORECASE), "I "),
    (re.compile(r"^.*?\bshall i (?:remember|note|save|store|keep in mind)(?: that)? you (?:are|'re) ", re.IGNORECASE), "I am "),
    (re.compile(r"^.*?\bshall i (?:remember|note|save|store|keep in mind)(?: that)? (?:you )?(?=\w+ (?:\w+ )?\w+)", re.IGNORECASE), "I "),
]  # fmt: skip


def stated(question: str) -> str | None:
    """Return a question about "you" as a statement about "I": "Are you vegan?" gives "I am vegan"; None where it is none."""
    text = _TAG.sub("", question.strip().rstrip("?").strip())
    for pattern, words in _STATED:
        if pattern.match(text):
            return re.sub(r"\byour\b", "my", re.sub(r"\byou\b", "I", pattern.sub(words, text, count=1)))
    return None
