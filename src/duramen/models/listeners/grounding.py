"""Held against the dialogue: which of the person's own words each operation rests on, and which rest on none (B6, B8).

In: operations as a model wrote them, the window, the tree. Out: `Proposals` with quotes. In a character's window the own
words are the character's. What rests on somebody else's
words, or is in a language that nobody spoke, is refused with a reason: no-source, other-language, inferred-sensitive.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from duramen.compose.listening import own_words, speaker_of, window_language
from duramen.domain.operations import Kind, Operation, OperationList, Refused
from duramen.domain.persona import Heard, Proposal, Proposals, Quote, Schema, Tier, Tree, Window
from duramen.models.listeners.rules.answers import confirmed
from duramen.models.listeners.rules.sources import masked
from duramen.text.fences import unfence
from duramen.text.languages import is_cjk, language_of
from duramen.text.segment import terms
from duramen.text.sentences import sentence_spans
from duramen.text.stopwords import STOP_WORDS

STATED, INFERRED = 0.9, 0.4
"""The confidence of a value that shares words with what the person said, and of one that does not."""
ECHO_CHARS = 40
"""From how many characters on (a Chinese one counts as two) a repeated sentence is an echo and no statement."""
MARK_CHARS = 10
"""Up to how many characters of code or foreign text are a word that the person mentions and no paste."""
_BLANK = re.compile(r"\n+")
_LATIN = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sentence:
    heard: Heard
    start: int
    end: int
    words: frozenset[str]


def grounded(text: str, read: OperationList, window: Window, tree: Tree, schema: Schema) -> Proposals:
    """Give each operation the sentence of the person's that shares most with its value, and refuse what has no source.

    Words of the value count that the leaf does not hold yet; among equals the later sentence is taken. Without a shared
    word the operation is an inference: `stated` False, low confidence, no quote; of sensitive leaves it is refused. What
    the person pastes, quotes, codes or repeats word for word from somebody else is not theirs. An operation is refused
    where more of its words were said by somebody else, or heard before, and not by the person than by the person.
    What they said yes to is their own. NO_OP gives no proposal. The order stays.
    """
    said = [sentence for heard in own_words(window) for sentence in _sentences(heard, _own_text(heard.text))]
    own = [sentence for sentence in said if not _echoes(sentence, window)] + _confirmed(window)
    others = frozenset[str]().union(*(_words(heard.text) for heard in window.messages))
    theirs = others - frozenset[str]().union(*(sentence.words for sentence in own))
    language = window_language(window)
    kept: list[Proposal] = []
    refused = list(read.refused)
    for operation in read.operations:
        if operation.kind is Kind.NO_OP:
            continue
        operation = replace(operation, value=operation.value and unfence(operation.value))
        proposal = _proposal(operation, own, tree)
        who = speaker_of(window)
        reason = _no_source(operation, own, theirs, (tree, who)) or _foreign(operation, own, (language, who))
        reason = reason or _risky(proposal, schema, who)
        if reason:
            refused.append(Refused(text=str(operation), code=reason[0], reason=reason[1]))
        else:
            kept.append(proposal)
    operations = tuple(one.operation for one in kept) if kept or refused != list(read.refused) else read.operations
    return Proposals(
        text=text, read=replace(read, operations=operations, refused=tuple(refused)), proposals=tuple(kept)
    )


def _confirmed(window: Window) -> list[_Sentence]:
    """Return what the person said yes to, as their own: the answers, each with the words of its question."""
    found = []
    for before, heard in itertools.pairwise(window.messages):
        if heard.own and not heard.shown_only and before.role == "assistant":
            statement = confirmed(before.text, heard.text, language_of(before.text + heard.text))
            if statement is not None:
                found.append(_Sentence(heard=heard, start=0, end=len(heard.text), words=_words(statement)))
    return found


def _own_text(text: str) -> str:
    """Return the text of the same length with what is pasted, quoted or coded blanked; a short tag or mark stays."""
    blanked = masked(text)
    return _BLANK.sub(lambda run: text[run.start() : run.end()] if len(run[0]) <= MARK_CHARS else run[0], blanked)


def _sentences(heard: Heard, readable: str) -> list[_Sentence]:
    """Return the sentences of `readable`, which is the message's text with what is not the person's own blanked."""
    return [
        _Sentence(heard=heard, start=start, end=end, words=_words(readable[start:end]))
        for start, end in sentence_spans(readable)
    ]


def _echoes(sentence: _Sentence, window: Window) -> bool:
    """Tell whether a sentence is pasted back: so long that nobody repeats it by chance, and said by another before."""
    words = " ".join(sentence.heard.text[sentence.start : sentence.end].split())
    if sum(2 if is_cjk(char) else 1 for char in words) < ECHO_CHARS:
        return False
    before = itertools.takewhile(lambda message: message is not sentence.heard, window.messages)
    return any(words in " ".join(message.text.split()) for message in before if not message.own)


def _words(text: str) -> frozenset[str]:
    return frozenset(terms(text)) - STOP_WORDS


def _sought(operation: Operation, tree: Tree) -> frozenset[str]:
    """Return the words of the value that are new, or all where none is; those of the old value for a DELETE."""
    leaf = tree.leaves.get(operation.path)
    held = _words(leaf.value) if leaf is not None else frozenset()
    said = _words(operation.value or "")
    return held if operation.kind is Kind.DELETE else (said - held) or said


def _shared(sentence: _Sentence, sought: frozenset[str]) -> int:
    return _length(sentence.words & sought)


def _length(words: frozenset[str]) -> int:
    return sum(map(len, words))


def _proposal(operation: Operation, own: Sequence[_Sentence], tree: Tree) -> Proposal:
    sought = _sought(operation, tree)
    best = max(enumerate(own), key=lambda pair: (_shared(pair[1], sought), pair[0]), default=None)
    if best is None or not _shared(best[1], sought):
        return Proposal(operation=operation, stated=False, confidence=INFERRED)
    sentence = best[1]
    heard = sentence.heard
    quote = Quote(
        record_id=heard.record_id,
        turn_id=heard.turn_id,
        start=sentence.start,
        end=sentence.end,
        words=heard.text[sentence.start : sentence.end],
        said_at=heard.said_at,
    )
    return Proposal(operation=operation, quote=quote, confidence=STATED)


def _no_source(
    operation: Operation, own: Sequence[_Sentence], theirs: frozenset[str], held: tuple[Tree, str]
) -> tuple[str, str] | None:
    tree, who = held
    if not own:
        return (
            "no-source",
            f"nothing in the window is the {who}'s own and still to be heard; what they paste or quote is not",
        )
    sought = _sought(operation, tree)
    mine = frozenset[str]().union(*(sentence.words for sentence in own))
    if operation.kind is not Kind.DELETE and _length(theirs & sought) > _length(mine & sought):
        return (
            "no-source",
            f"its words were said by somebody else, pasted, or heard before, and not by the {who} in this window",
        )
    return None


def _foreign(operation: Operation, own: Sequence[_Sentence], spoken_by: tuple[str, str]) -> tuple[str, str] | None:
    """Refuse a value that was translated: the value stays in its speaker's language."""
    language, who = spoken_by
    value = operation.value or ""
    spoken = {word.casefold() for one in own for word in _LATIN.findall(one.heard.text)}
    characters = {char for one in own for char in one.heard.text if is_cjk(char)}
    has_chinese = any(is_cjk(char) for char in value)
    latin = [word for word in _LATIN.findall(value) if not any(is_cjk(char) for char in word)]
    if language == "zh" and latin and not has_chinese and not any(word.casefold() in spoken for word in latin):
        return "other-language", f"the {who} spoke Chinese, and the value is in another language"
    if language == "en" and has_chinese and not any(char in characters for char in value if is_cjk(char)):
        return "other-language", f"the {who} spoke no Chinese, and the value is in Chinese"
    return None


def _risky(proposal: Proposal, schema: Schema, who: str) -> tuple[str, str] | None:
    leaf = schema.leaves.get(proposal.operation.path)
    if leaf is None or leaf.tier is Tier.ORDINARY or proposal.quote is not None:
        return None
    if proposal.operation.kind is Kind.DELETE:
        return None
    return "inferred-sensitive", f"{leaf.path} is sensitive, and the {who} did not say this outright"
