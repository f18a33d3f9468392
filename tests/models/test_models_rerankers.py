import json
import math
import re
import sys
import threading
import tomllib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path

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


def test_a_missing_cross_encoder_is_named_with_the_extra_that_installs_it():
    if find_spec("sentence_transformers") is not None:
        pytest.skip("sentence-transformers is installed here")
    with pytest.raises(ModelUnavailable, match=r"pip install 'duramen\[encoders\]'"):
        open_reranker("sentence-transformers:some/model", ServerOptions())


def test_a_cross_encoder_in_process_scores_in_order_and_is_loaded_once(tmp_path, monkeypatch):
    (tmp_path / "sentence_transformers.py").write_text(
        "loads = []\n"
        "class CrossEncoder:\n"
        "    def __init__(self, model):\n"
        "        loads.append(model)\n"
        "    def predict(self, pairs):\n"
        "        return [float(len(set(q.split()) & set(t.split()))) - 1 for q, t in pairs]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "sentence_transformers", raising=False)
    reranker = open_reranker("sentence-transformers:some/model", ServerOptions())
    assert reranker.scores("the vet", ["a bill", "the vet", "the cat"]) == pytest.approx([0.269, 0.731, 0.5], abs=1e-3)
    assert reranker.scores("the vet", []) == []
    reranker.scores("the vet", ["a bill"])
    assert sys.modules["sentence_transformers"].loads == ["some/model"]
    del sys.modules["sentence_transformers"]


def test_every_package_that_a_message_offers_by_an_extra_is_declared():
    folder = Path(__file__).resolve().parents[2]
    extras = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (folder / "src").rglob("*.py"))
    assert set(re.findall(r"duramen\[(\w+)\]", sources)) <= set(extras)
    assert any(one.startswith("sentence-transformers") for one in extras["encoders"])
