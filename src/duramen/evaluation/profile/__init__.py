"""How well a person's tree holds what is known of them: gold facts against leaves and against what recall finds."""
