from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from duramen.domain.prompt import ProtocolForm
from duramen.domain.reply import Need, ReplyState
from duramen.errors import BadSetting
from duramen.protocol import compact_grammar, parse, render_analysis, wrap

IDS = ["E1", "E2", "E10", "L1"]


def as_regex(grammar: str) -> re.Pattern[str]:
    """Turn a grammar without recursion into a regular expression, rule by rule."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.strip().splitlines())
    token = re.compile(
        r'"(?P<text>(?:\\.|[^"])*)"|(?P<set>\[\^?(?:\\.|[^\]])*\])|(?P<rule>[a-z]+)|(?P<mark>[|()*+?]|\{[0-9,]+\})|\s+'
    )

    def expand(body: str) -> str:
        parts = []
        for hit in token.finditer(body):
            if hit["text"] is not None:
                parts.append(f"(?:{re.escape(hit['text'].encode().decode('unicode_escape'))})")
            elif hit["rule"]:
                parts.append(f"(?:{expand(rules[hit['rule']])})")
            else:
                parts.append(hit["set"] or hit["mark"] or "")
        return "".join(parts)

    return re.compile(expand(rules["root"]))


@given(
    st.sampled_from([need for need in Need if need is not Need.UNSTATED]),
    st.lists(st.sampled_from(IDS), max_size=8),
    st.text(alphabet="ab 你好\n。", min_size=1).map(str.strip).filter(bool),
)
def test_the_compact_form_is_in_the_grammar_and_parses_clean(need, bound, response) -> None:
    analysis = render_analysis(need=need, verdicts=[], bound=bound, language="en", form=ProtocolForm.COMPACT)
    text = wrap(analysis, response)
    assert as_regex(compact_grammar(IDS)).fullmatch(text)
    parsed = parse(text, IDS)
    assert (parsed.state, parsed.response) == (ReplyState.CLEAN, response)


@pytest.mark.parametrize(
    "text",
    [
        wrap("need=experience; use=E3", "Hi."),
        wrap("need=experience; use=E1,none", "Hi."),
        wrap("need=unstated; use=E1", "Hi."),
        wrap("need=none; use=", "Hi."),
        wrap("need=none; use=none", ""),
        wrap("need=none; use=none", " Hi."),
        wrap("need=none; use=none", "a</response>b"),
        wrap("need=none; use=" + ",".join(["E1"] * 9), "Hi."),
        "Hi.",
    ],
)
def test_what_the_grammar_forbids(text) -> None:
    assert not as_regex(compact_grammar(IDS)).fullmatch(text)


def test_without_evidence_nothing_can_be_cited() -> None:
    grammar = compact_grammar([])
    assert "id" not in grammar
    assert as_regex(grammar).fullmatch(wrap("need=none; use=none", "Hi."))
    assert not as_regex(grammar).fullmatch(wrap("need=none; use=E1", "Hi."))


@pytest.mark.parametrize("name", ["E0", "X1", 'E1" | "E2', "", "E12345", "e1"])
def test_an_id_of_another_form_is_refused(name) -> None:
    with pytest.raises(BadSetting, match="cannot be cited"):
        compact_grammar([name])
