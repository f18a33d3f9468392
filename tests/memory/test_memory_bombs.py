"""Files that are small and grow without end when they are read: each is refused in a sentence, within seconds."""

import gzip
import io
import json
import time
import zipfile

import pytest

from duramen.errors import DuramenError

DEEP = 100_000
LAUGHS = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [" + ",".join([f"*{chr(97 + n)}"] * 9) + "]\n" for n in range(12)
)
ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(10))
    + "]>"
)
WORD = '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>%s</w:t></w:r></w:p></w:body></w:document>'  # fmt: skip
EXTERNAL = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>'


def docx(document, size=0):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
        archive.writestr("[Content_Types].xml", f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{kind}"/></Types>')  # fmt: skip
        archive.writestr("_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>')  # fmt: skip
        with archive.open("word/document.xml", "w") as part:
            part.write(document.encode())
            for _ in range(size):
                part.write(b" " * 1_000_000)
    return data.getvalue()


def zipped(name, size):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive, archive.open(name, "w") as part:
        for _ in range(size):
            part.write(b" " * 1_000_000)
    return data.getvalue()


CARDS = {
    "laughs.yaml": f"name: Aria\n{LAUGHS}".encode(),
    "deep.yaml": ("name: " + "[" * DEEP).encode(),
    "deep_map.yaml": ("name: Aria\ndescription: " + "{a: " * 20_000).encode(),
    "deep.json": ('{"name":' * DEEP).encode(),
    "list.json": ("[" * DEEP + "]" * DEEP).encode(),
    "tag.yaml": b"name: !!python/object/apply:os.system [true]\n",
}
DOCUMENTS = {
    "laughs.docx": docx(ENTITIES + WORD % "&k;"),
    "external.docx": docx(EXTERNAL + WORD % "&e;"),
    "vast.docx": lambda: docx(WORD % "x", size=600),
    "deep.html": b"<p>words</p>" + b"<div>" * DEEP,
    "laughs.html": (ENTITIES + "<html><body>&k; words</body></html>").encode(),
    "deep.json": b"[" * DEEP + b"]" * DEEP,
    "deep.md": b"---\na: " + b"[" * DEEP + b"\n---\nwords",
    "toml.md": b"+++\na = " + b"[" * 5_000 + b"\n+++\nwords",
    "vast.txt.gz": lambda: gzip.compress(b" " * 600_000_000, 1),
    "quotes.md": b">" * 50_000 + b" words",
    "lists.md": b"- " * 50_000 + b"words",
    "stars.md": b"*" * 50_000 + b"words",
    "links.md": b"[" * 50_000 + b"words" + b"](" * 50_000,
}
DIALOGUES = {
    "deep.json": b"[" * DEEP + b"]" * DEEP,
    "deep.jsonl": b'{"role":"user","content":' + b"[" * DEEP + b"\n",
    "vast.zip": lambda: zipped("conversations.json", 700),
    "laughs.csv": b"role,content\n" + b'user,"' * 20_000,
}


def made(data):
    return data() if callable(data) else data


def within(seconds, call):
    began = time.process_time()
    try:
        return call()
    finally:
        assert time.process_time() - began < seconds


@pytest.mark.parametrize("name", CARDS)
def test_a_card_that_grows_without_end_is_refused(memory, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(CARDS[name])
    with pytest.raises(DuramenError) as error:
        within(20, lambda: memory.add_character(path))
    assert len(str(error.value)) < 2_000


@pytest.mark.parametrize("name", [name for name in CARDS if name != "tag.yaml"])
def test_a_schema_that_grows_without_end_is_refused(memory, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(CARDS[name])
    with pytest.raises(DuramenError):
        within(20, lambda: memory.add_schema(path))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_that_grows_without_end_is_read_within_bounds_or_refused(memory, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(made(DOCUMENTS[name]))
    (done,) = within(30, lambda: memory.learn(path))
    assert done.outcome in ("added", "failed")
    assert done.characters < 1_000_000
    if done.outcome == "added":
        assert "root:" not in "".join(memory.document(name)[1])


@pytest.mark.parametrize("name", DIALOGUES)
def test_a_dialogue_that_grows_without_end_is_refused_or_reported(memory, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(made(DIALOGUES[name]))
    try:
        done = within(30, lambda: memory.import_dialogue(path, person="Mei"))
    except DuramenError:
        return
    assert done.messages < 10


def test_names_that_look_like_paths_write_nothing_outside_the_store(memory, tmp_path):
    before = {path for path in tmp_path.rglob("*") if "home" not in path.parts}
    for name in ("../../../etc/x", "..\\..\\x", "/etc/x", "~/.ssh/id", "C:\\con", "a/b/../../c", "index", "%2e%2e%2f"):
        memory.record("I like tea", "ok", person=name, character=name, session=name)
        memory.recall("tea", person=name)
        (tmp_path / "n.md").write_text(json.dumps(name))
        memory.learn(tmp_path / "n.md", base=name)
    memory.close()
    after = {path for path in tmp_path.rglob("*") if "home" not in path.parts}
    assert after - before == {tmp_path / "n.md"}
