"""Rows of forgetting: finding what holds or derives, erasing it, the ledger of what was forgotten, and compaction."""
