"""An open store with the quick embedder and a clock that the test sets."""

from datetime import UTC, datetime, timedelta

import pytest

from duramen import Memory, Settings
from duramen.domain.time import moment_at

ZONE = "Asia/Shanghai"


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self):
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def __call__(self):
        return moment_at(self.now, ZONE)

    def forward(self, **by):
        self.now += timedelta(**by)

    @staticmethod
    def at(us):
        """The moment of a number of microseconds."""
        return moment_at(datetime.fromtimestamp(us / 1e6, UTC), ZONE)


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


@pytest.fixture
def memory(opened):
    return opened()
