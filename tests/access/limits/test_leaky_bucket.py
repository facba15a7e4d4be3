"""Limits 1, 3 and 4: the bucket of a shop."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.access.limits.leaky_bucket import Decision, Policy, admit, give_back
from openmall.contract.counter_state import EMPTY, State

FIXED = settings(derandomize=True, deadline=None)
NOW = 1_800_000_000.0
SHOP = Policy(capacity=40, drain=2.0)

phases = st.floats(min_value=0, max_value=1e9, allow_nan=False)
gaps = st.lists(st.floats(min_value=0, max_value=3, allow_nan=False), max_size=120)
bursty_gaps = st.lists(st.sampled_from([0.0, 0.0, 0.0, 0.01, 0.3, 0.5, 5.0]), max_size=300)
capacities = st.sampled_from([1, 2, 10, 40])
anything = st.floats(allow_nan=True, allow_infinity=True)


def calls(state: State, times: list[float], policy: Policy) -> tuple[State, list[Decision]]:
    decisions = []
    for now in times:
        state, decision = admit(state, now, policy)
        decisions.append(decision)
    return state, decisions


def test_burst_of_forty_passes_and_the_next_call_does_not() -> None:
    _, decisions = calls(EMPTY, [NOW] * 41, SHOP)

    assert [d.admitted for d in decisions] == [True] * 40 + [False]
    assert [d.used for d in decisions] == [*range(1, 41), 40]


def test_first_call_reports_one_of_forty() -> None:
    _, decision = admit(EMPTY, NOW, SHOP)

    assert decision == Decision(
        admitted=True, used=1, capacity=40, usage=2.5, remain=0, retry_after=0
    )


def test_fortieth_call_passes_and_is_told_to_pause() -> None:
    _, decisions = calls(EMPTY, [NOW] * 40, SHOP)

    assert decisions[-1] == Decision(
        admitted=True, used=40, capacity=40, usage=100.0, remain=1, retry_after=0
    )


def test_refused_call_raises_usage_and_names_the_wait() -> None:
    _, decisions = calls(EMPTY, [NOW] * 48, SHOP)

    assert decisions[-1] == Decision(
        admitted=False, used=40, capacity=40, usage=120.0, remain=5, retry_after=1
    )


def test_half_a_second_after_a_burst_exactly_one_more_passes() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    _, decisions = calls(full, [NOW + 0.5] * 2, SHOP)

    assert [d.admitted for d in decisions] == [True, False]


def test_refused_calls_do_not_fill_the_bucket() -> None:
    hammered, _ = calls(EMPTY, [NOW] * 500, SHOP)

    _, decisions = calls(hammered, [NOW + 0.5, NOW + 0.5, NOW + 20.5], SHOP)

    assert [d.admitted for d in decisions] == [True, False, True]


def test_attempts_stop_at_ten_times_the_capacity() -> None:
    _, decisions = calls(EMPTY, [NOW] * 1000, SHOP)

    assert decisions[-1].usage == 1000.0
    assert decisions[-1].remain == 181


def test_bucket_of_one_admits_a_call_every_half_second() -> None:
    times = [NOW, NOW + 0.25, NOW + 0.5, NOW + 1.0, NOW + 1.1]

    _, decisions = calls(EMPTY, times, Policy(capacity=1))

    assert [d.admitted for d in decisions] == [True, False, True, True, False]
    assert {d.used for d in decisions} == {1}


def test_slow_bucket_names_a_longer_wait() -> None:
    _, decisions = calls(EMPTY, [NOW, NOW], Policy(capacity=1, drain=0.1))

    assert decisions[1].retry_after == 10


def test_state_is_idle_when_all_attempts_have_drained() -> None:
    state, _ = calls(EMPTY, [NOW] * 50, SHOP)

    assert state[0] == NOW + 25.0


def test_call_given_back_leaves_room_for_another_but_stays_counted() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    state, _ = give_back(full, NOW, SHOP)
    state, (first, second) = calls(state, [NOW, NOW], SHOP)

    assert (first.admitted, second.admitted) == (True, False)
    assert first.usage == 102.5


def test_giving_back_to_an_empty_bucket_is_no_credit() -> None:
    state, _ = give_back(EMPTY, NOW, SHOP)

    _, decisions = calls(state, [NOW] * 41, SHOP)

    assert sum(d.admitted for d in decisions) == 40


def test_smaller_capacity_set_meanwhile_holds_at_once() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    _, decision = admit(full, NOW, Policy(capacity=10))

    assert (decision.admitted, decision.used, decision.retry_after) == (False, 10, 1)


@pytest.mark.parametrize(("capacity", "drain"), [(0, 2.0), (40, 0.0), (40, math.nan)])
def test_bucket_that_could_admit_nothing_is_no_policy(capacity: int, drain: float) -> None:
    with pytest.raises(ValueError, match="capacity >= 1 and drain > 0"):
        Policy(capacity=capacity, drain=drain)


@FIXED
@given(phase=phases, past=bursty_gaps, capacity=capacities)
def test_two_calls_a_second_are_never_refused_after_any_past(
    phase: float, past: list[float], capacity: int
) -> None:
    policy = Policy(capacity=capacity)
    now = NOW + phase
    state = EMPTY
    for gap in past:
        now += gap
        state, _ = admit(state, now, policy)

    _, decisions = calls(state, [now + 0.5 * n for n in range(1, 200)], policy)

    assert all(d.admitted for d in decisions)


@FIXED
@given(phase=phases)
def test_two_calls_a_second_are_never_refused_when_the_client_adds_up_its_own_time(
    phase: float,
) -> None:
    full, _ = calls(EMPTY, [NOW + phase] * 40, SHOP)
    now, times = NOW + phase, []
    for _ in range(200):
        now += 0.1 + 0.4
        times.append(now)

    _, decisions = calls(full, times, SHOP)

    assert all(d.admitted for d in decisions)


@FIXED
@given(gaps=st.one_of(gaps, bursty_gaps), capacity=capacities)
def test_no_window_admits_more_than_capacity_and_drain(gaps: list[float], capacity: int) -> None:
    policy = Policy(capacity=capacity)
    now, state, admitted = NOW, EMPTY, []
    for gap in gaps:
        now += gap
        state, decision = admit(state, now, policy)
        if decision.admitted:
            admitted.append(now)

    for first, start in enumerate(admitted):
        for last in range(first, len(admitted)):
            allowed = capacity + 2.0 * (admitted[last] - start) + 1e-5
            assert last - first + 1 <= allowed


@FIXED
@given(gaps=st.one_of(gaps, bursty_gaps), capacity=capacities)
def test_figures_stay_in_their_ranges_and_agree(gaps: list[float], capacity: int) -> None:
    policy = Policy(capacity=capacity)
    now, state = NOW, EMPTY
    for gap in gaps:
        now += gap
        state, d = admit(state, now, policy)
        assert 1 <= d.used <= d.capacity == capacity
        assert 0 < d.usage <= 1000.0
        assert (d.remain > 0) == (d.usage >= 100.0)
        assert (d.retry_after > 0) == (not d.admitted)
        assert state[0] >= now


@FIXED
@given(past=bursty_gaps, capacity=capacities, drain=st.sampled_from([0.1, 1.0, 2.0, 7.0]))
def test_who_waits_as_told_is_admitted_and_below_hundred_percent(
    past: list[float], capacity: int, drain: float
) -> None:
    policy = Policy(capacity=capacity, drain=drain)
    now, state = NOW + 0.1, EMPTY
    for gap in past:
        now += gap
        state, decision = admit(state, now, policy)
        if not decision.admitted:
            assert admit(state, now + decision.retry_after, policy)[1].admitted
        if decision.remain:
            later = admit(state, now + decision.remain, policy)[1].usage
            assert later - 100.0 / capacity < 100.0


@FIXED
@given(past=bursty_gaps, count=st.integers(min_value=2, max_value=60))
def test_usage_never_falls_while_time_stands_still(past: list[float], count: int) -> None:
    now, state = NOW, EMPTY
    for gap in past:
        now += gap
        state, _ = admit(state, now, SHOP)

    _, decisions = calls(state, [now] * count, SHOP)

    usages = [d.usage for d in decisions]
    assert usages == sorted(usages)


@FIXED
@given(steps=st.lists(st.floats(min_value=-1e6, max_value=100, allow_nan=False), max_size=100))
def test_clock_set_back_gives_no_credit(steps: list[float]) -> None:
    now, state, admitted, forward = NOW, EMPTY, 0, 0.0
    for step in steps:
        now += step
        forward += max(0.0, step)
        for _ in range(5):
            state, decision = admit(state, now, SHOP)
            admitted += decision.admitted

    assert admitted <= 40 + 2.0 * forward + 1e-3


def test_workers_slightly_out_of_order_do_not_count_time_twice() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    _, decisions = calls(full, [NOW + 0.2, NOW] * 50, SHOP)

    assert not any(d.admitted for d in decisions)


def test_clock_set_back_a_day_does_not_freeze_the_bucket() -> None:
    full, _ = calls(EMPTY, [NOW] * 41, SHOP)

    _, decisions = calls(full, [NOW - 86_400, NOW - 86_400 + 0.5], SHOP)

    assert [d.admitted for d in decisions] == [False, True]


def test_clock_set_forward_a_year_is_an_empty_bucket() -> None:
    full, _ = calls(EMPTY, [NOW] * 400, SHOP)

    _, decision = admit(full, NOW + 365 * 86_400, SHOP)

    assert (decision.used, decision.usage) == (1, 2.5)


@FIXED
@given(state=st.tuples(anything, anything, anything, anything, anything))
def test_damaged_state_never_raises_and_heals(state: State) -> None:
    state, _ = admit(state, NOW, SHOP)

    _, decision = admit(state, NOW + 400, SHOP)

    assert decision.used == 1
