"""The command line: a module per command group; each opens a Memory, calls one verb, and prints."""
