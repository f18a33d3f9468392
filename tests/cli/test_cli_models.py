"""A model server that is down, slow, cut off or talks nonsense: the person's words stay, the next round works."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

KEY = "sk-very-secret-0123456789"
GOOD = "<analysis>need: none; rests on nothing</analysis><response>Good to hear.</response>"
HIDDEN = "Xanthippe"


class Server(ThreadingHTTPServer):
    """Plays what the model's name says, until `gate` opens."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.gate = threading.Event()
        self.asked = 0

    def handle_error(self, request, client_address):
        """Clients that hang up are part of the tests."""


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args):
        """Stay silent."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.asked += 1
        getattr(self, "_" + body["model"])()

    def _begin(self, status=200, media="text/event-stream"):
        self.send_response(status)
        self.send_header("content-type", media)
        self.end_headers()

    def _send(self, *pieces, finish=None):
        for piece in pieces:
            chunk = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": piece}}]}
            self.wfile.write(f"data: {json.dumps(chunk)}\n\n".encode())
        if finish:
            chunk = {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}
            self.wfile.write(f"data: {json.dumps(chunk)}\n\ndata: [DONE]\n\n".encode())
        self.wfile.flush()

    def _good(self):
        self._begin()
        self._send(*GOOD, finish="stop")

    def _slow(self):
        self._begin()
        self.server.gate.wait(30)

    def _slowing(self):
        self._begin()
        self._send(f"<analysis>{HIDDEN}</analysis><response>Good")
        self.server.gate.wait(30)

    def _cut(self):
        self._begin()
        self._send("<analysis>", HIDDEN, "</analysis><resp", "onse>Good to")

    def _cut_early(self):
        self._begin()
        self._send("<analysis>", HIDDEN)

    def _html(self):
        self._begin(media="text/html")
        self.wfile.write(b"<html>welcome to the proxy</html>")

    def _noise(self):
        self._begin()
        self.wfile.write(b"data: {not json\n\n")

    def _empty(self):
        self._begin()
        self._send(finish="stop")

    def _thinking(self):
        self._begin()
        self._send(f"<analysis>{HIDDEN}</analysis>", finish="stop")

    def _babble(self):
        self._begin()
        self._send("Bla bla, and nothing of what was asked for.", finish="stop")

    def _refused(self):
        self._begin(401, "application/json")
        self.wfile.write(json.dumps({"error": {"message": f"wrong key {self.headers['authorization']}"}}).encode())

    def _missing(self):
        self._begin(404, "application/json")
        self.wfile.write(b'{"error": {"message": "model not found"}}')


@pytest.fixture
def server(filled, monkeypatch):
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        monkeypatch.setenv("DURAMEN_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
        monkeypatch.setenv("DURAMEN_API_KEY", KEY)
        monkeypatch.setenv("DURAMEN_TIMEOUT_S", "0.3")
        monkeypatch.setenv("DURAMEN_LOG_LEVEL", "debug")
        monkeypatch.setattr("duramen.models.server.time.sleep", lambda _seconds: None)  # between tries
        yield server
        server.gate.set()
        server.shutdown()
        thread.join(5)


def chat(command, model, text="I have a dog called Biscuit."):
    return command.run("chat", "--once", text, "--person", "Ann", "--model", f"openai:{model}")


@pytest.mark.parametrize(
    ("model", "said"),
    [
        ("slow", ("sent nothing for 0.3 s", "raise DURAMEN_TIMEOUT_S")),
        ("slowing", ("sent nothing for 0.3 s", "characters had arrived")),
        ("cut", ("broke off",)),
        ("cut_early", ("broke off",)),
        ("html", ("'text/html'",)),
        ("noise", ("not valid JSON",)),
        ("empty", ("empty answer",)),
        ("refused", ("refused the key", "DURAMEN_API_KEY")),
        ("missing", ("does not exist", "DURAMEN_MODEL")),
    ],
)
def test_when_the_server_fails_the_words_stay_and_the_next_round_works(filled, server, model, said):
    failed = chat(filled, model)
    assert failed.exit_code == 5
    assert all(words in failed.stderr for words in (*said, model, "127.0.0.1")), failed.stderr
    assert HIDDEN not in failed.stdout + failed.stderr
    assert KEY not in failed.stdout + failed.stderr
    interrupted = filled.json("rounds", "--person", "Ann")[-1]
    assert interrupted["state"] == "interrupted"
    assert interrupted["answer"] is None
    assert [turn["text"] for turn in interrupted["turns"]] == ["I have a dog called Biscuit."]
    found = filled.json("recall", "dog Biscuit?", "--person", "Ann")
    assert any("Biscuit" in one["text"] for one in found["evidence"])
    again = chat(filled, "good", "And a cat.")
    assert again.exit_code == 0
    assert again.stdout == "Good to hear.\n"
    assert [one["round"] for one in filled.json("rounds", "--person", "Ann")] == [1, 2, 3, 4]


def test_an_error_behind_half_a_reply_begins_a_line_of_its_own(filled, server):
    failed = chat(filled, "cut")
    assert failed.stdout.endswith("\n")
    assert len(failed.stdout) > 1
    assert "\nerror: " in failed.output
    assert chat(filled, "refused").stdout == ""


def test_a_server_that_is_down_is_named_with_the_variable_that_says_where_it_is(filled, server, monkeypatch):
    server.shutdown()
    server.server_close()
    failed = chat(filled, "good")
    assert failed.exit_code == 5
    assert "connection was refused" in failed.stderr
    assert "DURAMEN_BASE_URL" in failed.stderr
    assert filled.json("rounds", "--person", "Ann")[-1]["state"] == "interrupted"
    assert chat_with_extractive(filled).exit_code == 0


def chat_with_extractive(command):
    return command.run("chat", "--once", "What is my cat called?", "--person", "Ann", "--model", "extractive")


def test_a_model_that_only_thinks_is_told_of(filled, server):
    done = chat(filled, "thinking")
    assert "the model thought, and gave no reply; what you said is stored" in done.stderr
    assert HIDDEN not in done.stdout + done.stderr


def test_a_server_that_talks_nonsense_is_asked_at_most_twice(filled, server):
    done = chat(filled, "babble")
    assert done.exit_code == 0
    assert done.stdout.strip()
    assert server.asked <= 2
    strict = filled.run("chat", "--once", "Hi.", "--person", "Ann", "--model", "openai:babble", "--preset", "strict")
    assert strict.exit_code == 0
    assert server.asked <= 4
    assert "warning" in strict.stderr
    assert filled.json("rounds", "--person", "Ann")[-1]["answer"]["state"] == "marked"


def test_an_embedding_server_that_is_down_is_named_and_what_was_said_to_it_is_kept(duramen, server, monkeypatch):
    address = f"http://127.0.0.1:{server.server_port}/v1"
    server.shutdown()
    server.server_close()
    monkeypatch.setenv("DURAMEN_HOME", str(duramen.folder / "other"))
    monkeypatch.setenv("DURAMEN_EMBEDDER", "openai:good")
    monkeypatch.setenv("DURAMEN_EMBEDDER_URL", address)
    talk = duramen.file("talk.jsonl", [{"role": "user", "content": "My cat is Miso."}])
    for command in (["import", talk], ["chat", "--once", "hi"]):
        done = duramen.run(*command, "--person", "Ben")
        assert done.exit_code == 5
        assert "DURAMEN_EMBEDDER_URL" in done.stderr
        assert KEY not in done.stderr
        assert ("`duramen reindex`" in done.stderr) is (command[0] == "chat")  # an import is simply run again
    assert duramen.json("persons") == {"Ben": {"assistant": 1}}
    record = duramen.json("round", "assistant/1", "--person", "Ben")
    assert (record["state"], [turn["text"] for turn in record["turns"]]) == ("interrupted", ["hi"])
    assert duramen.json("status")["without_vector"] == 1
    assert "1 text, found by its words alone; `duramen reindex`" in duramen.run("status").stdout
    monkeypatch.setenv("DURAMEN_EMBEDDER", "hash")
    assert duramen.json("reindex") == {"embedder": "hash", "converted": 1}
    assert duramen.json("status")["without_vector"] == 0
