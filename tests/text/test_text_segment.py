import sys
import threading

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from duramen.text.segment import terms, word_edges
from duramen.text.stopwords import STOP_WORDS, content_terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("猫", ["猫"]),
        ("工作压力", ["工作", "压力"]),
        ("他们的狗", ["他们", "的", "狗"]),
        ("She moved; I am moving.", ["she", "move", "i", "am", "move"]),
        ("don't Mei's Mei’s", ["don", "mei", "mei"]),
        ("COVID-19 costs 1.5", ["covid", "19", "cost", "1", "5"]),
        ("Müller ÉTÉ Straße", ["müller", "été", "strass"]),
        ("我爱NBA比赛2023", ["我", "爱", "nba", "比赛", "2023"]),
        ("snake_case", ["snake", "case"]),
        ("", []),
        (" \n!?…，。😀", []),
    ],
)
def test_a_text_is_cut_into_its_terms_in_order(text, found):
    assert terms(text) == found


def test_long_chinese_words_also_give_their_parts():
    assert {"中华", "人民", "共和国", "中华人民共和国"} <= set(terms("中华人民共和国"))


def test_width_and_zero_width_characters_do_not_hide_a_word():
    assert terms("Ｗｉｄｅ") == terms("wide")
    assert terms("se\u200bcret") == terms("secret")
    assert terms("caf\u00e9") == terms("cafe\u0301")


def test_a_word_without_end_is_cut():
    assert [len(term) for term in terms("x" * 100_000)] == [64]


@given(text=st.text(max_size=200))
def test_terms_hold_letters_and_digits_only_and_are_the_same_each_time(text):
    found = terms(text)
    assert found == terms(text)
    assert all(term and not any(char.isspace() for char in term) for term in found)


@given(words=st.lists(st.sampled_from(["猫", "tea", "moved", "2023", "工作"]), max_size=8))
def test_terms_of_parts_are_the_terms_of_the_whole(words):
    assert terms(" ".join(words)) == [term for word in words for term in terms(word)]


def test_words_are_stemmed_alike_from_many_threads():
    roots, endings = ("nation", "relat", "organ", "conform", "gener"), ("al", "ing", "ations", "izer", "fulness", "ed")
    words = [f"{root}{end}{more}" for root in roots for end in endings for more in ("", "ly", "ness", "s", "ity")]
    plain = snowballstemmer.stemmer("english")
    wrong: list[str] = []

    def read(number):
        for attempt in range(12):
            # A letter of its own for each thread and attempt: nothing is answered from the cache.
            for word in (f"{chr(97 + number)}{chr(97 + attempt)}{word}" for word in words):
                try:
                    (found,) = terms(word)
                except IndexError:
                    found = "a broken stemmer"
                if len(wanted[word]) and found != wanted[word]:
                    wrong.append(f"{word}: {found}")

    wanted = {
        f"{chr(97 + n)}{chr(97 + a)}{word}": plain.stemWord(f"{chr(97 + n)}{chr(97 + a)}{word}")
        for n in range(4)
        for a in range(12)
        for word in words
    }
    threads = [threading.Thread(target=read, args=(number,)) for number in range(4)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert wrong == []


# Stop words.


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("What is the name of my cat?", ["name", "cat"]),
        ("我的猫在哪里？", ["猫"]),
        ("I don't like it, she'll go", ["like", "go"]),
        ("他们为什么怎么样", ["怎么样"]),
    ],
)
def test_words_that_say_little_are_left_out(text, kept):
    assert content_terms(terms(text)) == kept


def test_where_nothing_else_is_left_everything_is_kept():
    assert content_terms(["who", "are", "you"]) == ["who", "are", "you"]
    assert content_terms(word for word in ("的", "了")) == ["的", "了"]
    assert content_terms([]) == []


@given(words=st.lists(st.sampled_from(["the", "cat", "的", "猫", "no"]), max_size=8))
def test_content_terms_are_a_part_in_order_and_cleaning_twice_changes_nothing(words):
    kept = content_terms(words)
    rest = iter(words)
    assert all(word in rest for word in kept)
    assert content_terms(kept) == kept
    assert bool(kept) == bool(words)


def test_stop_words_are_terms_as_the_search_sees_them():
    assert {"the", "的", "becaus", "very", "为什么"} - STOP_WORDS == {"becaus"}
    for word in ("cat", "猫", "mei", "工作", "lisbon", "2023"):
        assert word not in STOP_WORDS


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("", []),
        ("likes tea", [1, 2, 3, 4, 7, 8]),
        ("喜欢熊猫", [1, 3]),
        ("北京大学 x", [1, 2, 3]),
        ("a，b。", []),
    ],
)
def test_words_are_cut_at_their_edges_only(text, inside):
    assert sorted(set(range(len(text) + 1)) - word_edges(text)) == inside


def test_whoever_changes_the_terms_they_got_changes_nobody_elses():
    for text in ("I moved to Delft.", "我养了一只猫。" * 100):
        first = terms(text)
        wanted = list(first)
        first.clear()
        assert terms(text) == wanted
