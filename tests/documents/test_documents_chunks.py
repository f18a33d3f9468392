"""The laws of chunking, and what comes out for known texts."""

from __future__ import annotations

import gzip
import time
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.documents import ChunkSizes, chunk, read_document
from duramen.documents.measure import Measure
from duramen.domain.knowledge import ParentSpan, Span
from duramen.errors import BadSetting

NOVELS = Path(__file__).resolve().parents[3] / "shared" / "data" / "novels_zh" / "noise_zh_simp_12novels.txt.gz"
SMALL = ChunkSizes(parent_chars=60, child_chars=20, parent_words=36, child_words=12)

_PARTS = st.sampled_from(
    [
        "今天天气很好。", "我昨天搬到了深圳，住在海边；很安静！", "她问：“你去哪里？”", "……", "长" * 45, "她说", "，", "\n", "\n\n", "　",
        "It rained all day. ", "Dr. Who came at 3.5 p.m. and left. ", "don't ", "word ", "https://example.org/" + "a" * 150 + " ",
        "# 标题\n", "## A heading\n", "第三回 春风\n", "👩‍👩‍👧", "e\u0301", "ไทยไม่มีช่องว่าง", "\u200d", "한국어 문장입니다. ", "カタカナ", "\x00", "\ud800",
    ]
)  # fmt: skip
_TEXTS = st.one_of(st.text(max_size=400), st.lists(_PARTS, max_size=60).map("".join))
_SIZES = st.sampled_from(
    [SMALL, ChunkSizes(), ChunkSizes(parent_chars=20, child_chars=20, parent_words=12, child_words=12)]
)


def spans_of(parents: list[ParentSpan]) -> list[Span]:
    return [parent.span for parent in parents]


def said(text: str, span: Span) -> str:
    return text[span.start : span.end]


def fill(text: str, span: Span, chars: int, words: int) -> float:
    measure = Measure(text, [(span.start, span.end)])
    return measure.chars[0] / chars + measure.words[0] / words


@given(_TEXTS, _SIZES)
def test_every_visible_character_is_in_a_parent_and_in_one_of_its_children(text: str, sizes: ChunkSizes):
    visible = {place for place, char in enumerate(text) if not char.isspace()}
    parents = chunk(text, sizes)
    assert visible <= {place for span in spans_of(parents) for place in range(span.start, span.end)}
    assert visible <= {p for parent in parents for span in parent.children for p in range(span.start, span.end)}


@given(_TEXTS, _SIZES)
def test_children_tile_their_parent_from_end_to_end_and_stay_inside(text: str, sizes: ChunkSizes):
    for parent in chunk(text, sizes):
        assert parent.children[0].start == parent.span.start
        assert parent.children[-1].end == parent.span.end
        assert all(parent.span.start <= child.start < child.end <= parent.span.end for child in parent.children)


@given(_TEXTS, _SIZES)
def test_spans_move_forward_and_begin_and_end_with_visible_characters(text: str, sizes: ChunkSizes):
    parents = chunk(text, sizes)
    for spans in (spans_of(parents), *(parent.children for parent in parents)):
        for before, after in pairwise(spans):
            assert before.start < after.start
            assert before.end < after.end
        assert all(said(text, span) == said(text, span).strip() for span in spans)


@given(_TEXTS, _SIZES)
def test_no_chunk_is_larger_than_its_size(text: str, sizes: ChunkSizes):
    for parent in chunk(text, sizes):
        assert fill(text, parent.span, sizes.parent_chars, sizes.parent_words) <= 1 + 1e-9
        for child in parent.children:
            assert fill(text, child, sizes.child_chars, sizes.child_words) <= 1 + 1e-9


@given(st.text(alphabet="春夏秋冬风花雪月我你他。，！？；：", max_size=2000))
def test_cjk_chunks_are_counted_in_plain_characters(text: str):
    for parent in chunk(text):
        assert parent.span.end - parent.span.start <= 600
        assert all(child.end - child.start <= 200 for child in parent.children)


@given(_TEXTS, _SIZES)
def test_chunking_is_deterministic(text: str, sizes: ChunkSizes):
    assert chunk(text, sizes) == chunk(text, sizes)


@given(st.lists(_PARTS, min_size=1, max_size=60).map("".join))
def test_neighbours_share_at_most_one_sentence(text: str):
    parents = chunk(text, SMALL)
    for spans in (spans_of(parents), *(parent.children for parent in parents)):
        for before, after in pairwise(spans):
            shared = fill(text, Span(start=after.start, end=before.end), 20, 12) if after.start < before.end else 0
            assert shared <= 1
        for first, third in zip(spans, spans[2:], strict=False):
            assert third.start >= first.end


def test_a_text_without_a_visible_character_has_no_chunks():
    assert chunk("") == []
    assert chunk(" \n\u3000\t") == []


