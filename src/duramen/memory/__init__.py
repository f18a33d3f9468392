"""The verbs, one file each: open, observe, learn, recall, reply, characters, reindex. They own clock, ids, transactions."""
