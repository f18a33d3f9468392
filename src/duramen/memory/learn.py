"""Learn: documents in, parents and children with vectors in the knowledge memory (A1).

An unchanged document is a no-op; a changed one replaces its chunks in one transaction; removal removes every trace.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from duramen.documents import SUPPORTED_SUFFIXES, ChunkSizes, chunk, read_document
from duramen.domain.knowledge import DocumentText, Span
from duramen.errors import InputError, NotFound
from duramen.memory.events import logged
from duramen.memory.files import read_file, storable
from duramen.memory.passages import pack
from duramen.memory.secrets import Keeper
from duramen.memory.workspace import Workspace
from duramen.observe.lorebooks import lore_documents
from duramen.stores.engine import reading
from duramen.stores.forgetting.finding import document_key
from duramen.stores.forgetting.tombs import forgotten_keys
from duramen.stores.knowledge import (
    Document,
    ParentDraft,
    add_document,
    erase_document,
    list_documents,
    living_document,
    parents_of,
)
from duramen.stores.owners import Owner, OwnerKind, owner_write

DEFAULT_BASE = "main"
EMBED_BATCH = 256
# Part of a document's hash: a document cut in another way counts as changed.
CHUNK_RECIPE = "1"
FORGOTTEN = "was forgotten and is not learnt again as it is; a file with other content is"
LORE_MEDIA_TYPE = "application/x-lorebook-entry"

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """What became of one document: "added", "replaced", "unchanged" or "failed" (then `problem` says why).

    `masked`: secrets that were not kept, by kind.
    """

    origin: str
    outcome: str
    parents: int = 0
    children: int = 0
    characters: int = 0
    problem: str = ""
    masked: dict[str, int] = field(default_factory=dict)


def files_under(path: Path) -> list[Path]:
    """Return the file, or all readable documents below the folder, by name; raises InputError when there are none."""
    if not path.is_dir():
        return [path]
    names = [p for p in sorted(path.rglob("*")) if p.is_file() and _supported(p) and not p.name.startswith(".")]
    if not names:
        raise InputError(f"no document is in {str(path)!r}; known kinds: {', '.join(sorted(SUPPORTED_SUFFIXES))}")
    return names


def learn_file(workspace: Workspace, path: Path, base: str, progress: Progress | None = None) -> Learned:
    """Read, cut, embed and store one document; its absolute path names it within the base."""
    data = read_file(path)
    name, origin = (storable(text) for text in (path.name, str(path.resolve())))
    return learn_bytes(workspace, data, name=name, origin=origin, base=base, progress=progress)


def learn_files(
    workspace: Workspace, paths: Sequence[Path], base: str, progress: Progress | None = None
) -> list[Learned]:
    """Learn several documents; one that cannot be read is reported and the others are kept."""
    results = []
    for path in (file for given in paths for file in files_under(given)):
        try:
            results.append(learn_file(workspace, path, base, progress))
        except InputError as error:
            results.append(Learned(origin=storable(str(path)), outcome="failed", problem=str(error)))
    return results


def learn_bytes(
    workspace: Workspace, data: bytes, *, name: str, origin: str, base: str, progress: Progress | None = None
) -> Learned:
    """Learn a document given as bytes; `name` tells its kind, `origin` names it within the base."""
    digest = hashlib.sha256(CHUNK_RECIPE.encode() + data).digest()

    def read() -> DocumentText:
        return read_document(data, name=name, zone=workspace.zone)

    return _learn(workspace, read, digest, (base, origin, name), progress)


def learn_lorebook(
    workspace: Workspace, data: bytes, *, name: str, origin: str, base: str, progress: Progress | None = None
) -> list[Learned]:
    """Learn a lorebook, each entry a document; one that is switched off is kept and never found."""
    learned = []
    entries = lore_documents(data, name=name)
    for number, entry in enumerate(entries, start=1):
        document = DocumentText(
            title=entry.title, text=entry.text, media_type=LORE_MEDIA_TYPE, extra=entry.fields, searched=entry.enabled
        )
        digest = hashlib.sha256(f"{CHUNK_RECIPE}{entry!r}".encode()).digest()
        place = (base, f"{origin}#{number}", entry.title)
        learned.append(_learn(workspace, partial(replace, document), digest, place, None))
        if progress is not None:
            progress(number, len(entries))
    return learned


def _learn(
    workspace: Workspace,
    read: Callable[[], DocumentText],
    digest: bytes,
    place: tuple[str, str, str],
    progress: Progress | None,
) -> Learned:
    """Store what `read` gives, unless the living document of the place (base, origin, name) has this digest."""
    base, origin, _ = place
    with logged("learned") as facts:
        old = _living(workspace, base, origin)
        if old is not None and old.content_hash == digest:
            facts["outcome"] = "unchanged"
            return Learned(origin=origin, outcome="unchanged", characters=old.characters)
        if _was_forgotten(workspace, base, digest):
            facts["outcome"] = "forgotten"
            return Learned(origin=origin, outcome="failed", problem=f"{storable(origin)!r} {FORGOTTEN}")
        keeper = Keeper(workspace.settings.secrets)
        document = keeper.document(read(), f"the document {origin!r}")
        drafts = _drafts(workspace, document, progress)
        row = _document_row(workspace, document, place, digest)
        owner = workspace.owner(OwnerKind.BASE, base)  # made only now: a document that cannot be read makes no base
        with workspace.write(owner) as write:
            add_document(write, row, drafts)
        done = Learned(
            origin=origin,
            outcome="added" if old is None else "replaced",
            parents=len(drafts),
            children=sum(len(draft.children) for draft in drafts),
            characters=len(document.text),
            masked=dict(keeper.counts),
        )
        facts.update(
            owner=owner.owner_id,
            document=row.document_id,
            outcome=done.outcome,
            children=done.children,
            **keeper.facts(),
        )
        return done


def _living(workspace: Workspace, base: str, origin: str) -> Document | None:
    owner = workspace.find(OwnerKind.BASE, base)
    if owner is None:
        return None
    with reading(workspace.engine) as connection:
        return living_document(connection, owner, origin)


def _was_forgotten(workspace: Workspace, base: str, digest: bytes) -> bool:
    owner = workspace.find(OwnerKind.BASE, base)
    if owner is None:
        return False
    with reading(workspace.engine) as connection:
        return bool(forgotten_keys(connection, owner, [document_key(owner, digest)]))


def _document_row(workspace: Workspace, document: DocumentText, place: tuple[str, str, str], digest: bytes) -> Document:
    base, origin, name = place
    return Document(
        document_id=workspace.new_id(),
        base=base,
        origin=origin,
        title=document.title or name,
        media_type=document.media_type,
        encoding=document.encoding,
        content_hash=digest,
        characters=len(document.text),
        dated=document.dated,
        recorded_us=workspace.now_us(),
        extra=document.extra,
    )


def _drafts(workspace: Workspace, document: DocumentText, progress: Progress | None) -> list[ParentDraft]:
    parents = chunk(document.text, ChunkSizes())
    if not document.searched:
        parents = [replace(parent, children=()) for parent in parents]
    spans = [child for parent in parents for child in parent.children]
    vectors: list[bytes] = []
    for at in range(0, len(spans), EMBED_BATCH):
        batch = spans[at : at + EMBED_BATCH]
        vectors.extend(pack(workspace.embedder(), [document.text[span.start : span.end] for span in batch]))
        if progress is not None:
            progress(len(vectors), len(spans))
    drafts, taken = [], 0
    for parent in parents:
        start = parent.span.start
        drafts.append(
            ParentDraft(
                text=document.text[start : parent.span.end],
                children=tuple(Span(start=span.start - start, end=span.end - start) for span in parent.children),
                vectors=tuple(vectors[taken : taken + len(parent.children)]),
            )
        )
        taken += len(parent.children)
    return drafts


def documents_of(workspace: Workspace, base: str | None) -> list[Document]:
    """Return the documents of a base, or of all; raises NotFound for a base that is not there."""
    owners = workspace.owners(OwnerKind.BASE) if base is None else [workspace.known(OwnerKind.BASE, base)]
    with reading(workspace.engine) as connection:
        return [document for owner in owners for document in list_documents(connection, owner)]


def show_document(workspace: Workspace, base: str | None, wanted: str) -> tuple[Document, list[str]]:
    """Return a document and its parents' texts; `wanted` is its origin, file name, title or id (or its beginning).

    `base` None looks in all bases. Raises NotFound, or InputError when several documents fit.
    """
    owner, document = _wanted(workspace, base, wanted)
    with reading(workspace.engine) as connection:
        return document, parents_of(connection, owner, document.document_id)


def remove_document(workspace: Workspace, base: str | None, wanted: str) -> Document:
    """Erase a document with every version, chunk and vector of it."""
    with logged("removed") as facts:
        owner, document = _wanted(workspace, base, wanted)
        with owner_write(workspace.engine, owner) as write:
            versions = erase_document(write, document.origin)
        workspace.drop_index(owner.owner_id)
        facts.update(owner=owner.owner_id, document=document.document_id, versions=versions)
        return document


def _wanted(workspace: Workspace, base: str | None, wanted: str) -> tuple[Owner, Document]:
    owners = workspace.owners(OwnerKind.BASE) if base is None else [workspace.known(OwnerKind.BASE, base)]
    with reading(workspace.engine) as connection:
        documents = [(owner, document) for owner in owners for document in list_documents(connection, owner)]
    path, wanted = storable(str(Path(wanted).resolve())), storable(wanted)
    exact = [one for one in documents if wanted in (one[1].origin, one[1].document_id)] or [
        (owner, d)
        for owner, d in documents
        if _nfc(wanted) in (_nfc(Path(d.origin).name), _nfc(d.title)) or path == d.origin
    ]
    found = exact or [one for one in documents if len(wanted) >= 6 and one[1].document_id.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    where = "in any base" if base is None else f"in base {base!r}"
    if found:
        raise InputError(f"{wanted!r} fits {len(found)} documents {where}; name one by its whole path or its base")
    names = ", ".join(repr(Path(d.origin).name) for _, d in documents[:10]) or "none yet"
    raise NotFound(f"there is no document {wanted!r} {where}; there are: {names}")


def _nfc(text: str) -> str:
    # Some systems keep file names decomposed, keyboards write them composed.
    return unicodedata.normalize("NFC", text)


def _supported(path: Path) -> bool:
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] == ".gz":
        suffixes.pop()
    return bool(suffixes) and suffixes[-1] in SUPPORTED_SUFFIXES
