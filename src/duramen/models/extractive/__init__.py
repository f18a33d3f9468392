"""The extractive model: answers by quoting the best evidence with its date, needs no model, always says the same.

The parts: `concepts` (what words are about), `question` (what is asked), `clauses` (evidence in pieces), `choice`
(which pieces answer, which are outdated), `wording` (the answer in words), `model` (the ChatModel).
"""

from duramen.models.extractive.model import ExtractiveModel

__all__ = ["ExtractiveModel"]
