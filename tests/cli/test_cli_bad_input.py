"""The issue's list of bad input: each row gives a sentence with the value and the way out, an exit code, and no loss."""

import json
import os

import pytest

from duramen.text.border import MAX_MESSAGE_CHARS


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("notes.xyz", "nothing that looks like a talk", ("notes.xyz", "no known chat format", "jsonl")),
        ("empty.jsonl", b"", ("empty.jsonl", "empty")),
        ("blank.txt", b" \n\n\t\n", ("blank.txt",)),
        ("photo.bin", bytes(range(256)) * 64, ("photo.bin", "save it as UTF-8")),
        ("cut.json", '[{"role": "user", "content": "hal', ("cut.json", "cut off", "export it again")),
        ("nothing.json", "[]", ("nothing.json", "holds nothing")),
        ("broken.zip", b"PK\x03\x04 no zip", ("broken.zip",)),
    ],
)
def test_an_export_that_cannot_be_read_is_refused_by_name(filled, unchanged, name, content, said):
    with unchanged:
        done = filled.run("import", filled.file(name, content), "--person", "Ben")
    assert done.exit_code == 2
    assert all(words in done.stderr for words in said), done.stderr
    assert "Traceback" not in done.stderr


def test_a_named_format_that_does_not_fit_or_exist_lists_the_known_ones(filled, unchanged):
    file = filled.file("talk.jsonl", [{"role": "user", "content": "hi"}])
    with unchanged:
        unknown = filled.run("import", file, "--person", "Ben", "--format", "sqlite")
        other = filled.run("import", file, "--person", "Ben", "--format", "sillytavern")
    assert unknown.exit_code == other.exit_code == 2
    assert "'sqlite'" in unknown.stderr
    assert "sillytavern" in unknown.stderr
    assert "'sillytavern'" in other.stderr
    assert "auto" in other.stderr


@pytest.mark.parametrize("path", ["missing.jsonl", "", "/proc/self/mem"])
def test_a_path_that_is_no_readable_file_is_named(filled, unchanged, path):
    with unchanged:
        done = filled.run("import", filled.folder / path, "--person", "Ben")
    assert done.exit_code == 2
    assert "check the path" in done.stderr or "name a file" in done.stderr


def test_a_file_without_end_is_refused_at_the_limit(filled, unchanged, monkeypatch):
    monkeypatch.setattr("duramen.memory.files.MAX_FILE_BYTES", 1 << 20)
    with unchanged:
        done = filled.run("import", "/dev/zero", "--person", "Ben")
    assert done.exit_code == 2
    assert "/dev/zero" in done.stderr
    assert "split it" in done.stderr


def test_an_overlong_line_is_reported_by_number_and_the_others_are_kept(filled):
    lines = [{"role": "user", "content": "short one"}, {"role": "user", "content": "x" * 4_100_000}]
    lines.append({"role": "user", "content": "another short one"})
    done = filled.run("import", filled.file("long.jsonl", lines), "--person", "Ben")
    assert done.exit_code == 6
    assert "line 2" in done.stderr
    assert "4,100," in done.stderr
    assert filled.json("persons")["Ben"] == {"assistant": 2}


@pytest.mark.parametrize("command", ["import", "knowledge add", "recall", "prompt", "chat"])
def test_a_wrong_zone_is_named_with_examples(filled, unchanged, command):
    inputs = {
        "import": [filled.folder / "good.jsonl", "--person", "Ann"],
        "knowledge add": [filled.folder / "guide.md"],
        "chat": ["--once", "cat?", "--person", "Ann"],
    }
    with unchanged:
        args = inputs.get(command, ["cat?", "--person", "Ann"])
        done = filled.run(*command.split(), *args, "--timezone", "Mars/Base")
    assert done.exit_code == 2
    assert "'Mars/Base'" in done.stderr
    assert "Asia/Shanghai" in done.stderr


def test_a_wrong_zone_in_the_environment_is_named_too(filled, unchanged, monkeypatch):
    monkeypatch.setenv("DURAMEN_TIMEZONE", "Nowhere")
    with unchanged:
        done = filled.run("persons")
    assert done.exit_code == 2
    assert "'Nowhere'" in done.stderr


