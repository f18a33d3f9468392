"""Listening to a character (B25): what its replies say of itself, for its own tree of the schema `character`.

In: a window of which the own words are a character's. Out: proposals on its tree. Listeners that are models are asked
with prompts of their own; the listener by rules knows the leaves of `core`, which a map carries over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from duramen.compose.contradiction import AGE, Claim, Known, denies, says_change
from duramen.domain.operations import Kind, Operation, OperationList, print_operations
from duramen.domain.persona import Heard, Proposal, Proposals, Quote, Schema, Tree, Window
from duramen.govern.merging import facts_of, merged_text
from duramen.models.base import Listener
from duramen.schemas import character_paths, load_schema
from duramen.text.languages import language_of

# Wide enough for whatever a leaf of `character` holds: how much it may hold, the gate knows.
_BUDGET = 10_000
# The confidence that the rules give to what a short answer says.
_ANSWER = 0.8
_ACTION = re.compile(
    r"(?<![*\w])\*(?![*\s])[^*\n]{1,300}(?<![*\s])\*(?![*\w])|(?<![_\w])_(?![_\s])[^_\n]{1,300}(?<![_\s])_(?![_\w])"
    r"|（[^（）\n]{1,80}）|(?m:^)\s*\([^()\n]{1,80}\)|【[^【】\n]{1,80}】"
)
_MACHINE = re.compile(
    r"\b(?:as an?|i['’]m an?|i am an?|being an?) (?:\w+ )?(?:ai|artificial intelligence|(?:large )?language model|chat ?bot|virtual assistant|assistant|bot)\b"
    r"|(?:作为|我是|身为)[^，。！？]{0,6}(?:AI|人工智能|语言模型|大模型|机器人|智能助手|虚拟助手|助手)",
    re.IGNORECASE,
)
_REPLACED = {"en": "{new}; before that {old}", "zh": "以前{old}；现在{new}"}
_SINGULAR = re.compile(r"\b(?:I|my|me|myself)\b|我(?!们)|俺|吾|本[人座王尊]", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|we|our|us)\b|[我咱俺吾]|本[人座王尊]", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:you|your|yours)\b[^.!\n]*\?|[你您][^。！\n]*[?？吗呢么]|[谁哪][^。！\n]*[?？]", re.IGNORECASE
)


def of_character(listener: Listener) -> Listener:
    """Return the listener that hears a character: the one by rules through the map, any other as it is."""
    if not listener.name.startswith("rules@"):
        return listener
    # The tables of the rules are read at the first need alone: it takes more than a second.
    from duramen.models.listeners.rules import RulesListener

    return CharacterRules(inner=listener) if isinstance(listener, RulesListener) else listener


def speaks_of_itself(window: Window) -> bool:
    """Tell whether the own fresh words may say something of their speaker: in the first person, or asked for it."""
    for at, message in enumerate(window.messages):
        if not message.own or message.shown_only:
            continue
        before = window.messages[at - 1] if at else None
        if _FIRST_PERSON.search(message.text) or (before is not None and not before.own and _ASKED.search(before.text)):
            return True
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterRules:
    """The listener by rules on a character's words: reply after reply, each on the tree that the one before it left."""

    inner: Listener

    @property
    def name(self) -> str:
        """Return the name of the rules."""
        return self.inner.name

    def listen(self, window: Window, tree: Tree, schema: Schema) -> Proposals:
        """Return at most one operation a leaf and reply that says something new; a contradiction stays apart.

        What contradicts a value of one kind is proposed alone, so that whoever accepts it puts it in its place.
        """
        kept: list[Proposal] = []
        values = tree.values()
        for place, message in enumerate(window.messages):
            if message.own and not message.shown_only:
                for found in self._of_reply(_alone(window, place), message, schema):
                    kept = _with(kept, found, values, message)
        operations = OperationList(operations=tuple(one.operation for one in kept))
        return Proposals(text=print_operations(operations.operations), read=operations, proposals=tuple(kept))

    def _of_reply(self, window: Window, reply: Heard, schema: Schema) -> Iterator[Proposal]:
        """Yield what one reply says, at most once a leaf.

        The rules are shown no tree: what they make of words about it is made for people, who take back and mend what
        they said of themselves; an assistant's "there is no need" would empty leaves.
        """
        heard = self.inner.listen(window, Tree(schema="core"), _known_leaves())
        written: dict[str, Proposal] = {}
        for proposal in heard.proposals:
            operation, quote = proposal.operation, proposal.quote
            path = character_paths().get(operation.path, "")
            if path not in schema.leaves or operation.value is None or quote is None:
                continue
            words = reply.text[quote.start : quote.end]
            is_answer = proposal.confidence <= _ANSWER  # to a question, whose words say whom it is about
            if not (is_answer or _SINGULAR.search(words)) or _of_a_machine(quote, reply):
                continue
            before = written.get(path)
            value = merged_text(before.operation.value or "", operation.value) if before else operation.value
            operation = replace(operation, path=path, value=value)
            written[path] = replace(proposal, operation=operation, quote=replace(quote, words=words))
        yield from written.values()


