"""A line that a person types at a terminal, where Ctrl-C ends the wait at whatever moment it comes."""

from __future__ import annotations

import select
import signal
import socket
import sys


def typed_line() -> str:
    """Return the next line of standard input, with its end; "" at the end of input.

    Raises KeyboardInterrupt at Ctrl-C. Python tells of a signal between two of its own steps, so that one which comes
    after the last step and before the wait would be told only when a line is there; here the signal itself ends the
    wait. Called from the main thread, with a terminal as standard input.
    """
    if sys.platform == "win32":  # whose select takes sockets alone
        return sys.stdin.readline()
    woken, waker = socket.socketpair()
    with woken, waker:
        waker.setblocking(False)
        try:
            signal.set_wakeup_fd(waker.fileno(), warn_on_full_buffer=False)
            select.select([sys.stdin, woken], [], [])
        finally:
            signal.set_wakeup_fd(-1)
    return sys.stdin.readline()