def test_dates_before_1970_are_kept_as_they_happened(filled):
    file = filled.file("old.jsonl", [{"role": "user", "content": "The war is over.", "time": "1945-05-08T10:00Z"}])
    done = filled.run("import", file, "--person", "Ben")
    assert done.exit_code == 6
    assert "before 1970, the first at 1945-05-08" in done.stderr
    # In that year Shanghai kept the time of Tokyo.
    assert filled.json("rounds", "--person", "Ben")[0]["happened_at"] == "1945-05-08T19:00:00+09:00"
    assert "1945" in filled.run("recall", "war", "--person", "Ben").stdout


def test_dates_in_the_future_are_kept_and_warned_of(filled):
    lines = [{"role": "user", "content": f"n{n}", "time": time} for n, time in enumerate(["2024-01-01", "2999-01-01"])]
    done = filled.run("import", filled.file("ahead.jsonl", lines), "--person", "Ben")
    assert done.exit_code == 6
    assert "message 2" in done.stderr
    assert "2999-01-01" in done.stderr
    assert "--timezone" in done.stderr
    assert filled.json("persons")["Ben"] == {"assistant": 2}


def test_one_date_in_the_future_does_not_break_the_sitting_of_new_rounds(filled):
    lines = [{"role": "user", "content": "from the future", "time": "2999-01-01"}]
    filled.run("import", filled.file("ahead.jsonl", lines), "--person", "Ben")
    said = ("--person", "Ben", "--at")
    sittings = {
        filled.json("chat", "--once", "hello there", *said, f"2024-05-01T10:0{minute}")["session"]
        for minute in range(3)
    }
    assert len(sittings) == 1


def test_dates_that_cannot_be_read_become_unknown_and_are_reported_with_line_and_value(filled):
    times = ["2024-02-30", "yesterday-ish", "99999-01-01", "2024-13-01T00:00"]
    lines = [{"role": "user", "content": f"number {n}", "time": time} for n, time in enumerate(times)]
    done = filled.run("import", filled.file("dates.jsonl", lines), "--person", "Ben")
    assert done.exit_code == 6
    for number, time in enumerate(times, start=1):
        assert f"line {number}" in done.stderr
        assert time in done.stderr
    assert [one["happened_at"] for one in filled.json("rounds", "--person", "Ben")] == [None] * 4


@pytest.mark.parametrize("at", ["nonsense", "2024-02-30", "0001-01-01T00:00:00", "99999-01-01"])
def test_a_time_to_ask_at_that_cannot_be_read_is_named(filled, unchanged, at):
    with unchanged:
        for args in (["recall", "cat?"], ["prompt", "cat?"], ["chat", "--once", "cat?"]):
            done = filled.run(*args, "--person", "Ann", "--at", at)
            assert done.exit_code == 2
            assert repr(at) in done.stderr
            assert "write it like" in done.stderr


@pytest.mark.parametrize("at", ["9999-12-31T23:59:59+14:00", "0001-01-03", "1900-01-01T00:00:00"])
def test_the_ends_of_the_calendar_can_be_asked_at(filled, at):
    assert filled.json("recall", "cat?", "--person", "Ann", "--at", at)["now"]


def test_a_message_without_a_speaker_is_left_out_and_named(filled):
    lines = [{"content": "who said this?"}, {"role": "user", "content": "I did."}]
    done = filled.run("import", filled.file("who.jsonl", lines), "--person", "Ben")
    assert done.exit_code == 6
    assert "line 1" in done.stderr
    assert "who said this?" in done.stderr
    assert filled.json("persons")["Ben"] == {"assistant": 1}


def test_an_id_that_comes_twice_loses_nothing(filled):
    lines = [{"id": "7", "role": "user", "content": text, "time": "2024-05-01"} for text in ("one", "one", "two")]
    done = filled.run("import", filled.file("twice.jsonl", lines), "--person", "Ben", "--json")
    told = json.loads(done.stdout)
    assert done.exit_code == 6
    assert told["messages"] == 2
    assert told["skipped"] == {"duplicate": 1}
    assert "'7'" in told["problems"][0]["what"]


