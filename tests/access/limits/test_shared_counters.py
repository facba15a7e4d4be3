"""Counters shared by processes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import openmall
from openmall.access.limits import leaky_bucket
from openmall.access.limits.shared_counters import SharedCounters
from openmall.contract.counter_state import State

NOW = 1_800_000_000.0
POLICY = leaky_bucket.Policy(capacity=1000)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(openmall.__file__).parents[1])}

HAMMER = """
import sys
from pathlib import Path
from openmall.access.limits import leaky_bucket
from openmall.access.limits.shared_counters import SharedCounters
counters = SharedCounters(Path(sys.argv[1]))
policy = leaky_bucket.Policy(capacity=1000)
print("ready", flush=True)
sys.stdin.readline()
admitted = sum(
    counters.update("shop:one", leaky_bucket.admit, 1_800_000_000.0, policy).admitted
    for _ in range(3000)
)
for _ in range(500):
    counters.advance_cache_epoch()
print(admitted, flush=True)
"""

HOLD = """
import sys, time
from pathlib import Path
from openmall.access.limits.shared_counters import SharedCounters

def hold(state):
    print("holding", flush=True)
    while True:
        time.sleep(60)

SharedCounters(Path(sys.argv[1])).update("shop:one", hold)
"""


def put(state: State, new: State) -> tuple[State, None]:
    return new, None


def seen(state: State) -> tuple[State, State]:
    return state, state


def start(program: str, path: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )


def test_four_processes_hammering_one_key_are_counted_exactly(tmp_path: Path) -> None:
    workers = [start(HAMMER, tmp_path / "counters") for _ in range(4)]
    for worker in workers:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "ready\n"

    for worker in workers:
        assert worker.stdin is not None
        worker.stdin.write("go\n")
        worker.stdin.flush()
    admitted = [int(worker.communicate()[0]) for worker in workers]

    assert sum(admitted) == 1000
    counters = SharedCounters(tmp_path / "counters")
    assert counters.update("shop:one", seen)[1:3] == (2000.0, 1000.0)
    assert counters.cache_epoch() == 2000
    counters.close()


def test_process_killed_inside_an_update_blocks_nobody(tmp_path: Path) -> None:
    path = tmp_path / "counters"
    counters = SharedCounters(path)
    counters.update("shop:one", leaky_bucket.admit, NOW, POLICY)
    holder = start(HOLD, path)
    assert holder.stdout is not None
    assert holder.stdout.readline() == "holding\n"

    waiting = start(HAMMER, path)
    assert waiting.stdout is not None
    assert waiting.stdout.readline() == "ready\n"
    assert waiting.stdin is not None
    waiting.stdin.write("go\n")
    waiting.stdin.flush()
    other_set_is_free = counters.update("another shop", leaky_bucket.admit, NOW, POLICY)
    holder.send_signal(signal.SIGKILL)
    holder.communicate()

    assert other_set_is_free.admitted
    assert waiting.communicate()[0] == "999\n"
    assert not counters.update("shop:one", leaky_bucket.admit, NOW, POLICY).admitted
    counters.close()


def test_generation_is_seen_through_another_opening(tmp_path: Path) -> None:
    worker = SharedCounters(tmp_path / "counters")
    command = SharedCounters(tmp_path / "counters")

    bumped = command.advance_cache_epoch()

    assert worker.cache_epoch() == bumped == 1
    worker.close()
    command.close()


def test_states_and_generation_outlive_the_processes(tmp_path: Path) -> None:
    counters = SharedCounters(tmp_path / "counters")
    counters.update("shop:one", put, (NOW, 1.0, 2.0, 3.0, 4.0))
    counters.advance_cache_epoch()
    counters.close()

    again = SharedCounters(tmp_path / "counters")

    assert again.update("shop:one", seen) == (NOW, 1.0, 2.0, 3.0, 4.0)
    assert again.cache_epoch() == 1
    again.close()


def test_full_set_forgets_the_slot_nearest_to_idle(tmp_path: Path) -> None:
    counters = SharedCounters(tmp_path / "counters", slots=16)
    for number in range(16):
        counters.update(f"shop {number}", put, (NOW + (number + 5) % 16, 1.0, 0.0, 0.0, 0.0))

    counters.update("one more", put, (NOW + 99, 1.0, 0.0, 0.0, 0.0))

    kept = [number for number in range(16) if counters.update(f"shop {number}", seen)[1]]
    assert 11 not in kept
    assert counters.update("one more", seen)[1] == 1.0
    counters.close()


def test_faded_slot_is_used_again_before_a_live_one(tmp_path: Path) -> None:
    counters = SharedCounters(tmp_path / "counters", slots=16)
    for number in range(15):
        counters.update(f"live {number}", put, (NOW + 100, 1.0, 0.0, 0.0, 0.0))
    counters.update("faded", put, (NOW - 1, 1.0, 0.0, 0.0, 0.0))

    for number in range(50):
        counters.update(f"guest {number}", put, (NOW + 1, 1.0, 0.0, 0.0, 0.0))

    assert [counters.update(f"live {number}", seen)[1] for number in range(15)] == [1.0] * 15
    counters.close()
