"""A lorebook is imported as knowledge: every entry is kept, those that are switched off are never found."""

from __future__ import annotations

import json

import pytest

from duramen import Memory, Settings

BOOK = {
    "name": "港城",
    "entries": {
        "0": {"uid": 0, "key": ["灯塔"], "content": "灯塔在北岸，守塔人叫老周。", "comment": "灯塔", "probability": 80},
        "1": {"uid": 1, "key": ["密道"], "content": "密道通向旧码头的酒窖。", "comment": "密道", "disable": True},
    },
}


@pytest.fixture
def memory(tmp_path):
    with Memory(tmp_path / "home", settings=Settings(embedder="hash", timezone="UTC")) as opened:
        yield opened


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "harbour.json"
    path.write_text(json.dumps(BOOK, ensure_ascii=False), encoding="utf-8")
    return path


def test_all_entries_of_a_lorebook_become_documents_with_their_unknown_fields(memory, book):
    done = memory.import_dialogue(book, person="林")
    assert (done.format, done.documents, done.rounds) == ("lorebook", 2, 0)
    documents = memory.documents("harbour")
    assert [document.title for document in documents] == ["灯塔", "密道"]
    assert documents[0].extra["probability"] == 80


def test_an_entry_is_found_unless_it_is_switched_off(memory, book):
    memory.import_dialogue(book, person="林")
    memory.record("你好", person="林")
    found = memory.recall("守灯塔的人叫什么？", person="林")
    assert any("老周" in evidence.text for evidence in found.evidence)
    found = memory.recall("密道通向哪里？", person="林")
    texts = [e.text for e in found.evidence] + [c.text for c in found.candidates]
    assert not any("酒窖" in text for text in texts)


def test_importing_a_lorebook_again_changes_nothing(memory, book):
    memory.import_dialogue(book, person="林")
    before = memory.documents("harbour")
    memory.import_dialogue(book, person="林")
    assert memory.documents("harbour") == before
