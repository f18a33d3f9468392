"""How a server is reached and asked, and which settings a user mends it by.

In: values that settings or a caller hand over. Out: frozen values; nothing here is read, checked or connected.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerOptions:
    """How models are reached and asked; one value for the chat model, another for the embedder.

    `base_url`: up to and with "/v1"; "" when no server is configured. `api_key`: never shown. `timeout_s`: longest
    silence of the server, between two pieces as well. `retries`: further tries after the first, before anything
    arrived; `backoff_s`: the pause before the first of them, doubled each time. `temperature`: None leaves it to the
    server. `max_tokens`: longest answer, None leaves it to the model. `context_tokens`, `threads`: for a local GGUF
    only; None threads means as many as llama.cpp chooses. `batch`, `max_chars`: texts in one embedding request, and
    how many characters of each are sent.
    """

    base_url: str = ""
    api_key: str = field(default="", repr=False)
    timeout_s: float = 60.0
    retries: int = 2
    backoff_s: float = 0.5
    temperature: float | None = 0.0
    max_tokens: int | None = None
    context_tokens: int = 8192
    threads: int | None = None
    batch: int = 32
    max_chars: int = 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingNames:
    """The settings by which a user mends what is wrong with one of the two servers."""

    kind: str
    url: str
    key: str
    model: str


CHAT_SETTINGS = SettingNames(kind="chat model", url="DURAMEN_BASE_URL", key="DURAMEN_API_KEY", model="DURAMEN_MODEL")
EMBEDDER_SETTINGS = SettingNames(
    kind="embedder", url="DURAMEN_EMBEDDER_URL", key="DURAMEN_EMBEDDER_KEY", model="DURAMEN_EMBEDDER"
)
RERANKER_SETTINGS = SettingNames(
    kind="reranker", url="DURAMEN_RERANKER_URL", key="DURAMEN_RERANKER_KEY", model="DURAMEN_RERANKER"
)
