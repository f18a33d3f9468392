import importlib.util
import json
import random
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.text.secrets import find_secrets, mask, said, told

_spec = importlib.util.spec_from_file_location("secret_samples", Path(__file__).with_name("secret_samples.py"))
samples = importlib.util.module_from_spec(_spec)
sys.modules["secret_samples"] = samples
_spec.loader.exec_module(samples)
DATA = Path(__file__).resolve().parents[3] / "shared" / "data"


def test_there_are_enough_samples_to_tell_something():
    assert len(samples.SAMPLES) >= 150
    assert len(samples.INNOCENT) >= 120
    assert len({kind for kind, _ in samples.SAMPLES}) >= 20


@pytest.mark.parametrize(("kind", "text"), samples.SAMPLES)
def test_a_valid_secret_is_found_once_with_its_kind(kind, text):
    assert [secret.kind for secret in find_secrets(text)] == [kind]


@pytest.mark.parametrize("text", samples.INNOCENT)
def test_what_only_looks_like_a_secret_stays(text):
    assert mask(text).text == text


@pytest.mark.parametrize(("kind", "text"), [*samples.CARDS, *samples.ACCOUNTS])
def test_a_changed_digit_of_a_card_or_an_account_is_no_such_secret(kind, text):
    (secret,) = find_secrets(text)
    at = max(at for at in range(secret.start, secret.end) if text[at].isdigit())
    changed = text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
    assert kind not in [one.kind for one in find_secrets(changed)]


@pytest.mark.parametrize("text", [text for _, text in samples.SAMPLES])
def test_masking_what_is_masked_changes_nothing_and_no_part_is_left(text):
    (secret,) = find_secrets(text)
    masked = mask(text).text
    assert mask(masked).text == masked
    assert text[secret.start : secret.end] not in masked
    assert text[: secret.start] == masked[: secret.start]


def test_the_word_in_its_place_is_of_the_texts_language():
    assert mask("my card is 4111 1111 1111 1111, ok").text == "my card is [payment card removed], ok"
    assert mask("我的卡号是４１１１１１１１１１１１１１１１，记一下").text == "我的卡号是［已去除：银行卡号］，记一下"
    assert mask("我的身份证是11010519491231002X").text == "我的身份证是［已去除：证件号码］"


def test_several_secrets_are_counted_by_kind_and_told_in_both_languages():
    masked = mask("cards 4111111111111111 and 5555555555554444, password: hunter2")
    assert masked.counts == {"payment-card": 2, "password": 1}
    assert told(masked.counts) == "2 payment cards, 1 password"
    assert told(masked.counts, "zh") == "2 个银行卡号、1 个密码"
    assert said("id-fr", "en") == "ID number"


def test_of_overlapping_finds_the_first_and_longest_stands():
    text = "password: AKIAIOSFODNN7ABCDEFG"
    (secret,) = find_secrets(text)
    assert text[secret.start : secret.end] == "AKIAIOSFODNN7ABCDEFG"


@given(st.text(max_size=300))
def test_any_text_is_masked_without_an_error_and_once_for_all(text):
    masked = mask(text).text
    assert mask(masked).text == masked


@given(
    st.lists(st.sampled_from([text for _, text in samples.SAMPLES] + samples.INNOCENT), max_size=6), st.integers(0, 9)
)
def test_texts_joined_are_masked_once_for_all(texts, seed):
    joined = random.Random(seed).choice([" ", "\n", "，", ""]).join(texts)
    masked = mask(joined).text
    assert mask(masked).text == masked


HOSTILE = [
    "1", "1 ", "1-", "1 2-", "4111 1111 1111 ", "a@", "password ", "password: ", "password is ", "password=a", "eyJ", "eyJ.", "eyJhbGci.", "://",
    "://a:", "://a:b", "-----BEGIN ", "-----BEGIN PRIVATE KEY-----", "seed phrase ", "seed phrase abc ", "abc ", "sk-", "sk-a1", "AIza",
    "12 345 678 901 ", "GB82 ", "GB", "A1", "key", "key=", "密码是", "密码：", "身份证1", "１", "110101199003070", "AB12", "xoxb-", "token token",
    "pin ", "your_", "password: your_a_", "{{", "authorization: bearer ", "PuTTY-User-Key-File-2: ", "secret", "aws " + "aB3" * 13 + "x ", "\u200b1",
    "a" * 39 + " ", "1.", "-" * 5, "AccountKey=", "[a removed] ",
]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE)
def test_the_time_grows_with_the_length_alone(piece):
    def seconds(size):
        text = (piece * (size // len(piece) + 1))[:size]
        began = time.process_time()
        mask(text)
        return time.process_time() - began

    # Ten times the text may take some thirty times as long on a busy machine; a search that backtracks takes a hundred.
    assert seconds(200_000) < max(30 * seconds(20_000), 3.0)


def test_real_dialogues_and_novels_hold_no_secret():
    if not DATA.is_dir():
        pytest.skip("shared data is not here")
    texts = [path.read_text() for path in sorted(DATA.glob("memorybank/**/*.json"))]
    rows = [json.loads(text) for text in texts]
    assert rows
    hits = [
        text[s.start : s.end] for text in texts for s in find_secrets(json.dumps(json.loads(text), ensure_ascii=False))
    ]
    assert hits == []