def claims_of(reply: Heard, before: Heard | None = None) -> list[Claim]:
    """Return what a reply says of its speaker, by the rules, in order; `before`: what it replies to."""
    messages = (replace(before, own=False), reply) if before is not None else (reply,)
    window = Window(person="", messages=tuple(messages))
    if not speaks_of_itself(window):
        return []
    from duramen.models.listeners.rules import RulesListener

    found = CharacterRules(inner=RulesListener()).listen(window, Tree(schema="character"), load_schema("character"))
    return [
        Claim(path=one.operation.path, value=fact, start=one.quote.start, end=one.quote.end)
        for one in found.proposals
        if one.quote is not None
        for fact in facts_of(one.operation.value or "")
    ]


@cache
def _known_leaves() -> Schema:
    """Return `core` with the leaves that have a counterpart alone."""
    core = load_schema("core")
    kept = {path: replace(core.leaves[path], budget=_BUDGET) for path in character_paths()}
    return replace(core, leaves=kept)


def _alone(window: Window, place: int) -> Window:
    """Return the window up to a reply, with that reply as the only fresh words, and what it plays out blanked."""
    messages = [
        replace(
            message, shown_only=message.own and at != place, text=_spoken(message.text) if message.own else message.text
        )
        for at, message in enumerate(window.messages[: place + 1])
    ]
    return replace(window, messages=tuple(messages))


def _spoken(text: str) -> str:
    """Return a reply of the same length without what it narrates between asterisks or brackets."""
    return _ACTION.sub(lambda found: "\n" * len(found.group()), text)


def _of_a_machine(quote: Quote, reply: Heard) -> bool:
    """Tell whether words stand in a sentence in which the model says that it is one."""
    start = max(reply.text.rfind(mark, 0, quote.start) for mark in ".!?\n。！？") + 1
    return bool(_MACHINE.search(reply.text[start : quote.end]))


def _with(kept: list[Proposal], found: Proposal, values: dict[str, str], reply: Heard) -> list[Proposal]:
    """Add a reply's proposal: it goes on from what the tree, or the reply before it, says, or stands apart."""
    path, said, held = found.operation.path, found.operation.value or "", values.get(found.operation.path)
    if held is None:
        values[path] = said
        return [*kept, found]
    denied = any(denies(fact, Known(path=path, value=held)) for fact in facts_of(said))
    quote = found.quote
    changed = path == AGE or (quote is not None and says_change(reply.text, quote.start, quote.end, path))
    if denied and not changed:
        return [*kept, replace(found, operation=Operation(kind=Kind.UPDATE, path=path, value=said))]
    value = _REPLACED[language_of(said)].format(old=held, new=said) if denied else merged_text(held, said)
    if value == held:
        return kept
    values[path] = value
    earlier = next((one for one in kept if one.operation.path == path), None)
    kind = Kind.UPDATE if earlier is None else earlier.operation.kind
    later = replace(found, operation=Operation(kind=kind, path=path, value=value))
    return [*kept, later] if earlier is None else [later if one is earlier else one for one in kept]


def new_part(value: str, held: str) -> str:
    """Return the facts of a value without those that repeat what was held, even as former; the value where that is all."""
    old = [fact.casefold() for fact in facts_of(held)]
    facts: Iterable[str] = (fact for fact in facts_of(value) if not any(one in fact.casefold() for one in old))
    separator = "；" if "；" in value else "; "
    return separator.join(facts) or value
