"""Chat with a local GGUF file through llama.cpp (package xllamacpp, extra `local`), in this process.

In: a prompt's messages, laid out by the chat template inside the file; optionally a GBNF grammar that the answer must
keep. Out: the answer's text in pieces. Temperature 0, a fixed seed and no reuse of earlier prompts, so that the same
prompt gives the same answer on the same machine whatever was asked before.

llama.cpp always opens an HTTP port on 127.0.0.1; it gets a random key that nobody knows and no extra endpoints.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.errors import BadSetting, ModelError, ModelUnavailable

Grammar = str | Callable[[Prompt], str | None]
SEED = 1
DEFAULT_ANSWER_TOKENS = 512  # a small model that falls into a loop would otherwise fill its context
_END = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalLimits:
    """`context_tokens` for prompt and answer together, `answer_tokens` at most; `threads` None: llama.cpp chooses."""

    context_tokens: int = 8192
    answer_tokens: int = DEFAULT_ANSWER_TOKENS
    threads: int | None = None


class LocalGguf:
    """A chat model in a GGUF file; the file is checked at once and loaded at the first prompt.

    `grammar`: GBNF, or a function that gives one for a prompt (None: unconstrained); a prompt's own goes first. Threads may share the value;
    llama.cpp answers their prompts one after the other.
    """

    def __init__(self, path: Path, *, grammar: Grammar | None = None, limits: LocalLimits | None = None) -> None:
        check_gguf(path)
        self._path = path
        self._grammar = grammar
        self._limits = limits or LocalLimits()
        if min(self._limits.context_tokens, self._limits.answer_tokens) < 1:
            raise BadSetting(f"the limits {self._limits} of {path.name} must be at least one token each")
        self._engine: Any = None
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """Return "gguf:" and the file's name without its folder."""
        return f"gguf:{self._path.name}"

    @property
    def form(self) -> ProtocolForm:
        """Return the compact form: what runs in process is small."""
        return ProtocolForm.COMPACT

    def stream(self, prompt: Prompt) -> Iterator[str]:
        """Yield the answer's pieces, none of them empty; a caller that stops early stops the model.

        There is no timeout: how long the first piece takes depends on this machine alone. Raises ModelUnavailable when
        the file cannot be loaded or nothing is answered; ModelError, with both numbers, when the prompt is longer
        than the context, and when the grammar is refused.
        """
        engine, request = self._loaded(), self._request(prompt)
        run = _Run(engine, request)
        empty = True
        try:
            for chunk in run:
                text = self._text_of(chunk)
                empty = empty and not text
                if text:
                    yield text
        finally:
            run.stop()
        if empty:
            raise ModelUnavailable(f"{self.name} gave an empty answer; try another model or a longer answer limit")

    def _request(self, prompt: Prompt) -> dict[str, Any]:
        own = self._grammar(prompt) if callable(self._grammar) else self._grammar
        grammar = prompt.grammar or own
        return {
            "messages": [{"role": message.role, "content": message.content} for message in prompt.messages],
            "stream": True,
            "temperature": 0,
            "seed": SEED,
            "max_tokens": self._limits.answer_tokens,
            "cache_prompt": False,
            "chat_template_kwargs": {"enable_thinking": False},
            **({"grammar": grammar} if grammar else {}),
        }

    def _text_of(self, chunk: Any) -> str:
        if isinstance(chunk, Exception):
            raise ModelUnavailable(f"{self.name} failed: {chunk}; load it again or use another file") from chunk
        error = chunk.get("error")
        if error:
            raise self._explain(error)
        return "".join(choice.get("delta", {}).get("content") or "" for choice in chunk.get("choices", ()))

    def _explain(self, error: dict[str, Any]) -> ModelError:
        if error.get("type") == "exceed_context_size_error":
            return ModelError(
                f"the prompt of {error.get('n_prompt_tokens')} tokens does not fit into the {error.get('n_ctx')} tokens "
                f"of {self.name}; show it less evidence, or raise context_tokens if the model allows it"
            )
        return ModelError(f"{self.name} refused the request: {error.get('message')}")

    def _loaded(self) -> Any:
        with self._lock:
            if self._engine is None:
                self._engine = _load(self._path, self._limits)
            return self._engine


class _Run:
    """One answer being made in a thread of its own; iterating gives llama.cpp's chunks as they come."""

    def __init__(self, engine: Any, request: dict[str, Any]) -> None:
        self._chunks: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, args=(engine, request), daemon=True, name="duramen-gguf")
        self._thread.start()

    def __iter__(self) -> Iterator[Any]:
        return iter(self._chunks.get, _END)

    def stop(self) -> None:
        """Let the model stop after the token it is at, and wait for that."""
        self._stopped.set()
        self._thread.join()

    def _work(self, engine: Any, request: dict[str, Any]) -> None:
        try:
            engine.handle_chat_completions(request, self._take)
        except Exception as error:  # handed over, to be raised in the thread that asked
            self._chunks.put(error)
        finally:
            self._chunks.put(_END)

    def _take(self, chunk: Any) -> bool:
        self._chunks.put(chunk)
        return self._stopped.is_set()


def check_gguf(path: Path) -> None:
    """Raise ModelUnavailable, naming the path, unless it is a file that begins as a GGUF does."""
    if not path.is_file():
        kind = "is a folder" if path.is_dir() else "does not exist"
        raise ModelUnavailable(f"the model file {str(path)!r} {kind}; give the path of a .gguf file")
    try:
        with path.open("rb") as file:
            head = file.read(8)
    except OSError as error:
        raise ModelUnavailable(f"the model file {str(path)!r} cannot be read: {error.strerror}") from error
    if head[:4] != b"GGUF":
        raise ModelUnavailable(f"{str(path)!r} is not a GGUF file (it begins with {head[:4]!r}); give a .gguf file")


def _load(path: Path, limits: LocalLimits) -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise ModelUnavailable(f"a local GGUF needs xllamacpp: pip install 'duramen[local]' ({error})") from error
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = limits.context_tokens
    params.n_parallel = 1
    params.cache_ram_mib = 0  # by default up to 8 GiB of earlier prompts would stay in memory
    params.api_keys = [secrets.token_urlsafe(32)]
    params.endpoint_slots = params.ui = False
    params.offline = True
    params.verbosity = -1
    if limits.threads is not None:
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = limits.threads
    try:
        return xllamacpp.Server(params)
    except RuntimeError as error:
        raise ModelUnavailable(
            f"llama.cpp cannot load {str(path)!r} ({path.stat().st_size} bytes): {error} The file may be incomplete, "
            f"of a newer architecture, or too large for the memory; fetch it again or take a smaller one"
        ) from error
