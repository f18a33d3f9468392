"""Which listener a name means: the one place where names of listeners are read.

In: a name, and the options of a chat server for those that need one. Out: the listener. A name that is not known is a
BadSetting that lists the names. A listener that asks a chat model is one more line of `_LISTENERS`, by the word before
the colon.
"""

from __future__ import annotations

from collections.abc import Callable

from duramen.errors import BadSetting
from duramen.models.base import Listener
from duramen.models.listeners.rules import RulesListener
from duramen.models.options import ServerOptions

LISTENER_NAMES = ("rules",)

_LISTENERS: dict[str, Callable[[str, ServerOptions], Listener]] = {"rules": lambda _rest, _options: RulesListener()}


def open_listener(name: str, options: ServerOptions) -> Listener:
    """Return the listener of a name: one of LISTENER_NAMES. Raises BadSetting for a name that no listener has."""
    kind, _, rest = name.partition(":")
    if kind not in _LISTENERS or (kind == "rules" and name != kind):
        raise BadSetting(f"no listener is called {name!r}; use {', '.join(LISTENER_NAMES)}")
    return _LISTENERS[kind](rest, options)
