"""Measures over lists of results: pure arithmetic, no model and no file."""
