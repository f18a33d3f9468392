"""Reading and writing a user's file whole, with what can be wrong said in a sentence."""

from __future__ import annotations

from pathlib import Path

from duramen.errors import UnreadableFile

MAX_FILE_BYTES = 512 * 1024 * 1024


def read_file(path: Path) -> bytes:
    """Return a file's bytes; raises UnreadableFile naming the path and the reason."""
    try:
        if path.is_dir():
            raise UnreadableFile(f"{str(path)!r} is a folder; name a file")
        with path.open("rb") as file:
            data = file.read(MAX_FILE_BYTES + 1)  # what is no plain file has no size to ask for first
        if len(data) > MAX_FILE_BYTES:
            raise UnreadableFile(
                f"{str(path)!r} has more than the {MAX_FILE_BYTES // 2**20} MiB that are read at once; split it"
            )
        return data
    except FileNotFoundError as error:
        raise UnreadableFile(f"there is no file {str(path)!r}; check the path") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        said = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UnreadableFile(f"{str(path)!r} cannot be read: {said}; check the path and its rights") from error


def write_file(path: Path, text: str) -> None:
    """Write a file of our own making, over an older one; raises UnreadableFile naming the path and the reason."""
    try:
        path.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UnreadableFile(f"{str(path)!r} cannot be written: {said}; name another file") from error


def storable(path: str) -> str:
    """Return a path as text that a database can hold: what is no Unicode in a file name is written out in hex."""
    return path.encode("utf-8", errors="surrogatepass").decode("utf-8", errors="backslashreplace")
