"""Structured events of the verbs (C11): what was done, for which owner, how much and how long; never a name or a word.

They go to the standard logger "duramen", which says nothing until a program, or the command line, gives it a handler.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import structlog

from duramen.errors import DuramenError

Facts = dict[str, str | int | float]

logging.getLogger("duramen").addHandler(logging.NullHandler())
_log: Any = structlog.wrap_logger(
    logging.getLogger("duramen"),
    processors=[
        structlog.stdlib.filter_by_level,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    wrapper_class=structlog.stdlib.BoundLogger,
)


@contextmanager
def logged(event: str, **known: str | int | float) -> Iterator[Facts]:
    """Log what the body did as `event`, with its milliseconds and the facts that the body adds to the mapping given.

    When the body raises, `failed` is logged with the kind of the error (its message may hold names): at level info for
    errors that the caller is told of anyway, at level error for faults of this program. Facts are ids, counts, models
    and states.
    """
    facts: Facts = dict(known)
    began = time.perf_counter()
    try:
        yield facts
    except DuramenError as error:
        _log.info("failed", verb=event, error=type(error).__name__, ms=_ms(began), **facts)
        raise
    except Exception as error:
        _log.error("failed", verb=event, error=type(error).__name__, ms=_ms(began), **facts)
        raise
    _log.info(event, ms=_ms(began), **facts)


def noted(event: str, **facts: str | int | float) -> None:
    """Log something that went wrong without stopping the verb."""
    _log.warning(event, **facts)


def _ms(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 1)
