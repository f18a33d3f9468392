"""A user's files, read whole and written whole or not at all, with what can be wrong said in a sentence."""

from __future__ import annotations

import glob
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from duramen.errors import InputError, UnreadableFile

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


def is_there(path: Path) -> bool:
    """Tell whether there is something at a path; raises UnreadableFile where the system cannot even look."""
    try:
        return path.exists()
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else error
        raise UnreadableFile(f"{str(path)!r} cannot be used: {said}; name another path") from error


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


@contextmanager
def staging(path: Path) -> Iterator[Path]:
    """Give a new folder beside `path` in which something is made ready to take its place; it is gone after the block.

    What a killed process left is removed by the next one. Raises InputError where the folder cannot be written.
    """
    folder = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for left in path.parent.glob(f".{glob.escape(path.name)}.*.part"):
            if not _is_running(left.name.split(".")[-2]):
                shutil.rmtree(left, ignore_errors=True)
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        said = error.strerror or error
        raise InputError(
            f"{str(path)!r} cannot be written: {said}; check the folder, its rights and its room"
        ) from error


def put_in_place(made: Path, path: Path) -> None:
    """Let a file that was made ready become `path`, durably and at once."""
    _synced(made)
    os.replace(made, path)
    _synced(path.parent)


@contextmanager
def whole_or_nothing(path: Path) -> Iterator[Path]:
    """Give a path to write to; the file becomes `path` when the block ends without an error, and never half of it."""
    with staging(path) as folder:
        yield folder / path.name
        put_in_place(folder / path.name, path)


def _synced(path: Path) -> None:
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _is_running(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
