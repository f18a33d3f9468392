"""Listening: what a person said becomes operations on their tree, window by window, once each (B6, DESIGN.md 3)."""
