"""`duramen demo`: the whole way on the texts that ship: import, learn, ask, and see answers, evidence and a prompt."""

from __future__ import annotations

import json
import shlex
import shutil
import tempfile
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

import typer

from duramen.cli.options import Home, explained
from duramen.cli.output import console, counted, moment_text, say, say_aside
from duramen.compose.distance import say_rounds_ago
from duramen.domain.evidence import Evidence, Source
from duramen.memory.open import Memory
from duramen.memory.reply import Reply
from duramen.models.listeners.catalog import RULES
from duramen.settings import read_settings
from duramen.text.segment import terms

_DOCUMENTS = {"en": "guide.md", "zh": "handbook.md"}
_KEPT = "demo-store"  # the folder that the closing lines propose where the demo's own store is a temporary one
SHOWN_EVIDENCE, SHOWN_CHARS = 3, 150
_ABOUT = """Two people have talked with a character for months. Their talks are stored, and a document for each; then each of
them asks. No language model is needed for that: the answers quote what was stored, with its date.
Below an answer stands what was thought of the evidence, then the evidence; → is what the answer rests on."""


def demo_command(home: Home = None) -> None:
    """Import two small histories, learn two documents, ask, and show answers, evidence and one prompt."""
    folder = home or tempfile.mkdtemp(prefix="duramen-demo-")
    try:
        with (
            explained(as_json=False),
            resources.as_file(resources.files("duramen") / "demo") as texts,
            Memory(folder, settings=read_settings().model_copy(update={"model": "extractive"})) as memory,
        ):
            questions = json.loads((texts / "questions.json").read_text(encoding="utf-8"))
            say(_ABOUT)
            shows = [_History(memory, texts / language, questions[language]) for language in ("en", "zh")]
            wrong = sum(show.run() for show in shows)
            shows[0].end(home)
    finally:
        if home is None:
            shutil.rmtree(folder, ignore_errors=True)
    if wrong:
        say_aside(f"{counted(wrong, 'answer lacks', 'answers lack')} what must be in it\n")
        raise typer.Exit(1)


