"""What a reply affirms although what was shown denies it, or the reverse; and what it tells as current that no longer is (A20).

In: claimed sentences, grounds. Out: findings. Two ways: statements that have one value at a time or are liked and disliked
(`text.statements`), where the newest counts; and clauses of the same words of which one denies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duramen.checking.grounds import Grounds, Passage
from duramen.checking.sentences import Claimed
from duramen.checking.wording import reason
from duramen.domain.checks import Finding, Flaw
from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.statements import Statement, disagree, leaf_statements, statements
from duramen.text.stopwords import STOP_WORDS

_MOST_CHARS = 2_000
_NEGATORS = re.compile(
    r"\b(?:not|never|no longer|no|nothing|neither|nor|without|cannot|hardly)\b|n['’]t\b|\b(?:any ?more|any longer)\b"
    r"|\b(?:stopped|stop|quit|quitting|gave up|given up|giving up|got rid of|dropped|cancelled|canceled)\b"
    r"|不再|从来没有?|从不|从没|并没有?|并不|还没有?|没有|没|不|未|别|戒(?:掉|了)?|放弃了?|取消了?|停了",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\bnot (?:only|just|sure|bad)\b|\bno (?:problem|worries|doubt|wonder|matter|need|idea)\b|\bnothing but\b|\bwhether or not\b|\bcan['’]t (?:wait|help|believe)\b|\bwhy not\b|\bnever mind\b|\bdon['’]t (?:worry|forget|mind|know|think|you)\b|\bif not\b|\bno one\b|\bnot (?:very|so|too|that|really|always|all|every|yet)\b"
    r"|不[仅但光止只]|不过(?![敏来去关])|不错|不好意思|不客气|不久|不少|不同|不断|不得不|不是[^，。]*而是|没[关事]|没问题|对不起|差不多|要不|不如|不管|不论|不太|不怎么|不知|不用|不要|不能不|不一定|不是很|不会不|不禁|不由|了不起|不清|不小心|不一样|不见不散|说不定|忍不住|舍不得|来不及|没想到|不可思议|不时|不敢|不想|不行|没多久|不远|不到|不足|从不缺|不停|受不了|睡不着|没几|没人",
    re.IGNORECASE,
)
_FORMER = re.compile(
    r"\b(?:used to|formerly|previously|back then|at the time|in those days|before that|earlier|had been|in the past|until)\b|以前|曾|原来|当时|那时|过去|之前|从前|原本|早先|小时候|直到",
    re.IGNORECASE,
)
_CHANGING = re.compile(
    r"\b(?:now|but|since|then|later|however|moved|changed|switched)\b|现在|后来|改|换|搬|如今|但", re.IGNORECASE
)
_SUPPOSED = re.compile(
    r"[?？]\s*$|[吗呢]\W*$|\b(?:if|unless|would|could|should|might|maybe|perhaps|wish|hope|want to|going to|plan|thinking|almost|think|thought|as if|imagine|until|instead of)\b|如果|要是|假如|可能|也许|希望|想要?|打算|计划|差点|以为|觉得|应该|本来|除非",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:told|tell|said|say|mention\w*|record\w*|note[ds]?|remember|know|written)\b|告诉|提[过到]|说过|记录|记得|知道|写",
    re.IGNORECASE,
)
_OTHERS = re.compile(r"\b(?:he|she|they|his|her|their|him|them)\b|[他她]们?", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,，;；、:：()（）\n—]| (?:but|and|because|so|since|although|though|while|whereas|which|except) |但是?|而且?|因为|所以|不过(?![敏来去关])|虽然"
)
_KEPT_STOPS = frozenset(terms("have has had like go want can") + terms("有 会 去 要"))
_LIGHT = frozenset(
    [*terms("really still now anymore actually quite always all ever much even already also yes well today these days since time said told mentioned lately currently ever got"),
     *terms("现在 还 已经 真的 都 也 一直 其实 目前 最近 再 就 是 说 提到 说过 记得 以后 后来 已 早就 完全 平时 过 了 着")]
)  # fmt: skip
_VOICE = (
    (re.compile(r"\byou are\b|\byou['’]re\b", re.IGNORECASE), "I am"),
    (re.compile(r"\byour\b", re.IGNORECASE), "my"),
    (re.compile(r"\byou\b", re.IGNORECASE), "I"),
    (re.compile(r"[你您]"), "我"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """A clause text[start:end] of a sentence: the words it is about, and whether it denies."""

    start: int
    end: int
    words: frozenset[str]
    denies: bool
    former: bool


def wrong_polarity(sentences: Sequence[Claimed], grounds: Grounds) -> list[Finding]:
    """Return where claimed sentences affirm what was denied, deny what was affirmed, or tell the outdated as current."""
    found = []
    told = [(one, tuple(_statements_of(one))) for one in grounds.passages if one.own and len(one.text) <= _MOST_CHARS]
    clauses = [(one, tuple(_told_clauses(one))) for one in grounds.passages if (one.own or one.bound) and not one.past]
    for sentence in sentences:
        made = _by_clause(sentence, clauses, grounds) or _by_statement(sentence, told, grounds)
        if made is not None:
            found.append(made)
    return found


def in_own_voice(text: str) -> str:
    """Return what is said to a person as they would say it of themselves: "you live" as "I live"."""
    for pattern, voice in _VOICE:
        text = pattern.sub(voice, text)
    return text


def _statements_of(passage: Passage) -> list[Statement]:
    return leaf_statements(passage.path, passage.text) if passage.path else statements(passage.text)


def _by_statement(
    sentence: Claimed, told: Sequence[tuple[Passage, tuple[Statement, ...]]], grounds: Grounds
) -> Finding | None:
    if _FORMER.search(sentence.text):
        return None
    for mine in statements(in_own_voice(sentence.text)):
        agreeing = [one for one, said in told if not disagree([mine], said) and _has(mine, said)]
        contrary = [one for one, said in told if not one.past and disagree([mine], said)]
        if not contrary:
            continue
        newest = contrary[-1]
        current = [one for one in agreeing if not one.past]
        if current and (_at(current[-1]) >= _at(newest)):
            continue
        outdated = bool(agreeing)
        if not outdated and mine.single and mine.slot not in ("home", "name") and not mine.slot.startswith("count"):
            continue  # another employer or favourite may be told beside the first
        kind = Flaw.OUTDATED if outdated else Flaw.NEGATION
        return _finding(kind, sentence, 0, len(sentence.text), newest.id, grounds)
    return None


def _has(mine: Statement, said: Sequence[Statement]) -> bool:
    return any(
        one.slot == mine.slot and one.holds == mine.holds and (one.value <= mine.value or mine.value <= one.value)
        for one in said
    )


def _at(passage: Passage) -> int:
    return passage.said_at.at_us or 0


def _finding(kind: Flaw, sentence: Claimed, start: int, end: int, against: str, grounds: Grounds) -> Finding:
    return Finding(
        kind=kind,
        start=sentence.start + start,
        end=sentence.start + end,
        against=against,
        reason=reason(kind, against, grounds.language),
    )


def _clauses(text: str) -> Iterator[_Clause]:
    edges = [0, *(edge for match in _CLAUSE.finditer(text) for edge in match.span()), len(text)]
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        clause = text[start:end]
        if _NO_DENIAL.search(clause) or _TELLS.search(_told_off(clause)):
            continue
        denials = len(_NEGATORS.findall(clause))
        again = len(re.findall(r"any ?more|any longer", clause, re.IGNORECASE))
        if denials - (again if denials > again else 0) > 1:
            continue
        bare = _NEGATORS.sub(
            lambda match: " 有 " if match[0] in ("没有", "从来没有", "还没有", "并没有") else " ", clause
        )
        words = frozenset(
            word
            for word in terms(bare)
            if (word not in STOP_WORDS or word in _KEPT_STOPS) and word not in _LIGHT and not word.isdigit()
        )
        if words:
            yield _Clause(start=start, end=end, words=words, denies=denials > 0, former=bool(_FORMER.search(clause)))


def _told_off(clause: str) -> str:
    """Return a clause without the words that only say that it was told ("you said you ...")."""
    return re.sub(
        r"^\W*(?:yes|no|well|on [\w ]+)?\W*\byou (?:said|told me|mentioned)(?: that)?\b|^[^，]{0,14}?[你您](?:说过?|提到过?|告诉过?我)",
        "",
        clause,
        flags=re.IGNORECASE,
    )


def _told_clauses(passage: Passage) -> Iterator[_Clause]:
    text = passage.text[:_MOST_CHARS]
    for start, end in sentence_spans(text):
        if not _SUPPOSED.search(text[start:end]):
            yield from _clauses(text[start:end])


def _by_clause(
    sentence: Claimed, told: Sequence[tuple[Passage, tuple[_Clause, ...]]], grounds: Grounds
) -> Finding | None:
    if _SUPPOSED.search(sentence.text):
        return None
    for mine in _clauses(_shortened(sentence.text)):
        if mine.former or len(mine.words) < 2 or len(mine.words) > 8:
            continue
        contrary = [(passage, one) for passage, said in told for one in said if _opposite(mine, one)]
        if not contrary:
            continue
        passage, other = contrary[-1]
        shared = mine.words & other.words
        backed = [
            _at(one)
            for one, said in told
            for clause in said
            if clause.denies == mine.denies and not clause.former and len(shared & clause.words) >= min(2, len(shared))
        ]
        if backed and max(backed) >= _at(passage):
            continue
        kind = Flaw.OUTDATED if backed else Flaw.NEGATION
        return _finding(kind, sentence, mine.start, mine.end, passage.id, grounds)
    return None


def _shortened(text: str) -> str:
    """Return a sentence with blanks for its "you said that", at the same places."""
    kept = _told_off(text)
    return " " * (len(text) - len(kept)) + kept if text.endswith(kept) else text


def _opposite(mine: _Clause, other: _Clause) -> bool:
    denied = other.denies or other.former
    if denied == mine.denies:
        return False
    shared = mine.words & other.words
    fewer, more = sorted((len(mine.words), len(other.words)))
    if len(shared) < 2 or len(shared) < fewer or more > fewer + 2:
        return False
    return bool(shared - _KEPT_STOPS)
