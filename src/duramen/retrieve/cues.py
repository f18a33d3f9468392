"""What the wording of a question tells about where its answer lies, in English and Chinese (B11).

In: the question and the names of knowledge bases and documents. Out: named cues, each in [0, 1]. They are evidence for
the router and no verdict: each weighs what `duramen.retrieve.route` says.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields

from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.stopwords import STOP_WORDS

# A message of at most so many characters that names nothing is a follow-up to what went before.
_SHORT_EN, _SHORT_ZH = 40, 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """How strongly each sign is there, 0 or 1 except `titled`, which is a share.

    `recall`: words about remembering, or about what was said before. `when`: asks for the time of something. `past`:
    speaks of what happened. `follows`: hangs on the talk before it. `document`: words about documents. `titled`: the
    largest share of a base's or document's name that the question has. `advice`: wants a proposal. `mine`: speaks of
    the person. `own_fact`: asks what is so of them now. `small_talk`: greets, thanks, parts. `task`: a piece of work
    that brings along all it needs. `general`: asks about the world and about nobody here. `tells`: speaks of the person and
    asks nothing. `long`: several sentences or a long one, as people write in the middle of a talk.
    """

    recall: float = 0.0
    when: float = 0.0
    past: float = 0.0
    follows: float = 0.0
    document: float = 0.0
    titled: float = 0.0
    advice: float = 0.0
    mine: float = 0.0
    own_fact: float = 0.0
    small_talk: float = 0.0
    task: float = 0.0
    general: float = 0.0
    tells: float = 0.0
    long: float = 0.0


CUE_NAMES = tuple(one.name for one in fields(Cues))

_EN, _ZH = r"\b(?:{})\b", "(?:{})"


def _either(english: str, chinese: str) -> re.Pattern[str]:
    return re.compile(f"{_EN.format(english)}|{_ZH.format(chinese)}", re.IGNORECASE)


_RECALL = _either(
    r"remember|remind me|recall|last time|the other day|earlier (?:you|i|we)|(?:previous|earlier)ly|so far|ever (?:mention|told?|said?|talk)\w*|"
    r"(?:did|had|have|what|as|that|when|which|than|how much|told?) (?:i|you|we) (?:just |ever |already |once )?"
    r"(?:said|say|tell|told|mention\w*|talk\w*|discuss\w*|suggest\w*|recommend\w*|agree\w*|decide\w*|describe\w*|list\w*|promise\w*|complain\w*)|"
    r"(?:i|you|we) (?:said|told|mentioned|talked|discussed|suggested|recommended|agreed|decided|described|listed|promised|spoke|tried)|"
    r"we (?:were|stopped|left off|just|first)|our (?:last|talks?|conversations?|chats?)|again\?|you listed",
    r"上次|上回|那回|那次|还?记得|记不记得|说过|提过|提到|聊过|聊到|聊的|讲过|讲到|谈过|谈到|之前|先前|跟你[^，。？]{0,6}(?:说|提|讲|抱怨|聊)|"
    r"告诉(?:过)?你|你(?:前两天|之前|刚才|上次|昨天)|推荐(?:过|给)|来着|说到|我们(?:聊|说|谈|讨论|比较)|讨论|第一次|最近一次|你列的|我(?:昨天|上周|周[一二三四五六日天])?说的",
)
_WHEN = _either(
    r"when (?:did|was|were|had|have)|(?:which|what) (?:day|date|month|year|week)|how long (?:ago|since)|since when|how long has it",
    r"什么时候|哪一?天|哪一?年|哪个月|几月几[号日]|几号|多久(?:前|以前|没)|何时|星期几|周几",
)
_PAST = _either(
    r"did|was|were|had|yesterday|last (?:night|week|month|year|time|spring|summer|autumn|fall|winter|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday)|\w+ ago|went|happened|ended up|used to|came|bought|made me|finished|so far|have i ever|rang",
    r"昨[天晚日]|前[天晚]|上(?:个?月|周|星期|礼拜)|去年|前年|那[天回次件晚年]|后来|当时|以前|结果|过吗|了[吗没]|没有[？?]|做完|[了过](?:多少|哪|什么|几)|怎么样了|完了|(?:哪一?[天年]|什么时候|何时|哪个月|哪儿|哪里|谁)[^，。]{1,12}的[？?]?$",
)
_FOLLOWS = re.compile(
    r"^\s*(?:and\b|then\b|so\b|yes\b|yeah\b|no\b|ok(?:ay)?\b[,.]? .|sure\b|go (?:on|ahead)\b|continue\b|let'?s\b|what (?:comes |is |'s )?next|the (?:first|second|third|last|other) (?:one|option)|"
    r"that(?:'s| is)? (?:one|fine)|why\b.{0,12}$|i(?:'ve| have) (?:finished|done)|然后|那么?[，,]?(?:呢|后|之后)|接着|继续|下一步|好[，,的]|行[，,]|可以[，,]|就按|第[一二三四]|对[，,])|next step|下面该|接着弄",
    re.IGNORECASE,
)
_DOCUMENT = _either(
    r"documents?|manuals?|handbooks?|contracts?|polic(?:y|ies)|guides?|reports?|files?|articles?|chapters?|pages?|sections?|regulations?|"
    r"instructions|warrant(?:y|ies)|clauses?|agreements?|leases?|according to|as stated|by the (?:book|guide|rules)|references?|checklists?|specifications?|"
    r"datasheets?|appendix|pdf|procedures?|paragraphs?|statutes?|bylaws?|terms and conditions|error code|quote the",
    r"文档|手册|合同|条款|规定|指南|报告|文件|说明书|资料|根据|按照|依照|制度|流程|保修|协议|政策|通知|条例|法规|规范|教程|附录|原文|第[一二三四五六七八九十百\d]+[章条节款页]|[那这一]节|"
    r"守则|章程|标准里|步骤",
)
_ADVICE = _either(
    r"suggest(?! last)|recommend|propose|pick (?:a|me|out)|what (?:should|could|shall|can|would) (?:i|we) (?:\w+ )?(?:eat|cook|read|watch|wear|do|buy|get|make|play|give|try|listen)|"
    r"help me (?:choose|pick|plan|pack|decide)|plan (?:a|my|me)|make me a|ideas? for|(?:suits?|for|like|enjoy)(?: to)? me|would (?:i|suit me|she|he)|i(?:'d| would) (?:like|enjoy)|my taste",
    r"推荐(?!过|给我的)|建议|适合|合我|给我(?:挑|选|找|列|排|安排|做|来)|挑[一个部本]|帮我(?:选|挑|列|排|想|安排|规划)|吃点?什么|看点?什么|什么好|会喜欢|按我|排一个|列个",
)
_MINE = _either(r"i|me|my|mine|myself|we|us|our|i['’]\w+", "我|咱|俺|本人")
_OWN_FACT = _either(
    r"(?:what|which|who|where|how|when|whose)(?:'s| is| are| do| does| am| sort| car| city| board| \w+){0,3} (?:my|me|i)\b(?! (?:last|told|said|did|had|was|were|went))|"
    r"(?:am|do|don't) i|is my|are my|anything i|address me|call me|i (?:can't|cannot|don't|hate|love|like|am|live|drive|speak|own)|one like mine|as i do|like me|my (?:taste|job|goals?|habits|shifts|dream)",
    r"我(?:叫|是|姓|住|爱|喜欢|讨厌|不吃|会|家|平时|一般|现在|的|弟|哥|姐|妹|爸|妈|老|父|母|妻|丈|女|儿|先生|太太|大学|骑|开|养|有[什几]|最|中午|接下来|那个|带)|像我|合我的|我这样",
)
_SMALL_TALK = re.compile(
    r"^\W*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening|night|day)|morning|evening|thanks?(?: you)?(?: so much| a lot)?|cheers|ta|bye(?: for now| bye)?|goodbye|"
    r"see you(?: later| soon| tomorrow)?|ok(?:ay)?|great|nice|cool|fine|lol|(?:ha)++|wow|how are you(?: doing)?(?: today)?|what's up|that's all|that is all|there|everyone|all|again|"
    r"(?:你|您)好[呀啊吗]?|在[吗么]|早[上安]?好?[呀啊]?|早安|中午好|下午好|晚上好|晚安|再见|拜拜|回头见|谢谢[你您啦]?|多谢|感谢|先这样|好的?|嗯|哦|哈|行|收到|辛苦了?|没事了?|没别的了?)\W*)+$",
    re.IGNORECASE,
)
_TASK = re.compile(
    r"^\W*(?:please |can you |could you |请|帮我|麻烦)?(?:translate|rewrite|rephrase|proofread|correct|fix (?:the|this)|convert|sort|calculate|compute|explain|define|write (?:a|an|me a)|tell me a (?:joke|story|riddle)|"
    r"give me (?:a|an|some|three|\d+) (?:synonyms?|antonyms?|examples?|words?|jokes?)|spell|count|solve|in python|in javascript|翻译|改写|润色|改正|计算|算一下|解释|写一?[个首段篇封条句]|讲个|说个|"
    r"给[“\"「].{1,12}[”\"」]|用一句话|把(?:下面|这[句段]|[“\"「])|造句|排序|求解)",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\d\s*(?:times|plus|minus|divided by|[×x*+/÷])\s*\d|\d\s*(?:乘以|乘|加|减|除以)\s*\d|等于多少|\bregular expression\b|\bhow (?:does|do) an? \w+ \w* ?work|"
    r"\d\s*(?:miles?|km|kilomet\w+|pounds?|kg|华氏度|摄氏度|公里|英里|斤)\b.{0,12}(?:to|in|是多少|等于)",
    re.IGNORECASE,
)
_HERE = _either(r"you|your|this|these|it|he|she|they|his|her|their", "你|您|他|她|它|这|那")
_ASKS = re.compile(r"[?？]|\b(?:what|which|who|where|when|how|why)\b|什么|哪|谁|怎|多少|几|吗|呢", re.IGNORECASE)
_LONG_CHARS = 240
_SHORT_SUM = _SHORT_TALK = 60
# A question of 100 kB shows its cues in the beginning.
_READ_CHARS = 2_000


def cues_of(question: str, titles: Sequence[str] = (), names: Sequence[str] = ()) -> Cues:
    """Return the cues of a question.

    `titles`: the names of knowledge bases and documents that may be read. `names`: those who talk; naming one of them
    speaks of the person as "I" does.
    """
    question = question[:_READ_CHARS]
    small = _small(question)
    task = not small and bool(_TASK.match(question) or (len(question) <= _SHORT_SUM and _SUM.search(question)))
    mine = bool(_MINE.search(question)) or any(name and name.casefold() in question.casefold() for name in names)
    document = bool(_DOCUMENT.search(question))
    several = sum(not _small(question[start:end]) for start, end in sentence_spans(question)) > 1
    titled, past = _titled(question, titles), bool(_PAST.search(question))
    here = mine or document or past or titled > 0.0 or bool(_HERE.search(question))
    asks = bool(_ASKS.search(question))
    short = len(question) <= (_SHORT_EN if question.isascii() else _SHORT_ZH)
    flags = {
        "recall": bool(_RECALL.search(question)),
        "when": bool(_WHEN.search(question)),
        "past": past,
        "follows": not small and bool(_FOLLOWS.search(question)),
        "document": document,
        "advice": bool(_ADVICE.search(question)),
        "mine": mine,
        "own_fact": bool(_OWN_FACT.search(question)),
        "small_talk": small,
        "task": task,
        "general": asks and not here and not small and not task and not several,
        "tells": mine and not asks and not small and not task,
        "long": not small and not task and (several or len(question) > _LONG_CHARS),
    }
    if not small and not task and short and not asks and not here:
        flags["follows"] = True
    return Cues(titled=titled, **{name: float(there) for name, there in flags.items()})


def _small(text: str) -> bool:
    return len(text) <= _SHORT_TALK and bool(_SMALL_TALK.match(text))


def _titled(question: str, titles: Sequence[str]) -> float:
    """Return the largest share of a title's telling words that the question has."""
    asked, best = set(terms(question)), 0.0
    for title in titles:
        words = {term for term in terms(title) if term not in STOP_WORDS}
        if words:
            best = max(best, len(words & asked) / len(words))
    return best
