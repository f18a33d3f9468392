"""Where a secret is still to be found: in any row, in any search, in the bytes of any file of a store."""

import contextlib
import json
import re
import zlib
from pathlib import Path

from sqlalchemy import create_engine, make_url, select, text

from duramen.stores.engine import reading
from duramen.stores.tables import metadata


def forms(secret):
    """Every way in which a text's bytes may lie in a file."""
    escaped = [secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]]
    escaped.append(json.dumps(escaped[1])[1:-1])
    return {one.encode(encoding) for one in escaped for encoding in ("utf-8", "utf-16-le", "utf-16-be")}


def in_rows(memory, secret):
    """The columns that hold the secret, also in what is packed."""
    found = set()
    with reading(memory.workspace.engine) as connection:
        for table in metadata.sorted_tables:
            for row in connection.execute(select(table)).mappings():
                for name, value in row.items():
                    raw = value.encode() if isinstance(value, str) else value if isinstance(value, bytes) else b""
                    with contextlib.suppress(zlib.error):
                        raw += zlib.decompress(raw)
                    if any(form in raw for form in forms(secret)):
                        found.add(f"{table.name}.{name}")
    return found


def in_files(home, secret):
    """The files of a store's folder whose bytes hold the secret."""
    found = set()
    for path in Path(home).rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            if any(form in data for form in forms(secret)):
                found.add(path.name)
    return found


def in_heap(url, secret):
    """The tables and indexes of a PostgreSQL store whose files hold the secret, and statistics that do."""
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CHECKPOINT"))
        folder = Path(connection.execute(text("SHOW data_directory")).scalar())
        places = connection.execute(
            text(
                "SELECT relname, pg_relation_filepath(oid) FROM pg_class WHERE relkind IN ('r', 'i', 't') AND relfilenode <> 0"
            )
        ).all()
        rows = connection.execute(text("SELECT * FROM pg_stats")).all()
    engine.dispose()
    found = {"pg_stats" for row in rows if secret in str(row)}
    for name, place in places:
        for path in [folder / place, *folder.glob(f"{place}.*"), *folder.glob(f"{place}_*")]:
            if path.exists() and any(form in path.read_bytes() for form in forms(secret)):
                found.add(name)
    # What was replaced may lie there under another number until the next checkpoint, which was just made.
    for path in (folder / places[0][1]).parent.iterdir():
        if re.fullmatch(r"\d+(\.\d+)?(_\w+)?", path.name) and any(form in path.read_bytes() for form in forms(secret)):
            found.add(path.name)
    return found


def everywhere(memory, home, secret):
    """All of the above, for a folder or a database; nobody listens any more and connections are let go of first."""
    memory._listening.close()
    found = in_rows(memory, secret)
    memory.workspace.engine.dispose()
    found |= in_files(memory.workspace.place.folder, secret)
    return found | (in_heap(home, secret) if isinstance(home, str) else set())
