"""Whether a reply only says that it does not know or remember: nothing to hold a character to (B25).

In: a reply. Out: yes or no.
"""

from __future__ import annotations

import re

from duramen.text.sentences import sentence_spans

_ABSTAINS = re.compile(
    r"\b(?:(?:do not|don['’]t|can ?not|can['’]t|could not|couldn['’]t) (?:\w+ )?(?:remember|recall|know|find)"
    r"|(?:no|not? (?:any|have any|have a)) (?:record|memory|recollection|evidence|information|note)s?\b"
    r"|\b(?:i|we) (?:have|found|know) nothing (?:recorded|noted|stored|about)\b"
    r"|\bnot (?:mentioned|recorded)\b|(?:is|was|has|have)(?:n['’]t| not) (?:been )?(?:recorded|mentioned|noted|told)"
    r"|not sure\b|no idea\b"
    # What is told from another day after all is an answer.
    r"|nothing (?:(?:is|was|has been) )?(?:recorded|known|noted|mentioned|stored|told)\b(?!.*\bbut\b))"
    r"|不记得|记不[得清起]|想不起来?|没有(?:任何|相关|有关|这方面)?(?:的)?(?:记录|记忆|印象|信息|证据|资料)(?!.*(?:别的|但|不过))|不知道|不清楚|不太?确定|没(?:有)?(?:提到|提过|说过|告诉过)|没印象",
    re.IGNORECASE,
)
_ASKS_BACK = re.compile(
    r"[?？]\W*$|^\W*(?:sorry|i['’]m sorry|i am sorry|apologies|no|hmm+|well|unfortunately)\b[\w ,'’]{0,20}[.!,]?\W*$"
    r"|\b(?:tell me|let me know|remind me)\b|^\W*(?:抱歉|对不起|不好意思|很遗憾|嗯+|唔)\W*$|告诉我|提醒我",
    re.IGNORECASE,
)


def says_unknown(sentence: str) -> bool:
    """Tell whether a sentence says that something is not known, remembered or recorded."""
    return _ABSTAINS.search(sentence) is not None


def abstains(text: str) -> bool:
    """Tell whether each sentence of a reply says that something is not known, or apologises or asks for it."""
    said = [text[slice(*span)] for span in sentence_spans(text)]
    return any(_ABSTAINS.search(one) for one in said) and all(
        _ABSTAINS.search(one) or _ASKS_BACK.search(one) for one in said
    )
