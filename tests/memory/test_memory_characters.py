"""Character cards in a store: one living row a name, a new row only for a new card."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from duramen.errors import NotFound
from duramen.memory.characters import remove_character
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


def test_a_removed_character_leaves_the_shared_knowledge_the_rounds_and_the_other_one(memory, tmp_path):
    for name in ("Ada", "Bob"):
        (tmp_path / f"{name}.yaml").write_text(f"name: {name}\noccupation: guide\n")
        memory.add_character(tmp_path / f"{name}.yaml")
        memory.record(f"Hello {name}.", f"I am {name}.", person="Mei", character=name)
    (tmp_path / "k.md").write_text("The ferry leaves at nine.")
    memory.learn(tmp_path / "k.md", base="K")
    before = memory.documents("K"), memory.character("Bob"), memory.rounds(person="Mei")
    asked = {"person": "Mei", "character": "Bob", "bases": ["K"]}
    found = [e.text for e in memory.recall("When does the ferry leave?", **asked).evidence]
    remove_character(memory.workspace, "Ada")
    assert [card.name for card in memory.characters()] == ["Bob"]
    assert (memory.documents("K"), memory.character("Bob"), memory.rounds(person="Mei")) == before
    assert [e.text for e in memory.recall("When does the ferry leave?", **asked).evidence] == found
    assert any("ferry" in text for text in found)
    with pytest.raises(NotFound, match="Bob"):
        remove_character(memory.workspace, "Ada")
    memory.add_character(tmp_path / "Ada.yaml")
    assert [card.name for card in memory.characters()] == ["Ada", "Bob"]
