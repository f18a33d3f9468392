"""`duramen backup`, `restore`, `export`, `migrate` and import of one's own export, as a person types and reads them."""

import json
import subprocess
import sys

import pytest


def test_export_and_import_on_the_command_line(filled, tmp_path):
    file, other = tmp_path / "ann.jsonl", tmp_path / "other"
    done = filled.run("export", "--person", "Ann", "--to", file, "--base", "main")
    assert done.exit_code == 0
    assert "2 round" in done.stderr
    assert done.stdout == ""
    told = filled.json("export", "--to", tmp_path / "again.jsonl")
    assert (told["person"], told["lines"]["round"]) == ("Ann", 2)
    done = filled.run("import", file, "--home", other)
    assert done.exit_code == 0, done.stderr
    assert "2 rounds with 4 messages of Ann" in done.stdout
    assert "1 documents" in done.stdout
    assert filled.json("import", file, "--home", other)["known"] == 4
    assert filled.json("persons", "--home", other) == filled.json("persons")


def test_an_export_to_standard_output_is_the_file(filled, tmp_path):
    piped = filled.spawn("export", "--person", "Ann", "--without-vectors")
    assert piped.returncode == 0
    lines = [json.loads(line) for line in piped.stdout.decode().splitlines()]
    assert lines[0]["format"] == "duramen"
    assert lines[-1]["line"] == "end"
    assert b"My cat is called Miso." in piped.stdout


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("export", "--person", "Nobody", "--to", "x.jsonl"), 3, "no person 'Nobody'"),
        (("export", "--person", "Ann", "--json"), 2, "--to FILE"),
        (("export", "--person", "Ann", "--character", "Nobody", "--to", "x.jsonl"), 3, "no rounds with 'Nobody'"),
        (("export", "--person", "Ann", "--base", "nobase", "--to", "x.jsonl"), 3, "no base 'nobase'"),
        (("restore", "nothing.db"), 2, "no file"),
        (("migrate", "nowhere", "elsewhere"), 3, "no store"),
    ],
)
def test_what_cannot_be_is_a_sentence(filled, tmp_path, monkeypatch, args, code, said):
    monkeypatch.chdir(tmp_path)
    done = filled.run(*args)
    assert done.exit_code == code, done.stderr
    assert said in done.stderr
    assert not (tmp_path / "x.jsonl").exists()


def test_backup_and_restore_on_the_command_line(filled, tmp_path):
    held, file, place = filled.held(), tmp_path / "one.db", tmp_path / "restored"
    told = filled.json("backup", file)
    assert told["path"] == str(file)
    assert told["manifest"]["rows"]["records"] == 2
    done = filled.run("restore", file, "--home", place)
    assert done.exit_code == 0, done.stderr
    assert told["manifest"]["sha256"] in done.stdout
    refused = filled.run("restore", file, "--home", place, stdin="y\n")
    assert refused.exit_code == 2
    assert "--yes" in refused.stderr
    again = filled.json("restore", file, "--home", place, "--yes")
    assert again["kept"].startswith(str(place))
    assert filled.json("persons", "--home", place) == filled.json("persons", "--home", again["kept"])
    assert filled.held() == held


@pytest.mark.parametrize("name", ["we?ird#na%20me@x.db", "p%41 长.db"])
def test_a_backup_of_any_name_is_restored(filled, tmp_path, name):
    assert filled.run("backup", tmp_path / name).exit_code == 0
    done = filled.run("restore", tmp_path / name, "--home", tmp_path / "restored")
    assert done.exit_code == 0, done.stderr
    assert sorted(one.name for one in tmp_path.glob("*.db")) == [name]


@pytest.mark.parametrize("line", ['{"id": "half', "{}", "5", "[" * 100_000, "\x00"])
def test_a_restore_with_a_ledger_that_is_damaged_is_refused(filled, tmp_path, line):
    file = tmp_path / "one.db"
    filled.run("backup", file)
    with (tmp_path / "forgettings.jsonl").open("a") as ledger:
        ledger.write(line)
    done = filled.run("restore", file, "--home", tmp_path / "restored")
    assert done.exit_code == 4
    assert "would not be forgotten" in done.stderr.replace("\n", " ")
    assert not (tmp_path / "restored" / "duramen.db").exists()


@pytest.mark.parametrize(
    "args",
    [
        ("import", "nowhere.json", "--person", "Ann"),
        ("import", "cut.jsonl", "--person", "Ann"),
        ("chat", "--once", "my card is 4111 1111 1111 1111", "--person", "Ann"),
    ],
)
def test_what_is_refused_makes_no_store(filled, tmp_path, monkeypatch, args):
    monkeypatch.setenv("DURAMEN_SECRETS", "refuse")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "cut.jsonl").write_text('{"line": "header", "format": "duramen", "version": 1}\n')
    assert filled.run(*args, "--home", tmp_path / "none").exit_code == 2
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "command", [("verify", "--home"), ("backup",), ("restore",), ("export", "--person", "Ann", "--to")]
)
def test_a_name_that_is_too_long_is_a_sentence(filled, command):
    done = filled.run(*command, "x" * 300)
    assert done.exit_code in (2, 3, 4), done.stderr
    assert "Traceback" not in done.stderr
    assert "xxx" in done.stderr


def test_migrate_says_where_and_how_many(filled, tmp_path):
    told = filled.json("migrate", filled.home, tmp_path / "moved")
    assert told["rows"]["records"] == 2
    assert filled.json("persons", "--home", tmp_path / "moved") == filled.json("persons")
    refused = filled.run("migrate", filled.home, tmp_path / "moved")
    assert refused.exit_code == 4
    assert "empty" in refused.stderr


def test_a_removed_character_is_told(filled):
    assert filled.json("character", "remove", "Keeper") == {"name": "Keeper", "outcome": "removed"}
    assert filled.json("character", "list") == []
    assert filled.run("character", "remove", "Keeper").exit_code == 3


def test_a_reader_that_goes_away_ends_an_export_in_peace(filled):
    command = f"{sys.executable} -c 'from duramen.cli.main import main; main()' export --person Ann | head -c 10"
    done = subprocess.run(command, shell=True, capture_output=True, timeout=60, check=False)
    assert b"Traceback" not in done.stderr
