"""The receipt of a forgetting: what went, by kind and number, with digests that tell no word of it, and what is left elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from duramen.stores.forgetting.erasing import Erased

_ELSEWHERE = {
    "sqlite": (
        "backups and copies of the store's folder made before: the ledger forgettings.jsonl is applied when one is restored",
        "what the file system or the disk keeps of overwritten blocks",
    ),
    "postgresql": (
        "the server's write-ahead log and its archive, until their own retention ends",
        "replicas, until they have replayed this, and base backups or dumps made before: apply the ledger after a restore",
        "what the file system or the disk keeps of overwritten blocks",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What a forgetting did, without a word of what was forgotten.

    `counts`: rows erased by table, "redacted" those that lost a part. `digests`: HMACs of what was erased, by table, under a key
    of the owner. `chains`: by owner, the head of the audit chain before and after. `revived`: leaves whose earlier value
    stands again; `heard_again`: operations that a listener's second hearing led to; `not_heard`: rounds that would have to be
    heard again; `empty`: leaves that have no value any more. `files` beside the store that were rewritten or deleted, `copies`
    that are older copies and were only named. `compacted`: no byte of it is left in the database's files.
    """

    id: str
    scope: str
    at_us: int
    counts: dict[str, int] = field(default_factory=dict)
    digests: dict[str, str] = field(default_factory=dict)
    chains: dict[str, tuple[str, str]] = field(default_factory=dict)
    revived: int = 0
    heard_again: int = 0
    not_heard: int = 0
    empty: tuple[str, ...] = ()
    files: int = 0
    copies: tuple[str, ...] = ()
    compacted: bool = False
    compaction_due: str = ""
    elsewhere: tuple[str, ...] = ()

    def values(self) -> dict[str, Any]:
        """Return it as JSON holds it."""
        return asdict(self)


def receipt_from(
    forgetting_id: str, scope: str, at_us: int, erased: Mapping[str, Erased], chains: dict[str, tuple[str, str]]
) -> Receipt:
    """Return the receipt of what was erased of several owners."""
    counts: dict[str, int] = {}
    digests: dict[str, str] = {}
    for owner_id, one in erased.items():
        for table, count in one.counts.items():
            counts[table] = counts.get(table, 0) + count
        digests |= {f"{table} of {owner_id[:8]}": digest for table, digest in one.digests.items()}
    return Receipt(id=forgetting_id, scope=scope, at_us=at_us, counts=counts, digests=digests, chains=chains)


def elsewhere(dialect: str) -> tuple[str, ...]:
    """Return what survives elsewhere, as sentences."""
    return _ELSEWHERE[dialect]
