from dataclasses import replace

import pytest

from duramen.domain.evidence import Candidate, Evidence, Source
from duramen.domain.persona import Leaf
from duramen.domain.profile import ShownLeaf
from duramen.domain.prompt import Prompt, ProtocolForm
from duramen.domain.reply import Need, Verdict
from duramen.models.extractive.model import answer_to
from duramen.text.moments import parse_moment

NOW = parse_moment("2031-07-09T10:00:00", "UTC")


def leaf(value, title, relevance, id_="L1", **changes):
    told = Leaf(path="a.b", value=value, valid_from=parse_moment("2031-03-05", "UTC"))
    return ShownLeaf(id=id_, leaf=told, title={"en": title, "zh": title}, relevance=relevance, **changes)


def said(text, disagrees=""):
    moment = parse_moment("2031-02-02T10:00:00", "UTC")
    candidate = Candidate(
        source=Source.EXPERIENCE, item_id=1, record_id="r", text=text, speaker="Mei", happened_at=moment,
        recorded_at=moment, round=1, relative_round=1, origin="s", session="s", role="person",
    )  # fmt: skip
    return Evidence(id="E1", candidate=candidate, disagrees_with=disagrees)


def asked(question, leaves, evidence=(), language="en"):
    return answer_to(
        Prompt(
            messages=(), question=question, evidence=tuple(evidence), now=NOW, language=language,
            form=ProtocolForm.FULL, person="Mei", character="Ada", leaves=tuple(leaves),
        )
    )  # fmt: skip


def test_a_leaf_is_quoted_with_its_date_when_nothing_else_answers():
    answer = asked("What is my dog called?", [leaf("a greyhound called Biscuit", "Pets", 0.9)])
    assert answer.paragraphs == ("You told me (5 March 2031): Pets: a greyhound called Biscuit",)
    assert (answer.need, answer.bound) == (Need.PROFILE, ("L1",))
    zh = asked("我家的狗叫什么？", [leaf("灰狗，叫饼干", "宠物", 0.9)], language="zh")
    assert zh.paragraphs == ("你告诉过我（2031年3月5日）：宠物：灰狗，叫饼干",)


@pytest.mark.parametrize(
    ("question", "shown"),
    [
        ("When did I buy my dog?", leaf("a greyhound called Biscuit", "Pets", 0.9)),
        ("What is my dog called?", leaf("a greyhound called Biscuit", "Pets", 0.2)),
        ("What is my dog called?", leaf("a greyhound called Biscuit", "Pets", 0.9, past=True)),
        ("What is the capital of Mongolia?", leaf("a greyhound called Biscuit", "Pets", 0.9)),
    ],
)
def test_a_leaf_that_does_not_answer_is_not_quoted(question, shown):
    answer = asked(question, [shown])
    assert answer.bound == ()
    assert not any("Biscuit" in text for text in answer.paragraphs)


def test_evidence_that_the_leaf_outdates_gives_way_to_it():
    home = leaf("Shenzhen", "Town", 0.5)
    answer = asked("Where do I live?", [home], [said("I live in Beijing.", "L1")])
    assert answer.bound == ("L1",)
    assert ("E1", Verdict.OUTDATED) in answer.verdicts
    other = asked("Where do I live?", [replace(home, relevance=0.1)], [said("I live in Beijing.")])
    assert other.bound == ("E1",)
