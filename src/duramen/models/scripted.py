"""A chat model that says what it was told to say: for duramen's tests and for its users' tests.

In: answers in turn (texts, texts in pieces, exceptions), or a function of the prompt. Out: those answers as a stream.
The prompts that came are kept.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.errors import BadSetting, ModelError, ModelTimeout, ModelUnavailable

Answer = str | Sequence[str] | Exception
_ERRORS: dict[str, type[ModelError]] = {"unavailable": ModelUnavailable, "timeout": ModelTimeout, "error": ModelError}


class ScriptedChat:
    """A chat model whose answers are given beforehand.

    `answers`: one per call, in turn; a text is sent in one piece, or in pieces of `piece_chars` characters; a sequence
    of texts is sent piece by piece; an exception is raised before the first piece. Or a function that makes such an
    answer from the prompt. When the answers are used up, ModelUnavailable is raised. `prompts`: what was asked.
    """

    def __init__(
        self,
        answers: Sequence[Answer] | Callable[[Prompt], Answer],
        *,
        piece_chars: int | None = None,
        form: ProtocolForm = ProtocolForm.FULL,
        name: str = "scripted",
    ) -> None:
        if isinstance(answers, str):
            raise BadSetting(f"the answers of a scripted model are a list, not the text {answers[:40]!r}: use [text]")
        if piece_chars is not None and piece_chars < 1:
            raise BadSetting(f"piece_chars is {piece_chars}; it must be at least 1")
        self._answers = answers if callable(answers) else tuple(answers)
        self._piece_chars = piece_chars
        self._form = form
        self._name = name
        self._lock = threading.Lock()
        self.prompts: list[Prompt] = []

    @property
    def name(self) -> str:
        """Return the name given to it."""
        return self._name

    @property
    def form(self) -> ProtocolForm:
        """Return the form of the protocol given to it."""
        return self._form

    def stream(self, prompt: Prompt) -> Iterator[str]:
        """Yield the next answer in its pieces, without empty ones; raises it when it is an exception."""
        answer = self._next(prompt)
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, str):
            step = self._piece_chars or max(1, len(answer))
            answer = [answer[start : start + step] for start in range(0, len(answer), step)]
        yield from (piece for piece in answer if piece)

    def _next(self, prompt: Prompt) -> Answer:
        with self._lock:
            turn = len(self.prompts)
            self.prompts.append(prompt)
        if callable(self._answers):
            return self._answers(prompt)
        if turn >= len(self._answers):
            raise ModelUnavailable(f"the script of {len(self._answers)} answers is used up; give it more answers")
        return self._answers[turn]


def read_script(path: Path) -> ScriptedChat:
    """Return the scripted model of a JSON file.

    The file holds a list; each item is a text, a list of pieces, or {"error": "unavailable" | "timeout" | "error"}
    with an optional "message". Raises BadSetting naming the file and the item that is none of these.
    """
    try:
        items = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadSetting(f"the script {str(path)!r} cannot be read: {error.strerror}; give a JSON file") from error
    except ValueError as error:
        raise BadSetting(f"the script {str(path)!r} is not valid JSON in UTF-8: {error}") from error
    if not isinstance(items, list):
        raise BadSetting(f"the script {str(path)!r} holds {type(items).__name__}, not a list of answers")
    return ScriptedChat(
        [_answer_of(item, number, path) for number, item in enumerate(items)], name=f"scripted:{path.name}"
    )


def _answer_of(item: object, number: int, path: Path) -> Answer:
    if isinstance(item, str):
        return item
    if isinstance(item, list) and all(isinstance(piece, str) for piece in item):
        return tuple(item)
    if isinstance(item, dict) and item.get("error") in _ERRORS:
        return _ERRORS[item["error"]](str(item.get("message", f"answer {number} of the script is this error")))
    raise BadSetting(
        f"answer {number} of the script {str(path)!r} is {json.dumps(item)[:80]}; give a text, a list of texts, or "
        f'{{"error": {" | ".join(map(json.dumps, _ERRORS))}}}'
    )
