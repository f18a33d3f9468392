"""Windows, trees and a schema for tests of listeners."""

from duramen.domain.persona import Heard, Leaf, Tree, Window
from duramen.schemas import load_schema

SCHEMA = load_schema("core")


def window(*lines, person="Mei"):
    """Return a window of lines such as "user: I like tea", "heard: ..." (the person, before), "assistant: ..."."""
    messages = []
    for number, line in enumerate(lines):
        role, _, text = line.partition(": ")
        own = role in ("user", "heard")
        messages.append(
            Heard(
                role="user" if own else role,
                speaker=person if own else role,
                text=text,
                own=own,
                shown_only=role == "heard",
                record_id=f"r{number}",
                turn_id=number,
            )
        )
    return Window(person=person, messages=tuple(messages))


def tree(**values):
    """Return a tree; `home_city="Rome"` fills home.city."""
    leaves = {path.replace("_", ".", 1): value for path, value in values.items()}
    return Tree(schema="core", version=1, leaves={path: Leaf(path=path, value=value) for path, value in leaves.items()})
