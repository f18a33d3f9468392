"""Which sitting a new round belongs to (the running one, or a new one after a longer silence) and what it follows."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection

from duramen.domain.time import Moment
from duramen.memory.workspace import Workspace
from duramen.observe.rounds import SESSION_GAP_US
from duramen.stores.engine import reading
from duramen.stores.owners import Owner, head_of
from duramen.stores.records import last_record
from duramen.stores.turns import last_text, session_turns


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A sitting's name, and the text of its last turn, "" when it has none."""

    session: str
    last_words: str = ""


def sitting_of(workspace: Workspace, owner: Owner, place: tuple[str, str], at: Moment) -> Sitting:
    """Return the sitting of a round that happens `at`; `place` is its character, and its session or "".

    Without a session it is that of the round before, when that is at most six hours back, else a new one named by the
    time.
    """
    character, session = place
    with reading(workspace.engine) as connection:
        last = None if at.at_us is None else last_record(connection, owner, character, at.at_us)
        if not session:
            if last is None or at.at_us is None or at.at_us - last.happened_us > SESSION_GAP_US:
                return Sitting(session=at.iso() or workspace.new_id())
            session = str(last.session)
        words = last_text(connection, owner, last.record_id) if last is not None and last.session == session else ""
        return Sitting(session=session, last_words=words or _last_words(connection, owner, character, session))


def _last_words(connection: Connection, owner: Owner, character: str, session: str) -> str:
    seq = head_of(connection, owner).seq
    turns = session_turns(connection, owner, (character, session), (seq, None), 1)
    return turns[0].text if turns else ""
