"""Which listener a name means: `rules`, `model:NAME`, `two-stage:NAME`, where NAME is a chat model's.

In: a name as it stands in DURAMEN_LISTENER, and the options of its chat server. Out: the listener, not yet loaded or
connected. `off` is no listener: whoever asks for one looks for it first.
"""

from __future__ import annotations

from dataclasses import replace

from duramen.errors import BadSetting
from duramen.models.base import Listener
from duramen.models.catalog import open_chat
from duramen.models.options import ServerOptions

OFF = "off"
LISTENER_NAMES = ("rules", "model:<chat model>", "two-stage:<chat model>", OFF)
_KINDS = ("model", "two-stage")


def check_listener(name: str) -> None:
    """Raise BadSetting, listing the names, for a name that no listener has; nothing is opened."""
    kind, _, rest = name.partition(":")
    if name in ("rules", OFF):
        return
    if kind not in _KINDS or not rest.strip():
        raise BadSetting(f"no listener is called {name!r}; set DURAMEN_LISTENER to one of {', '.join(LISTENER_NAMES)}")
    if rest == "extractive":
        raise BadSetting(
            "the model 'extractive' only quotes and cannot listen; use 'rules', or name another chat model"
        )


def open_listener(name: str, options: ServerOptions) -> Listener:
    """Return the listener of a name; raises BadSetting for `off` and unknown names, ModelUnavailable as `open_chat`."""
    check_listener(name)
    if name == OFF:
        raise BadSetting("the listener is switched off; name one: " + ", ".join(LISTENER_NAMES[:-1]))
    if name == "rules":
        from duramen.models.listeners.rules import RulesListener

        return RulesListener()
    from duramen.models.listeners.model import TEMPERATURE, ModelListener
    from duramen.models.listeners.two_stage import TwoStageListener

    kind, _, rest = name.partition(":")
    chat = open_chat(rest, replace(options, temperature=TEMPERATURE))
    return ModelListener(chat) if kind == "model" else TwoStageListener(chat)
