"""Rows of owners as plain objects with named fields, and back: what an export is made of."""
