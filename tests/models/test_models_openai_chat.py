import socket
import threading
import traceback

import pytest
from loopback_api import KEY, PIECES, prompt_of, serving

from duramen.domain.prompt import ProtocolForm
from duramen.errors import BadSetting, ModelError, ModelTimeout, ModelUnavailable
from duramen.models.openai_chat import OpenAICompatibleChat, _whole_pieces
from duramen.models.options import ServerOptions


@pytest.fixture(scope="module")
def api():
    with serving() as running:
        yield running


def chat(api, model, **changes):
    options = {"base_url": api.base_url, "api_key": KEY, "timeout_s": 5.0, "backoff_s": 0.001, **changes}
    return OpenAICompatibleChat(model, ServerOptions(**options))


def tries(api, model):
    return sum(request["model"] == model for request in api.seen)


def failure_of(api, model, expected=ModelUnavailable, **changes):
    with pytest.raises(expected) as caught:
        list(chat(api, model, **changes).stream(prompt_of()))
    assert type(caught.value) is expected
    shown = "".join(traceback.format_exception(caught.value))
    assert KEY not in shown
    assert model in str(caught.value)
    return str(caught.value)


def test_an_answer_arrives_in_its_pieces_without_empty_ones(api):
    model = chat(api, "ok")
    assert list(model.stream(prompt_of())) == PIECES
    assert model.name == "openai:ok"
    assert model.form is ProtocolForm.FULL


def test_the_request_carries_messages_key_and_only_the_options_that_are_set(api):
    list(chat(api, "ok", temperature=None).stream(prompt_of("你好")))
    plain = api.seen[-1]
    assert plain["messages"][1] == {"role": "user", "content": "你好"}
    assert plain["stream"] is True
    assert "temperature" not in plain
    assert "max_tokens" not in plain
    assert plain["headers"]["authorization"] == f"Bearer {KEY}"
    list(chat(api, "ok", temperature=0.3, max_tokens=7).stream(prompt_of()))
    assert (api.seen[-1]["temperature"], api.seen[-1]["max_tokens"]) == (0.3, 7)


def test_key_and_organisation_of_the_environment_are_not_sent(api, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-from-environment")
    monkeypatch.setenv("OPENAI_ORG_ID", "org-from-environment")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "proj-from-environment")
    list(chat(api, "ok", api_key="").stream(prompt_of()))
    assert "environment" not in str(api.seen[-1]["headers"])


