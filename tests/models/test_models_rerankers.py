import json
import math
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from duramen.errors import BadSetting, ModelError, ModelUnavailable
from duramen.models.catalog import open_reranker
from duramen.models.options import ServerOptions

TEXTS = ["about tea", "about the vet", "about soup"]


@contextmanager
def rerank_server(answer):
    """A server on the loopback whose `/rerank` answers with what `answer` makes of the request's body."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            self.server.seen.append((self.path, body, self.headers.get("authorization")))
            status, said = answer(body)
            data = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server, ServerOptions(base_url=f"http://127.0.0.1:{server.server_port}/v1", api_key="k", retries=0)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_the_jina_shape_is_asked_and_read_in_the_order_of_the_texts():
    rows = [
        {"index": 1, "relevance_score": 0.9},
        {"index": 0, "relevance_score": 0.2},
        {"index": 2, "relevance_score": 0.1},
    ]
    with rerank_server(lambda body: (200, {"results": rows})) as (server, options):
        assert open_reranker("rerank:bge", options).scores("vet?", TEXTS) == [0.2, 0.9, 0.1]
    path, body, key = server.seen[0]
    assert path == "/v1/rerank"
    assert key == "Bearer k"
    assert body == {"model": "bge", "query": "vet?", "documents": TEXTS}


def test_the_tei_shape_is_asked_and_log_odds_become_shares():
    rows = [{"index": 2, "score": -3.0}, {"index": 1, "score": 4.0}, {"index": 0, "score": 0.0}]
    with rerank_server(lambda body: (200, rows)) as (server, options):
        found = open_reranker("tei", options).scores("vet?", TEXTS)
    assert found == pytest.approx([0.5, 1 / (1 + math.exp(-4)), 1 / (1 + math.exp(3))])
    assert server.seen[0][1] == {"query": "vet?", "texts": TEXTS}


@pytest.mark.parametrize(
    "said", [{"results": "none"}, [{"index": 0, "score": 0.5}], [{"index": at, "score": None} for at in range(3)], {}]
)
def test_an_answer_without_a_score_for_each_text_is_an_error_of_the_model(said):
    with rerank_server(lambda body: (200, said)) as (_, options), pytest.raises(ModelError, match="reranker"):
        open_reranker("tei", options).scores("vet?", TEXTS)


def test_a_refusal_names_the_setting_that_mends_it():
    with (
        rerank_server(lambda body: (401, {"error": "no"})) as (_, options),
        pytest.raises(ModelUnavailable, match="DURAMEN_RERANKER_KEY"),
    ):
        open_reranker("rerank:bge", options).scores("vet?", TEXTS)


def test_nothing_is_asked_for_no_texts_and_no_reranker_is_the_default():
    with rerank_server(lambda body: (500, {})) as (server, options):
        assert open_reranker("rerank:bge", options).scores("vet?", []) == []
        assert server.seen == []
    assert open_reranker("", ServerOptions()) is None


@pytest.mark.parametrize("name", ["bge", "rerank:", "cross:x"])
def test_an_unknown_name_is_refused_with_those_there_are(name):
    with pytest.raises(BadSetting, match="DURAMEN_RERANKER"):
        open_reranker(name, ServerOptions(base_url="http://127.0.0.1:9"))
