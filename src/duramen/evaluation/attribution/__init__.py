"""Error attribution over answered questions with known gold: what was needed, how far it came, and which class follows (A14)."""
