"""The `rules` listener: patterns over the person's own sentences, Chinese and English, without any model; precision first."""

from duramen.models.listeners.rules.listener import RulesListener

__all__ = ["RulesListener"]
