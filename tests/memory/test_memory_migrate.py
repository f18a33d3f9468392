"""A store that moves between its two databases: every row, every tree, and what a question finds, to the last bit."""

from dataclasses import asdict

import pytest
from sqlalchemy import update

from duramen import Memory, Settings
from duramen.errors import NotFound, StoreError
from duramen.memory.moving.migrate import migrate_store
from duramen.stores.copying import store_digest
from duramen.stores.engine import open_engine, reading, writing
from duramen.stores.tables import turns

SETTINGS = Settings(embedder="usem3", timezone="Asia/Shanghai", model="extractive", listener="rules")
QUESTIONS = (
    "What is the name of my dog?",
    "我家的猫叫什么？",
    "where did I move to, and when?",
    "工作压力",
    "猫",
    "what does the handbook say of holidays?",
)
TALK = (
    ("My dog is called Biscuit and he loves the beach.", "A lovely name."),
    ("我家有一只猫，叫团团，今年三岁。", "团团一定很可爱。"),
    ("I moved to Leeds last month.", "How is it there?"),
    ("最近工作压力很大，晚上睡不好。", "要不要早点休息？"),
    ('A value with "quotes", a \\ and an emoji 🐈, and 𠮷.', "Noted."),
)


def fill(home, folder):
    (folder / "handbook.md").write_text("# Handbook\n\nHolidays are 28 days a year. 年假二十八天。\n")
    with Memory(home, settings=SETTINGS) as memory:
        for said, reply in TALK:
            memory.record(said, reply, person="Ann", character="Noa")
        memory.record("hello from somebody else", "hello", person="ann", character="Noa")
        memory.learn(folder / "handbook.md", base="docs")
        memory.persona.set("home.city", "York", person="Ann")
        memory.listen(person="Ann")
        for question in QUESTIONS:
            memory.reply(question, person="Ann", character="Noa", level="full")


def found(home):
    with Memory(home, settings=SETTINGS) as memory:
        recalled = [memory.recall(q, person="Ann", character="Noa", level="full", at=AT) for q in QUESTIONS]
        prompts = [memory.prompt(q, person="Ann", character="Noa", at=AT).hash for q in QUESTIONS]
        tree = memory.persona.show(person="Ann").tree.values()
    return [[asdict(c) for c in (*one.evidence, *one.candidates)] for one in recalled], prompts, tree


AT = "2030-01-01T00:00:00Z"


@pytest.mark.slow
def test_there_and_back_again_everything_is_the_same_to_the_last_bit(tmp_path, new_database):
    first, url, last = tmp_path / "first", new_database(), tmp_path / "last"
    fill(first, tmp_path)
    there = migrate_store(first, url)
    back = migrate_store(url, last)
    assert there.digest == back.digest
    assert there.rows == back.rows
    before = found(first)
    assert any(before[0])
    assert found(url) == before
    assert found(last) == before


@pytest.mark.slow
def test_a_store_goes_on_where_it_stood(tmp_path, new_database):
    first, url = tmp_path / "first", new_database()
    fill(first, tmp_path)
    migrate_store(first, url)
    for home in (first, url):
        with Memory(home, settings=SETTINGS) as memory:
            assert memory.reply("and now?", person="Ann", character="Noa").round == len(TALK) + len(QUESTIONS) + 1
            memory.persona.set("home.city", "Hull", person="Ann")
    trees = [found(home)[2] for home in (first, url)]
    assert trees[0] == trees[1]


def test_nothing_is_moved_into_a_store_that_holds_something(tmp_path):
    for name in ("first", "second"):
        with Memory(tmp_path / name, settings=SETTINGS) as memory:
            memory.record("hello", "hello", person="Ann")
    with pytest.raises(StoreError, match="empty"):
        migrate_store(tmp_path / "first", tmp_path / "second")


def test_there_must_be_a_store_to_move(tmp_path):
    with pytest.raises(NotFound, match="nowhere"):
        migrate_store(tmp_path / "nowhere", tmp_path / "second")
    assert not (tmp_path / "second").exists()


def test_one_changed_letter_is_another_digest(tmp_path):
    with Memory(tmp_path, settings=SETTINGS) as memory:
        memory.record("hello", "hello", person="Ann")
    engine = open_engine(tmp_path)
    before = store_digest(engine)
    with writing(engine) as connection:
        connection.execute(update(turns).where(turns.c.position == 0).values(text="hellp"))
    assert store_digest(engine) != before
    with reading(engine) as connection:
        assert connection.execute(turns.select()).first() is not None
    engine.dispose()
