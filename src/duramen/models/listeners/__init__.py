"""Listeners: what hears a window of dialogue and proposes operations on the person's tree; opened by name."""
