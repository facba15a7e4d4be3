"""Limits 1, 3 and 4: the bucket of a shop."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.access.limits.leaky_bucket import (
    BELOW_LIMIT,
    JITTER,
    Decision,
    Policy,
    admit,
    closest_to_full,
    give_back,
    look,
)
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

    assert decision == Decision(admitted=True, used=1, capacity=40, usage=2.5, remain=0)


def test_fortieth_call_fills_the_bucket_but_limits_nobody_yet() -> None:
    _, decisions = calls(EMPTY, [NOW] * 40, SHOP)

    assert decisions[-1] == Decision(
        admitted=True, used=40, capacity=40, usage=BELOW_LIMIT, remain=0
    )


def test_refused_call_raises_usage_and_the_wait() -> None:
    _, decisions = calls(EMPTY, [NOW] * 48, SHOP)

    assert decisions[40:] == [
        Decision(
            admitted=False,
            used=40,
            capacity=40,
            usage=100.0 + 1.25 * refused,
            remain=(refused + 2 + 3) // 4,
        )
        for refused in range(1, 9)
    ]


def test_half_a_second_after_a_burst_exactly_one_more_passes() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    _, decisions = calls(full, [NOW + 0.5] * 2, SHOP)

    assert [d.admitted for d in decisions] == [True, False]


def test_refused_calls_double_the_bucket_at_most() -> None:
    _, decisions = calls(EMPTY, [NOW] * 1000, SHOP)

    assert decisions[-1] == Decision(admitted=False, used=40, capacity=40, usage=200.0, remain=21)


def test_usage_counts_down_while_nobody_calls() -> None:
    hammered, _ = calls(EMPTY, [NOW] * 60, SHOP)

    looks = [look(hammered, NOW + after, SHOP)[1] for after in (0.0, 1.0, 5.25, 5.5)]

    assert [(each.admitted, each.usage, each.remain) for each in looks] == [
        (False, 125.0, 6),
        (False, 120.0, 5),
        (False, 100.0, 1),
        (True, 97.5, 0),
    ]


def test_look_at_a_full_bucket_that_refused_nothing_tells_no_wait() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    assert look(full, NOW, SHOP) == (
        full,
        Decision(admitted=True, used=40, capacity=40, usage=BELOW_LIMIT, remain=0),
    )


@pytest.mark.parametrize("capacity", [1, 10, 40])
@pytest.mark.parametrize("calls_a_second", [3, 10, 200])
def test_bucket_that_is_hammered_for_minutes_still_admits_a_call_each_second(
    capacity: int, calls_a_second: int
) -> None:
    policy = Policy(capacity=capacity)
    state, _ = calls(EMPTY, [NOW] * 4 * capacity, policy)
    times = [NOW + n / calls_a_second for n in range(120 * calls_a_second)]

    _, decisions = calls(state, times, policy)

    decisions = decisions[60 * calls_a_second :]
    assert 55 <= sum(d.admitted for d in decisions) <= 120


def test_bucket_of_one_has_room_for_two_calls_within_a_second() -> None:
    times = [NOW] * 3 + [NOW + 1.0] * 3

    _, decisions = calls(EMPTY, times, Policy(capacity=1))

    assert [d.admitted for d in decisions] == [True, True, False] * 2
    assert {d.used for d in decisions} == {1}


def test_slow_bucket_names_a_longer_wait() -> None:
    _, decisions = calls(EMPTY, [NOW] * 3, Policy(capacity=1, drain=0.1))

    assert decisions[2].remain == 15


def test_state_is_idle_when_level_and_penalty_have_drained() -> None:
    admitted_alone, _ = calls(EMPTY, [NOW] * 30, SHOP)
    hammered, _ = calls(EMPTY, [NOW] * 1000, SHOP)

    assert (admitted_alone[0], hammered[0]) == (NOW + 15.0, NOW + 40.0)
    assert calls(hammered, [NOW + 40.0] * 41, SHOP)[1] == calls(EMPTY, [NOW] * 41, SHOP)[1]


def test_call_given_back_leaves_room_for_another() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    state, _ = give_back(full, NOW, SHOP)
    state, (first, second) = calls(state, [NOW, NOW], SHOP)

    assert (first.admitted, second.admitted) == (True, False)


def test_giving_back_to_an_empty_bucket_is_no_credit() -> None:
    state, _ = give_back(EMPTY, NOW, SHOP)

    _, decisions = calls(state, [NOW] * 41, SHOP)

    assert sum(d.admitted for d in decisions) == 40


def test_smaller_capacity_set_meanwhile_holds_at_once() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    _, decision = admit(full, NOW, Policy(capacity=10))

    assert (decision.admitted, decision.used, decision.remain) == (False, 10, 7)


def test_call_of_two_buckets_reports_the_fuller_one_and_waits_for_both() -> None:
    free = Decision(admitted=True, used=3, capacity=10, usage=30.0, remain=0)
    freer = Decision(admitted=True, used=4, capacity=40, usage=10.0, remain=0)
    full = Decision(admitted=False, used=1, capacity=1, usage=150.0, remain=1)
    fuller = Decision(admitted=False, used=40, capacity=40, usage=120.0, remain=9)

    assert closest_to_full(free, freer) is free
    assert closest_to_full(full, freer) == full
    assert closest_to_full(free, fuller) == fuller
    assert closest_to_full(full, fuller) == Decision(
        admitted=False, used=1, capacity=1, usage=150.0, remain=9
    )


@pytest.mark.parametrize(("capacity", "drain"), [(0, 2.0), (40, 0.0), (40, math.nan)])
def test_bucket_that_could_admit_nothing_is_no_policy(capacity: int, drain: float) -> None:
    with pytest.raises(ValueError, match="capacity >= 1 and drain > 0"):
        Policy(capacity=capacity, drain=drain)


@FIXED
@given(phase=phases, capacity=capacities, data=st.data())
def test_two_calls_a_second_are_never_refused_with_a_tenth_of_jitter(
    phase: float, capacity: int, data: st.DataObject
) -> None:
    # at most two in any second, however they are spread over it
    gaps = data.draw(st.lists(st.floats(min_value=0, max_value=1), max_size=100))
    due = [0.0]
    for gap in gaps:
        due.append(max(due[-1] + gap, due[-2] + 1.0 if len(due) > 1 else 0.0))
    jitter = st.floats(min_value=-0.1, max_value=0.1)
    times = sorted(NOW + phase + at + data.draw(jitter) for at in due)

    _, decisions = calls(EMPTY, times, Policy(capacity=capacity))

    assert all(d.admitted and d.usage < 100.0 for d in decisions)


@FIXED
@given(phase=phases, past=bursty_gaps, capacity=capacities, data=st.data())
def test_two_calls_a_second_recover_after_any_past(
    phase: float, past: list[float], capacity: int, data: st.DataObject
) -> None:
    policy = Policy(capacity=capacity)
    now = NOW + phase
    state = EMPTY
    for gap in past:
        now += gap
        state, _ = admit(state, now, policy)
    jitter = st.floats(min_value=-0.1, max_value=0.1)
    # each refused call takes back half of what has drained since the one before
    recovery = 2 * capacity + 10

    times = [now + 0.5 * n + data.draw(jitter) for n in range(1, recovery + 60)]
    _, decisions = calls(state, times, policy)

    assert all(d.admitted for d in decisions[recovery:])


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
            allowed = max(capacity, 2) + JITTER + 2.0 * (admitted[last] - start) + 1e-5
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
        assert 0 < d.usage <= 450.0
        assert (d.remain > 0) == (d.usage >= 100.0) == (not d.admitted)
        assert look(state, now, policy)[1] == d
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
        if decision.remain:
            for early in range(decision.remain - 1):
                waiting = look(state, now + early, policy)[1]
                assert (waiting.admitted, waiting.remain) == (False, decision.remain - early)
            after = admit(state, now + decision.remain, policy)[1]
            assert (after.admitted, after.usage < 100.0) == (True, True)


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

    assert admitted <= 40 + JITTER + 2.0 * forward + 1e-3


def test_workers_slightly_out_of_order_do_not_count_time_twice() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, SHOP)

    _, decisions = calls(full, [NOW + 0.2, NOW] * 50, SHOP)

    assert not any(d.admitted for d in decisions)


def test_clock_set_back_a_day_does_not_freeze_the_bucket() -> None:
    full, _ = calls(EMPTY, [NOW] * 41, SHOP)

    _, decisions = calls(full, [NOW - 86_400, NOW - 86_400 + 1.0], SHOP)

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
