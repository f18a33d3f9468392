"""Ranking as pure functions over score arrays: augment, fuse, bias, temporal weight, select."""
