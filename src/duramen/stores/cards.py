"""Rows of character cards: one living card per name, older ones kept so that a record's card can be read again."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select, update

from duramen.stores.owners import Owner, OwnerWrite
from duramen.stores.tables import cards


def put_card(write: OwnerWrite, name: str, card: str, recorded_us: int) -> None:
    """Make `card` (JSON) the living card of this name."""
    write.connection.execute(
        update(cards)
        .where(cards.c.owner_id == write.owner.owner_id, cards.c.name == name, cards.c.died_seq.is_(None))
        .values(died_seq=write.seq)
    )
    write.connection.execute(
        insert(cards).values(
            owner_id=write.owner.owner_id,
            card_id=write.take_items(1),
            tenant=write.owner.tenant,
            name=name,
            card=card,
            recorded_us=recorded_us,
            born_seq=write.seq,
        )
    )


def find_card(connection: Connection, owner: Owner, name: str) -> str | None:
    """Return the living card of this name as JSON, or None."""
    return connection.execute(
        select(cards.c.card).where(cards.c.owner_id == owner.owner_id, cards.c.name == name, cards.c.died_seq.is_(None))
    ).scalar()


def list_cards(connection: Connection, owner: Owner) -> list[tuple[str, str]]:
    """Return (name, card as JSON) of all living cards, by name."""
    rows = connection.execute(
        select(cards.c.name, cards.c.card)
        .where(cards.c.owner_id == owner.owner_id, cards.c.died_seq.is_(None))
        .order_by(cards.c.name)
    )
    return [(row.name, row.card) for row in rows]
