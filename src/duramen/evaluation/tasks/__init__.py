"""The benchmarks: one loader per data set, from files to a `Task`."""

from duramen.evaluation.tasks import locomo, madial, realmem

LOADERS = {"realmem": realmem.load, "locomo": locomo.load, "madial": madial.load}

__all__ = ["LOADERS"]
