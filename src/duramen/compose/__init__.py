"""Evidence in order, within a token budget, rendered to the prompt that a model reads."""