def test_a_short_text_is_one_parent_with_one_child():
    assert chunk("今天很好。") == [ParentSpan(span=Span(start=0, end=5), children=(Span(start=0, end=5),))]


def test_a_child_begins_with_the_last_sentence_of_the_child_before():
    text = "".join(f"这是第{digit}句，一共十个字。" for digit in "一二三四五六")
    children = [said(text, child) for child in chunk(text, ChunkSizes(child_chars=26, child_words=16))[0].children]
    assert children == [
        "这是第一句，一共十个字。这是第二句，一共十个字。",
        "这是第二句，一共十个字。这是第三句，一共十个字。",
        "这是第三句，一共十个字。这是第四句，一共十个字。",
        "这是第四句，一共十个字。这是第五句，一共十个字。",
        "这是第五句，一共十个字。这是第六句，一共十个字。",
    ]


def test_a_parent_begins_with_the_last_sentence_of_the_parent_before():
    text = "".join(f"第{number:03d}个句子说了一些平常的话。" for number in range(120))
    parents = chunk(text)
    assert len(parents) > 2
    for before, after in pairwise(parents):
        shared = text[after.span.start : before.span.end]
        assert shared.count("。") == 1
        assert shared.endswith("话。")
        assert said(text, after.children[0]).startswith(shared)


def test_english_chunks_hold_three_hundred_and_sixty_and_one_hundred_and_twenty_words():
    text = " ".join(f"Sentence number {index} has exactly seven words." for index in range(200))
    parents = chunk(text)
    words = [len(said(text, parent.span).split()) for parent in parents]
    assert 350 < words[0] <= 360
    assert 110 < len(said(text, parents[0].children[0]).split()) <= 120


def test_a_mixed_text_is_measured_in_proportion():
    chinese, english = "春眠不觉晓处处闻啼鸟。" * 9, "The old bridge was closed on Monday. " * 8
    first = chunk(chinese + english)[0].children[0]
    part = said(chinese + english, first)
    assert "bridge" in part
    assert 99 / 200 + len(part[99:].split()) / 120 <= 1


def test_a_sentence_longer_than_a_child_is_cut_after_a_clause_mark():
    text = "他说" + "一二三四五六七八九，" * 40
    children = [child for parent in chunk(text) for child in parent.children]
    assert len(children) > 1
    assert all(said(text, child).endswith("，") for child in children)


def test_a_sentence_without_any_mark_is_cut_where_the_child_is_full():
    text = "字" * 450
    assert [child.end - child.start for parent in chunk(text) for child in parent.children] == [200, 200, 50]


def test_a_long_english_sentence_is_cut_between_words():
    text = " ".join(["alpha", "beta", "gamma"] * 100)
    children = [child for parent in chunk(text) for child in parent.children]
    assert len(children) > 1
    assert all(set(said(text, child).split()) <= {"alpha", "beta", "gamma"} for child in children)


def test_a_hard_cut_does_not_part_a_letter_from_its_accent():
    text = "e\u0301" * 2000
    children = [child for parent in chunk(text) for child in parent.children]
    assert len(children) > 1
    assert all(text[child.start] == "e" for child in children)


def test_a_heading_stays_with_what_follows_it():
    body = "这一段讲的是平常的事情，没有什么特别的地方。" * 20
    text = "\n\n".join(f"## 第{name}部分\n{body}" for name in "甲乙丙丁")
    parents = chunk(text)
    assert len(parents) > 1
    for parent in parents:
        for span in (parent.span, *parent.children):
            assert not said(text, span).split("\n")[-1].startswith("#")


def test_a_text_of_headings_only_is_kept():
    text = "\n".join(f"# Heading {number}" for number in range(500))
    assert sum(said(text, parent.span).count("#") for parent in chunk(text)) == 500


@pytest.mark.parametrize(
    "wrong",
    [{"child_chars": 0}, {"child_chars": 601}, {"child_words": 5}, {"child_words": 400}, {"parent_chars": 100}],
)
def test_sizes_that_cannot_work_are_refused_with_their_value(wrong: dict[str, int]):
    with pytest.raises(BadSetting, match=str(next(iter(wrong.values())))):
        ChunkSizes(**wrong)


def test_time_grows_in_proportion_to_a_text_without_any_cut():
    started = time.perf_counter()
    assert len(chunk("字" * 400_000)) > 600
    assert len(chunk("x" * 400_000)) > 80
    assert time.perf_counter() - started < 20


def test_the_novels_are_read_and_chunked():
    if not NOVELS.exists():
        pytest.skip("shared/data/novels_zh is not here")
    data = NOVELS.read_bytes()
    part = read_document(gzip.compress(gzip.decompress(data)[:1_500_000]), name="novels.txt.gz")
    parents = chunk(part.text)
    assert part.encoding == "utf-8"
    assert len(part.text) / 600 < len(parents) < len(part.text) / 450
    children = [child for parent in parents for child in parent.children]
    assert 140 < sum(child.end - child.start for child in children) / len(children) <= 200
