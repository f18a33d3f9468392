"""A talk at the command line: its commands, its ends, and what it stores."""

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

ANN = ("--person", "Ann")


def talk(command, *lines, args=()):
    return command.run("chat", *ANN, *args, stdin="".join(line + "\n" for line in lines))


@pytest.mark.parametrize("end", ["/quit", "/exit", "/QUIT", "/quit  "])
def test_quit_and_exit_end_the_talk_and_what_follows_is_not_said(filled, end):
    done = talk(filled, "My bike is green.", end, "My car is red.")
    assert done.exit_code == 0
    texts = [turn["text"] for one in filled.json("rounds", *ANN) for turn in one["turns"]]
    assert "My bike is green." in texts
    assert not any("car" in text or text.startswith("/") for text in texts)


def test_help_lists_the_commands_and_why_shows_the_dated_evidence(filled):
    done = talk(filled, "/why", "/help", "What is my cat called?", "/why")
    assert done.exit_code == 0
    assert "Nothing has been answered" in done.stdout
    assert all(name in done.stdout for name in ("/why", "/help", "/quit", "/exit", "Ctrl-D"))
    after = done.stdout.partition("1 May 2024")[2]
    assert "analysis:" in after
    assert "1 May 2024, 10:00 (UTC+8)  Ann: My cat is called Miso." in after


@pytest.mark.parametrize("line", ["/quti", "/", "/why not", "/猫"])
def test_a_line_that_is_no_command_is_told_in_a_sentence_and_not_stored(filled, unchanged, line):
    with unchanged:
        done = talk(filled, line)
    assert done.exit_code == 0
    assert done.stdout.startswith(f"{line!r} is no command and was not stored; /help lists them")
    assert len(done.stdout.splitlines()) == 1


def test_a_space_before_a_slash_says_it(filled):
    assert talk(filled, " /etc is a folder").exit_code == 0
    assert "/etc is a folder" in filled.json("rounds", *ANN)[-1]["turns"][0]["text"]


def test_with_json_commands_leave_standard_output_to_the_replies(filled):
    done = talk(filled, "/help", "My bike is green.", "/why", "/quit", args=["--json"])
    assert [json.loads(line)["state"] for line in done.stdout.splitlines()] == ["clean"]
    assert "'/help'" in done.stderr


class Terminal:
    """The command at a terminal of its own."""

    def __init__(self, command):
        self._end, inner = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from duramen.cli.main import main; main()", "chat", *ANN],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            # What runs behind a shell inherits that Ctrl-C is ignored; a terminal's first process does not.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            env=os.environ | {"DURAMEN_HOME": str(command.home)},
        )
        os.close(inner)
        self.shown = ""

    def wait_for(self, words):
        deadline = time.monotonic() + 60
        while words not in self.shown:
            assert time.monotonic() < deadline, self.shown
            if select.select([self._end], [], [], 1)[0]:
                self.shown += os.read(self._end, 4096).decode()

    def type(self, text):
        os.write(self._end, text.encode())

    def ended(self):
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        while select.select([self._end], [], [], 0)[0]:
            try:
                self.shown += os.read(self._end, 4096).decode()
            except OSError:  # all of it was read: so a terminal ends
                break
        os.close(self._end)
        return code


@pytest.mark.parametrize("end", ["/quit\n", "\x04", "SIGINT"])
def test_a_talk_at_a_terminal_ends_cleanly_and_keeps_what_was_said(filled, end):
    terminal = Terminal(filled)
    terminal.wait_for("Ann: ")
    terminal.shown = ""
    terminal.type("My bike is green.\n")
    terminal.wait_for("Ann: ")
    if end == "SIGINT":
        terminal.process.send_signal(signal.SIGINT)
    else:
        terminal.type(end)
    assert terminal.ended() == 0
    assert "everything that was said is kept" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert "error" not in terminal.shown.casefold()
    last = filled.json("rounds", *ANN)[-1]
    assert (last["turns"][0]["text"], last["state"]) == ("My bike is green.", "complete")
