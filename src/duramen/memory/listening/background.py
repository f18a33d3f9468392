"""Listening behind the talk: a daemon thread that hears what was said, in order per tree, and slows nobody (B6).

In: word that somebody said something. Out: nothing; effects are in the store. The thread is started at the first word.
Between two windows it waits while an answer is being made. What is not done when the store is closed is caught up with
later: nothing is kept in memory alone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from duramen.errors import DuramenError
from duramen.memory.events import noted
from duramen.memory.listening.fed import fed_tree
from duramen.memory.listening.listen import Manner, catch_up
from duramen.memory.workspace import Workspace
from duramen.models.base import Listener

CLOSE_WITHIN_S = 5.0
"""How long closing a store waits for windows in hand; a window is never cut, but no further one is begun."""
QUIET_WITHIN_S = 30.0
"""How long a window waits at most for answers that are being made; a service may never be quiet."""
LOOK_AGAIN_S = 600.0
"""How often open windows are looked at for having become idle."""
SETTLE_S = 0.3
"""How long words wait for more of them: rounds that come one upon the other are looked at together."""
BACK_OFF_S = 60.0
"""How long words wait after a failure, so that a short outage does not park their windows."""

Who = tuple[str, str]
"""A person, and whose words to them are heard: a character's, or with "" their own."""


class BackgroundListener:
    """Hears people's and characters' words behind the talk; `opened` makes the listener, in the thread, at the first need."""

    def __init__(self, workspace: Workspace, opened: Callable[[], Listener]) -> None:
        self._workspace = workspace
        self._opened = opened
        self._changed = threading.Condition()
        self._due: dict[Who, float] = {}
        self._open: dict[Who, float] = {}
        self._answering = 0
        self._deadline: float | None = None
        self._stopped = False
        self._thread: threading.Thread | None = None

    def notice(self, person: str, character: str = "") -> None:
        """Take note that a person, or a character to them, said something, and return at once."""
        with self._changed:
            if self._stopped or self._deadline is not None:
                return
            self._due.setdefault((person, character), time.monotonic() + SETTLE_S)
            self._open[person, character] = time.monotonic()
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="duramen-listener", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """Begin no window while the body runs."""
        with self._changed:
            self._answering += 1
        try:
            yield
        finally:
            with self._changed:
                self._answering -= 1
                self._changed.notify_all()

    def close(self, within_s: float = CLOSE_WITHIN_S) -> None:
        """Hear what is open to its end, as a sitting ends here, for so long; then stop."""
        with self._changed:
            if self._thread is None or self._stopped:
                self._stopped = True
                return
            self._deadline = time.monotonic() + within_s
            self._changed.notify_all()
        self._thread.join(within_s)
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def _work(self) -> None:
        listener: Listener | None = None
        while True:
            who, flush = self._next()
            if who is None:
                return
            try:
                listener = listener or self._opened()
                of = fed_tree(self._workspace, *who)
                if of is not None:
                    catch_up(self._workspace, of, listener, Manner(flush=flush, may_go_on=self._may_go_on))
            except Exception as error:  # told in the log and by `duramen listen`; the talk goes on
                noted("listening_failed", error=type(error).__name__, expected=int(isinstance(error, DuramenError)))
                with self._changed:
                    self._due[who] = time.monotonic() + BACK_OFF_S

    def _next(self) -> tuple[Who | None, bool]:
        """Wait for the next one whose words are due; None when it is time to stop. While closing, each one once more."""
        with self._changed:
            while True:
                now = time.monotonic()
                if self._stopped or (self._deadline is not None and (now > self._deadline or not self._open)):
                    return None, False
                if self._deadline is not None:
                    who = min(self._open, key=lambda who: bool(who[1]))  # people's own words go before characters'
                    del self._open[who]
                    return who, True
                due = [who for who, at in self._due.items() if at <= now]
                if due:
                    del self._due[due[0]]
                    return due[0], False
                idle = [who for who, at in self._open.items() if now - at > LOOK_AGAIN_S]
                if idle:
                    self._open[idle[0]] = now
                    return idle[0], False
                times = [*self._due.values(), *(at + LOOK_AGAIN_S for at in self._open.values())]
                self._changed.wait(max(0.01, min(times, default=now + LOOK_AGAIN_S) - now))

    def _may_go_on(self) -> bool:
        """Wait until no answer is being made; False when closing has taken long enough."""
        until = time.monotonic() + QUIET_WITHIN_S
        with self._changed:
            while self._answering and self._deadline is None and not self._stopped and time.monotonic() < until:
                self._changed.wait(until - time.monotonic())
            return not self._stopped and (self._deadline is None or time.monotonic() < self._deadline)
