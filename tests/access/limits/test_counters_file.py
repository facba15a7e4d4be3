"""The file itself: made, rebuilt, or left alone."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import openmall
from openmall.access.limits.counters_file import HEADER, MAGIC, VERSION, file_size
from openmall.access.limits.shared_counters import SharedCounters
from openmall.contract.counter_state import EMPTY, State

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(openmall.__file__).parents[1])}

OPEN = """
import sys
from pathlib import Path
from openmall.access.limits.shared_counters import SharedCounters
try:
    counters = SharedCounters(Path(sys.argv[1]), slots=int(sys.argv[2]))
except RuntimeError as error:
    print(type(error).__name__)
else:
    print(counters.slots, counters.advance_cache_epoch())
"""


def put(state: State, new: State) -> tuple[State, None]:
    return new, None


def seen(state: State) -> tuple[State, State]:
    return state, state


def opened_elsewhere(path: Path, slots: int) -> str:
    program = [sys.executable, "-c", OPEN, str(path), str(slots)]
    return subprocess.run(
        program, env=ENVIRONMENT, check=True, capture_output=True, text=True
    ).stdout


def test_new_file_has_its_full_size_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "counters"

    counters = SharedCounters(path)

    found = path.stat()
    assert found.st_size == file_size(65_536) == 4096 + 65_536 * 48
    assert found.st_blocks * 512 >= found.st_size
    assert stat.S_IMODE(found.st_mode) == 0o600
    counters.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"short",
        b"\xff" * 20_000,
        HEADER.pack(b"other!!\n", VERSION, 64, bytes(16)) + bytes(20_000),
        HEADER.pack(MAGIC, VERSION + 1, 64, bytes(16)) + bytes(20_000),
        HEADER.pack(MAGIC, VERSION, 0, bytes(16)) + bytes(20_000),
        HEADER.pack(MAGIC, VERSION, 63, bytes(16)) + bytes(20_000),
        HEADER.pack(MAGIC, VERSION, 64, bytes(16)) + bytes(100),
    ],
    ids=["empty", "short", "noise", "magic", "version", "no slots", "odd slots", "cut off"],
)
def test_damaged_file_is_rebuilt(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "counters"
    path.write_bytes(content)

    counters = SharedCounters(path, slots=64)

    assert counters.slots == 64
    assert counters.in_use(0.0) == 0
    assert counters.cache_epoch() == 0
    assert counters.update("shop", seen) == EMPTY
    assert path.read_bytes()[: len(MAGIC)] == MAGIC
    counters.close()


def test_damaged_slots_under_a_sound_header_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "counters"
    noise = bytes(range(256)) * (file_size(16) // 256)
    path.write_bytes(HEADER.pack(MAGIC, VERSION, 16, b"s" * 16) + noise[HEADER.size :])
    counters = SharedCounters(path, slots=16)

    counters.update("shop", put, (1.0, 2.0, 3.0, 4.0, 5.0))

    assert counters.update("shop", seen) == (1.0, 2.0, 3.0, 4.0, 5.0)
    counters.close()


def test_other_number_of_slots_is_built_when_nobody_uses_the_file(tmp_path: Path) -> None:
    path = tmp_path / "counters"
    SharedCounters(path, slots=64).close()

    assert opened_elsewhere(path, 128) == "128 1\n"
    assert opened_elsewhere(path, 32) == "32 1\n"
    assert path.stat().st_size == file_size(128)


def test_other_number_of_slots_follows_the_running_server(tmp_path: Path) -> None:
    path = tmp_path / "counters"
    server = SharedCounters(path, slots=64)

    assert opened_elsewhere(path, 128) == "64 1\n"
    assert server.cache_epoch() == 1
    server.close()


def test_unknown_layout_in_use_is_refused_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "counters"
    server = SharedCounters(path, slots=64)
    server.advance_cache_epoch()
    # Left open: closing it would drop every lock this process holds on the file.
    descriptor = os.open(path, os.O_RDWR)
    os.pwrite(descriptor, b"another\n", 0)

    answer = opened_elsewhere(path, 64)

    assert answer == "CountersInUseError\n"
    assert server.cache_epoch() == 1
    server.close()
    os.close(descriptor)


def test_processes_that_start_together_make_one_file(tmp_path: Path) -> None:
    path = tmp_path / "counters"
    program = [sys.executable, "-c", OPEN, str(path), "65536"]

    starting = [
        subprocess.Popen(program, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    answers = sorted(process.communicate()[0] for process in starting)

    assert answers == [f"65536 {number}\n" for number in range(1, 5)]


@pytest.mark.parametrize("slots", [0, -16, 17])
def test_slots_come_in_sixteens(tmp_path: Path, slots: int) -> None:
    with pytest.raises(ValueError, match="multiple of 16"):
        SharedCounters(tmp_path / "counters", slots=slots)


def test_missing_directory_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SharedCounters(tmp_path / "nowhere" / "counters")
