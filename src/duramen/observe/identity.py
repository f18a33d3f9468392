"""What makes two imported messages the same one: the text from which the store makes its import keys (DESIGN 16).

In: a `Dialogue`, or its rounds. Out: for each message a canonical text. Reading the same file twice gives the same
texts; an export that has grown gives the old ones and new ones; one conversation exported by two tools gives the same
ones, since what was said to the second tells a message from all others. The store keys them by an HMAC, never in the
clear.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from duramen.domain.dialogue import Message, Round
from duramen.domain.time import Precision
from duramen.text.secrets import mask

# Cannot occur in cleaned text, so that no two different sets of fields give one key.
_SEPARATOR = "\x1f"


def import_key(message: Message, *, occurrence: int = 0, before: str = "") -> str:
    """Return the canonical text of one message's identity.

    Known to the second: session, second, role, text, and the `occurrence` number from 0 among equal ones, so that two
    equal "ok" stay two; ids are left out, since each tool numbers in its own way, and so are fractions of a second,
    which only some tools keep. Else with an external id: session and id. Else: session, time and its precision, role,
    text and occurrence. A message with neither time nor session has nothing but its neighbours to tell it from an equal
    one in another file: `before`, a digest of all messages before it, stands for the time. The speaker's name is left
    out, since a contact's remark name changes; so are secrets, of which not even a digest is kept, and which make the keys
    the same whether DURAMEN_SECRETS masks or keeps them.
    """
    at = message.happened_at
    if _named_by_id(message):
        return _SEPARATOR.join(("id", message.session, message.external_id))
    if at.at_us is not None and at.precision is Precision.SECOND:
        when = str(at.at_us // 1_000_000)
    else:
        when = before if at.at_us is None and not message.session else f"{at.at_us}/{at.precision.value}"
    return _SEPARATOR.join(("said", message.session, when, message.role.value, str(occurrence), _words(message)))


def import_keys(messages: Iterable[Message]) -> tuple[str, ...]:
    """Return the key of each message of one source, in the order given; all are different.

    A longer export whose first messages are the same gives the same keys for these. For messages with a time, an id or
    a session, keys do not depend on the order of different messages.
    """
    counts: dict[str, int] = {}
    chain = ""
    keys: list[str] = []
    for message in messages:
        base = import_key(message, before=chain)
        occurrence = counts.get(base, 0)
        counts[base] = occurrence + 1
        keys.append(base if occurrence == 0 else _repeated(message, occurrence, chain))
        if message.happened_at.at_us is None and not message.session and not message.external_id:
            link = f"{chain}{_SEPARATOR}{message.role.value}{_SEPARATOR}{_words(message)}"
            chain = hashlib.sha256(link.encode("utf-8", errors="replace")).hexdigest()
    return tuple(keys)


def round_keys(rounds: Sequence[Round]) -> tuple[tuple[str, ...], ...]:
    """Return, for each round, the keys of its messages, as `import_keys` over all of them in order of the rounds.

    The first key names the round. A round is known when all its keys are; when only some are, the round has grown: its
    reply came with a later export.
    """
    flat = iter(import_keys(message for one in rounds for message in one.messages))
    return tuple(tuple(next(flat) for _ in one.messages) for one in rounds)


def _repeated(message: Message, occurrence: int, chain: str) -> str:
    key = import_key(message, occurrence=occurrence, before=chain)
    # Messages built by hand may repeat an id; a source that was read never does.
    return f"{key}{_SEPARATOR}{occurrence}" if _named_by_id(message) else key


def _words(message: Message) -> str:
    return mask(message.text).text


def _named_by_id(message: Message) -> bool:
    at = message.happened_at
    return bool(message.external_id) and (at.at_us is None or at.precision is not Precision.SECOND)
