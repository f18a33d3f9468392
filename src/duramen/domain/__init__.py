"""Values and identifiers that every other package speaks in; nothing here computes, reads or writes."""
