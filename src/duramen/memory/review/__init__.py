"""Reviewing stored rounds (A15): sheets out, verdicts in, and what follows from both."""
