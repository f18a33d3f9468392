"""Chinese sentences -> clauses."""
from collections.abc import Iterator
from duramen.models.listeners.rules.findings import Clause
def chinese_clauses(sentence) -> list[Clause]:
    return []
