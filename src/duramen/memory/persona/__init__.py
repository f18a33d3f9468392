"""The PersonaTree's verbs: read it, ask for its history and sources, change it by hand, put operations through the gate."""

from duramen.memory.persona.allowing import Allowed
from duramen.memory.persona.applying import Applied, ApplyRequest, apply_in, apply_operations
from duramen.memory.persona.door import Persona
from duramen.memory.persona.editing import Edited
from duramen.memory.persona.reading import Difference, Explained, Shown
from duramen.memory.persona.review import WaitingOperation
from duramen.memory.persona.trees import TreeOf, tree_of

__all__ = [
    "Allowed",
    "Applied",
    "ApplyRequest",
    "Difference",
    "Edited",
    "Explained",
    "Persona",
    "Shown",
    "TreeOf",
    "WaitingOperation",
    "apply_in",
    "apply_operations",
    "tree_of",
]
