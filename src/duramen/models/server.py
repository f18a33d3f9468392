"""One OpenAI-compatible server: where it is, how long to wait, how often to try, and what its failures mean.

In: `ServerOptions`, a model name, which settings the user would have to mend. Out: an `openai` client made on first
use, calls with bounded retries, and every failure as a `ModelError` that names the address (never a key, password or
query), the model and the way out. Importing this module imports no client; nothing here reads the environment, and
the variables from which the client would take an organisation or a key on its own are overruled (DESIGN 12, 18).
"""

from __future__ import annotations

import ipaddress
import json
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import SplitResult, urlsplit

from duramen.errors import BadSetting, ModelError, ModelTimeout, ModelUnavailable
from duramen.models.options import ServerOptions, SettingNames

if TYPE_CHECKING:
    import openai

T = TypeVar("T")

CONNECT_TIMEOUT_S = 10.0
LONGEST_PAUSE_S = 20.0
_WORTH_RETRYING = frozenset({408, 409, 429, 500, 502, 503, 504, 529})


class BrokenAnswer(Exception):
    """What arrived is not what the API promises; stays inside this package."""

    def __init__(self, what: str, *, retry: bool = True) -> None:
        super().__init__(what)
        self.retry = retry


class Server:
    """One model on one OpenAI-compatible server; safe to share between threads."""

    def __init__(self, model: str, options: ServerOptions, names: SettingNames) -> None:
        self.model = model
        self.options = options
        self.names = names
        self._url = _checked_url(options.base_url, names)
        self._key = _checked_key(options.api_key, names)
        self._client: openai.OpenAI | None = None
        self._lock = threading.Lock()

    @property
    def address(self) -> str:
        """Return scheme, host, port and path: what may be shown of the base URL."""
        host = f"[{self._url.hostname}]" if ":" in (self._url.hostname or "") else self._url.hostname
        port = f":{self._url.port}" if self._url.port else ""
        return f"{self._url.scheme}://{host}{port}{self._url.path}"

    def client(self) -> openai.OpenAI:
        """Return the client, made on first use; raises ModelUnavailable when `openai` is not installed."""
        with self._lock:
            if self._client is None:
                self._client = self._connect()
                weakref.finalize(self, self._client.close)  # open connections end with the last user
            return self._client

    def call(self, ask: Callable[[openai.OpenAI], T]) -> T:
        """Return what `ask` gives, tried at most `retries` + 1 times; raises ModelUnavailable, ModelTimeout, ModelError."""
        client = self.client()
        tries = 0
        while True:
            tries += 1
            try:
                return ask(client)
            except failures() as failure:
                if tries > self.options.retries or not _worth_retrying(failure):
                    raise self.explain(failure, tries=tries) from None
                pause = _pause_s(failure, self.options.backoff_s * 2 ** (tries - 1))
            time.sleep(pause)

    def explain(self, failure: Exception, *, tries: int = 1, arrived: int = 0) -> ModelError:
        """Return the error of duramen for a failure of the client; `arrived` is the number of characters that came.

        The caller raises it `from None`: what servers and clients say of a request may repeat the key.
        """
        import openai

        after = f" after {arrived} characters had arrived" if arrived else ""
        after += f" (tried {tries} times)" if tries > 1 else ""
        who = f"the {self.names.kind} {self.model!r} at {self.address}"
        if isinstance(failure, openai.APITimeoutError):
            return self._explain_silence(failure, who, after)
        if isinstance(failure, openai.APIStatusError):
            return self._explain_status(failure, who, after)
        if isinstance(failure, openai.APIConnectionError) and not arrived:
            return self._explain_connection(failure, who, after)
        if isinstance(failure, json.JSONDecodeError | UnicodeDecodeError | openai.APIResponseValidationError):
            detail = "sent something that is not valid JSON"
        elif isinstance(failure, openai.APIConnectionError):
            detail = "broke off the connection"
        elif isinstance(failure, BrokenAnswer):
            detail = str(failure)
        else:
            detail = f"reported an error: {self.without_secrets(str(failure))}"
        return ModelUnavailable(f"{who} {detail}{after}; ask again, or look at the server's log")

    def without_secrets(self, text: str) -> str:
        """Return `text` on one line, at most 300 characters, with the key and the URL's secrets struck out."""
        secrets = (self._key if self.options.api_key else None, self._url.password, self._url.query)
        for secret in filter(None, secrets):
            text = text.replace(secret, "***")
        text = " ".join(text.split())
        return text if len(text) <= 300 else text[:299] + "…"

    def _connect(self) -> openai.OpenAI:
        try:
            import openai
        except ImportError:
            raise ModelUnavailable(
                f"the {self.names.kind} {self.model!r} needs the package openai: pip install openai"
            ) from None
        client = openai.OpenAI(
            api_key=self._key,
            base_url=self.options.base_url,
            timeout=openai.Timeout(self.options.timeout_s, connect=CONNECT_TIMEOUT_S),
            max_retries=0,
            default_headers={"Authorization": f"Bearer {self._key}"},
            # A redirect would carry the person's words to a host nobody configured, and a proxy knows no loopback.
            http_client=openai.DefaultHttpxClient(follow_redirects=False, trust_env=not _is_loopback(self._url)),
        )
        client.organization = client.project = None
        return client

    def _explain_silence(self, failure: Exception, who: str, after: str) -> ModelError:
        if any("Connect" in type(cause).__name__ for cause in _causes(failure)):
            return ModelUnavailable(
                f"{who} could not be connected to within {CONNECT_TIMEOUT_S:g} s{after}; "
                f"check {self.names.url} and that the server runs"
            )
        return ModelTimeout(
            f"{who} sent nothing for {self.options.timeout_s:g} s{after}; raise DURAMEN_TIMEOUT_S, or use a faster model"
        )

    def _explain_connection(self, failure: Exception, who: str, after: str) -> ModelError:
        causes = list(_causes(failure))
        if any(isinstance(cause, socket.gaierror) for cause in causes):
            detail = f"cannot be reached: the host name {self._url.hostname!r} is not known"
        elif any(isinstance(cause, ConnectionRefusedError) for cause in causes):
            detail = "cannot be reached: the connection was refused"
        else:
            detail = f"cannot be reached: {self.without_secrets(str(causes[-1]) or type(causes[-1]).__name__)}"
        return ModelUnavailable(f"{who} {detail}{after}; start the server or correct {self.names.url}")

    def _explain_status(self, failure: openai.APIStatusError, who: str, after: str) -> ModelError:
        code = failure.status_code
        if code in (401, 403):  # what a server says about a wrong key often repeats the key: not shown
            return ModelUnavailable(f"{who} refused the key (HTTP {code}){after}; set {self.names.key}")
        if 300 <= code < 400:
            return ModelUnavailable(f"{who} answered with a redirect (HTTP {code}); set {self.names.url} to its target")
        said = f": {self.without_secrets(_said(failure))}" if _said(failure) else ""
        if code == 404:
            way = f"check the model name in {self.names.model} and that {self.names.url} ends as the server wants (/v1)"
            return ModelUnavailable(f"{who} does not exist (HTTP 404{said}){after}; {way}")
        if code == 429:
            return ModelUnavailable(f"{who} refuses more requests (HTTP 429{said}){after}; wait, or raise the quota")
        if code >= 500 or code == 408:
            return ModelUnavailable(f"{who} failed (HTTP {code}{said}){after}; ask again, or look at the server's log")
        return ModelError(f"{who} refused the request (HTTP {code}{said}){after}; change the options it names")


