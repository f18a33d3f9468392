"""Character cards in a store: one living row a name, a new row only for a new card."""

from __future__ import annotations

from sqlalchemy import func, select

from duramen.memory.open import Memory
from duramen.stores.engine import reading
from duramen.stores.tables import cards


def test_the_same_card_added_again_changes_nothing(tmp_path):
    file = tmp_path / "keeper.yaml"
    with Memory(tmp_path / "store") as memory:
        for occupation in ("cook", "cook", "baker"):
            file.write_text(f"name: Keeper\noccupation: {occupation}\n", encoding="utf-8")
            memory.add_character(file)
        with reading(memory.workspace.engine) as connection:
            rows = connection.execute(select(func.count()).select_from(cards)).scalar_one()
        assert memory.character("Keeper").occupation == "baker"
    assert rows == 2  # the cook, who is kept, and the baker
