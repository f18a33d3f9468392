"""Commands that only read make no store where there is none: a mistyped folder is told."""

from __future__ import annotations

import pytest

READS = [
    ["persons"],
    ["status"],
    ["rounds", "--person", "Ann"],
    ["round", "1", "--person", "Ann"],
    ["recall", "tea?", "--person", "Ann"],
    ["knowledge", "list"],
    ["knowledge", "show", "a"],
    ["character", "list"],
    ["character", "show", "Keeper"],
]


@pytest.mark.parametrize("command", READS, ids=" ".join)
def test_a_reading_command_names_the_folder_without_a_store(duramen, command):
    done = duramen.run(*command)
    assert done.exit_code == 3
    assert f"there is no store in {str(duramen.home)!r} yet" in done.stderr
    assert not duramen.home.exists()
