"""Which tree words feed: the person's own, or, from a character's first accepted reply on, that character's (B25)."""

from __future__ import annotations

from duramen.memory.persona.trees import TreeOf, self_name, tree_of
from duramen.memory.workspace import Workspace
from duramen.stores.engine import reading
from duramen.stores.listening.unheard import Voice, last_own_record
from duramen.stores.owners import OwnerKind

_NO_END = 2**62


def fed_tree(workspace: Workspace, person: str, character: str = "") -> TreeOf | None:
    """Return the tree that is fed; a character's is made at need, None while it has said nothing to the person.

    Raises NotFound for an unknown person.
    """
    if not character:
        return tree_of(workspace, person)
    owner = workspace.known(OwnerKind.PERSON, person)
    if workspace.find(OwnerKind.SELF, self_name(owner, character)) is None:
        with reading(workspace.engine) as connection:
            if last_own_record(connection, Voice(owner=owner, character=character), _NO_END) is None:
                return None
    return tree_of(workspace, person, character, make=True)
