"""Derived, disposable indexes: vectors and postings of one owner, caught up from the database by `seq`."""
