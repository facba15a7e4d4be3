"""What the command server runs cannot be told from a new process."""

import os
import signal
import subprocess
from pathlib import Path

import psutil
import pytest

from tests.journeys.demo_server import ENVIRONMENT, soon
from tests.launcher import FRESH, write_program

SHOW = """
import os, signal, sys, threading
print(sorted(each for each in os.environ.items() if each[0] not in ("_", "TESTS_FRESH_PROCESS")))
print(os.getcwd(), sys.argv[1:], sys.path[0], sys.stdin.read(), __name__, __spec__.name)
print(signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM))
print([each.name for each in threading.enumerate()])
print([each.encoding for each in (sys.stdin, sys.stdout, sys.stderr)], sys.stdout.errors)
print(sorted(os.listdir("/proc/self/fd"))[:3], os.umask(0o22))
print("to standard error", file=sys.stderr)
print("not flushed", end="")
sys.exit(7)
"""
WAIT_FOR_A_SIGNAL = """
import os, signal, sys, time
def leave(number, frame):
    os.write(1, f"left at {number}\\n".encode())
    sys.exit(3)
signal.signal(signal.SIGTERM, leave)
print("waits", flush=True)
time.sleep(600)
"""


def program(folder: Path, source: str) -> Path:
    """Write a module and a program that runs it; the module is imported from the working folder."""
    (folder / "shown.py").write_text(source)
    return write_program(folder / "program", "shown")


def test_it_has_arguments_environment_streams_and_status_as_a_new_process_has(
    tmp_path: Path,
) -> None:
    shown = program(tmp_path, SHOW)

    def run(**more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(shown), "a b", "한국", ""],
            env={**ENVIRONMENT, "OPENMALL_PORT": "1", **more},
            cwd=tmp_path, input="given", capture_output=True, text=True,
        )  # fmt: skip

    forked, fresh = run(), run(**{FRESH: "1"})

    assert forked.returncode == fresh.returncode == 7
    assert forked.stdout == fresh.stdout
    assert forked.stderr == fresh.stderr == "to standard error\n"


def test_an_environment_does_not_outlive_its_command(tmp_path: Path) -> None:
    shown = program(tmp_path, "import os\nprint(os.environ.get('OPENMALL_PORT'))")
    said = [
        subprocess.run(
            [str(shown)], env={**ENVIRONMENT, **more}, cwd=tmp_path, capture_output=True, text=True
        ).stdout
        for more in ({"OPENMALL_PORT": "1"}, {})
    ]
    assert said == ["1\n", "None\n"]


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 3), (signal.SIGINT, -signal.SIGINT)]
)
def test_signals_reach_it_and_how_it_ends_is_seen(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    process = subprocess.Popen(
        [str(program(tmp_path, WAIT_FOR_A_SIGNAL))], env=ENVIRONMENT, cwd=tmp_path,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        # or it would be ignored where tests run in the background
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "waits\n"
    process.send_signal(number)
    said, errors = process.communicate(timeout=60)
    assert process.returncode == status, errors
    assert said == (f"left at {number.value}\n" if number == signal.SIGTERM else "")


def test_killed_it_leaves_nothing_behind(tmp_path: Path) -> None:
    source = "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(600)"
    process = subprocess.Popen(
        [str(program(tmp_path, source))], env=ENVIRONMENT, cwd=tmp_path,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    child = int(process.stdout.readline())
    assert child != process.pid
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert soon(lambda: not psutil.pid_exists(child))
    process.stdout.close()
