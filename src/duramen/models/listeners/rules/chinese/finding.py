"""Chinese clauses -> findings."""
def find_all(clauses, said_at):
    return []
