"""`duramen demo`: the whole way on the texts that ship: import, learn, ask, and see evidence, prompt and answer."""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import typer

from duramen.cli.options import Home, explained
from duramen.cli.output import console, moment_text, say
from duramen.cli.recall import show_recalled
from duramen.memory.open import Memory
from duramen.settings import read_settings

_DOCUMENTS = {"en": "guide.md", "zh": "handbook.md"}


def demo_command(home: Home = None) -> None:
    """Import two small histories, learn two documents, ask, and show evidence, prompt and answer."""
    folder = home or Path(tempfile.mkdtemp(prefix="duramen-demo-"))
    try:
        with (
            explained(as_json=False),
            resources.as_file(resources.files("duramen") / "demo") as texts,
            Memory(folder, settings=read_settings().model_copy(update={"model": "extractive"})) as memory,
        ):
            questions = json.loads((texts / "questions.json").read_text(encoding="utf-8"))
            wrong = sum(_language(memory, texts / language, questions[language]) for language in ("zh", "en"))
    finally:
        if home is None:
            shutil.rmtree(folder, ignore_errors=True)
    if wrong:
        sys.stderr.write(f"{wrong} answers lack what they must contain\n")
        raise typer.Exit(1)


def _language(memory: Memory, texts: Path, questions: list[Mapping[str, Any]]) -> int:
    """Show one language's history; returns how many answers lack what they must contain."""
    language = texts.name
    lines = (texts / "history.jsonl").read_text(encoding="utf-8").splitlines()
    speakers = {line["role"]: line["speaker"] for line in map(json.loads, lines)}
    person, character = speakers["user"], speakers["assistant"]
    console.rule(f"{person} · {character}")
    done = memory.import_dialogue(texts / "history.jsonl", person=person, character=character)
    say(f"imported {done.rounds} rounds, {moment_text(done.first_at)} to {moment_text(done.last_at)}")
    for learned in memory.learn(texts / _DOCUMENTS[language], base=language):
        say(f"learnt {Path(learned.origin).name}: {learned.parents} parents, {learned.children} children")
    say(f"character: {memory.add_character(texts / 'card.yaml').name}")
    wrong = 0
    for number, question in enumerate(questions):
        wrong += not _ask(memory, question, (person, character), show_prompt=number == 0)
    return wrong


def _ask(memory: Memory, question: Mapping[str, Any], names: tuple[str, str], show_prompt: bool) -> bool:
    person, character = names
    text, now = question["question"], question["now"]
    language = question["id"].partition("-")[0]
    say()
    console.rule(characters="·")
    say(f"{person}: {text}")
    say()
    asked: dict[str, Any] = {"person": person, "character": character, "at": now, "bases": [language]}
    show_recalled(memory.recall(text, **asked))
    if show_prompt:
        say()
        say("The prompt, word for word:")
        say()
        say(memory.prompt(text, **asked).text)
    reply = memory.reply(text, session=f"demo-{question['id']}", **asked)
    say()
    say(f"analysis: {reply.analysis.text if reply.analysis else ''}")
    say(f"{character}: {reply.text}")
    return _right(reply.text, question)


def _right(answer: str, question: Mapping[str, Any]) -> bool:
    has = all(any(words in answer for words in group) for group in question["must_contain"])
    return has and not any(words in answer for words in question["must_not_contain"])
