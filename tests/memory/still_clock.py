"""A clock that the test sets."""

from datetime import UTC, datetime, timedelta

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
