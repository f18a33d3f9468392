"""Which sitting a new round belongs to: the running one, or a new one after a longer silence."""

from __future__ import annotations

from duramen.domain.time import Moment
from duramen.memory.workspace import Workspace
from duramen.observe.rounds import SESSION_GAP_US
from duramen.stores.engine import reading
from duramen.stores.owners import Owner
from duramen.stores.records import last_record


def running_session(workspace: Workspace, owner: Owner, character: str, at: Moment) -> str:
    """Return the session of the round before, when it is at most six hours back, else a new one named by its time."""
    with reading(workspace.engine) as connection:
        last = last_record(connection, owner, character)
    if last is not None and at.at_us is not None and 0 <= at.at_us - last.happened_us <= SESSION_GAP_US:
        return str(last.session)
    return at.iso() or workspace.new_id()
