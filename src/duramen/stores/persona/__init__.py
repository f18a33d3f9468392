"""Rows of the PersonaTree: its leaves and versions, what the gate decided, what the person allowed and hinted."""
