"""Chinese: how its sentences are cut and put into regular form, and the tables of its patterns."""
