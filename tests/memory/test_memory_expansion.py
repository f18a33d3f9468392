import pytest

from duramen.domain.evidence import Candidate, Source
from duramen.domain.preset import Temporal
from duramen.domain.time import UNKNOWN_MOMENT
from duramen.errors import ModelUnavailable
from duramen.memory.expansion import Joining, joined
from duramen.text.moments import parse_moment

NOW = parse_moment("2031-07-09T10:00:00", "UTC")
OFF = Temporal(rounds=False, hours=False)


def found(item, ago=1, score=1.0, reason=""):
    return Candidate(
        source=Source.EXPERIENCE, item_id=item, record_id="r", text=f"text {item}", speaker="", happened_at=NOW,
        recorded_at=UNKNOWN_MOMENT, round=1, relative_round=ago, origin="s", session="s", score=score, reason=reason,
    )  # fmt: skip


class Reranker:
    name = "test"

    def __init__(self, scores=None):
        self.seen, self._scores = [], scores

    def scores(self, question, texts):
        self.seen.append((question, list(texts)))
        if self._scores is None:
            raise ModelUnavailable("down")
        return [self._scores[text] for text in texts]


def join(alone, rankings, *, more=2, temporal=OFF, reranker=None, limit=2):
    joining = Joining(limit=limit, more=more, temporal=temporal, now=NOW)
    candidates, count = joined(alone, rankings, joining, "q", reranker)
    return [candidate.item_id for candidate in candidates], count


def test_what_the_question_found_stays_first_and_the_best_of_the_rest_joins():
    alone = [found(1), found(2), found(3), found(4, reason="too low")]
    rankings = [[found(1), found(2), found(3)], [found(7), found(8)], [found(7)]]
    # 7: 2/61; 3: 1/63; 8: 1/62 -> 7 and 8 join, 3 and what fell stay behind
    assert join(alone, rankings) == ([1, 2, 7, 8, 3, 4], 2)


def test_nothing_new_joins_nothing():
    assert join([found(1), found(2)], [[found(1), found(2)]]) == ([1, 2], 0)
    assert join([], [[], []]) == ([], 0)


def test_what_fell_under_the_threshold_of_its_search_does_not_join():
    assert join([found(1)], [[found(1)], [found(9, reason="score under the threshold")]]) == ([1], 0)


def test_time_weighs_once_and_can_change_who_joins():
    rankings = [[], [found(7, ago=60), found(8, ago=1)]]
    assert join([], rankings, more=1) == ([7], 1)
    assert join([], rankings, more=1, temporal=Temporal(hours=False, lambda_round=20)) == ([8], 1)


def test_a_reranker_orders_what_joins_and_its_failure_leaves_the_fused_ranks():
    rankings = [[], [found(7), found(8), found(9)]]
    reranker = Reranker({"text 7": 0.1, "text 8": 0.2, "text 9": 0.9})
    assert join([], rankings, reranker=reranker) == ([9, 8], 2)
    assert reranker.seen == [("q", ["text 7", "text 8", "text 9"])]
    assert join([], rankings, reranker=Reranker()) == ([7, 8], 2)


def test_the_score_of_what_joined_says_where_it_came_from():
    joining = Joining(limit=2, more=1, temporal=OFF, now=NOW)
    (candidate,), _ = joined([], [[found(7)]], joining, "q", None)
    assert candidate.scores["expanded"] == pytest.approx(1 / 61) == candidate.score
