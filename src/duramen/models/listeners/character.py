"""Listening to a character (B25): what its replies say of itself, for its own tree of the schema `character`.

In: a window of which the own words are a character's. Out: proposals on its tree. Listeners that are models are asked
with prompts of their own; the listener by rules knows the leaves of `core`, which a map carries over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from duramen.compose.contradiction import Claim, Known, denies, says_change
from duramen.domain.operations import Kind, Operation, OperationList, print_operations
from duramen.domain.persona import Heard, Leaf, Proposal, Proposals, Schema, Tree, Window
from duramen.govern.merging import facts_of, merged_text
from duramen.models.base import Listener
from duramen.schemas import character_paths, load_schema

# Wide enough for whatever a leaf of `character` holds: how much it may hold, the gate knows.
_BUDGET = 10_000
_ACTION = re.compile(
    r"(?<![*\w])\*(?![*\s])[^*\n]{1,300}(?<![*\s])\*(?![*\w])|(?<![_\w])_(?![_\s])[^_\n]{1,300}(?<![_\s])_(?![_\w])"
    r"|（[^（）\n]{1,80}）|(?m:^)\s*\([^()\n]{1,80}\)|【[^【】\n]{1,80}】"
)
_MACHINE = re.compile(
    r"\b(?:as an?|i['’]m an?|i am an?|being an?) (?:\w+ )?(?:ai|artificial intelligence|(?:large )?language model|chat ?bot|virtual assistant|assistant|bot)\b"
    r"|(?:作为|我是|身为)[^，。！？]{0,6}(?:AI|人工智能|语言模型|大模型|机器人|智能助手|虚拟助手|助手)",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:I|me|my|mine|myself|we|our|us)\b|[我咱俺吾]|本[人座王尊]", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:you|your|yours)\b[^.!\n]*\?|[你您][^。！\n]*[?？吗呢么]|[谁哪][^。！\n]*[?？]", re.IGNORECASE
)


def of_character(listener: Listener) -> Listener:
    """Return the listener that hears a character: the one by rules through the map, any other as it is."""
    # The tables of the rules are read at the first need alone: most commands have none.
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
                for found in self._of_reply(_alone(window, place), message, values, schema):
                    kept = _with(kept, found, values, message)
        operations = OperationList(operations=tuple(one.operation for one in kept))
        return Proposals(text=print_operations(operations.operations), read=operations, proposals=tuple(kept))

    def _of_reply(self, window: Window, reply: Heard, values: dict[str, str], schema: Schema) -> Iterator[Proposal]:
        paths = {core: path for core, path in character_paths().items() if path in schema.leaves}
        held = {core: values[path] for core, path in paths.items() if path in values}
        leaves = {core: Leaf(path=core, value=value) for core, value in held.items()}
        heard = self.inner.listen(window, Tree(schema="core", leaves=leaves), _known_leaves())
        written: dict[str, Proposal] = {}
        for proposal in heard.proposals:
            operation = proposal.operation
            if operation.path not in paths or _of_a_machine(proposal, reply):
                continue
            path = paths[operation.path]
            quote = proposal.quote and replace(
                proposal.quote, words=reply.text[proposal.quote.start : proposal.quote.end]
            )
            proposal = replace(proposal, operation=replace(operation, path=path), quote=quote)
            before = written.get(path)
            written[path] = proposal if before is None else _both(before, proposal)
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


def _of_a_machine(proposal: Proposal, reply: Heard) -> bool:
    """Tell whether an operation rests on a sentence in which the model says that it is one."""
    quote, text = proposal.quote, reply.text
    if quote is None:
        return False
    start = max(text.rfind(mark, 0, quote.start) for mark in ".!?\n。！？") + 1
    return bool(_MACHINE.search(text[start : quote.end]))


def _both(one: Proposal, other: Proposal) -> Proposal:
    """Join what two leaves of `core` say of one leaf; what takes a value out gives way to what writes one."""
    if other.operation.value is None or one.operation.value is None:
        return one if other.operation.value is None else other
    return replace(one, operation=replace(one.operation, value=merged_text(one.operation.value, other.operation.value)))


def _with(kept: list[Proposal], found: Proposal, values: dict[str, str], reply: Heard) -> list[Proposal]:
    """Add a reply's proposal: it goes on from what the tree, or the reply before it, says, or stands apart."""
    operation = found.operation
    path, held = operation.path, values.get(operation.path)
    if operation.value is None:
        if values.pop(path, None) is None:
            return kept
        return [*(one for one in kept if one.operation.path != path), found]
    new = new_part(operation.value, held or "")
    if held is not None and not _says_change(found, reply) and _denied(new, Known(path=path, value=held)):
        return [*kept, replace(found, operation=Operation(kind=Kind.UPDATE, path=path, value=new))]
    values[path] = operation.value
    earlier = next((one for one in kept if one.operation.path == path), None)
    if earlier is None:
        return [*kept, found]
    later = replace(found, operation=replace(operation, kind=earlier.operation.kind))
    return [later if one is earlier else one for one in kept]


def _denied(value: str, known: Known) -> bool:
    return any(denies(fact, known) for fact in facts_of(value))


def _says_change(found: Proposal, reply: Heard) -> bool:
    quote = found.quote
    return quote is not None and says_change(reply.text, quote.start, quote.end, found.operation.path)


def new_part(value: str, held: str) -> str:
    """Return the facts of a value without those that repeat what was held, even as former; the value where that is all."""
    old = [fact.casefold() for fact in facts_of(held)]
    facts: Iterable[str] = (fact for fact in facts_of(value) if not any(one in fact.casefold() for one in old))
    separator = "；" if "；" in value else "; "
    return separator.join(facts) or value
