"""Chat with any OpenAI-compatible server: OpenAI, DeepSeek, vLLM, Ollama, llama.cpp, LM Studio and the like.

In: a prompt's messages. Out: the answer's text in pieces, as it arrives. Thoughts that a reasoning model sends apart
(`reasoning_content`) are not part of the answer and are left out. Retried is only what failed before the first piece;
afterwards every failure is an error that says how much had arrived.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.models.options import CHAT_SETTINGS, ServerOptions
from duramen.models.server import BrokenAnswer, Server, failures
from duramen.text.border import whole_characters

if TYPE_CHECKING:
    import openai


class OpenAICompatibleChat:
    """A chat model behind `POST {base_url}/chat/completions`; one value may be shared between threads."""

    def __init__(self, model: str, options: ServerOptions, *, form: ProtocolForm = ProtocolForm.FULL) -> None:
        self._server = Server(model, options, CHAT_SETTINGS)
        self._form = form

    @property
    def name(self) -> str:
        """Return "openai:" and the model's name; the address is no part of it."""
        return f"openai:{self._server.model}"

    @property
    def form(self) -> ProtocolForm:
        """Return the form of the protocol that the model is asked to keep."""
        return self._form

    def stream(self, prompt: Prompt) -> Iterator[str]:
        """Yield the answer's pieces, none of them empty, in order.

        A caller that stops early closes the connection. Raises ModelTimeout when the server is silent for longer than
        `timeout_s`; ModelUnavailable when it cannot be reached, refuses the key, does not know the model, is
        overloaded, sends invalid JSON, breaks off or answers with nothing; ModelError when it refuses the request.
        """
        first, rest = self._server.call(lambda client: _opened(self._pieces(client, prompt)))
        arrived = len(first)
        yield first
        try:
            for piece in rest:
                arrived += len(piece)
                yield piece
        except failures() as failure:
            raise self._server.explain(failure, arrived=arrived) from None
        finally:
            rest.close()

    def _pieces(self, client: openai.OpenAI, prompt: Prompt) -> _Pieces:
        options: dict[str, Any] = {}
        if self._server.options.temperature is not None:
            options["temperature"] = self._server.options.temperature
        if self._server.options.max_tokens is not None:
            options["max_tokens"] = self._server.options.max_tokens
        messages: Any = [{"role": message.role, "content": message.content} for message in prompt.messages]
        return _Pieces(
            client.chat.completions.create(model=self._server.model, messages=messages, stream=True, **options)
        )


class _Pieces:
    """The texts of one streamed answer; raises BrokenAnswer at its end when it was cut off or is empty."""

    def __init__(self, stream: openai.Stream[Any]) -> None:
        self._stream = stream
        self._done = _watch(stream.response)
        self._texts = _whole_pieces(self._read())

    def __iter__(self) -> Iterator[str]:
        return self._texts

    def close(self) -> None:
        self._stream.close()

    def _read(self) -> Iterator[str]:
        media = self._stream.response.headers.get("content-type", "")
        if media.startswith("application/json"):  # a server that does not stream answers in one piece
            chunks: Iterator[Any] = iter([_Whole(self._stream.response.read())])
        elif media and not media.startswith("text/event-stream"):
            raise BrokenAnswer(f"answered with {media!r} in place of a stream of events", retry=False)
        else:
            chunks = iter(self._stream)
        finish, empty = None, True
        for chunk in chunks:
            for choice in getattr(chunk, "choices", None) or ():
                finish = choice.finish_reason or finish
                text = getattr(choice.delta, "content", None)
                if isinstance(text, str) and text:
                    empty = False
                    yield text
        if finish is None and not self._done.seen:  # many servers and proxies close with [DONE] alone
            raise BrokenAnswer("broke off before the end of the answer")
        if empty:
            raise BrokenAnswer(f"gave an empty answer (finish reason {finish!r})", retry=False)


def _whole_pieces(pieces: Iterator[str]) -> Iterator[str]:
    """Yield pieces of whole characters: servers cut a character in two, and a half of one could be neither sent nor kept."""
    half = ""
    for piece in pieces:
        text, half = half + piece, ""
        if "\ud800" <= text[-1] <= "\udbff":
            text, half = text[:-1], text[-1]
        if text:
            yield whole_characters(text)
    if half:
        yield whole_characters(half)


class _Done:
    """Whether the event that closes a stream, `data: [DONE]`, has come: the client swallows it."""

    _LINE = re.compile(rb"[\r\n]data: ?\[DONE\]")
    _LONGEST = 13

    def __init__(self) -> None:
        self.seen = False
        self._tail = b"\n"  # a line may be cut anywhere

    def look(self, data: bytes) -> None:
        """Look at the next bytes of the stream."""
        joined = self._tail + data
        self.seen = self.seen or bool(self._LINE.search(joined))
        self._tail = joined[-self._LONGEST :]


def _watch(response: Any) -> _Done:
    """Return a look-out that sees all bytes that are read from `response` from now on."""
    done, read = _Done(), response.iter_bytes

    def iter_bytes(chunk_size: int | None = None) -> Iterator[bytes]:
        for data in read(chunk_size):
            done.look(data)
            yield data

    response.iter_bytes = iter_bytes
    return done


class _Whole:
    """A complete answer in the shape of the last chunk of a stream."""

    def __init__(self, body: bytes) -> None:
        answer = json.loads(body)
        try:
            choice = answer["choices"][0]
            self.finish_reason = choice.get("finish_reason") or "stop"
            self.content = choice["message"]["content"]
        except (KeyError, IndexError, TypeError, AttributeError):
            raise BrokenAnswer("answered with JSON that holds no message") from None

    @property
    def choices(self) -> tuple[_Whole]:
        return (self,)

    @property
    def delta(self) -> _Whole:
        return self


def _opened(pieces: _Pieces) -> tuple[str, _Pieces]:
    try:
        return next(iter(pieces)), pieces
    except BaseException:
        pieces.close()
        raise
