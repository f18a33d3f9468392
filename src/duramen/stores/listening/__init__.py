"""Rows of listening: which turns nobody has heard yet, and what became of the windows that were."""