@pytest.mark.parametrize("command", [["recall", "cat?"], ["rounds"], ["round", "assistant/1"]])
def test_an_unknown_person_is_told_with_the_known_ones(filled, unchanged, command):
    with unchanged:
        done = filled.run(*command, "--person", "Nobody")
    assert done.exit_code == 3
    assert "'Nobody'" in done.stderr
    assert "'Ann'" in done.stderr


@pytest.mark.parametrize(
    ("command", "value"),
    [
        (["recall", "cat?", "--person", "Ann", "--base", "nowhere"], "'nowhere'"),
        (["round", "assistant/9", "--person", "Ann"], "'assistant/9'"),
        (["round", "assistant/²", "--person", "Ann"], "'assistant/²'"),
        (["round", "assistant/" + "9" * 40, "--person", "Ann"], "999"),
        (["character", "show", "Somebody"], "'Somebody'"),
        (["knowledge", "show", "missing.md"], "'missing.md'"),
        (["knowledge", "remove", "missing.md"], "'missing.md'"),
        (["knowledge", "list", "--base", "nowhere"], "'nowhere'"),
    ],
)
def test_what_is_not_there_is_named_with_exit_code_3(filled, unchanged, command, value):
    with unchanged:
        done = filled.run(*command)
    assert done.exit_code == 3
    assert value in done.stderr


@pytest.mark.parametrize(
    ("command", "value"),
    [
        (["recall", "cat?", "--preset", "daring"], "'daring'"),
        (["chat", "--once", "hi", "--model", "oracle"], "'oracle'"),
        (["rounds", "--limit", "0"], "0"),
        (["rounds", "--limit", "9" * 30], "999"),
    ],
)
def test_an_option_with_an_impossible_value_is_named_with_exit_code_2(filled, unchanged, command, value):
    with unchanged:
        done = filled.run(*command, "--person", "Ann")
    assert done.exit_code == 2
    assert value in done.stderr


def test_a_question_of_100_kb_is_answered(filled):
    question = "Tell me about the cat, please. " * 3_300
    assert len(question) > 100_000
    found = filled.json("recall", question, "--person", "Ann")
    assert any("Miso" in evidence["text"] for evidence in found["evidence"])
    done = filled.spawn("recall", question, "--person", "Ann")  # as an argument of a real process too
    assert done.returncode == 0
    assert b"Miso" in done.stdout


@pytest.mark.parametrize("command", [["recall"], ["prompt"], ["chat", "--once"]])
def test_a_question_without_end_is_refused_with_its_size_and_the_limit(filled, unchanged, command):
    with unchanged:
        done = filled.run(*command, "x" * (MAX_MESSAGE_CHARS + 1), "--person", "Ann")
    assert done.exit_code == 2
    assert f"{MAX_MESSAGE_CHARS + 1:,}" in done.stderr
    assert "knowledge add" in done.stderr


@pytest.mark.parametrize("text", ["", "  \n", "\u200b\u2060", "\x1b\x07"])
@pytest.mark.parametrize("command", [["recall"], ["prompt"], ["chat", "--once"]])
def test_a_message_of_nothing_visible_is_refused(filled, unchanged, command, text):
    with unchanged:
        done = filled.run(*command, text, "--person", "Ann")
    assert done.exit_code == 2
    assert "write what you want" in done.stderr


def test_nul_lone_surrogates_and_controls_in_a_message_are_taken_out_and_the_words_are_kept(filled):
    said = filled.json("chat", "--once", "my \0 dog \ud800 is\u200b \x1b[31mBiscuit\x07", "--person", "Ann")
    text = filled.json("round", said["record"], "--person", "Ann")["turns"][0]["text"]
    assert text == "my \ufffd dog \ufffd is\u200b [31mBiscuit"
    assert any("Biscuit" in e["text"] for e in filled.json("recall", "Biscuit", "--person", "Ann")["evidence"])


