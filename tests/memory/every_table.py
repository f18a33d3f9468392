"""A store in which no table of owners is empty, and a way round the library into its database."""

import json
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

from duramen.memory.forgetting import ForgetRequest
from duramen.memory.review.choosing import Choice
from duramen.memory.review.export import Making, export_sheets
from duramen.stores.engine import DATABASE_NAME

CHAT = [
    {"role": "user", "content": "I live in Delft and I play the bassoon.", "timestamp": "2026-01-05T10:00:00Z"},
    {"role": "assistant", "content": "Lovely town.", "timestamp": "2026-01-05T10:00:05Z"},
    {"role": "user", "content": "我最喜欢的茶是龙井。", "timestamp": "2026-01-06T10:00:00Z"},
    {"role": "assistant", "content": "好茶。", "timestamp": "2026-01-06T10:00:05Z"},
]


def fill(memory, folder):
    """Use the store in every way that writes rows."""
    chat = folder / "chat.jsonl"
    chat.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in CHAT), encoding="utf-8")
    memory.import_dialogue(chat, person="mei")
    note = folder / "note.md"
    note.write_text("# Bassoon\n\nThe bassoon is a woodwind instrument with a double reed.", encoding="utf-8")
    memory.learn(note)
    note.write_text("# Bassoon\n\nThe bassoon has a double reed, and is low.", encoding="utf-8")
    memory.learn(note)
    card = folder / "ada.json"
    card.write_text(json.dumps({"name": "Ada", "description": "Ada is an engineer. She lives in London."}), "utf-8")
    memory.add_character(card)
    memory.add_schema(small_schema(folder))
    memory.persona.consent("private", person="mei", purpose="a test")
    memory.persona.consent("special", person="mei", purpose="a test")
    memory.persona.withdraw("special", person="mei")
    memory.persona.allow("home.*: generation=off", person="mei")
    memory.persona.allow("home.*: generation=on", person="mei")
    memory.record("I have a dog called Biscuit.", "Good dog. I am a gardener and I live in Ghent.", person="mei")
    memory.listen(person="mei", listener="rules")
    memory.listen(person="mei", character="assistant", listener="rules")
    reply = memory.reply("What is my dog called?", person="mei", character="Ada")
    memory.feedback(reply.record_id, "deeper", person="mei")
    export_sheets([memory.workspace], Choice(person="mei"), Making(to=folder / "review.csv"))
    memory.import_dialogue(chat, person="bo")
    memory.forget(ForgetRequest(person="bo", record=memory.rounds(person="bo")[0].record_id))


def small_schema(folder):
    """Write a schema of one leaf and return its path."""
    file, said = folder / "hobby.json", {"en": "Trains", "zh": "火车"}
    leaf = {
        "path": "hobby.trains",
        "trunk": "social",
        "title": said,
        "description": said,
        "examples": {"en": ["a tram"], "zh": ["电车"]},
        "budget": 100,
        "tier": "ordinary",
        "lifetime": "lasting",
    }
    file.write_text(
        json.dumps({"name": "hobby", "version": 1, "language": "en", "about": said, "leaves": [leaf]}), "utf-8"
    )
    return file


@contextmanager
def raw(home):
    """Give a connection past the library, without foreign keys; what it does is committed."""
    if isinstance(home, Path):
        engine = create_engine(f"sqlite:///{home / DATABASE_NAME}")
    else:
        engine = create_engine(make_url(home).set(drivername="postgresql+psycopg"))
    with engine.begin() as connection:
        if not isinstance(home, Path):
            connection.execute(text("SET session_replication_role = replica"))
        yield connection
    engine.dispose()
