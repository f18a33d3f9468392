"""The plan of a forgetting (B20): from what was found of an owner to what goes, what is cut and what comes back."""