def test_nul_lone_surrogates_and_controls_in_an_export_are_reported_with_their_line(filled):
    file = filled.file("dirty.jsonl", b'{"role": "user", "content": "a\\u0000b \\ud800 c\\u0007"}\n')
    done = filled.run("import", file, "--person", "Ben")
    assert done.exit_code == 6
    assert "line 1: 3 control characters or lone surrogates" in done.stderr
    assert filled.json("rounds", "--person", "Ben")[0]["turns"][0]["text"] == "a\ufffdb \ufffd c"


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "A\0nn", "Ann\udcff", "An\x1bn", "x" * 201])
def test_names_that_cannot_be_names_are_refused_before_anything_is_made(filled, unchanged, name):
    with unchanged:
        for command in (
            ["import", filled.folder / "good.jsonl", "--person", name],
            ["chat", "--once", "hi", "--person", name],
            ["recall", "cat?", "--person", name],
            ["rounds", "--person", name],
            ["knowledge", "add", filled.folder / "guide.md", "--base", name],
        ):
            done = filled.run(*command)
            assert done.exit_code == 2, command
            assert "--person" in done.stderr or "--base" in done.stderr


@pytest.mark.parametrize("option", ["--character", "--session"])
def test_broken_names_of_characters_and_sessions_are_refused(filled, unchanged, option):
    with unchanged:
        done = filled.run("chat", "--once", "hi", "--person", "Ann", option, "bad\udcff")
    assert done.exit_code == 2
    assert option in done.stderr


def test_arguments_that_are_no_utf8_are_refused_by_a_real_process(filled, unchanged):
    with unchanged:
        done = filled.spawn("rounds", "--person", b"Ann\xff")
    assert done.returncode == 2
    assert b"--person" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_talk_with_bytes_that_are_no_utf8_goes_on(filled):
    done = filled.spawn("chat", "--person", "Ann", stdin=b"my dog \xff is Biscuit\nbye now\n")
    assert done.returncode == 0, done.stderr
    turns = [one["turns"][0]["text"] for one in filled.json("rounds", "--person", "Ann", "--limit", "2")]
    assert turns == ["my dog \ufffd is Biscuit", "bye now"]


def test_a_file_name_that_is_no_utf8_can_be_learnt_shown_and_removed(filled):
    path = os.fsencode(filled.folder) + b"/caf\xe9.md"
    with open(path, "wb") as file:
        file.write(b"# Menu\n\nSoup of the day.\n")
    given = os.fsdecode(path)
    added = filled.run("knowledge", "add", given)
    assert added.exit_code == 0, added.stderr
    assert filled.run("knowledge", "show", given).exit_code == 0
    assert filled.run("knowledge", "remove", given).exit_code == 0
    assert len(filled.json("knowledge", "list")) == 1


def test_documents_that_cannot_be_read_make_no_base_and_keep_the_others(filled):
    bad = filled.file("bad.pdf", b"%PDF-1.4 nonsense")
    before = filled.held()
    failed = filled.run("knowledge", "add", bad, filled.folder / "missing.md", "--base", "new")
    assert failed.exit_code == 2
    assert "bad.pdf" in failed.stderr
    assert "missing.md" in failed.stderr
    assert filled.held() == before
    partly = filled.run("knowledge", "add", bad, filled.folder / "guide.md", "--base", "new")
    assert partly.exit_code == 6
    assert len(filled.json("knowledge", "list", "--base", "new")) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("card.yaml", b"\xff\xfe\x00\x01"),
        ("card.json", "[1, 2"),
        ("card.png", b"\x89PNG\r\n"),
        ("card.yaml", "[" * 5_000),
    ],
)
def test_a_card_that_cannot_be_read_is_named_and_the_old_one_stays(filled, unchanged, name, content):
    with unchanged:
        done = filled.run("character", "add", filled.file(name, content))
    assert done.exit_code == 2
    assert name in done.stderr


def test_errors_are_json_on_standard_error_when_json_is_asked_for(filled):
    done = filled.run("recall", "cat?", "--person", "Nobody", "--json")
    told = json.loads(done.stderr)
    assert done.exit_code == 3
    assert done.stdout == ""
    assert told["error"] == "NotFound"
    assert "'Nobody'" in told["message"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("DURAMEN_TIMEOUT_S", "soon"),
        ("DURAMEN_LOG_LEVEL", "loud"),
        ("DURAMEN_LOG_FORMAT", "xml"),
        ("DURAMEN_PRESET", "daring"),
    ],
)
def test_a_variable_with_an_impossible_value_is_named(filled, unchanged, monkeypatch, variable, value):
    monkeypatch.setenv(variable, value)
    with unchanged:
        done = filled.run("persons")
    assert done.exit_code == 2
    assert repr(value) in done.stderr
