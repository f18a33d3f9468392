"""AsyncMemory: the same store for async programs; each call runs the sync one in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from duramen.domain.dialogue import Dialogue
from duramen.domain.evidence import Recalled
from duramen.domain.prompt import Prompt
from duramen.memory.everyone import ImportedEveryone
from duramen.memory.forgetting.forget import Receipt
from duramen.memory.forgetting.wishes import ForgetRequest
from duramen.memory.learn import Learned
from duramen.memory.listening.listen import Listened
from duramen.memory.observe import Imported
from duramen.memory.open import Memory
from duramen.memory.persona.asynchronous import AsyncPersona
from duramen.memory.reply import Reply


class AsyncMemory:
    """A store of memories for async programs; arguments are those of `Memory`'s methods."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.persona = AsyncPersona(memory.persona)

    @classmethod
    async def open(cls, home: str | Path | None = None) -> AsyncMemory:
        """Open a store with the settings of the environment."""
        return cls(await asyncio.to_thread(Memory, home))

    async def __aenter__(self) -> AsyncMemory:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Keep what the indexes learnt and let go of the database."""
        await asyncio.to_thread(self.memory.close)

    async def import_dialogue(self, source: str | Path | Dialogue, **options: Any) -> Imported:
        """Import a chat export; see `Memory.import_dialogue`."""
        return await asyncio.to_thread(self.memory.import_dialogue, source, **options)

    async def import_everyone(self, source: str | Path, **options: Any) -> ImportedEveryone:
        """Import a chat export for each human in it; see `Memory.import_everyone`."""
        return await asyncio.to_thread(self.memory.import_everyone, source, **options)

    async def record(self, text: str, reply: str = "", **options: Any) -> str:
        """Record one round that took place elsewhere; see `Memory.record`."""
        return await asyncio.to_thread(self.memory.record, text, reply, **options)

    async def listen(self, **options: Any) -> Listened:
        """Hear what a person said since a listener last heard them, as `Memory.listen`."""
        return await asyncio.to_thread(self.memory.listen, **options)

    async def learn(self, *paths: str | Path, **options: Any) -> list[Learned]:
        """Learn documents; see `Memory.learn`."""
        return await asyncio.to_thread(self.memory.learn, *paths, **options)

    async def forget(self, request: ForgetRequest) -> Receipt:
        """See `Memory.forget`."""
        return await asyncio.to_thread(self.memory.forget, request)

    async def recall(self, question: str, **options: Any) -> Recalled:
        """Find dated evidence for a question; see `Memory.recall`."""
        return await asyncio.to_thread(self.memory.recall, question, **options)

    async def prompt(self, question: str, **options: Any) -> Prompt:
        """Return the exact prompt for a question; see `Memory.prompt`."""
        return await asyncio.to_thread(self.memory.prompt, question, **options)

    async def reply(self, text: str, **options: Any) -> Reply:
        """Answer what the person says and record the round; see `Memory.reply`."""
        return await asyncio.to_thread(self.memory.reply, text, **options)

    async def stream(self, text: str, **options: Any) -> AsyncIterator[str]:
        """Yield the reply's words as they may be shown; the round is recorded when the stream ends."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def put(piece: str | None) -> None:
            loop.call_soon_threadsafe(queue.put_nowait, piece)

        task = asyncio.create_task(asyncio.to_thread(self._reply_into, text, put, options))
        try:
            while (piece := await queue.get()) is not None:
                yield piece
        finally:  # a listener that leaves early does not end the round: it is recorded, whole or interrupted
            await asyncio.wait([task])
            task.exception()
        task.result()

    def _reply_into(self, text: str, put: Callable[[str | None], None], options: dict[str, Any]) -> None:
        try:
            self.memory.reply(text, on_text=put, **options)
        finally:
            put(None)
