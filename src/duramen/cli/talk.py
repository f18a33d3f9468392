"""A talk on the terminal, or line by line from a pipe: what is typed, what comes back, and the commands between.

In: an open store, a function that answers, who talks. Out: replies on standard output as they come; each round is
stored by the function that answers. Lines that begin with a slash are commands and are never stored.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from duramen.cli.names import known_characters, tell_new_name
from duramen.cli.output import (
    contradiction_text,
    finding_text,
    leaf_text,
    moment_text,
    print_json_line,
    reply_json,
    say,
    say_aside,
    show_words,
    tell_masked,
)
from duramen.cli.typed import typed_line
from duramen.domain.evidence import Evidence
from duramen.domain.profile import ShownLeaf
from duramen.domain.reply import ReplyState
from duramen.errors import InputError, ModelError
from duramen.memory.open import Memory
from duramen.memory.reply import Reply
from duramen.text.languages import language_of

Answer = Callable[[str, Callable[[str], None] | None], Reply]

SHOWN_CHARS = 120
HELP = {
    "/why": "what the last answer rests on: the evidence, with dates, and what is wrong with it",
    "/help": "this list",
    "/quit": "end the talk; /exit, Ctrl-D and Ctrl-C do the same",
}


class Talk:
    """One sitting at the command line; remembers the last reply for /why."""

    def __init__(
        self, memory: Memory, answer: Answer, *, person: str, character: str, sources: bool, as_json: bool
    ) -> None:
        self._memory, self._answer = memory, answer
        self._person, self._character = person, character
        self._sources, self._as_json = sources, as_json
        self._last: Reply | None = None

    def run(self) -> None:
        """Answer line after line until the end of input, /quit, or Ctrl-C at a terminal; every round is stored."""
        tty = sys.stdin.isatty()
        self._tell_new_names()
        if tty:
            self._greet()
        try:
            while self._line(tty):
                pass
        except KeyboardInterrupt:
            if not tty:
                raise
            sys.stdout.write("\n")
        if tty:
            say_aside("the talk ends; everything that was said is kept\n")

    def round(self, text: str, printed: Callable[[Any], None] = print_json_line) -> None:
        """Answer one message: as JSON through `printed` where JSON is wanted, else word by word as they come."""
        if self._as_json:
            printed(reply_json(self._answer(text, None)))
            return
        shown = False

        def show(piece: str) -> None:
            nonlocal shown
            shown = shown or bool(piece)
            _show_piece(piece)

        try:
            done = self._last = self._answer(text, show)
        except BaseException:
            if shown:
                _show_piece("\n")  # what went wrong is told on a line of its own
            raise
        _show_piece("\n")
        if not done.text:
            say_aside("warning: the model thought, and gave no reply; what you said is stored\n")
        elif done.state is ReplyState.MARKED:
            say_aside("warning: the model did not keep to the protocol; the reply is stored but not found again\n")
        for one in done.unmended:
            say_aside(f"warning: {finding_text(one, done.text[one.start : one.end])}\n")
        tell_masked(done.masked)
        if self._sources:
            _show_analysis(done)
            _show_marks(done)
            _show_leaves(done.bound_leaves)
            _show_evidence(done.bound)

    def _tell_new_names(self) -> None:
        tell_new_name("person", self._person, self._memory.persons())
        tell_new_name("character", self._character, known_characters(self._memory))

    def _greet(self) -> None:
        say(f"{self._character} remembers what you tell. /help lists commands; end with /quit or Ctrl-D.")
        greeting = next((card.greeting for card in self._memory.characters() if card.name == self._character), "")
        if greeting:
            say(f"{self._character}: {greeting}")

    def _line(self, tty: bool) -> bool:
        """Read a line and do what it asks; returns whether the talk goes on."""
        if tty:
            show_words(f"{self._person}: ")
        line = typed_line() if tty else sys.stdin.readline()
        if not line:
            sys.stdout.write("\n" if tty else "")
            return False
        if line.startswith("/"):
            return self._command(line.strip())
        if line.strip():
            self._say(line, tty)
        return True

    def _say(self, line: str, tty: bool) -> None:
        if tty:
            show_words(f"{self._character}: ")
        try:
            self.round(line)
        except (ModelError, InputError) as error:
            if not tty:
                raise
            say_aside(f"error: {error}\n")  # the talk goes on: what was said is stored

    def _command(self, line: str) -> bool:
        """Do what a command asks; returns whether the talk goes on. With JSON, standard output stays JSON alone."""
        name = line.casefold()
        if name in ("/quit", "/exit"):
            return False
        if self._as_json:
            say_aside(f"{line!r}: with --json only /quit and /exit are commands; nothing was stored\n")
        elif name == "/help":
            for command, what in HELP.items():
                say(f"  {command:6} {what}")
            say("  To say something that begins with a slash, put a space before it.")
        elif name == "/why":
            self._why()
        else:
            say(f"{line!r} is no command and was not stored; /help lists them, and a space before it says it.")
        return True

    def _why(self) -> None:
        if self._last is None:
            say("Nothing has been answered in this talk yet.")
            return
        _show_analysis(self._last)
        _show_marks(self._last)
        _show_leaves(self._last.bound_leaves)
        _show_evidence(self._last.bound)
        bound = {e.id for e in self._last.bound} | {shown.id for shown in self._last.bound_leaves}
        beside = [evidence for evidence in self._last.evidence if evidence.id not in bound]
        beside_leaves = [shown for shown in self._last.leaves if shown.id not in bound]
        if beside or beside_leaves:
            say("  also looked at:" if bound else "  looked at, and not used:")
            _show_leaves(beside_leaves)
            _show_evidence(beside)
        elif not bound:
            say("  nothing was found.")
        if self._last.self_leaves:
            say(f"  what {self._character} has said of itself, as shown to the model:")
            _show_leaves(self._last.self_leaves)


def _show_piece(piece: str) -> None:
    show_words(piece)


def _show_analysis(done: Reply) -> None:
    say(f"  analysis: {done.analysis.text if done.analysis else 'none'}")


def _show_marks(done: Reply) -> None:
    for one in done.contradicts:
        say(f"  ! {contradiction_text(one, done.text[one.start : one.end])}")
    for found in done.findings:
        say(f"  ! {finding_text(found, done.text[found.start : found.end])}")


def _show_leaves(shown: tuple[ShownLeaf, ...] | list[ShownLeaf]) -> None:
    for leaf in shown:
        say(f"  {leaf_text(leaf, language_of(leaf.leaf.value))}")


def _show_evidence(shown: tuple[Evidence, ...] | list[Evidence]) -> None:
    for evidence in shown:
        candidate = evidence.candidate
        speaker = f"{candidate.speaker}: " if candidate.speaker else f"{candidate.origin}: "
        text = " ".join(candidate.text.split())
        short = text if len(text) <= SHOWN_CHARS else text[: SHOWN_CHARS - 1] + "…"
        say(f"  {evidence.id}  {moment_text(candidate.happened_at)}  {speaker}{short}")