def _checked_url(base_url: str, names: SettingNames) -> SplitResult:
    example = f"set {names.url} to a URL such as http://localhost:11434/v1"
    if not base_url:
        raise BadSetting(f"no server is configured for the {names.kind}; {example}")
    try:
        url = urlsplit(base_url)
        usable = url.scheme in ("http", "https") and bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:
        usable = False
    if not usable:  # the value itself may hold a password: only its beginning is named
        raise BadSetting(f"{names.url} is not an http(s) URL (it begins with {base_url[:8]!r}); {example}")
    return url


def _checked_key(api_key: str, names: SettingNames) -> str:
    key = api_key.strip()  # a key read from a file often ends with a line break
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise BadSetting(f"{names.key} holds spaces, line breaks or characters outside ASCII; copy the key again")
    return key or "none"  # servers without keys ignore it; the client insists on one


def _is_loopback(url: SplitResult) -> bool:
    host = url.hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def failures() -> tuple[type[Exception], ...]:
    """Return the exceptions by which the client and its answers fail; others are faults of this program."""
    import openai

    return (openai.OpenAIError, json.JSONDecodeError, UnicodeDecodeError, BrokenAnswer)


def _worth_retrying(failure: Exception) -> bool:
    import openai

    if isinstance(failure, openai.APITimeoutError):
        return False  # the server may still be at work on it: asking again doubles the load and the wait
    if isinstance(failure, openai.APIStatusError):
        return failure.status_code in _WORTH_RETRYING
    return failure.retry if isinstance(failure, BrokenAnswer) else True


def _pause_s(failure: Exception, planned_s: float) -> float:
    response = getattr(failure, "response", None)
    asked = response.headers.get("retry-after", "") if response is not None else ""
    wanted = float(asked) if asked.isascii() and asked.isdigit() else planned_s
    return min(wanted, LONGEST_PAUSE_S)


def _causes(failure: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = failure
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__


def _said(failure: openai.APIStatusError) -> str:
    body = failure.body
    if isinstance(body, dict):
        message = body.get("message") or body.get("detail") or body.get("error") or ""
        return message if isinstance(message, str) else json.dumps(message, ensure_ascii=False)
    return "" if body is None or "<html" in str(body).lower() else str(body)
