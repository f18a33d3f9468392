"""Secrets at every door (C13): what comes in to be stored passes here, and DURAMEN_SECRETS says what becomes of it.

In: a text, a dialogue, a document, a list of operations. Out: the same without its secrets (`mask`), unchanged (`keep`),
or an InputError that names kind and place before anything is stored (`refuse`). What a model wrote is masked under
`refuse` too: whoever talks to it is not to lose their round over it. Names of persons, characters, sittings and bases are
no texts: rows are found by them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from duramen.domain.dialogue import Dialogue, Message
from duramen.domain.knowledge import DocumentText
from duramen.errors import InputError
from duramen.text.border import clean
from duramen.text.secrets import find_secrets, mask, told

_SHOWN_PLACES = 5
_WAY_OUT = "take it out, or set DURAMEN_SECRETS=mask to store the text without it (keep stores it as it is)"


class Keeper:
    """Takes the secrets out of what one verb is about to store; `counts` holds how many of each kind there were."""

    def __init__(self, policy: str, counts: Counter[str] | None = None) -> None:
        self.policy = policy
        self.counts: Counter[str] = Counter() if counts is None else counts

    def facts(self) -> dict[str, int]:
        """Return the counts as facts for the log, without any word of the texts."""
        return {f"masked_{kind.replace('-', '_')}": number for kind, number in self.counts.items()}

    def given(self, text: str, where: str) -> str:
        """Return what somebody gives as it may be stored; raises InputError under `refuse`, naming `where` it stands."""
        if self.policy == "refuse":
            found = Counter(secret.kind for secret in find_secrets(text))
            if found:
                raise InputError(f"{where} holds {told(found)}, and nothing was stored; {_WAY_OUT}")
        return self.made(text)

    def made(self, text: str) -> str:
        """Return what a model wrote, or what comes from the store, as it may be stored."""
        if self.policy == "keep":
            return text
        masked = mask(text)
        self.counts.update(masked.counts)
        return masked.text

    def values(self, value: Any, where: str, name: str = "") -> Any:
        """Return plain values as JSON has them with their texts and long numbers as `given` does; `name`: the key before."""
        if isinstance(value, Mapping):
            return {key: self.values(one, where, str(key)) for key, one in value.items()}
        if isinstance(value, list | tuple):
            return [self.values(one, where, name) for one in value]
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**8:
            kept = self._named(str(value), where, name)
            return value if kept == str(value) else kept
        return self._named(value, where, name) if isinstance(value, str) else value

    def _named(self, text: str, where: str, name: str) -> str:
        """What a field is called tells what it holds, as in {"password": "…"}."""
        kept = self.given(text, where)
        lead = f"{name}: "
        if (
            name
            and kept == text
            and self.policy != "keep"
            and any(s.start >= len(lead) for s in find_secrets(lead + text))
        ):
            return self.given(lead + text, where)[len(lead) :]
        return kept

    def written(self, raw: str) -> str:
        """Return the raw text of a model's answer as it may be stored: clean, and without secrets."""
        return self.made(clean(raw).text)

    def dialogue(self, dialogue: Dialogue) -> Dialogue:
        """Return a dialogue as it may be stored; under `refuse` raises InputError with the places of the first secrets."""
        if self.policy == "keep":
            return dialogue
        kept, places = [], []
        for message in dialogue.messages:
            before = self.counts.total()
            kept.append(self._message(message))
            if self.counts.total() > before:
                places.append(message.where or f"message {message.position + 1}")
        if self.policy == "refuse" and places:
            more = f" and {len(places) - _SHOWN_PLACES:,} more" if len(places) > _SHOWN_PLACES else ""
            listed = ", ".join(places[:_SHOWN_PLACES]) + more
            raise InputError(f"the file holds {told(self.counts)} ({listed}), and nothing was stored; {_WAY_OUT}")
        return replace(dialogue, messages=tuple(kept))

    def _message(self, message: Message) -> Message:
        apart = Keeper("mask", self.counts)
        text, speaker, session = (apart.made(part) for part in (message.text, message.speaker, message.session))
        extra = message.extra
        if extra != "{}":
            fields = json.loads(extra)
            kept = apart.values(fields, "")
            extra = extra if kept == fields else json.dumps(kept, ensure_ascii=False)
        return replace(message, text=text, speaker=speaker, session=session, extra=extra)

    def document(self, document: DocumentText, where: str) -> DocumentText:
        """Return a document as it may be stored; its title, its text and its fields."""
        return replace(
            document,
            title=self.given(document.title, where),
            text=self.given(document.text, where),
            extra=self.values(document.extra, where) if document.extra else document.extra,
        )
