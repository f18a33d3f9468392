"""A recorded round comes out the same again, whatever happened since; and what was erased or changed is told."""

import pytest
from replay_history import History, outcomes


@pytest.fixture
def history(opened, clock, tmp_path):
    return History(opened(), clock, tmp_path)


def test_a_history_of_everything_comes_out_the_same(history):
    history.run(40)
    odd, counts = outcomes(history.memory)
    assert odd == []
    assert counts[0] == 40
    assert counts[2] > 5
