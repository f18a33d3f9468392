"""A line of 200 MB: the real command says so by its number, keeps the rest, and neither hangs nor dies of memory."""

import json
import os
import resource
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow
MIB = 1 << 20


def write(path, head, middle, tail):
    with path.open("wb") as file:
        file.write(head)
        for _ in range(200):
            file.write(middle * MIB)
        file.write(tail)
    return path


def run(tmp_path, *args):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DURAMEN_")}
    environment |= {"DURAMEN_EMBEDDER": "hash", "DURAMEN_HOME": str(tmp_path / "home"), "DURAMEN_TIMEZONE": "UTC"}
    return subprocess.run(
        [sys.executable, "-c", "from duramen.cli.main import main; main()", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=environment,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30)),
    )


def test_a_jsonl_line_of_200_mb_is_left_out_by_number_and_the_others_are_kept(tmp_path):
    line = json.dumps({"role": "user", "content": "a short line"}).encode() + b"\n"
    file = write(tmp_path / "big.jsonl", line + b'{"role": "user", "content": "', b"x", b'"}\n' + line)
    done = run(tmp_path, "import", file, "--person", "Ann", "--json")
    assert done.returncode == 6, done.stderr[-2_000:]
    told = json.loads(done.stdout)
    assert told["messages"] == 2
    assert told["problems"][0]["where"] == "line 2"
    assert "209,7" in told["problems"][0]["what"]


@pytest.mark.parametrize(
    ("name", "head", "tail"), [("big.txt", b"Ann: ", b"\n"), ("big.csv", b"role,content\nuser,", b"\n")]
)
def test_a_line_of_200_mb_in_other_formats_ends_with_a_sentence(tmp_path, name, head, tail):
    done = run(tmp_path, "import", write(tmp_path / name, head, b"x", tail), "--person", "Ann")
    assert done.returncode in (2, 6), (done.returncode, done.stderr[-2_000:])
    assert "Traceback" not in done.stderr


def test_a_json_file_of_200_mb_in_one_message_is_cut_and_told(tmp_path):
    file = write(tmp_path / "big.json", b'[{"role": "user", "content": "', b"x", b'"}]')
    done = run(tmp_path, "import", file, "--person", "Ann")
    assert done.returncode in (2, 6), (done.returncode, done.stderr[-2_000:])
    assert "Traceback" not in done.stderr


def test_a_document_of_20_mb_in_one_line_ends_with_a_sentence_or_is_learnt(tmp_path):
    file = write(tmp_path / "big.md", b"# Title\n\n", b"", b"word " * (20 * MIB // 5))
    done = run(tmp_path, "knowledge", "add", file)
    assert done.returncode in (0, 2), (done.returncode, done.stderr[-2_000:])
    assert "Traceback" not in done.stderr
