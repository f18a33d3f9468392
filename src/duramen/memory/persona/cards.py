"""The card in the character's own tree (B25): what it says is written into the leaves, and nobody else writes them.

In: a character's tree, and the card that lives now. Out: a version of writer "card" where the tree does not say what the
card says. It is written rather than laid over each reading, so that history, earlier versions and explanations hold it as
any other value; which leaves are protected follows from the living card alone, in the transaction that asks.
"""

from __future__ import annotations

from sqlalchemy import Connection

from duramen.domain.persona import Schema, Tree
from duramen.govern.card_leaves import WRITER, card_leaves
from duramen.govern.permissions import rights_of
from duramen.memory.characters import living_card
from duramen.memory.events import logged
from duramen.memory.persona.trees import TreeOf, schema_of, version_now
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.owners import list_selves
from duramen.stores.persona.permissions import list_consents, permissions_for
from duramen.stores.persona.reading import current_version, read_tree
from duramen.stores.persona.writing import Change, VersionDraft, write_version
from duramen.stores.writing import owner_write

_SAYS, _SAYS_NO_MORE = "the card says so", "the card no longer says so"


def values_of_card(connection: Connection, of: TreeOf, schema: Schema, at_seq: int | None = None) -> dict[str, str]:
    """Return what the card says by leaf, now or as of `at_seq`; {} for a person's tree, and where there is no card."""
    if not of.character:
        return {}
    card = living_card(connection, of.person.tenant, of.character, at_seq)
    return {} if card is None else card_leaves(card, schema, of.person.name)


def keep_card(workspace: Workspace, of: TreeOf) -> None:
    """Make a character's tree say what the card says now, as a version of its own; nothing where it does."""
    if not of.character:
        return
    schema = schema_of(workspace, of, version_now(workspace, of))
    with reading(workspace.engine) as connection:
        if not _changes(connection, of, schema):
            return
    with logged("card_kept", owner=of.owner.owner_id) as facts, owner_write(workspace.engine, of.owner) as write:
        changes = _changes(write.connection, of, schema)
        facts.update(leaves=len(changes))
        if changes:
            draft = VersionDraft(
                after=current_version(write.connection, of.owner).version,
                schema=schema.name,
                schema_version=schema.version,
                cause="card",
                writer=WRITER,
                recorded=workspace.clock(),
                source_id=of.person.owner_id,
            )
            write_version(write, draft, changes)


def keep_card_everywhere(workspace: Workspace, character: str) -> None:
    """Make each tree of a character say what its card says now, with whomever it talks."""
    with reading(workspace.engine) as connection:
        pairs = list_selves(connection, workspace.settings.tenant, character)
    for own, person in pairs:
        keep_card(workspace, TreeOf(owner=own, person=person, character=character))


def fixed_paths(connection: Connection, of: TreeOf, schema: Schema, *trees: Tree) -> frozenset[str]:
    """Return the leaves that no restoring changes: what the card says, and what a card said in one of the trees."""
    said = (path for tree in trees for path, leaf in tree.leaves.items() if leaf.writer == WRITER)
    return frozenset((*values_of_card(connection, of, schema), *said))


def _changes(connection: Connection, of: TreeOf, schema: Schema) -> list[Change]:
    said = values_of_card(connection, of, schema)
    if said:
        permissions = permissions_for(connection, of.person, of.character)
        rights = rights_of(schema, permissions, list_consents(connection, of.person))
        said = {path: value for path, value in said.items() if rights[path].store}
    held = read_tree(connection, of.owner, quotes=False).leaves
    changes = [
        Change(path=path, value=value, reason=_SAYS)
        for path, value in said.items()
        if path not in held or (held[path].value, held[path].writer) != (value, WRITER)
    ]
    gone = [path for path, leaf in held.items() if leaf.writer == WRITER and path not in said]
    return [*changes, *(Change(path=path, value=None, reason=_SAYS_NO_MORE) for path in gone)]
