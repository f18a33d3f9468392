"""AsyncPersona: the tree's verbs for async programs; each call runs the sync one in a thread."""

from __future__ import annotations

import asyncio
from typing import Any

from duramen.domain.operations import OperationList
from duramen.domain.persona import LeafValue
from duramen.govern.permissions import Consent
from duramen.memory.persona.allowing import Allowed
from duramen.memory.persona.applying import Applied
from duramen.memory.persona.door import Persona
from duramen.memory.persona.editing import Edited
from duramen.memory.persona.reading import Difference, Explained, Shown
from duramen.memory.persona.review import WaitingOperation
from duramen.stores.persona.decisions import StoredDecision
from duramen.stores.persona.reading import TreeVersion


class AsyncPersona:
    """The trees of a store for async programs; arguments are those of `Persona`'s methods."""

    def __init__(self, persona: Persona) -> None:
        self._persona = persona

    async def show(self, **options: Any) -> Shown:
        """Return a tree; see `Persona.show`."""
        return await asyncio.to_thread(self._persona.show, **options)

    async def history(self, path: str, **options: Any) -> list[LeafValue]:
        """Return every value that a leaf has held; see `Persona.history`."""
        return await asyncio.to_thread(self._persona.history, path, **options)

    async def explain(self, path: str, **options: Any) -> Explained:
        """Return what a leaf's value rests on; see `Persona.explain`."""
        return await asyncio.to_thread(self._persona.explain, path, **options)

    async def versions(self, **options: Any) -> list[TreeVersion]:
        """Return the newest versions; see `Persona.versions`."""
        return await asyncio.to_thread(self._persona.versions, **options)

    async def diff(self, first: int, second: int, **options: Any) -> list[Difference]:
        """Return what differs between two versions; see `Persona.diff`."""
        return await asyncio.to_thread(self._persona.diff, first, second, **options)

    async def set(self, path: str, value: str, **options: Any) -> Edited:
        """Write a value by hand; see `Persona.set`."""
        return await asyncio.to_thread(self._persona.set, path, value, **options)

    async def delete(self, path: str, **options: Any) -> Edited:
        """Take a value out of the tree; see `Persona.delete`."""
        return await asyncio.to_thread(self._persona.delete, path, **options)

    async def restore(self, version: int, **options: Any) -> Edited:
        """Make the tree what it was at a version; see `Persona.restore`."""
        return await asyncio.to_thread(self._persona.restore, version, **options)

    async def migrate(self, schema: str, **options: Any) -> Edited:
        """Carry the tree over to another schema; see `Persona.migrate`."""
        return await asyncio.to_thread(self._persona.migrate, schema, **options)

    async def apply(self, operations: str | OperationList, **options: Any) -> Applied:
        """Put operations through the gate; see `Persona.apply`."""
        return await asyncio.to_thread(self._persona.apply, operations, **options)

    async def waiting(self, **options: Any) -> list[WaitingOperation]:
        """Return what waits for the person; see `Persona.waiting`."""
        return await asyncio.to_thread(self._persona.waiting, **options)

    async def accept(self, decision_id: int, **options: Any) -> Applied:
        """Apply what waits; see `Persona.accept`."""
        return await asyncio.to_thread(self._persona.accept, decision_id, **options)

    async def reject(self, decision_id: int, **options: Any) -> StoredDecision:
        """Drop what waits; see `Persona.reject`."""
        return await asyncio.to_thread(self._persona.reject, decision_id, **options)

    async def allow(self, text: str, **options: Any) -> None:
        """Set permissions; see `Persona.allow`."""
        await asyncio.to_thread(self._persona.allow, text, **options)

    async def consent(self, scope: str, **options: Any) -> Consent:
        """Record a consent; see `Persona.consent`."""
        return await asyncio.to_thread(self._persona.consent, scope, **options)

    async def withdraw(self, scope: str, **options: Any) -> int:
        """Take a consent back; see `Persona.withdraw`."""
        return await asyncio.to_thread(self._persona.withdraw, scope, **options)

    async def permissions(self, **options: Any) -> Allowed:
        """Return what the person allowed; see `Persona.permissions`."""
        return await asyncio.to_thread(self._persona.permissions, **options)
