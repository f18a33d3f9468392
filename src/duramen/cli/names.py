"""Names on the command line: the one person a store holds, and a word when a new name begins.

In: an open store and the names that were given. Out: the name to read, and sentences for standard error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from duramen.cli.output import say_aside
from duramen.errors import BadSetting, ModelError
from duramen.memory.names import checked_name
from duramen.memory.open import Memory

SHOWN_NAMES = 5


def the_person(memory: Memory, person: str | None) -> str:
    """Return `person`; where none was given, the only one that the store holds, which standard error is told.

    Raises BadSetting with the names there are where that leaves a choice.
    """
    if person is not None:
        return person
    known = list(memory.persons())
    if not known:
        raise BadSetting("nobody has talked yet; import or chat first, or say who asks with --person NAME")
    if len(known) > 1:
        raise BadSetting(f"the store holds {len(known)} persons; say which with --person: {_listed(known)}")
    say_aside(f"person: {known[0]}, the only one here\n")
    return known[0]


def new_name_line(kind: str, name: str, known: Collection[str]) -> str:
    """Return the line that says that a new person or character begins, names like it first; "" where that is plain.

    It is plain where nobody is known yet, and where the name is known. Upper and lower case are different names.
    """
    name = checked_name(name, kind)
    if not known or name in known:
        return ""
    return f"note: a new {kind} {name!r} begins here; known: {_listed(_alike_first(name, known))}"


def tell_new_name(kind: str, name: str, known: Collection[str]) -> None:
    """Write the line of `new_name_line` to standard error, if there is one."""
    line = new_name_line(kind, name, known)
    if line:
        say_aside(line + "\n")


@contextmanager
def telling_new_names(memory: Memory, *, person: str, character: str = "") -> Iterator[None]:
    """Tell of names that the store did not hold before the block and holds after it; `character` "" is not looked at.

    A model that fails and an interruption leave what was said in the store, and the names with it.
    """
    persons, characters = list(memory.persons()), known_characters(memory)

    def tell() -> None:
        if checked_name(person, "person") in memory.persons():
            tell_new_name("person", person, persons)
            if character:
                tell_new_name("character", character, characters)

    try:
        yield
    except (ModelError, KeyboardInterrupt):
        tell()
        raise
    tell()


def known_characters(memory: Memory) -> list[str]:
    """Return the names of all characters that have a card or were talked to, each once."""
    talked = [name for counts in memory.persons().values() for name in counts]
    return list(dict.fromkeys([card.name for card in memory.characters()] + talked))


def _alike_first(name: str, known: Collection[str]) -> list[str]:
    folded: dict[str, list[str]] = {}
    for one in known:
        folded.setdefault(one.casefold(), []).append(one)
    close = [
        one for like in get_close_matches(name.casefold(), folded, n=SHOWN_NAMES, cutoff=0.5) for one in folded[like]
    ]
    return list(dict.fromkeys([*close, *known]))


def _listed(names: Collection[str]) -> str:
    shown = list(names)[:SHOWN_NAMES]
    rest = len(names) - len(shown)
    return ", ".join(map(repr, shown)) + (f" and {rest} more (`duramen persons`)" if rest > 0 else "")
