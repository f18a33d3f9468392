"""ARCHITECTURE.md and README.md say what is so."""

from __future__ import annotations

import importlib.util
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import typer
from typer.core import TyperGroup

from duramen.cli.main import app

ROOT = Path(__file__).resolve().parents[1]


def _house():
    spec = importlib.util.spec_from_file_location("house", ROOT / "runs" / "house.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_list_of_files_in_the_architecture_is_true():
    house = _house()
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    listed = page.split(house.BEGIN)[1].split(house.END)[0].strip()
    assert listed == house.file_list(ROOT / "src" / "duramen"), "run `python runs/house.py`"


def test_every_layer_of_the_architecture_is_a_package_that_exists():
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    table = page.split("## Layers")[1].split("## Words")[0]
    named = set(re.findall(r"`([a-z_]+)(?:\.py)?`", table)) - {"lint"}
    there = {path.stem for path in (ROOT / "src" / "duramen").iterdir()}
    assert named <= there
    packages = {p.name for p in (ROOT / "src" / "duramen").iterdir() if (p / "__init__.py").exists()}
    assert packages <= named


def test_the_ten_lines_of_the_readme_run(tmp_path):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", readme, re.S).group(1)
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("E1 2025-03-03T20:15:00")
    assert "Lisbon" in lines[-1]
    assert "E1" in lines[-1]


PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").rglob("*.md"))]


def test_every_file_that_a_page_links_to_is_there():
    links = [
        (page, link)
        for page in PAGES
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
        if "://" not in link
    ]
    assert {page.name for page, _ in links} >= {"README.md", "index.md"}
    assert [(page.name, link) for page, link in links if not (page.parent / link).exists()] == []


def _shown():
    """Return (page, words) of each `duramen ...` in code blocks and running text; `a|b` at the end stands for two."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for line in re.findall(r"(?:^    |`)(duramen [a-z][^`\n]*)", text, re.MULTILINE):
            *words, last = shlex.split(line, comments=True)
            yield from ((page.name, [*words, one]) for one in last.split("|"))


@cache
def _root():
    return typer.main.get_command(app)


def _command(words):
    """Return the command that the words name, None when there is none."""
    command = _root()
    for word in words[1:]:
        if not isinstance(command, TyperGroup):
            break
        command = command.commands.get(word)
    return command


def test_every_command_that_a_page_shows_is_there_with_its_options():
    wrong, names = [], set()
    for page, words in _shown():
        command = _command(words)
        options = {option for one in command.params for option in one.opts} if command else set()
        if command is None or {word for word in words if word.startswith("--")} - options:
            wrong.append((page, " ".join(words)))
        names.add(words[1])
    assert wrong == []
    assert names >= {"import", "knowledge", "recall", "chat", "bench", "reindex"}
