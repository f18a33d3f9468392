"""Tracing as a library has it, with the person named; reached as `memory.tracing` (A12)."""

from __future__ import annotations

from duramen.domain.trace import Drift, Trace
from duramen.memory.tracing.drift import ROLLING, drift_of
from duramen.memory.tracing.round import trace_round
from duramen.memory.workspace import Workspace


class Tracing:
    """The traces of a store's rounds; nothing here writes."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def round(self, record_id: str, *, person: str) -> Trace:
        """Return all that led to a round's answer and followed from it: by record id or "character/number"; raises NotFound."""
        return trace_round(self._workspace, person, record_id)

    def drift(self, *, person: str, session: str = "", rolling: int = ROLLING) -> Drift:
        """Return how tree, weights and protocol moved over a person's rounds, or those of one sitting.

        All but the number of leaves are means over `rolling` rounds. Raises NotFound for an unknown person or sitting.
        """
        return drift_of(self._workspace, person, session, rolling)
