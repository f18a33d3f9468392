"""Checks of a reply: its claims against what was shown (A20), its manner against the card (A21); without a model.

In: an answer's words, the prompt it answers, the card. Out: `Finding`s in the order of the text. The parts: `grounds` (what
a claim may rest on), `sentences` (which sentences claim anything), `quantities`, `numbers`, `dates`, `names`, `polarity`
(one kind of claim each), `claims` (all of them), `boundaries`, `manner` and `card` (the card), `judge` (a model's
verdict, asked and read), `wording` (reasons, and what the model is told at the retry).
"""

from duramen.checking.card import check_card
from duramen.checking.claims import check_claims
from duramen.checking.grounds import Grounds, Passage, grounds_of
from duramen.checking.judge import judge_prompt, judged
from duramen.checking.wording import retry_message

__all__ = ["Grounds", "Passage", "check_card", "check_claims", "grounds_of", "judge_prompt", "judged", "retry_message"]
