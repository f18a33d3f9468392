"""An open store with the quick embedder and a clock that the test sets."""

import shutil
from pathlib import Path

import pytest
from every_table import fill, raw
from sqlalchemy import select
from still_clock import ZONE, Clock

from duramen import Memory, Settings
from duramen.stores.sealing import owner_tables


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def opened(home, clock):
    """A function that opens the test's store, with any model and settings; all are closed at the end."""
    stores = []

    def open_(model=None, home=home, clocked=True, listener=None, **settings):
        values = {"embedder": "hash", "timezone": ZONE, "model": "extractive"} | settings
        store = Memory(
            home, settings=Settings(**values), model=model, listener=listener, clock=clock if clocked else None
        )
        stores.append(store)
        return store

    yield open_
    for store in stores:
        store.close()


@pytest.fixture(scope="session")
def filled_folder(tmp_path_factory):
    """Where a filled store is kept, so that it is filled once and then copied."""
    return tmp_path_factory.mktemp("filled")


@pytest.fixture
def filled(opened, home, tmp_path, filled_folder):
    """The place of a store in which no table of owners is empty, and from which nothing is missing."""
    kept = filled_folder / "home"
    if isinstance(home, Path) and kept.exists():
        shutil.copytree(kept, home)
        shutil.copy(filled_folder / "note.md", tmp_path)
        return home
    memory = opened(listener="off")
    fill(memory, tmp_path)
    memory.close()
    with raw(home) as connection:
        empty = [t.name for t in owner_tables() if connection.execute(select(t.c.owner_id)).first() is None]
    assert empty == []
    if isinstance(home, Path):
        shutil.copytree(home, kept)
        shutil.copy(tmp_path / "note.md", filled_folder)
    return home


@pytest.fixture
def memory(opened):
    return opened()
