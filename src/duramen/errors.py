"""The errors that duramen raises, all of them.

    DuramenError                 catch this to catch everything below
    ├── InputError               what the caller handed in cannot be used
    │   ├── UnknownFormat        a file whose format is not known, or not the one that was named
    │   ├── UnreadableFile       a file that is missing, empty, binary, too large or damaged
    │   ├── BadTime              a time or a time zone that cannot be read
    │   └── BadSetting           a setting, preset or option with a value that does not exist
    ├── NotFound                 a person, character, record, base or document that is not there
    ├── StoreError               the folder or database cannot do what is asked
    │   ├── StoreUnavailable     missing rights, disk full, locked for too long, not a store
    │   ├── StoreVersion         the store was written by a newer duramen
    │   └── EmbedderMismatch     the store's vectors come from another embedder
    └── ModelError               the chat model or embedding server failed
        ├── ModelUnavailable     it cannot be reached, is not installed, or refuses the key
        └── ModelTimeout         it did not answer in time

Each message names the value that is wrong and says what to do about it. What models *say* is never an
exception: a broken tag or a refused operation is a value in the record.
"""

from __future__ import annotations


class DuramenError(Exception):
    """Base of every error that duramen raises on purpose."""


class InputError(DuramenError):
    """What the caller handed in cannot be used."""


class UnknownFormat(InputError):
    """A file whose format is not known, or is not the one that was named."""


class UnreadableFile(InputError):
    """A file that is missing, empty, binary, too large or damaged."""


class BadTime(InputError):
    """A time or a time zone that cannot be read."""


class BadSetting(InputError):
    """A setting, preset or option whose value does not exist."""


class NotFound(DuramenError):
    """A person, character, record, base or document that is not there."""


class StoreError(DuramenError):
    """The folder or database cannot do what is asked."""


class StoreUnavailable(StoreError):
    """Missing rights, a full disk, a lock held too long, or not a store at all."""


class StoreVersion(StoreError):
    """The store was written by a newer duramen."""


class EmbedderMismatch(StoreError):
    """The store's vectors come from another embedder than the one configured."""


class ModelError(DuramenError):
    """The chat model or the embedding server failed."""


class ModelUnavailable(ModelError):
    """It cannot be reached, is not installed, or refuses the key."""


class ModelTimeout(ModelError):
    """It did not answer in time."""
