"""Experiments and benchmarks over the public verbs, and the reports made of their results."""
