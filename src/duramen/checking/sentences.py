"""Which sentences of a reply claim something of the person or of what was shown: only those are held against it.

In: a reply and its grounds. Out: `Claimed` sentences, quotations that stand in the evidence blanked out. Precision first:
questions, advice, wishes, guesses, offers, general knowledge and what the character says of itself claim nothing here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from duramen.checking.grounds import Grounds
from duramen.text.abstaining import says_unknown
from duramen.text.sentences import sentence_spans


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """A sentence reply[start:start + len(text)], with blanks for what is not its own words; `brief`: of a short reply."""

    start: int
    text: str
    cites: bool
    brief: bool = True


_ASKS = re.compile(r"[?？]\W*$|[吗呢]\W*$")
_CITES = re.compile(
    r"\b(?:you(?:['’]ve| have| had| also| once| just|['’]d)* (?:said|told|mentioned|wrote|noted|shared|described|talked|spoke|asked|explained)|according to|(?:record|note|evidence|document|page|guide|manual|handbook|leaflet)s? (?:say|show|state|tell|note)s?|says:|wrote:)"
    r"|[你您][^，。,.！!]{0,12}?(?:说过|说的?是|说[：:“「，,]|提到|提过|告诉|讲过|讲到|写道|写过|跟我说|和我说|对我说|聊到|聊过)|根据|记录(?:里|中|显示)|(?:文档|手册|资料|说明书?|指南)[^，。]{0,8}(?:写|说|规定|提到)|写道",
    re.IGNORECASE,
)
_GUESSES = re.compile(
    r"\b(?:maybe|perhaps|probably|possibly|might|not sure|i(?:['’]d)? (?:guess|imagine|suppose|bet|wonder)|i['’]m guessing|seems?|apparently|if i remember|could be|unless|hard to say|wild guess)\b"
    r"|可能|也许|大概是|大概率|或许|说不定|估计|我猜|好像|似乎|不太?确定|没准|应该是",
    re.IGNORECASE,
)
_ADVISES = re.compile(
    r"\b(?:if|could|should|would you|i would|i['’]d|must|ought|try|let['’]s|let me|how about|why not|consider|recommend|suggest|advise|hope|good luck|wish|imagine|for (?:example|instance)|e\.g\.|instead|feel free|make sure|don['’]t forget|remember to|can always|you can|you may|you['’]ll want|best to|better to|need to|it helps|worth|would be|wise to|happy birthday|congratulations|see you|talk to you)\b"
    r"|如果|要是|假如|可以|不妨|建议|推荐|试试|试着|应该|该[去吃喝睡]|不如|要不|最好|希望|祝|加油|比如|例如|别忘|记得[要多带去给]|尽量|先[去试把]|需要[你您]|再见|回头见|注意[别不休安多]|多[喝吃睡休]|少[喝吃熬]|当心|小心",
    re.IGNORECASE,
)
_REPORTS_ADVICE = re.compile(
    r"\b(?:told|asked|advised|warned|ordered) you (?:not )?to\b|(?<=[^我\s])(?:让|叫|嘱咐|叮嘱)[你您]", re.I
)
_WANTS_ADVICE = re.compile(
    r"\b(?:should i|can i (?:do|make|cook|try)|how (?:do|can|should|would) i|what (?:to|could i|can i)|any (?:ideas?|tips?|suggestions?)|recommend|suggest|advice|help me (?:plan|write|choose|decide))\b"
    r"|怎么[做办写选]|该[怎吃做买去选穿]|做什么吃|吃什么|推荐|建议|有什么(?:办法|主意)|帮我(?:写|做|想|选|定|规划|计划|安排)",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"^\W*(?:most|many|some|certain|people|usually|generally|on average|typically|in general|it takes|there are (?:many|several)|the average|studies|research|experts|doctors)\b"
    r"|^\W*(?:有[些的]|某些|一般(?:来说|而言|人|都)?|通常|大多数|大部分人|多数人|人们|平均|研究|专家|医生通常|俗话)|generally speaking",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    r"^\W*(?:take|drink|eat|walk|start|keep|aim|add|use|mix|set|go|give|remember|don['’]t|do|make|have a|bake|cook|boil|call|ask|wait|put|look|read|check|rest|sleep|stay|avoid|bring|tell|enjoy|set|leave|simmer|preheat|stir|please)\b|^\W*(?:请|让我|别|不要|先|每天[喝吃走睡做])",
    re.IGNORECASE,
)
_OFFERS = re.compile(
    r"\bI(?:['’]ll| will| can| could|['’]m going to| promise| hope)\b|我(?:会|来|可以|能|帮|给|陪|马上|这就)",
    re.IGNORECASE,
)
_YOU = re.compile(r"\b(?:you|your|yours|you['’](?:re|ve|d|ll))\b|[你您]", re.IGNORECASE)
_YOUR = re.compile(r"\byour\b|[你您]的|[你您]家", re.IGNORECASE)
_I = re.compile(
    r"^\W*(?:(?:and|but|well|yes|no|oh|as for me)\b\W*)*(?:I|I['’]m|I['’]ve|my|mine|me)\b|^\W*我", re.IGNORECASE
)
_RECORDS = re.compile(
    r"\bI(?:['’]ve| have)? (?:have |only )?(?:noted|recorded|written|remember|recall|got (?:it )?down|have it (?:noted|down))|我(?:记得|这里记|记下|的记录|记着)",
    re.IGNORECASE,
)
_ME = re.compile(r"\b(?:I|me|my|mine|we|us|our|i['’](?:m|ve|d))\b|[我咱俺]", re.IGNORECASE)
QUOTED = re.compile(r"“([^”\n]{1,600})”|\"([^\"\n]{1,600})\"|「([^」\n]{1,600})」|‘([^’\n]{2,600})’")
_NO_WORDS = re.compile(
    r"https?://\S+|(?m:^\s*(?:\d{1,2}[.)、)]|[-*•#>]+)\s*)|\b[ELS]\d{1,3}\b|证据\s*\d{1,3}|\b(?:24/7|20/20)\b"
)


BRIEF_CHARS = 500
"""In a longer reply only sentences that speak of the person claim anything, and no lines of lists, tables and headings."""
_MADE = re.compile(r"\s*(?:[-*•·#>|]|\d{1,2}[.)、)]\s|[（(]\d|[一二三四五六七八九十]、|\*\*)|[^\n]*\|")


def claimed(reply: str, grounds: Grounds) -> list[Claimed]:
    """Return the sentences of a reply that claim something, in order; [] for small talk and general knowledge."""
    blanked = _blank(reply, " ".join(grounds.known.split()))
    asked_of_me = bool(_ME.search(grounds.question)) or grounds.named
    found = []
    spans = sentence_spans(reply)
    brief = len(reply) <= BRIEF_CHARS
    for start, end in spans:
        text = reply[start:end]
        cites = _CITES.search(text) is not None
        if not brief and not cites and (_MADE.match(text) or not _of_person(text, grounds)):
            continue  # a plan, a table, a draft: made for the person, not told of them
        if _claims(text, cites, asked_of_me, grounds):
            found.append(Claimed(start=start, text=blanked[start:end], cites=cites, brief=brief))
    return found


def _claims(text: str, cites: bool, asked_of_me: bool, grounds: Grounds) -> bool:
    if says_unknown(text) or _GUESSES.search(text):
        return False
    if _ASKS.search(text):
        return False
    if cites:
        return True
    advises = _ADVISES.search(text) and not _REPORTS_ADVICE.search(text)
    if advises or _GENERAL.search(text) or _OFFERS.search(text) or _IMPERATIVE.search(text):
        return False
    of_person = _of_person(text, grounds)
    if _RECORDS.search(text):
        return True
    if _I.search(text) and not of_person:
        return False
    if of_person:
        return asked_of_me or bool(_YOUR.search(text)) or bool(grounds.passages and grounds.named)
    return grounds.named and not _WANTS_ADVICE.search(grounds.question)


def _of_person(text: str, grounds: Grounds) -> bool:
    return bool(_YOU.search(text)) or bool(grounds.person and grounds.person in text)


def _blank(reply: str, known: str) -> str:
    """Return the reply with blanks for quotations that stand in what was shown, and for what is no claim's words."""

    def blank(match: re.Match[str]) -> str:
        inner = next((part for part in match.groups() if part), "")
        return " " * len(match[0]) if inner and _stands(inner, known) else match[0]

    return _NO_WORDS.sub(lambda match: " " * len(match[0]), QUOTED.sub(blank, reply))


def _stands(quote: str, known: str) -> bool:
    return " ".join(quote.split()).strip(" .,，。;；!！") in known
