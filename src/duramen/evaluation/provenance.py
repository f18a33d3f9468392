"""Where a figure comes from: the commit, the machine, the time it took."""

from __future__ import annotations

import os
import platform
import subprocess
from pathlib import Path


def commit() -> str:
    """Return the commit of the package, with "+changes" when its files differ from it; "unknown" outside of a tree."""
    try:
        head = _git("rev-parse", "--short=12", "HEAD")
        changed = _git("status", "--porcelain", "--", ".")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return head + ("+changes" if changed else "")


def machine() -> str:
    """Return the number of cores that this process may use, and the kind of machine."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return f"{cores} cores, {platform.machine()}, Python {platform.python_version()}"


def _git(*arguments: str) -> str:
    root = Path(__file__).resolve().parents[1]
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True)
    return done.stdout.strip()
