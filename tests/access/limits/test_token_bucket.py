"""Limits 8: the bucket of the analytics API."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.access.limits.token_bucket import Decision, Policy, admit
from openmall.contract.counter_state import EMPTY, State

FIXED = settings(derandomize=True, deadline=None)
NOW = 1_800_000_000.0
ANALYTICS = Policy(burst=40, refill=2.0)

anything = st.floats(allow_nan=True, allow_infinity=True)


def calls(state: State, times: list[float], policy: Policy) -> tuple[State, list[Decision]]:
    decisions = []
    for now in times:
        state, decision = admit(state, now, policy)
        decisions.append(decision)
    return state, decisions


def test_first_call_leaves_thirty_nine_tokens() -> None:
    _, decision = admit(EMPTY, NOW, ANALYTICS)

    assert decision == Decision(admitted=True, remaining=39, retry_after=0)


def test_burst_passes_and_the_next_call_waits_a_second() -> None:
    _, decisions = calls(EMPTY, [NOW] * 41, ANALYTICS)

    assert [d.remaining for d in decisions] == [*range(39, -1, -1), 0]
    assert decisions[-1] == Decision(admitted=False, remaining=0, retry_after=1)


def test_burst_of_ten_is_a_setting() -> None:
    _, decisions = calls(EMPTY, [NOW] * 11, Policy(burst=10))

    assert [d.admitted for d in decisions] == [True] * 10 + [False]


def test_two_tokens_come_back_in_a_second() -> None:
    empty, _ = calls(EMPTY, [NOW] * 40, ANALYTICS)

    _, decisions = calls(empty, [NOW + 1.0] * 3, ANALYTICS)

    assert [d.admitted for d in decisions] == [True, True, False]


def test_refused_calls_take_nothing() -> None:
    empty, _ = calls(EMPTY, [NOW] * 200, ANALYTICS)

    _, decision = admit(empty, NOW + 0.5, ANALYTICS)

    assert decision == Decision(admitted=True, remaining=0, retry_after=0)


def test_state_is_idle_when_the_bucket_is_full_again() -> None:
    state, _ = calls(EMPTY, [NOW] * 10, ANALYTICS)

    assert state[0] == NOW + 5.0


@pytest.mark.parametrize(("burst", "refill"), [(0, 2.0), (40, 0.0)])
def test_bucket_that_could_admit_nothing_is_no_policy(burst: int, refill: float) -> None:
    with pytest.raises(ValueError, match="burst >= 1 and refill > 0"):
        Policy(burst=burst, refill=refill)


@FIXED
@given(
    steps=st.lists(st.floats(min_value=-1e4, max_value=30, allow_nan=False), max_size=100),
    burst=st.integers(min_value=1, max_value=40),
)
def test_never_more_than_the_burst_and_what_came_back(steps: list[float], burst: int) -> None:
    policy = Policy(burst=burst)
    now, state, admitted, forward = NOW, EMPTY, 0, 0.0
    for step in steps:
        now += step
        forward += max(0.0, step)
        for _ in range(4):
            state, decision = admit(state, now, policy)
            admitted += decision.admitted
            assert 0 <= decision.remaining < burst

    assert admitted <= burst + 2.0 * forward + 1e-3


@FIXED
@given(past=st.lists(st.sampled_from([0.0, 0.0, 0.1, 0.5, 3.0]), max_size=200))
def test_who_waits_as_told_is_admitted(past: list[float]) -> None:
    now, state = NOW + 0.3, EMPTY
    for gap in past:
        now += gap
        state, decision = admit(state, now, ANALYTICS)
        if not decision.admitted:
            assert admit(state, now + decision.retry_after, ANALYTICS)[1].admitted


@FIXED
@given(state=st.tuples(anything, anything, anything, anything, anything))
def test_damaged_state_never_raises_and_heals(state: State) -> None:
    state, _ = admit(state, NOW, ANALYTICS)

    _, decision = admit(state, NOW + 60, ANALYTICS)

    assert decision.remaining == 39
