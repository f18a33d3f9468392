"""A store for processes to be killed in."""

import pytest
from chaos_store import Chaos


@pytest.fixture
def chaos(tmp_path):
    folder = tmp_path / "files"
    folder.mkdir()
    return Chaos(tmp_path / "home", folder)
