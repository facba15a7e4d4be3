"""Limits 4: a shop's share of processing time."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.access.limits.time_usage import Policy, Reading, spend
from openmall.contract.counter_state import EMPTY, State

FIXED = settings(derandomize=True, deadline=None)
NOW = 1_800_000_000.0
BUDGET = Policy(budget=30.0, window=60.0)

anything = st.floats(allow_nan=True, allow_infinity=True)
spending = st.lists(
    st.tuples(st.sampled_from([0.0, 0.5, 7.0, 31.0, 60.0, 130.0]), st.floats(0, 40)), max_size=50
)


def test_three_seconds_of_thirty_are_ten_percent() -> None:
    _, reading = spend(EMPTY, NOW, 3.0, BUDGET)

    assert reading == Reading(usage=10.0, remain=0)


def test_spending_nothing_reads() -> None:
    state, _ = spend(EMPTY, NOW, 3.0, BUDGET)

    again, reading = spend(state, NOW, 0.0, BUDGET)

    assert (again, reading) == (state, Reading(usage=10.0, remain=0))


def test_budget_used_up_at_once_comes_back_as_the_window_slides_off() -> None:
    state, reading = spend(EMPTY, NOW, 60.0, BUDGET)

    assert reading == Reading(usage=200.0, remain=91)
    assert spend(state, NOW + 90, 0.0, BUDGET)[1] == Reading(usage=100.0, remain=1)
    assert spend(state, NOW + 105, 0.0, BUDGET)[1] == Reading(usage=50.0, remain=0)


def test_older_window_counts_by_what_is_left_of_it() -> None:
    state, _ = spend(EMPTY, NOW, 24.0, BUDGET)

    _, reading = spend(state, NOW + 75, 18.0, BUDGET)

    assert reading == Reading(usage=120.0, remain=16)


def test_two_quiet_windows_forget_everything() -> None:
    state, _ = spend(EMPTY, NOW, 300.0, BUDGET)

    assert state[0] == NOW + 120.0
    assert spend(state, NOW + 120.0, 0.0, BUDGET)[1] == Reading(usage=0.0, remain=0)


def test_one_endless_call_counts_for_ten_budgets_at_most() -> None:
    _, reading = spend(EMPTY, NOW, 1e9, BUDGET)

    assert reading.usage == 1000.0


def test_negative_time_counts_as_none() -> None:
    _, reading = spend(EMPTY, NOW, -5.0, BUDGET)

    assert reading == Reading(usage=0.0, remain=0)


def test_clock_set_back_keeps_what_was_spent_and_lets_it_fade() -> None:
    state, _ = spend(EMPTY, NOW, 15.0, BUDGET)

    state, reading = spend(state, NOW - 86_400, 0.0, BUDGET)

    assert reading.usage == 50.0
    assert spend(state, NOW - 86_400 + 120, 0.0, BUDGET)[1].usage == 0.0


@pytest.mark.parametrize(("budget", "window"), [(0.0, 60.0), (30.0, 0.0)])
def test_budget_or_window_of_nothing_is_no_policy(budget: float, window: float) -> None:
    with pytest.raises(ValueError, match="must be > 0"):
        Policy(budget=budget, window=window)


@FIXED
@given(spending=spending)
def test_who_waits_as_told_is_below_hundred_percent_and_not_much_sooner(
    spending: list[tuple[float, float]],
) -> None:
    now, state = NOW, EMPTY
    for gap, seconds in spending:
        now += gap
        state, reading = spend(state, now, seconds, BUDGET)
        assert (reading.remain > 0) == (reading.usage >= 100.0)
        if reading.remain:
            assert spend(state, now + reading.remain, 0.0, BUDGET)[1].usage < 100.0 + 1e-6
            sooner = now + reading.remain - 1.001
            assert reading.remain == 1 or spend(state, sooner, 0.0, BUDGET)[1].usage >= 99.9


@FIXED
@given(state=st.tuples(anything, anything, anything, anything, anything), seconds=anything)
def test_damaged_state_never_raises_and_heals(state: State, seconds: float) -> None:
    state, _ = spend(state, NOW, seconds, BUDGET)

    assert spend(state, NOW + 120, 0.0, BUDGET)[1] == Reading(usage=0.0, remain=0)
