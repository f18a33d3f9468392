"""Text is made storable at the border, and nothing else is done to it."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from duramen.text.border import clean

_ANY = st.text(st.characters(exclude_categories=()), max_size=80)


def test_nul_and_lone_surrogates_are_replaced_and_counted():
    cleaned = clean("a\x00b\ud800c")
    assert (cleaned.text, cleaned.replaced) == ("a\ufffdb\ufffdc", 2)


def test_controls_are_dropped_and_counted_but_tab_and_line_feed_stay():
    cleaned = clean("a\tb\nc\x07d\x9be")
    assert (cleaned.text, cleaned.replaced) == ("a\tb\ncde", 2)


def test_line_ends_become_line_feeds_without_being_counted():
    assert clean("a\r\nb\rc\x0cd\x85e") == clean("a\nb\nc\nd\ne")


def test_two_surrogates_that_belong_together_become_their_character():
    cleaned = clean("\ud83d\ude00")
    assert (cleaned.text, cleaned.replaced) == ("😀", 0)


def test_text_is_composed():
    assert clean("e\u0301").text == "é"


def test_good_text_in_both_languages_is_untouched():
    text = "我叫张伟，喜欢打羽毛球。😀\n\tIt's “fine”."
    assert (clean(text).text, clean(text).replaced) == (text, 0)


@given(_ANY)
def test_cleaning_twice_is_cleaning_once(text):
    once = clean(text)
    twice = clean(once.text)
    assert (twice.text, twice.replaced) == (once.text, 0)


@given(_ANY)
def test_clean_text_is_utf8_nfc_and_free_of_controls(text):
    cleaned = clean(text).text
    cleaned.encode("utf-8")
    assert unicodedata.is_normalized("NFC", cleaned)
    assert not any(unicodedata.category(char) == "Cc" and char not in "\n\t" for char in cleaned)
