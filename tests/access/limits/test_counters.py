"""What both kinds of counters promise."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from openmall.access.limits import leaky_bucket
from openmall.access.limits.fingerprint import Fingerprint
from openmall.access.limits.local_counters import LocalCounters
from openmall.access.limits.shared_counters import SharedCounters
from openmall.contract.counter_state import EMPTY, State
from openmall.contract.counters import Counters

NOW = 1_800_000_000.0


@pytest.fixture(params=["local", "shared"])
def counters(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Counters]:
    made: Counters
    if request.param == "local":
        made = LocalCounters(slots=64)
    else:
        made = SharedCounters(tmp_path / "counters", slots=64)
    yield made
    made.close()


def seen(state: State) -> tuple[State, State]:
    return state, state


def put(state: State, new: State) -> tuple[State, None]:
    return new, None


def fail(state: State) -> tuple[State, None]:
    raise RuntimeError("change went wrong")


def test_key_never_seen_starts_empty(counters: Counters) -> None:
    assert counters.update("shop:mine", seen) == EMPTY


def test_state_is_kept_by_key(counters: Counters) -> None:
    counters.update("shop:mine", put, (NOW, 1.5, -2.0, 1e300, 0.1))
    counters.update("shop:yours", put, (NOW, 9.0, 9.0, 9.0, 9.0))

    assert counters.update("shop:mine", seen) == (NOW, 1.5, -2.0, 1e300, 0.1)


def test_a_limit_is_called_with_its_own_arguments(counters: Counters) -> None:
    policy = leaky_bucket.Policy(capacity=3)

    admitted = [
        counters.update("shop:mine", leaky_bucket.admit, NOW, policy).admitted for _ in range(5)
    ]

    assert admitted == [True, True, True, False, False]


def test_change_that_raises_changes_nothing_and_holds_nothing(counters: Counters) -> None:
    counters.update("shop:mine", put, (NOW, 1.0, 0.0, 0.0, 0.0))

    for key in ("shop:mine", "shop:new"):
        with pytest.raises(RuntimeError, match="went wrong"):
            counters.update(key, fail)

    assert counters.update("shop:mine", seen) == (NOW, 1.0, 0.0, 0.0, 0.0)
    assert counters.update("shop:new", seen) == EMPTY


@pytest.mark.parametrize("key", ["", "가게", "half a character \udce3", "x" * 100_000])
def test_any_text_is_a_key(counters: Counters, key: str) -> None:
    counters.update(key, put, (NOW, 7.0, 0.0, 0.0, 0.0))

    assert counters.update(key, seen)[1] == 7.0


def test_more_keys_than_slots_forget_the_nearest_to_idle_first(counters: Counters) -> None:
    counters.update("busy", put, (NOW + 1e6, 40.0, 0.0, 0.0, 0.0))

    for number in range(1000):
        counters.update(f"guest {number}", put, (NOW + number, 1.0, 0.0, 0.0, 0.0))

    assert counters.update("busy", seen)[1] == 40.0
    assert counters.in_use(0.0) <= 64


def test_states_in_use_are_those_not_yet_faded(counters: Counters) -> None:
    counters.update("fades at 10", put, (NOW + 10, 1.0, 0.0, 0.0, 0.0))
    counters.update("fades at 20", put, (NOW + 20, 1.0, 0.0, 0.0, 0.0))

    assert [counters.in_use(NOW + after) for after in (0, 10, 20)] == [2, 1, 0]


def test_bump_makes_a_new_generation(counters: Counters) -> None:
    before = counters.cache_epoch()

    bumped = counters.advance_cache_epoch()

    assert counters.cache_epoch() == bumped != before
    assert counters.cache_epoch() == bumped


def test_threads_of_one_process_lose_no_update(counters: Counters) -> None:
    def count(state: State) -> tuple[State, None]:
        return (NOW, state[1] + 1.0, 0.0, 0.0, 0.0), None

    def work() -> None:
        for _ in range(2000):
            counters.update("shop:mine", count)

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert counters.update("shop:mine", seen)[1] == 8000.0


def test_fingerprints_depend_on_the_salt() -> None:
    assert Fingerprint(b"a" * 16)("shop") == Fingerprint(b"a" * 16)("shop")
    assert Fingerprint(b"a" * 16)("shop") != Fingerprint(b"b" * 16)("shop")
