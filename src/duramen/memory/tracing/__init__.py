"""Tracing: one round put together again from what its record keeps, and how many rounds drifted (A12)."""
