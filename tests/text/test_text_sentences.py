"""Sentences are cut where a reader would stop, and no character is lost."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.text.sentences import sentence_spans


def _cut(text):
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "pieces",
    [
        ["今天很好！", "我们去“公园。”", "然后呢？", "好；", "行"],
        ["他说：“真的吗？！”", "我点点头……", "走了。"],
        ["你好!", "我们走"],
        ["版本3.5很好用。", "真的"],
    ],
)
def test_chinese_is_cut_after_its_marks(pieces):
    assert _cut("".join(pieces)) == pieces


@pytest.mark.parametrize(
    "pieces",
    [
        ["Dr. Smith paid $3.50.", "He left!"],
        ["J. K. Rowling wrote it.", "So did I.", "Am I right?"],
        ["We met at 5 p.m. on Monday.", "Then we left."],
        ["We met at 5 p.m.", "Then we left."],
        ["I use node.js, e.g. for tests.", "It works..."],
        ["Hmm... maybe not.", "OK?!", "Yes."],
        ['"Stop!" he said.', "She stopped."],
        ["He said “no.”", "I said (yes!)", "Done."],
        ["No.", "I won't.", "No. 5 is here."],
        ["See fig. 3 and vol. 2 of it.", "Good."],
        ["i went home.", "then i slept."],
        ["She lives in the U.S. now.", "I moved to Washington, D.C. in May."],
        ["It was fun on sat.", "we danced on Sat. night."],
    ],
)
def test_english_is_cut_after_its_marks_but_not_after_abbreviations(pieces):
    assert _cut(" ".join(pieces)) == pieces


def test_lines_are_sentences_and_list_numbers_stay_with_their_item():
    assert _cut("1. Wake up\n2. Eat. Then sleep\n\n  a. rest") == ["1. Wake up", "2. Eat.", "Then sleep", "a. rest"]


def test_blank_text_has_no_sentence():
    assert sentence_spans(" \n\t ") == []


@given(st.text(st.sampled_from("ab A.!?。！？；…\n\"”’'（）(Mr 1中x:"), max_size=60))
def test_spans_are_in_order_and_cover_every_character_that_is_no_blank(text):
    spans = sentence_spans(text)
    assert all(start < end for start, end in spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(spans))
    covered = {index for start, end in spans for index in range(start, end)}
    assert covered >= {index for index, char in enumerate(text) if not char.isspace()}
    assert not any(text[start].isspace() or text[end - 1].isspace() for start, end in spans)
