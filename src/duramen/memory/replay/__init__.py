"""Replay: recorded rounds once more, as of their own moment, and what differs (A13)."""
