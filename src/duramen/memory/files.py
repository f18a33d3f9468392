"""Reading a user's file whole, with what can be wrong said in a sentence."""

from __future__ import annotations

from pathlib import Path

from duramen.errors import UnreadableFile

MAX_FILE_BYTES = 512 * 1024 * 1024


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raises UnreadableFile naming the path and the reason."""
    try:
        if path.is_dir():
            raise UnreadableFile(f"{str(path)!r} is a folder; name a file")
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise UnreadableFile(
                f"{str(path)!r} has {size / 2**20:,.0f} MiB, more than the {MAX_FILE_BYTES // 2**20} MiB that are read "
                "at once; split it"
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise UnreadableFile(f"there is no file {str(path)!r}; check the path") from error
    except OSError as error:
        raise UnreadableFile(f"{str(path)!r} cannot be read: {error.strerror or error}") from error
