"""A program beside the workers is begun again when it dies, and stops when they do."""

import os
import signal
import sys
import time
from pathlib import Path

from openmall.running.server.companion_process import CompanionProcess

PROGRAM = """
import os, pathlib, sys, time
pathlib.Path(sys.argv[1], str(os.getpid())).touch()
time.sleep(60)
"""


def _wait_for(folder: Path, count: int) -> list[int]:
    deadline = time.monotonic() + 30
    while len(found := sorted(folder.iterdir(), key=lambda each: each.stat().st_mtime)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return [int(each.name) for each in found]


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_program_that_dies_is_begun_again_until_it_is_stopped(tmp_path: Path) -> None:
    restarts: list[None] = []
    companion = CompanionProcess(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        stop_seconds=5,
        on_restart=lambda: restarts.append(None),
    )
    companion.start()
    # given that it runs, and is killed
    [first] = _wait_for(tmp_path, 1)
    os.kill(first, signal.SIGKILL)
    # then it is begun again
    first, second = _wait_for(tmp_path, 2)
    assert _lives(second)
    # when it is told to stop, it is gone, and no other comes
    companion.stop()
    assert not _lives(second)
    assert len(list(tmp_path.iterdir())) == 2
    assert restarts == [None]


def test_a_program_is_ended_and_begun_anew_when_asked_to(tmp_path: Path) -> None:
    companion = CompanionProcess([sys.executable, "-c", PROGRAM, str(tmp_path)], stop_seconds=5)
    companion.start()
    [first] = _wait_for(tmp_path, 1)
    companion.restart()
    _, second = _wait_for(tmp_path, 2)
    assert not _lives(first)
    assert _lives(second)
    companion.stop()
    assert not _lives(second)


def test_a_program_that_does_not_stop_is_killed(tmp_path: Path) -> None:
    stubborn = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)" + PROGRAM
    companion = CompanionProcess([sys.executable, "-c", stubborn, str(tmp_path)], stop_seconds=0.2)
    companion.start()
    [process] = _wait_for(tmp_path, 1)
    companion.stop()
    assert not _lives(process)
