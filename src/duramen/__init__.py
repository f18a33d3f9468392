"""duramen: long-term memory for people who talk to an assistant for months, and for the developers who run such assistants.

from duramen import Memory

with Memory.open("my-memory") as memory:
    memory.record("I moved to Lisbon last week.", "How is it?", person="Mei")
    print(memory.reply("Where do I live?", person="Mei").text)
"""

from duramen.domain.dialogue import Dialogue
from duramen.domain.evidence import Candidate, Evidence, Recalled
from duramen.domain.prompt import Prompt
from duramen.domain.record import Record
from duramen.domain.time import Moment
from duramen.errors import DuramenError, InputError, ModelError, NotFound, StoreError
from duramen.memory.asynchronous import AsyncMemory
from duramen.memory.everyone import ImportedEveryone
from duramen.memory.learn import Learned
from duramen.memory.observe import Imported
from duramen.memory.open import Memory
from duramen.memory.reply import Reply
from duramen.settings import Settings

__all__ = [
    "AsyncMemory",
    "Candidate",
    "Dialogue",
    "DuramenError",
    "Evidence",
    "Imported",
    "ImportedEveryone",
    "InputError",
    "Learned",
    "Memory",
    "ModelError",
    "Moment",
    "NotFound",
    "Prompt",
    "Recalled",
    "Record",
    "Reply",
    "Settings",
    "StoreError",
]
