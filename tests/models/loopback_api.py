"""A real HTTP server on the loopback that plays an OpenAI-compatible API, its failures included.

In: requests of the `openai` client. Out: what the model's name asks for ("ok", "http-429", "cut-after-2", ...).
"""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from duramen.domain.prompt import ChatMessage, Prompt, ProtocolForm
from duramen.domain.time import UNKNOWN_MOMENT

PIECES = ["Milo went ", "to the vet ", "on 6 May. ", "周六下午。"]
KEY = "sk-secret-0123456789"


def prompt_of(question="When did I go to the vet?", system="Answer in one sentence."):
    return Prompt(
        messages=(ChatMessage(role="system", content=system), ChatMessage(role="user", content=question)),
        question=question,
        evidence=(),
        now=UNKNOWN_MOMENT,
        language="en",
        form=ProtocolForm.FULL,
    )


class LoopbackApi(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.seen = []
        self.gate = threading.Event()  # the slow answers wait for it, so that no test sleeps longer than it must

    @property
    def base_url(self):
        return f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request, client_address):
        """Stay silent: clients that hang up are part of the tests."""


@contextmanager
def serving():
    api = LoopbackApi()
    thread = threading.Thread(target=api.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield api
    finally:
        api.gate.set()
        api.shutdown()
        thread.join(5)
        api.server_close()


def _chunk(content=None, finish=None, **delta):
    delta = {**({"content": content} if content is not None else {}), **delta}
    return {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.seen.append({"path": self.path, "headers": dict(self.headers), **body})
        model = body["model"]
        if model.startswith("http-"):
            self._status(model)
        elif self.path.endswith("/embeddings"):
            self._embeddings(model, body["input"])
        elif self.path.endswith("/chat/completions"):
            self._chat(model)
        else:
            self._json({"error": {"message": "no such path"}}, 404)

    def _tries(self, model):
        return sum(request["model"] == model for request in self.server.seen)

    def _json(self, value, code=200, **headers):
        self._raw(json.dumps(value).encode(), "application/json", code, **headers)

    def _raw(self, data, media, code=200, **headers):
        self.send_response(code)
        self.send_header("content-type", media)
        self.send_header("content-length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def _status(self, model):
        code = int(model.split("-")[1])
        if model.endswith("-once") and self._tries(model) > 1:
            return self._chat("ok")
        if code == 307:
            return self._json({}, 307, location="http://127.0.0.1:9/v1")
        message = f"about {self.headers['authorization']}" if code == 401 else f"upstream says {KEY} and {code}"
        headers = {"retry_after": "0"} if code == 429 else {}
        return self._json({"error": {"message": message, "type": "t"}}, code, **headers)

    def _chat(self, model):
        if model == "html":
            return self._raw(b"<html>login</html>", "text/html")
        if model == "unstreamed":
            return self._json({"choices": [{"message": {"content": "".join(PIECES)}, "finish_reason": "stop"}]})
        if model == "unstreamed-nonsense":
            return self._json({"hello": "world"})
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        return getattr(self, "_stream_" + model.replace("-", "_"))()

    def _event(self, value):
        data = value if isinstance(value, str) else "data: " + json.dumps(value) + "\n\n"
        raw = data.encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))

    def _finish(self, reason="stop"):
        self._event(_chunk(finish=reason))
        self._end()

    def _end(self):
        self._event("data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")

    def _stream_ok(self):
        self._event(_chunk(role="assistant", content=""))
        for piece in PIECES:
            self._event(": keep-alive\n\n")
            self._event(_chunk(piece))
        self._finish()

    def _stream_thinking(self):
        self._event(_chunk(reasoning_content="the person asks about the vet"))
        self._event(_chunk("On 6 May."))
        self._finish("length")

    def _stream_empty(self):
        self._event(_chunk(role="assistant"))
        self._finish("content_filter")

    def _stream_cut_at_once(self):
        self.close_connection = True

    def _stream_cut_once(self):
        if self._tries("cut-once") > 1:
            return self._stream_ok()
        self.close_connection = True
        return None

    def _stream_cut_after_2(self):
        for piece in PIECES[:2]:
            self._event(_chunk(piece))
        self.close_connection = True  # no closing chunk: the client sees the connection break

    def _stream_ends_early(self):
        self._event(_chunk(PIECES[0]))
        self.wfile.write(b"0\r\n\r\n")  # HTTP is complete, the answer is not: no finish reason and no [DONE]

    def _stream_done_in_words(self):
        self._event(_chunk(PIECES[0] + "\ndata: [DONE]\n"))
        self.wfile.write(b"0\r\n\r\n")

    def _stream_done_alone(self):
        for piece in PIECES:
            self._event(_chunk(piece))
        self._end()

    def _stream_done_in_pieces(self):
        self._event(_chunk(PIECES[0]))
        for part in ("dat", "a:[DO", "NE]", "\n\n"):
            self._event(part)
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def _stream_empty_done_alone(self):
        self._end()

    def _stream_bad_json(self):
        self._event(_chunk(PIECES[0]))
        self._event('data: {"choices": [\n\n')
        self._finish()

    def _stream_bad_json_at_once(self):
        self._event("data: <<<\n\n")
        self._finish()

    def _stream_error_inside(self):
        self._event(_chunk(PIECES[0]))
        self._event({"error": {"message": f"out of memory, key {KEY}"}})

    def _stream_silent(self):
        self.server.gate.wait(10)

    def _stream_slow_after_1(self):
        self._event(_chunk(PIECES[0]))
        self.server.gate.wait(10)

    def _embeddings(self, model, texts):
        rows = [[float(len(text)), 1.0, 2.0] for text in texts]
        items = [{"object": "embedding", "index": i, "embedding": row} for i, row in enumerate(rows)]
        match model:
            case "shuffled":
                items.reverse()
            case "missing":
                items.pop()
            case "ragged" if len(items) > 1:
                items[0]["embedding"].append(1.0)
            case "zero":
                items[0]["embedding"] = [0.0, 0.0, 0.0]
            case "words":
                items[0]["embedding"] = ["a", "b", "c"]
            case "hollow":
                for item in items:
                    item["embedding"] = []
            case "changing" if self._tries(model) > 1:
                for item in items:
                    item["embedding"].append(4.0)
            case "bad-json":
                return self._raw(b'{"data": [', "application/json")
            case "html":
                return self._raw(b"<html>login</html>", "text/html")
            case "silent":
                return self.server.gate.wait(10)
        return self._json({"object": "list", "data": items, "model": model, "usage": {}})
