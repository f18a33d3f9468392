"""Which sitting a new round belongs to: the running one, or a new one after a longer silence."""

from __future__ import annotations

from duramen.domain.time import Moment
from duramen.memory.workspace import Workspace
from duramen.observe.rounds import SESSION_GAP_US
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, head_of
from duramen.stores.records import last_record, session_turns


def running_session(workspace: Workspace, owner: Owner, character: str, at: Moment) -> str:
    """Return the session of the round before, when it is at most six hours back, else a new one named by its time."""
    if at.at_us is None:
        return workspace.new_id()
    with reading(workspace.engine) as connection:
        last = last_record(connection, owner, character, at.at_us)
    if last is not None and at.at_us - last.happened_us <= SESSION_GAP_US:
        return str(last.session)
    return at.iso() or workspace.new_id()


def last_words(workspace: Workspace, owner: Owner, character: str, session: str) -> str:
    """Return the text of the sitting's last turn, "" when it has none."""
    with reading(workspace.engine) as connection:
        seq = head_of(connection, owner).seq
        turns = session_turns(connection, owner, (character, session), (seq, None), 1)
    return str(turns[0].text) if turns else ""
