"""Replies that only say that nothing is known, and those that tell something all the same."""

import pytest

from duramen.text.abstaining import abstains


@pytest.mark.parametrize(
    "text, true",
    [
        ("I have nothing recorded about that.", True),
        ("I have nothing recorded about that for 23–29 November 2026.", True),
        ("关于这一点，我没有任何记录。", True),
        ("关于11月23日至29日的这件事，我没有任何记录。", True),
        ("Not mentioned in the conversation.", True),
        ("Nothing is recorded about that for 3 May 2026, but on another day: You said on 1 May: “x”.", False),
        ("5月3日没有这方面的记录；别的日子有：你说过：“我去了海边。”", False),
        ("I have nothing to wear.", False),
        ("You said: “I do not know Rex.” He is your dog.", False),
    ],
)
def test_a_reply_abstains_or_tells_something(text, true):
    assert abstains(text) is true
