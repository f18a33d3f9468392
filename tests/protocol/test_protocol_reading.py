from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.reply import Need, Verdict
from duramen.protocol import read_analysis

IDS = ("E1", "E2", "E3", "E4", "L1", "L2")
S, C, O, N = Verdict.SUPPORTS, Verdict.CONTRADICTS, Verdict.OUTDATED, Verdict.IRRELEVANT  # noqa: E741


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("need: profile", Need.PROFILE),
        ("Need = Knowledge; use=E1", Need.KNOWLEDGE),
        ("Needed kind of evidence? need kind: experience", Need.EXPERIENCE),
        ("NEED: EXPERIENCE", Need.EXPERIENCE),
        ("need: profile and experience", Need.SEVERAL),
        ("need: both", Need.SEVERAL),
        ("need: none", Need.NONE),
        ("the evidence is fine", Need.UNSTATED),
        ("need: bananas", Need.UNSTATED),
        ("需要：画像", Need.PROFILE),
        ("需要: 知识；依据 E1", Need.KNOWLEDGE),
        ("需要经历证据", Need.EXPERIENCE),
        ("需要：知识、经历", Need.SEVERAL),
        ("需要：无", Need.NONE),
        ("需求：多种", Need.SEVERAL),
        ("needless to say, none", Need.UNSTATED),
    ],
)
def test_the_need_is_read_after_its_word(text, need) -> None:
    assert read_analysis(text, IDS).need is need


@pytest.mark.parametrize(
    ("text", "verdicts"),
    [
        ("E1 supports, E2 outdated", (("E1", S), ("E2", O))),
        ("E1、E3 支持；E2 矛盾", (("E1", S), ("E3", S), ("E2", C))),
        ("E1-E3 irrelevant", (("E1", N), ("E2", N), ("E3", N))),
        ("Ｅ１－３ 无关", (("E1", N), ("E2", N), ("E3", N))),
        ("E1 and E2 are outdated", (("E1", O), ("E2", O))),
        ("evidence 2 contradicts evidence 1", (("E2", C),)),
        ("outdated: E1, E2; supports: E3", (("E1", O), ("E2", O), ("E3", S))),
        ("支持：E1；过时：E2、E3", (("E1", S), ("E2", O), ("E3", O))),
        ("E1 not relevant", (("E1", N),)),
        ("E1 does not support this", (("E1", N),)),
        ("E1 不支持", (("E1", N),)),
        ("E1 未过时", (("E1", S),)),
        ("E1 supports; E1 outdated", (("E1", O),)),
        ("E1 supports, E2", (("E1", S),)),
        ("L1 supports", (("L1", S),)),
        ("叶子1 支持，证据 2 过时", (("L1", S), ("E2", O))),
        ("E9 supports", ()),
        ("nothing here", ()),
    ],
)
def test_verdicts_are_read_in_both_languages_and_orders(text, verdicts) -> None:
    assert read_analysis(text, IDS).verdicts == verdicts


@pytest.mark.parametrize(
    ("text", "bound", "unknown"),
    [
        ("rests on E2, E1", ("E2", "E1"), ()),
        ("rests on E1–E3", ("E1", "E2", "E3"), ()),
        ("rests on E1 to 3", ("E1", "E2", "E3"), ()),
        ("rests on evidence 1 and 3", ("E1", "E3"), ()),
        ("based on e2 & l1", ("E2", "L1"), ()),
        ("依据 E1、E3", ("E1", "E3"), ()),
        ("依据Ｅ２和３", ("E2", "E3"), ()),
        ("根据证据2", ("E2",), ()),
        ("use=E1,2", ("E1", "E2"), ()),
        ("use=L2; need=profile", ("L2",), ()),
        ("use=none", (), ()),
        ("rests on E2 and E7", ("E2",), ("E7",)),
        ("rests on E7, E7, E8", (), ("E7", "E8")),
        ("E1 supports, E2 outdated", ("E1",), ()),
        ("E1 supports, E2 supports; rests on E2", ("E2",), ()),
        ("E9 supports", (), ("E9",)),
        ("E1 outdated", (), ()),
        ("rests on E1, 6 May 2023", ("E1",), ()),
        ("依据 E1、5月6日", ("E1",), ()),
        ("rests on E1-E900", ("E1",), ("E900",)),
        ("rests on E3-E1", ("E3", "E1"), ()),
        ("rests on E2, said at 10:30 in room 3", ("E2",), ()),
        ("rests on E2. E1 is old", ("E2",), ()),
        ("mp3 file1 e2e TE4", (), ()),
    ],
)
def test_ids_are_read_as_the_models_write_them(text, bound, unknown) -> None:
    read = read_analysis(text, IDS)
    assert (read.bound, read.unknown_ids) == (bound, unknown)


@pytest.mark.parametrize(("length", "fits"), [(0, False), (4, False), (5, True), (400, True), (401, False)])
def test_bounds_are_five_to_four_hundred_characters(length, fits) -> None:
    assert read_analysis(" " + "x" * length + "\n", IDS).in_bounds is fits


def test_the_ids_come_back_in_the_case_in_which_they_were_given() -> None:
    assert read_analysis("rests on e1", ("e1",)).bound == ("e1",)


@given(st.text(alphabet="EeLl0123456789 -–,、；;.证据根据needsupports无关\n", max_size=120))
def test_reading_never_raises_and_binds_only_what_was_shown(text) -> None:
    read = read_analysis(text, IDS)
    assert set(read.bound) | {name for name, _ in read.verdicts} <= set(IDS)
    assert not set(read.unknown_ids) & set(IDS)
    assert len(set(read.bound)) == len(read.bound)
