"""Structured logs on standard error: what was done, to which ids, in how many milliseconds; never what was said."""

from __future__ import annotations

import logging
import sys

import structlog

from duramen.errors import BadSetting
from duramen.settings import Settings

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}


def configure_logs(settings: Settings) -> None:
    """Set level and format (DURAMEN_LOG_LEVEL, DURAMEN_LOG_FORMAT: console or json); raises BadSetting.

    Only the logger "duramen" gets a handler: what libraries log may hold what was said.
    """
    level = _LEVELS.get(settings.log_level.lower())
    if level is None:
        raise BadSetting(f"DURAMEN_LOG_LEVEL={settings.log_level!r} is not one of {', '.join(_LEVELS)}")
    if settings.log_format not in ("console", "json"):
        raise BadSetting(f"DURAMEN_LOG_FORMAT={settings.log_format!r} is not one of console, json")
    renderer: structlog.typing.Processor = (
        structlog.processors.JSONRenderer()
        if settings.log_format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer]
        )
    )
    logger = logging.getLogger("duramen")
    logger.handlers = [handler]
    logger.setLevel(level)
    logger.propagate = False
    root = logging.getLogger()
    if not root.handlers:  # else Python prints by itself what libraries warn of
        root.addHandler(logging.NullHandler())
