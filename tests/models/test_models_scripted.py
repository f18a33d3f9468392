import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback_api import prompt_of

from duramen.domain.prompt import ProtocolForm
from duramen.errors import BadSetting, ModelTimeout, ModelUnavailable
from duramen.models.scripted import ScriptedChat, read_script


def said(model, prompt=None):
    return list(model.stream(prompt or prompt_of()))


def test_answers_come_in_turn_and_the_prompts_are_kept():
    model = ScriptedChat(["one", ("t", "", "wo"), ModelTimeout("too slow")])
    assert said(model, prompt_of("a")) == ["one"]
    assert said(model) == ["t", "wo"]
    with pytest.raises(ModelTimeout, match="too slow"):
        said(model)
    with pytest.raises(ModelUnavailable, match="3 answers is used up"):
        said(model)
    assert model.prompts[0].question == "a"
    assert len(model.prompts) == 4


@given(text=st.text(), size=st.integers(1, 9))
def test_pieces_joined_are_the_answer(text, size):
    pieces = said(ScriptedChat([text], piece_chars=size))
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= size for piece in pieces)


def test_a_function_of_the_prompt_answers_it_and_may_return_an_exception():
    model = ScriptedChat(lambda prompt: prompt.question[::-1] if prompt.question else ModelUnavailable("nothing asked"))
    assert said(model, prompt_of("abc")) == ["cba"]
    with pytest.raises(ModelUnavailable, match="nothing asked"):
        said(model, prompt_of(""))


def test_form_and_name_are_the_ones_given():
    model = ScriptedChat([], form=ProtocolForm.COMPACT, name="tiny")
    assert (model.form, model.name) == (ProtocolForm.COMPACT, "tiny")


def test_threads_get_different_answers():
    model, got = ScriptedChat([str(number) for number in range(20)]), []
    threads = [threading.Thread(target=lambda: got.extend(said(model))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(got, key=int) == [str(number) for number in range(20)]


def test_a_text_in_place_of_a_list_and_a_piece_size_of_zero_are_bad_settings():
    with pytest.raises(BadSetting, match=r"use \[text\]"):
        ScriptedChat("hello")
    with pytest.raises(BadSetting, match="piece_chars is 0"):
        ScriptedChat([], piece_chars=0)


def test_a_script_is_read_from_a_file(tmp_path):
    file = tmp_path / "script.json"
    file.write_text(
        json.dumps(["你好", ["a", "b"], {"error": "timeout", "message": "slow"}, {"error": "unavailable"}]), "utf-8"
    )
    model = read_script(file)
    assert model.name == "scripted:script.json"
    assert said(model) == ["你好"]
    assert said(model) == ["a", "b"]
    with pytest.raises(ModelTimeout, match="slow"):
        said(model)
    with pytest.raises(ModelUnavailable, match="answer 3"):
        said(model)


@pytest.mark.parametrize(
    "content, message",
    [
        (None, "cannot be read"),
        (b"[", "not valid JSON"),
        (b"\xff\xfe", "not valid JSON"),
        (b"{}", "holds dict, not a list"),
        (b'["a", 3]', "answer 1 .* is 3"),
        (b'[{"error": "typo"}]', "answer 0"),
    ],
)
def test_a_script_that_is_none_is_a_bad_setting_that_names_the_file(tmp_path, content, message):
    file = tmp_path / "bad.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(BadSetting, match=message) as caught:
        read_script(file)
    assert "bad.json" in str(caught.value)
