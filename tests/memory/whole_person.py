"""A person with everything that a store can hold of one: imported and chatted rounds, trees with history, rights, documents."""

import hashlib
import json

from character_talk import EN, chat, heard, talk

from duramen.memory.moving.export import export_person
from duramen.memory.moving.export_lines import Wanted, without

CHAT = (
    {"role": "user", "content": "My cat is called Miso.", "time": "2024-05-01T10:00:00+08:00", "mood": "glad"},
    {"role": "assistant", "content": "Lovely!", "time": "2024-05-01T10:01:00+08:00"},
    {"role": "user", "content": "I live in Lisbon. 我喜欢爬山。", "time": "2024-06"},
    {"role": "assistant", "content": "How is it? “\\ \u2028”"},
)
QUESTIONS = ("What is my cat called?", "我喜欢什么？", "When does the shop open?")


def chat_file(folder):
    file = folder / "chat.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in CHAT), encoding="utf-8")
    return file


def fill(memory, folder, person="Mei"):
    """Let a person come to have everything, by the verbs alone."""
    memory.import_dialogue(chat_file(folder), person=person, character="Ada")
    (folder / "ada.yaml").write_text("name: Ada\noccupation: gardener\nboundaries: [never a doctor]\n")
    memory.add_character(folder / "ada.yaml")
    (folder / "ada.yaml").write_text("name: Ada\noccupation: botanist\nboundaries: [never a doctor]\n")
    memory.add_character(folder / "ada.yaml")
    (folder / "bob.yaml").write_text("name: Bob\n")
    memory.add_character(folder / "bob.yaml")
    memory._model = chat(EN["first"], EN["other"])
    talk(memory, EN | {"person": person}, EN["greet"], EN["ask"])
    memory._model = "extractive"
    memory.reply("What is my cat called?", person=person, character="Bob")
    heard(memory, EN | {"person": person})
    memory.persona.consent("special", purpose="care", person=person)
    memory.listen(person=person, listener="rules")
    memory.persona.set("home.city", "Porto", person=person, since="2024-07")
    memory.persona.set("likes.food", "soup; 汤", person=person, reason="said so")
    memory.persona.delete("likes.food", person=person)
    memory.persona.restore(2, person=person)
    memory.persona.allow("likes: visible=off", person=person)
    memory.persona.allow("home.city: generation=off", person=person, character="Bob")
    memory.persona.withdraw("special", person=person)
    last = memory.rounds(person=person, character="Bob")[-1]
    memory.feedback(last.record_id, "deeper", person=person)
    guide = folder / "guide.md"
    guide.write_text("# Opening hours\n\nThe shop opens at nine.\n")
    memory.learn(guide, base="shop")
    guide.write_text("# Opening hours\n\nThe shop opens at ten. 十点开门。\n")
    memory.learn(guide, base="shop")
    return memory


def lines(memory, folder, person="Mei", **wanted):
    """Return the lines of an export between the header and the end."""
    file = folder / f"lines-{len(list(folder.glob('lines-*')))}.jsonl"
    export_person(memory.workspace, Wanted(person=person, **wanted), file)
    return [json.loads(line) for line in file.read_text().splitlines()][1:-1]


def record_hash(memory, person="Mei"):
    """Return the hash of all that is read of a person's rounds."""
    return _hash([memory.rounds(person=person, limit=100_000)])


def tree_hash(memory, person="Mei", characters=("", "Ada")):
    """Return the hash of all that is read of a person's trees, at every version, with what is allowed."""
    told = []
    for character in characters:
        who = {"person": person, "character": character}
        versions = memory.persona.versions(**who)
        trees = [memory.persona.show(version=one.version, **who).tree for one in versions]
        told += [versions, trees]
        paths = {path for one in trees for path in one.leaves}
        told += [memory.persona.history(path, **who) for path in sorted(paths)]
        told.append(memory.persona.waiting(**who))
        told.append(memory.persona.permissions(**who))
    return _hash(told)


def search_hash(memory, person="Mei"):
    """Return the hash of what is found, with every score."""
    found = [memory.recall(question, person=person, level="full", at="2026-05-01") for question in QUESTIONS]
    return _hash([(one.evidence, one.candidates, one.leaves, one.query_vector) for one in found])


def _hash(told):
    return hashlib.sha256(repr(told).encode()).hexdigest()


def compared(plain):
    """Return a line as it is the same under another name and after a restore, which is a write of its own."""
    return without(plain, ("owner_id", "name", "seq") if plain["line"] == "owner" else ())
