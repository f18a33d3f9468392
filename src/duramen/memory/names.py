"""Names at the border: of persons, characters, sittings and bases, so that one name is one owner on every machine.

In: a name as it was given. Out: the same name in Unicode NFC on one line. Upper and lower case stay different names, and
so do names that merely look alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from duramen.errors import BadSetting
from duramen.observe.collect import MAX_NAME_CHARS
from duramen.text.border import clean, is_blank


def checked_name(name: str, what: str) -> str:
    """Return a name in NFC with single spaces; `what` says whose it is, as its option does ("person").

    Raises BadSetting for a blank name, for one longer than MAX_NAME_CHARS, and for one with NUL, control characters or
    lone surrogates: replacing them would make two different names one.
    """
    line = " ".join(name.split())
    cleaned = clean(line)
    if cleaned.replaced:
        raise BadSetting(
            f"the {what} {line[:MAX_NAME_CHARS]!r} holds characters that no name may hold (NUL, control characters or "
            f"broken UTF-8); give it in plain text with --{what}"
        )
    if is_blank(cleaned.text):
        raise BadSetting(f"the {what} {name[:MAX_NAME_CHARS]!r} is no name; give one with --{what}")
    if len(cleaned.text) > MAX_NAME_CHARS:
        raise BadSetting(
            f"the {what} {cleaned.text[:40] + '…'!r} has {len(cleaned.text):,} characters, more than the "
            f"{MAX_NAME_CHARS} of a name; give a shorter one with --{what}"
        )
    return cleaned.text


def checked_bases(names: Sequence[str] | None) -> tuple[str, ...] | None:
    """Return checked names of knowledge bases, None for all."""
    return None if names is None else tuple(checked_name(name, "base") for name in names)


def optional_base(base: str | None) -> str | None:
    """Return a checked name of a knowledge base, None for all."""
    return None if base is None else checked_name(base, "base")


def optional_name(name: str, what: str) -> str:
    """Return a checked name, or "" where none was given."""
    return checked_name(name, what) if name else ""


def checked_who(person: str, character: str) -> tuple[str, str]:
    """Return a person's name and a character's, "" for none, as they are used; raises as `checked_name`."""
    return checked_name(person, "person"), optional_name(character, "character")
