"""Replies with known faults and good ones, in both languages: every fault is found where it stands, and nothing else."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reply_cases import cases, found_in, told_rightly

from duramen.checking import check_card, check_claims, grounds_of
from duramen.checking.grounds import in_order
from duramen.domain.checks import CLAIMS, Flaw

REPLIES, UNSEEN = cases("replies.jsonl"), cases("unseen.jsonl") + cases("talk.jsonl")
GOOD = [case for case in REPLIES + UNSEEN if case["fault"] is None]
IN_WORDS = {"十四": 14, "fourteen": 14, "十九": 19, "两": 2, "四十五": 45, "10k": 10_000}
REMEMBERED = [case for case in GOOD if case.get("evidence") and case["bound"]]


def test_there_are_as_many_faulty_replies_as_good_ones_in_each_language():
    counts = {}
    for case in REPLIES:
        key = case["id"][:2], case["fault"] is None
        counts[key] = counts.get(key, 0) + 1
    assert counts == {("en", False): 30, ("en", True): 30, ("zh", False): 30, ("zh", True): 30}
    kinds = {case["fault"] for case in REPLIES} - {None}
    assert kinds == {flaw.value for flaw in Flaw} - {"judged"}


@pytest.mark.parametrize("case", REPLIES + UNSEEN, ids=lambda case: case["id"])
def test_each_reply_is_told_rightly(case):
    assert told_rightly(case), [(one.kind.value, case["reply"][one.start : one.end]) for one in found_in(case)]


@pytest.mark.parametrize("case", [case for case in REPLIES if case["fault"]], ids=lambda case: case["id"])
def test_a_reason_is_in_the_persons_language_and_repeats_no_evidence(case):
    for one in found_in(case):
        assert one.reason
        chinese = any("\u4e00" <= char <= "\u9fff" for char in one.reason)
        assert chinese == (case["id"].startswith("zh"))
        if one.kind in CLAIMS:
            assert one.against in ("", *(row[0] for row in (*case.get("evidence", ()), *case.get("leaves", ()))))
            assert not any(row[3] in one.reason for row in case.get("evidence", ()))


@given(case=st.sampled_from(REMEMBERED), number=st.integers(13, 99_999))
def test_an_unsupported_number_added_to_a_good_reply_is_always_found(case, number):
    said = " ".join([case["question"], *(row[3] for row in case["evidence"])])
    told = [int(figures) for figures in re.findall(r"\d+", said.replace(",", ""))]
    told += [value for word, value in IN_WORDS.items() if word in said.casefold()]
    follows = {sum(told), *(abs(a - b) for a in told for b in told), *(a + b for a in told for b in told)}
    if str(number) in said or number in follows or str(number)[:2] in ("19", "20"):  # a year may be meant
        return
    added = f"你一共数过{number}颗星星。" if case["id"].startswith("zh") else f"You have counted {number} stars."
    reply = f"{case['reply']} {added}"
    found = found_in(case, reply)
    assert any(one.kind is Flaw.NUMBER and str(number) in reply[one.start : one.end] for one in found), found


@given(case=st.sampled_from(REPLIES + UNSEEN), data=st.data())
def test_the_order_of_evidence_does_not_matter(case, data):
    shuffled = data.draw(st.permutations(case.get("evidence", [])))
    assert found_in({**case, "evidence": shuffled}) == found_in(case)


@given(case=st.sampled_from(REPLIES), reply=st.text(), evidence=st.text(), question=st.text())
def test_no_text_breaks_the_checks(case, reply, evidence, question):
    row = [[*one[:3], evidence] for one in case.get("evidence", ())]
    broken = {**case, "evidence": row, "question": question, "card": {"name": "x", "boundaries": [evidence, reply]}}
    broken["card"]["address"] = reply
    for one in found_in(broken, reply):
        assert 0 <= one.start <= one.end <= len(reply)


@given(
    st.text(alphabet="0123456789一二三四五六七八九十百千万亿零〇两点半年月日号岁%$€ .,:-/第百分之成 apm", max_size=40)
)
def test_no_heap_of_figures_breaks_the_checks(figures):
    case = {**REPLIES[0], "reply": f"You have {figures}"}
    found_in(case)
    found_in({**case, "evidence": [["E1", "2024-05-08", "Mia", figures]]})


def test_passages_are_held_in_the_order_of_their_dates():
    from reply_cases import card_of, prompt_of

    case = next(one for one in REPLIES if one["id"] == "en-f19")
    grounds = grounds_of(prompt_of(case), [], card_of(case))
    assert in_order(reversed(grounds.passages)) == grounds.passages


def test_an_empty_reply_and_no_card_find_nothing():
    from reply_cases import card_of, prompt_of

    case = {**REPLIES[0], "card": None}
    assert check_claims("", grounds_of(prompt_of(case), ["E1"], card_of(case))) == ()
    assert check_card("As an AI language model, I am human.", card_of(case), "Mia") == ()
