"""Whatever is done with a store through the library, its chain verifies and nothing in it dangles (C12)."""

import json
import random

import pytest
from every_table import small_schema
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from duramen import Memory, Settings
from duramen.errors import DuramenError
from duramen.memory.forgetting import ForgetRequest
from duramen.memory.fsck import check_store
from duramen.memory.verify import verify_store
from duramen.stores.owners import OwnerKind, owner_write
from duramen.stores.persona.tables import leaves
from duramen.stores.tables import records
from duramen.stores.verifying import State

PLACES = ("Delft", "Leiden", "Utrecht", "成都", "杭州")
PATHS = ("home.city", "pets.animals", "food.favourites", "work.occupation", "music.taste")


class Hand:
    """Somebody who uses a store in one way after another; what the library refuses is no fault."""

    def __init__(self, memory, folder, seed):
        self.memory, self.folder, self.chance, self.done = memory, folder, random.Random(seed), 0

    def act(self, name):
        self.done += 1
        try:
            getattr(self, name)(self.chance.choice(("mei", "tom")))
        except DuramenError:
            return False
        return True

    def import_(self, person):
        file = self.folder / "chat.jsonl"
        said = f"I moved to {self.chance.choice(PLACES)} in week {self.chance.randrange(4)}."
        lines = [("user", said), ("assistant", "I see.")]
        file.write_text("\n".join(json.dumps({"role": role, "content": text}) for role, text in lines), "utf-8")
        self.memory.import_dialogue(file, person=person)

    def talk(self, person):
        character = self.chance.choice(("", "Ada"))
        reply = self.memory.reply(f"Do I like {self.chance.choice(PLACES)}?", person=person, character=character)
        if self.chance.random() < 0.3:
            self.memory.feedback(reply.record_id, self.chance.choice(("deeper", "good")), person=person)

    def record(self, person):
        self.memory.record(f"I live in {self.chance.choice(PLACES)}.", "I am a gardener in Ghent.", person=person)

    def listen(self, person):
        self.memory.listen(person=person, listener="rules")
        self.memory.listen(person=person, character="assistant", listener="rules")

    def set(self, person):
        self.memory.persona.set(self.chance.choice(PATHS), self.chance.choice(PLACES), person=person)

    def apply(self, person):
        path, value = self.chance.choice(PATHS), self.chance.choice(PLACES)
        self.memory.persona.apply(f'ADD({path}, "{value}")\nDELETE({path}, None)', person=person)

    def delete(self, person):
        self.memory.persona.delete(self.chance.choice(PATHS), person=person)

    def restore(self, person):
        self.memory.persona.restore(self.chance.randrange(4), person=person)

    def consent(self, person):
        self.memory.persona.consent(self.chance.choice(("private", "home")), person=person, purpose="a test")

    def withdraw(self, person):
        self.memory.persona.withdraw(self.chance.choice(("private", "home")), person=person)

    def allow(self, person):
        self.memory.persona.allow(f"home.*: generation={self.chance.choice(('on', 'off'))}", person=person)

    def learn(self, _person):
        file = self.folder / f"{self.chance.randrange(3)}.md"
        file.write_text(f"# {self.chance.choice(PLACES)}\n\nA town that I like, {self.chance.random()}.", "utf-8")
        self.memory.learn(file)

    def unlearn(self, _person):
        self.memory.remove_document(f"{self.chance.randrange(3)}.md")

    def add_schema(self, _person):
        self.memory.add_schema(small_schema(self.folder))

    def erase(self, person):
        owner = self.memory.workspace.find(OwnerKind.PERSON, person)
        table, key = self.chance.choice(((records, "record_id"), (leaves, "leaf_id")))
        if owner is None:
            return
        with owner_write(self.memory.workspace.engine, owner) as write:
            ids = (
                write.connection.execute(select(table.c[key]).where(table.c.owner_id == owner.owner_id)).scalars().all()
            )
            if ids:
                write.cause = f"forgetting {self.done}"
                write.erase(table, {key: self.chance.choice(ids)})
                write.erase_happened()

    def forget(self, person):
        rounds = self.memory.rounds(person=person, limit=50)
        kinds = [{"record": self.chance.choice(rounds).record_id}] * 6 if rounds else []
        kinds += [{"path": self.chance.choice(PATHS)}] * 6 + [{"matching": self.chance.choice(PLACES)}] * 4
        kinds += [{"document": f"{self.chance.randrange(3)}.md"}] * 3 + [{"everything": True}]
        self.memory.forget(ForgetRequest(person=person, **self.chance.choice(kinds)))

    def redact(self, person):
        owner = self.memory.workspace.find(OwnerKind.PERSON, person)
        if owner is None:
            return
        with owner_write(self.memory.workspace.engine, owner) as write:
            mine = select(leaves.c.leaf_id).where(leaves.c.owner_id == owner.owner_id)
            ids = write.connection.execute(mine).scalars().all()
            if ids:
                write.redact(leaves, {"leaf_id": self.chance.choice(ids)}, {"reason": ""})


ACTIONS = [
    name.rstrip("_") if name != "import_" else name
    for name in vars(Hand)
    if not name.startswith("__") and name != "act"
]


def clean(home):
    found = verify_store(home)
    assert {one.state for one in found} <= {State.OK, State.ERASED}, [one.findings for one in found]
    checked = check_store(home)
    assert (checked.dangling, checked.faults) == ((), ())
    return found, checked


def open_(home):
    return Memory(home, settings=Settings(embedder="hash", timezone="UTC", model="extractive", listener="off"))


@settings(max_examples=12)
@given(names=st.lists(st.sampled_from(ACTIONS), min_size=3, max_size=14), seed=st.integers(0, 2**16))
def test_any_sequence_of_operations_verifies_and_leaves_nothing_dangling(tmp_path_factory, names, seed):
    folder = tmp_path_factory.mktemp("operations")
    memory = open_(folder / "home")
    hand = Hand(memory, folder, seed)
    hand.record("mei")
    for name in names:
        hand.act(name)
    memory.close()
    clean(folder / "home")


@pytest.mark.slow
def test_a_thousand_additions_edits_deletions_and_erasures_leave_nothing_dangling(home, tmp_path):
    memory = open_(home)
    hand = Hand(memory, tmp_path, 20)
    names = hand.chance.choices(ACTIONS, k=1000)
    worked = sum(hand.act(name) for name in names)
    memory.close()
    found, checked = clean(home)
    assert worked > 600
    assert sum(erasure.erased for one in found for erasure in one.erasures) > 100
    assert len(checked.erased) > 10
    noted = found[0].head
    assert any(one.noted_at is not None for one in verify_store(home, noted=noted))


def test_every_action_works_once(tmp_path):
    memory = open_(tmp_path / "home")
    hand = Hand(memory, tmp_path, 3)
    for _ in range(3):
        hand.record("mei")
        hand.record("tom")
    worked = {name for _ in range(6) for name in ACTIONS if hand.act(name)}
    memory.close()
    assert worked == set(ACTIONS)
    clean(tmp_path / "home")