class _History:
    """One language's history and document, and the questions on them."""

    def __init__(self, memory: Memory, texts: Path, questions: list[Mapping[str, Any]]) -> None:
        lines = (texts / "history.jsonl").read_text(encoding="utf-8").splitlines()
        speakers = {line["role"]: line["speaker"] for line in map(json.loads, lines)}
        self._memory, self._texts, self._questions = memory, texts, questions
        self._language = texts.name
        self._person, self._character = speakers["user"], speakers["assistant"]
        self._prompt = ""

    def run(self) -> int:
        """Store the history, ask, and show what comes back; returns how many answers lack what they must contain."""
        say()
        console.rule(f"{self._person} · {self._character}")
        self._store()
        return sum(not self._ask(question) for question in self._questions)

    def end(self, home: str | None) -> None:
        """Show the prompt of the first question, and the commands that show the rest."""
        first = self._questions[0]
        say()
        console.rule("one prompt, word for word")
        say(f"What a chat model is given for “{first['question']}”")
        say()
        say(self._prompt.rstrip())
        say()
        console.rule("go on")
        kept = str(home or _KEPT)
        asked = f"{_typed(first['question'])} --person {_typed(self._person)} --at {first['now']} --home {_typed(kept)}"
        if home is None:
            say("This store was a temporary one. Keep one, then see all the evidence of a question, or its prompt:")
            say(f"  duramen demo --home {_typed(kept)}")
        else:
            say("See all the evidence of a question, or its prompt:")
        say(f"  duramen recall {asked}")
        say(f"  duramen prompt {asked}")

    def _store(self) -> None:
        done = self._memory.import_dialogue(
            self._texts / "history.jsonl", person=self._person, character=self._character
        )
        span = f", {moment_text(done.first_at)} to {moment_text(done.last_at)}" if done.rounds else ""
        say(f"imported: {counted(done.rounds, 'round')} of talk{span}")
        for learned in self._memory.learn(self._texts / _DOCUMENTS[self._language], base=self._language):
            say(f"learnt: {Path(learned.origin).name}, {counted(learned.characters, 'character')}")
        say(f"character: {self._memory.add_character(self._texts / 'card.yaml').name}")
        self._listen()

    def _listen(self) -> None:
        """Hear the talk into the person's tree, and show the leaves with the words that the first of them rests on."""
        told = self._memory.listen(person=self._person, listener=RULES)
        tree = self._memory.persona.show(person=self._person).tree
        say(f"{self._person} now, as {told.listener} heard it, {counted(len(tree.leaves), 'leaf', 'leaves')}:")
        for path, leaf in tree.leaves.items():
            said = (
                f"  ← “{_short(leaf.quotes[-1].words)}”" if leaf.quotes and leaf.quotes[-1].words != leaf.value else ""
            )
            say(f"  {path}: {leaf.value}{said}")

    def _ask(self, question: Mapping[str, Any]) -> bool:
        """Ask one question and show the answer, what it rests on, and how much more was looked at."""
        asked: dict[str, Any] = {
            "person": self._person,
            "character": self._character,
            "at": question["now"],
            "bases": [self._language],
        }
        self._prompt = self._prompt or self._memory.prompt(question["question"], **asked).text
        reply = self._memory.reply(question["question"], session=f"demo-{question['id']}", **asked)
        say()
        say(f"{self._person}: {question['question']}")
        say(f"{self._character}: {reply.text}")
        say(f"  analysis: {reply.analysis.text if reply.analysis else 'none'}")
        shown = _best(reply)
        for evidence in shown:
            say(self._evidence_line(evidence, reply.text, bound=evidence in reply.bound))
        rest = len(reply.evidence) - len(shown)
        if rest and shown:
            say(f"    and {rest} more; `duramen recall` shows all, as at the end")
        elif rest:
            say(f"    {counted(rest, 'passage was', 'passages were')} looked at, and none of them tells it")
        return _right(reply.text, question)

    def _evidence_line(self, evidence: Evidence, answer: str, *, bound: bool) -> str:
        candidate = evidence.candidate
        text = " ".join(_line_about(evidence, answer).split())
        ago = candidate.relative_round
        when = moment_text(candidate.happened_at, self._language)
        when += "" if ago is None or not candidate.speaker else f"  {say_rounds_ago(ago, self._language)}"
        return (
            f"  {'→' if bound else ' '} {evidence.id}  {when}  {candidate.speaker or candidate.origin}: {_short(text)}"
        )


def _best(reply: Reply) -> list[Evidence]:
    """Return the evidence that the answer rests on, and the best scored beside it, in the order of the prompt.

    An answer that rests on nothing has nothing to show.
    """
    if not reply.bound:
        return []
    ranked = sorted(reply.evidence, key=lambda one: (one not in reply.bound, -one.candidate.score))
    kept = {one.id for one in ranked[: max(SHOWN_EVIDENCE, len(reply.bound))]}
    return [one for one in reply.evidence if one.id in kept]


def _line_about(evidence: Evidence, answer: str) -> str:
    """Return the text of a turn, and of a document's chapter the line that shares most words with the answer."""
    text = evidence.text
    if evidence.candidate.source is not Source.KNOWLEDGE:
        return text
    words = set(terms(answer))
    return max(filter(str.strip, text.splitlines()), key=lambda line: len(words & set(terms(line))), default=text)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"


def _typed(text: str) -> str:
    """Return a text as it is typed behind a prompt, in double quotes where they do."""
    if shlex.quote(text) == text:
        return text
    return shlex.quote(text) if any(char in text for char in '"$`\\!') else f'"{text}"'


def _right(answer: str, question: Mapping[str, Any]) -> bool:
    has = all(any(words in answer for words in group) for group in question["must_contain"])
    return has and not any(words in answer for words in question["must_not_contain"])
