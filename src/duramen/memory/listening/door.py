"""Listening as `Memory` offers it: one listener for a store, behind the talk and when asked.

In: a listener's name or object. Out: what listening led to. The listener is opened at the first need.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from duramen.memory.listening.background import BackgroundListener
from duramen.memory.listening.fed import fed_tree
from duramen.memory.listening.listen import Listened, Manner, Progress, listen, listen_again_from
from duramen.memory.listening.rehearse import Rehearsed, rehearse_unheard
from duramen.memory.persona.trees import TreeOf, tree_of
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener
from duramen.models.listeners.catalog import OFF, check_listener, open_listener


class Listening:
    """The listening of one store; `chosen` is a name or a listener, "off" for none behind the talk.

    Raises BadSetting, listing the names, for one that is unknown.
    """

    def __init__(self, workspace: Workspace, chosen: str | Listener) -> None:
        if isinstance(chosen, str):
            check_listener(chosen)
        self._workspace = workspace
        self._chosen = chosen
        self.background = None if chosen == OFF else BackgroundListener(workspace, self.listener)

    def listener(self, other: str | Listener | None = None) -> Listener:
        """Return the store's listener, or another one that is named; raises BadSetting, ModelUnavailable."""
        if other is not None:
            return open_listener(other, self._workspace.chat_options()) if isinstance(other, str) else other
        if isinstance(self._chosen, str):
            self._chosen = open_listener(self._chosen, self._workspace.chat_options())
        return self._chosen

    def configured(self) -> Listener | None:
        """Return the listener that hears behind the talk, None where there is none."""
        return None if self.background is None else self.listener()

    def notice(self, person: str, character: str) -> None:
        """Take note that a person and a character said something; both are heard behind the talk."""
        if self.background is not None:
            self.background.notice(person)
            self.background.notice(person, character)

    def quiet(self) -> AbstractContextManager[None]:
        """Begin no window while an answer is being made."""
        return nullcontext() if self.background is None else self.background.quiet()

    def close(self) -> None:
        """Hear what was said to its end, for a few seconds, and stop."""
        if self.background is not None:
            self.background.close()

    def listen(
        self,
        who: tuple[str, str],
        from_record: str = "",
        listener: str | Listener | None = None,
        schema: str = "",
        progress: Progress | None = None,
    ) -> Listened:
        """Hear what was not heard yet of a person, or of a character as they know it, or all from a record on."""
        opened = self.listener(listener)
        of = self._tree_of(*who)
        if from_record:
            listen_again_from(self._workspace, of, from_record, schema)
        return listen(self._workspace, of, opened, Manner(schema=schema, progress=progress))

    def rehearse(
        self, who: tuple[str, str], listener: str | Listener | None = None, schema: str = ""
    ) -> list[Rehearsed]:
        """Return what listening would lead to, and write nothing of it."""
        return rehearse_unheard(self._workspace, who, self.listener(listener), schema)

    def _tree_of(self, person: str, character: str) -> TreeOf:
        """Return the tree that is fed; a character's is made once it has said something to the person."""
        return fed_tree(self._workspace, person, character) or tree_of(self._workspace, person, character)