def test_a_proxy_of_the_environment_is_not_used_for_the_loopback(api, monkeypatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert list(chat(api, "ok").stream(prompt_of())) == PIECES


def test_thoughts_sent_apart_are_not_part_of_the_answer_and_a_length_limit_is_no_failure(api):
    assert list(chat(api, "thinking").stream(prompt_of())) == ["On 6 May."]


def test_a_server_that_does_not_stream_is_understood(api):
    assert "".join(chat(api, "unstreamed").stream(prompt_of())) == "".join(PIECES)
    assert "holds no message" in failure_of(api, "unstreamed-nonsense")


def test_a_refused_connection_names_the_address_and_the_setting():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
        options = ServerOptions(base_url=f"http://u:pw@127.0.0.1:{port}/v1?token=abc", backoff_s=0.001, api_key=KEY)
        with pytest.raises(ModelUnavailable) as caught:
            list(OpenAICompatibleChat("m", options).stream(prompt_of()))
    message = str(caught.value)
    assert f"http://127.0.0.1:{port}/v1" in message
    assert "refused" in message
    assert "DURAMEN_BASE_URL" in message
    assert "tried 3 times" in message
    assert "pw" not in message
    assert "abc" not in message


def test_an_unknown_host_name_is_said_to_be_unknown(monkeypatch):
    def no_such_host(*args, **kwargs):  # stands for the resolver of the system: a real query would leave this machine
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", no_such_host)
    options = ServerOptions(base_url="http://models.invalid/v1", retries=0)
    with pytest.raises(ModelUnavailable, match=r"host name 'models\.invalid' is not known"):
        list(OpenAICompatibleChat("m", options).stream(prompt_of()))


def test_a_refused_key_names_the_setting_and_never_the_key(api):
    message = failure_of(api, "http-401")
    assert "DURAMEN_API_KEY" in message
    assert tries(api, "http-401") == 1


def test_an_unknown_model_names_the_setting(api):
    message = failure_of(api, "http-404")
    assert "DURAMEN_MODEL" in message
    assert tries(api, "http-404") == 1


def test_overload_and_server_errors_are_retried_and_then_explained(api):
    for model in ("http-429", "http-500", "http-503"):
        message = failure_of(api, model)
        assert model[-3:] in message
        assert "tried 3 times" in message
        assert tries(api, model) == 3


def test_a_server_that_recovers_is_answered(api):
    assert list(chat(api, "http-503-once").stream(prompt_of())) == PIECES
    assert list(chat(api, "cut-once").stream(prompt_of())) == PIECES
    assert tries(api, "cut-once") == 2


def test_a_refused_request_is_not_retried(api):
    assert "HTTP 400" in failure_of(api, "http-400", ModelError)
    assert tries(api, "http-400") == 1


def test_a_redirect_is_not_followed(api):
    assert "redirect" in failure_of(api, "http-307")


def test_what_is_cut_off_says_how_much_had_arrived_and_is_not_asked_again(api):
    count = len(PIECES[0] + PIECES[1])
    assert f"after {count} characters had arrived" in failure_of(api, "cut-after-2")
    assert f"after {len(PIECES[0])} characters had arrived" in failure_of(api, "ends-early")
    assert tries(api, "cut-after-2") == tries(api, "ends-early") == 1


def test_a_stream_closed_by_done_without_a_finish_reason_is_complete(api):
    assert list(chat(api, "done-alone").stream(prompt_of())) == PIECES
    assert list(chat(api, "done-in-pieces").stream(prompt_of())) == PIECES[:1]


def test_done_in_the_words_of_an_answer_closes_nothing(api):
    assert "broke off" in failure_of(api, "done-in-words")


def test_an_empty_stream_that_is_closed_properly_is_an_empty_answer(api):
    assert "empty answer" in failure_of(api, "empty-done-alone")
    assert tries(api, "empty-done-alone") == 1


def test_pieces_before_the_cut_are_handed_over(api):
    pieces = chat(api, "cut-after-2").stream(prompt_of())
    assert [next(pieces), next(pieces)] == PIECES[:2]
    with pytest.raises(ModelUnavailable):
        next(pieces)


def test_a_cut_before_the_first_piece_is_retried_and_then_an_error(api):
    failure_of(api, "cut-at-once")
    assert tries(api, "cut-at-once") == 3


def test_invalid_json_is_an_error_at_once_and_in_mid_stream(api):
    assert "not valid JSON" in failure_of(api, "bad-json-at-once")
    assert f"not valid JSON after {len(PIECES[0])} characters" in failure_of(api, "bad-json")


def test_an_error_inside_the_stream_is_passed_on_without_secrets(api):
    message = failure_of(api, "error-inside")
    assert "out of memory, key ***" in message
    assert "characters had arrived" in message


def test_an_empty_answer_is_an_error_with_its_reason(api):
    assert "empty answer (finish reason 'content_filter')" in failure_of(api, "empty")
    assert tries(api, "empty") == 1


def test_a_page_in_place_of_an_answer_is_an_error(api):
    assert "text/html" in failure_of(api, "html")


def test_silence_is_a_timeout_and_not_retried(api):
    assert "sent nothing for 0.2 s" in failure_of(api, "silent", ModelTimeout, timeout_s=0.2)
    assert tries(api, "silent") == 1


def test_silence_between_pieces_is_a_timeout_that_says_how_much_had_arrived(api):
    message = failure_of(api, "slow-after-1", ModelTimeout, timeout_s=0.2)
    assert f"after {len(PIECES[0])} characters had arrived" in message


def test_a_caller_may_stop_early_and_ask_again(api):
    model = chat(api, "ok")
    first = model.stream(prompt_of())
    assert next(first) == PIECES[0]
    first.close()
    assert list(model.stream(prompt_of())) == PIECES


def test_threads_share_one_model(api):
    model, answers = chat(api, "ok"), []
    threads = [threading.Thread(target=lambda: answers.append(list(model.stream(prompt_of())))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert answers == [PIECES] * 8


@pytest.mark.parametrize("url", ["", "localhost:11434/v1", "ftp://h/v1", "http:///v1", "http://h:99999/v1"])
def test_an_unusable_base_url_is_a_bad_setting(url):
    with pytest.raises(BadSetting, match="DURAMEN_BASE_URL"):
        OpenAICompatibleChat("m", ServerOptions(base_url=url))


@pytest.mark.parametrize("key", ["sk-a b", "sk-键", "sk-a\nb"])
def test_a_key_that_no_header_can_carry_is_a_bad_setting_without_the_key(key):
    with pytest.raises(BadSetting, match="DURAMEN_API_KEY") as caught:
        OpenAICompatibleChat("m", ServerOptions(base_url="http://h/v1", api_key=key))
    assert key not in str(caught.value)


def test_the_key_is_not_in_the_repr_of_the_options():
    assert KEY not in repr(ServerOptions(api_key=KEY))


def test_a_character_that_is_cut_in_two_arrives_whole_and_a_lone_half_is_replaced():
    pieces = ["a\ud83d", "\ude00b", "\ud800", "c", "\udc00", "d\ud83d"]
    assert list(_whole_pieces(iter(pieces))) == ["a", "😀b", "\ufffdc", "\ufffd", "d", "\ufffd"]
