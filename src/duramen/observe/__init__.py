"""Chat exports and character cards -> messages, rounds and cards; one file per format, pure functions over bytes.

`read_dialogue` reads any export, `dialogue_members` says whom one may choose in it, `rounds_of` groups messages,
`import_keys` and `round_keys` tell what was imported before; `read_card` and `lore_documents` read characters and lore.
"""

from duramen.observe.cards import card_text, read_card
from duramen.observe.formats import FORMATS, Format, dialogue_members, format_names, read_dialogue
from duramen.observe.identity import import_key, import_keys, round_keys
from duramen.observe.lorebooks import LoreDocument, lore_documents
from duramen.observe.rounds import rounds_of, with_session

__all__ = [
    "FORMATS",
    "Format",
    "LoreDocument",
    "card_text",
    "dialogue_members",
    "format_names",
    "import_key",
    "import_keys",
    "lore_documents",
    "read_card",
    "read_dialogue",
    "round_keys",
    "rounds_of",
    "with_session",
]
