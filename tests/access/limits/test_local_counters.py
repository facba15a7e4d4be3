"""Counters within one process."""

import pytest

from openmall.access.limits.local_counters import LocalCounters
from openmall.contract.counter_state import State

NOW = 1_800_000_000.0


def put(state: State, new: State) -> tuple[State, None]:
    return new, None


def test_full_counters_forget_an_eighth_at_once() -> None:
    counters = LocalCounters(slots=16)
    for number in range(16):
        counters.update(f"shop {number}", put, (NOW + number, 1.0, 0.0, 0.0, 0.0))

    counters.update("one more", put, (NOW, 1.0, 0.0, 0.0, 0.0))

    assert counters.in_use(0.0) == 15


def test_known_key_forgets_nobody() -> None:
    counters = LocalCounters(slots=1)

    for _ in range(3):
        counters.update("shop", put, (NOW, 1.0, 0.0, 0.0, 0.0))

    assert counters.in_use(0.0) == 1


def test_news_is_shared_and_states_are_not() -> None:
    shared = LocalCounters()
    one, other = LocalCounters(news=shared), LocalCounters(news=shared)
    before = other.cache_epoch()

    one.update("shop", put, (NOW, 1.0, 0.0, 0.0, 0.0))
    one.advance_cache_epoch()

    assert other.cache_epoch() != before
    assert (one.in_use(0.0), other.in_use(0.0), shared.in_use(0.0)) == (1, 0, 0)


def test_no_slots_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one slot"):
        LocalCounters(slots=0)
