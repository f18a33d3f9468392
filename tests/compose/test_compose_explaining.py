"""Why something stayed outside a prompt, in words: every reason that the product gives is known."""

import ast
from pathlib import Path

import pytest

import duramen
from duramen.compose.explaining import COMPONENTS, KINDS, component_words, why_left_out
from duramen.compose.unfold import unfold
from duramen.domain.evidence import Candidate, Source
from duramen.domain.preset import Reading
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.retrieve.lift import lift


def candidate(at, text, *, reason=""):
    return Candidate(
        source=Source.EXPERIENCE,
        item_id=at,
        record_id="r",
        text=text,
        speaker="",
        happened_at=UNKNOWN_MOMENT,
        recorded_at=UNKNOWN_MOMENT,
        round=None,
        relative_round=None,
        origin="",
        session="",
        rank=at,
        reason=reason,
    )


def test_what_entered_has_no_reason():
    assert why_left_out("") is None


@pytest.mark.parametrize(
    "reason, kind, english, chinese",
    [
        ("score 0.120 under the threshold of 0.25", "threshold", "0.120", "得分 0.120 低于门槛 0.25"),
        ("beyond the 12 best of its path", "beyond-found", "12 best", "前 12 条"),
        ("beyond the 8 best of its source", "beyond-shown", "8 best", "前 8 条"),
        ("over the budget of 6000 tokens", "budget", "6000 tokens", "6000 个词元"),
        ("same words as another evidence", "same-words", "same words", "字句相同"),
        ("quotes another evidence", "quotes", "quotes another", "引用"),
        ("its parent is there already, by a better child", "same-parent", "better passage", "更好的片段"),
    ],
)
def test_each_reason_is_said_in_both_languages(reason, kind, english, chinese):
    why = why_left_out(reason)
    assert (why.kind, why.recorded, why.label) == (kind, reason, KINDS[kind])
    assert english in why.words["en"]
    assert chinese in why.words["zh"]


def test_an_unknown_reason_is_told_as_it_was_recorded():
    assert why_left_out("because").words == {"en": "because", "zh": "because"}


def test_the_reasons_of_the_unfolding_and_the_lifting_are_known():
    found = [
        candidate(1, "the same words here"),
        candidate(2, "The same words here."),
        candidate(3, 'you said once: "the same words here", long ago'),
        candidate(4, "something else"),
        candidate(5, "yet another thing"),
        candidate(6, "long " * 900),
    ]
    small = unfold([], found, Reading(experience=9, budget_tokens=150))
    few = unfold([], found, Reading(experience=1))
    reasons = {one.reason for one in (*small.left_out, *few.left_out)} | set(lift([1, 1, 2, 3], [""] * 4, 2))
    kinds = {why.kind for reason in reasons if (why := why_left_out(reason))}
    assert kinds == {"same-words", "quotes", "budget", "beyond-shown", "same-parent", "beyond-found"}


def test_every_bias_and_component_that_the_code_names_is_explained():
    search = Path(duramen.__file__).parent / "retrieve" / "bias.py"
    named = {
        node.value
        for node in ast.walk(ast.parse(search.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and f"bias.{node.value}" in COMPONENTS
    }
    assert {"session", "user", "character", "names_user", "names_character", "source_names_character"} <= named
    assert all(component_words(name, language) for name in COMPONENTS for language in ("en", "zh"))
    assert component_words("of another time", "en") == ""
