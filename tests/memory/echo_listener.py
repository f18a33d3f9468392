"""A listener that writes down all that it hears, and ways to look at what became of it."""

import time

from duramen.domain.operations import Kind, Operation, OperationList
from duramen.domain.persona import Proposal, Proposals, Quote
from duramen.errors import ModelTimeout
from duramen.memory.persona.trees import tree_of
from duramen.stores.engine import reading
from duramen.stores.persona.reading import read_tree

PATH = "likes.other"


class Echo:
    """A listener that writes down all that persons say, and keeps the windows it heard; to characters it is deaf."""

    def __init__(self, wait_s=0.0, fail=lambda window: False):
        self.windows, self._wait_s, self._fail = [], wait_s, fail
        self.name = "echo@1"

    def listen(self, window, tree, schema):
        if window.character:
            return Proposals(text="", read=OperationList(operations=()), proposals=())
        time.sleep(self._wait_s)
        if self._fail(window):
            raise ModelTimeout("the server fell silent")
        fresh = [message for message in window.messages if message.own and not message.shown_only]
        self.windows.append([message.text for message in fresh])
        held = tree.values().get(PATH, "")
        value = "; ".join([*([held] if held else []), *(message.text for message in fresh)])
        operation = Operation(kind=Kind.UPDATE if held else Kind.ADD, path=PATH, value=value)
        last = fresh[-1]
        quote = Quote(record_id=last.record_id, turn_id=last.turn_id, start=0, end=len(last.text), said_at=last.said_at)
        return Proposals(
            text=str(operation),
            read=OperationList(operations=(operation,)),
            proposals=(Proposal(operation=operation, quote=quote),),
        )


def owner(memory, person="Mei"):
    return tree_of(memory.workspace, person).owner


def values(memory, person="Mei"):
    with reading(memory.workspace.engine) as connection:
        return read_tree(connection, owner(memory, person)).values()


def told(memory, read, *args, person="Mei"):
    with reading(memory.workspace.engine) as connection:
        return read(connection, owner(memory, person), *args)


def say(memory, *texts, person="Mei", **more):
    for text in texts:
        memory.record(text, "I see.", person=person, **more)


def until(true, longest_s=20.0):
    end = time.monotonic() + longest_s
    while not true():
        assert time.monotonic() < end, "it did not come to be"
        time.sleep(0.01)
