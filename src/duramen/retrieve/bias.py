"""Additive biases (A2, A3): who and what a candidate names, and where it comes from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from duramen.domain.preset import Bias
from duramen.retrieve.fuse import Floats
from duramen.text.sentences import sentence_spans

_ASKS = re.compile(r"(?:[?？]|吗|呢)[\W_]*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What the biases look at: a candidate's words, its source's name, session and character ("" where none)."""

    text: str
    speaker: str = ""
    origin: str = ""
    session: str = ""
    character: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who asks, whom, and in which session."""

    user: str
    character: str = ""
    session: str = ""


def biases(candidates: Sequence[Described], asked: Asked, settings: Bias, own: bool) -> dict[str, Floats]:
    """Return the additive biases by name, each of shape (len(candidates),), those that are switched on only.

    `own`: the candidates are the person's own records, so that the user bias holds for all of them.
    """
    rules: dict[str, tuple[float, Callable[[Described], bool]]] = {
        "session": (settings.session, lambda c: bool(asked.session) and c.session == asked.session),
        "user": (settings.user, lambda _: own),
        "character": (
            settings.character,
            lambda c: own and bool(asked.character) and c.character == asked.character,
        ),
        "names_user": (settings.names_user, lambda c: _names(c.text, asked.user)),
        "names_character": (settings.names_character, lambda c: _names(c.text, asked.character)),
        "source_names_character": (settings.source_names_character, lambda c: _names(c.origin, asked.character)),
    }
    return {
        name: np.array([applies(c) for c in candidates], dtype=np.float64) * value
        for name, (value, applies) in rules.items()
        if value != 0.0
    }


def speaker_share(candidates: Sequence[Described], question: str, share: float) -> Floats:
    """Return `share` for candidates whose speaker the question names, when it names exactly one of their speakers.

    "What did Mei say about it?" asks for Mei's own words. Shape (len(candidates),); all zero when the question names
    nobody, or several.
    """
    speakers = {c.speaker.casefold() for c in candidates if c.speaker}
    asked = question.casefold()
    named = [speaker for speaker in speakers if _whole_name(speaker, asked)]
    if share == 0.0 or len(named) != 1:
        return np.zeros(len(candidates))
    return np.array([share if c.speaker.casefold() == named[0] else 0.0 for c in candidates])


def asking_share(candidates: Sequence[Described], share: float) -> Floats:
    """Return `-share` for candidates that do nothing but ask, else 0; shape (len(candidates),).

    The same question asked before resembles the question most, and tells nothing.
    """
    if share == 0.0:
        return np.zeros(len(candidates))
    return np.array([-share if only_asks(c.text) else 0.0 for c in candidates])


def running_share(candidates: Sequence[Described], asked: Asked, share: float) -> Floats:
    """Return `-share` for candidates of the running session, else 0; shape (len(candidates),)."""
    if share == 0.0 or not asked.session:
        return np.zeros(len(candidates))
    return np.array([-share if c.session == asked.session else 0.0 for c in candidates])


def only_asks(text: str) -> bool:
    """Tell whether every sentence of a text is a question."""
    if not _ASKS.search(text):  # the last sentence tells already: most texts need not be cut
        return False
    spans = sentence_spans(text)
    return bool(spans) and all(_ASKS.search(text[start:end]) for start, end in spans)


def _whole_name(name: str, text: str) -> bool:
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
        if not (_joins(before, name[0]) or _joins(after, name[-1])):
            return True
        at = text.find(name, at + 1)
    return False


def _joins(char: str, edge: str) -> bool:
    # Chinese has no spaces: a name stands whole wherever it stands. Elsewhere a letter beside it makes another word.
    return bool(char) and char.isalnum() and char.isascii() and edge.isascii()


def _names(text: str, name: str) -> bool:
    return bool(name) and name.casefold() in text.casefold()
