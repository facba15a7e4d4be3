"""The report of a failed test shows what the servers of tests have logged meanwhile."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_store
ROOT = Path(__file__).parents[3]
TESTS = """
import subprocess, sys, time
from tests.server_logs import MOST, ServerLog

SERVER = "import sys\\nfor line in sys.stdin: print(line, end='', file=sys.stderr, flush=True)"
log = ServerLog()
process = subprocess.Popen([sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stderr=log.file,
                           text=True)


def serve(line):
    process.stdin.write(line + "\\n")
    process.stdin.flush()
    while not log.text().endswith(line + "\\n"):
        time.sleep(0.01)


def test_that_passes():
    serve("ready")
    assert log.first_line(process) == "ready\\n"
    serve("before")


def test_that_fails():
    serve("Traceback of a status 500")
    assert False


def test_that_fails_after_much():
    serve("beginning")
    for _ in range(3):
        serve("x" * MOST)
    assert False


def test_of_a_server_that_has_ended():
    process.stdin.close()
    process.wait()
    log.ends()
    assert False


def test_that_is_forgotten():
    assert log.file.closed
    assert False
"""


def test_a_failed_test_shows_what_was_logged_during_it(tmp_path: Path) -> None:
    (tmp_path / "test_served.py").write_text(TESTS)

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", os.devnull, "--rootdir", str(tmp_path),
         "-p", "no:cacheprovider", "-p", "tests.server_logs", "test_served.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )  # fmt: skip

    assert "4 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    _, first, second, *others = done.stdout.split("log of a server")
    assert others == []
    assert "Traceback of a status 500" in first
    assert "before" not in first
    assert "beginning" not in second
    assert "x" * 10_000 in second
