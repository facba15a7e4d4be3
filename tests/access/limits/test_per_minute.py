"""Limits 7: the partner-collection API's forty a minute."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.access.limits.per_minute import Decision, Policy, admit
from openmall.contract.counter_state import EMPTY, State

FIXED = settings(derandomize=True, deadline=None)
NOW = 1_800_000_000.0
PARTNER = Policy(limit=40)

anything = st.floats(allow_nan=True, allow_infinity=True)
gaps = st.lists(st.sampled_from([0.0, 0.0, 0.0, 0.2, 1.5, 20.0, 59.0, 60.0]), max_size=200)


def calls(state: State, times: list[float], policy: Policy) -> tuple[State, list[Decision]]:
    decisions = []
    for now in times:
        state, decision = admit(state, now, policy)
        decisions.append(decision)
    return state, decisions


def test_forty_calls_count_down_and_the_next_waits_for_the_minute() -> None:
    _, decisions = calls(EMPTY, [NOW] * 41, PARTNER)

    assert [d.remaining for d in decisions] == [*range(39, -1, -1), 0]
    assert decisions[0] == Decision(admitted=True, limit=40, remaining=39, retry_after=0)
    assert decisions[-1] == Decision(admitted=False, limit=40, remaining=0, retry_after=60)


@pytest.mark.parametrize(("after", "wait"), [(0.5, 60), (1.0, 59), (30.0, 30), (59.7, 1)])
def test_wait_is_what_is_left_of_the_minute(after: float, wait: int) -> None:
    full, _ = calls(EMPTY, [NOW] * 40, PARTNER)

    _, decision = admit(full, NOW + after, PARTNER)

    assert decision.retry_after == wait


def test_a_minute_after_the_first_call_the_whole_limit_is_back() -> None:
    full, _ = calls(EMPTY, [NOW] * 50, PARTNER)

    _, decision = admit(full, NOW + 60.0, PARTNER)

    assert decision == Decision(admitted=True, limit=40, remaining=39, retry_after=0)


def test_state_is_idle_when_the_minute_is_over() -> None:
    state, _ = calls(EMPTY, [NOW, NOW + 10], PARTNER)

    assert state[0] == NOW + 60.0


def test_clock_set_back_starts_the_minute_over_with_the_calls_seen() -> None:
    full, _ = calls(EMPTY, [NOW] * 40, PARTNER)

    _, decisions = calls(full, [NOW - 3600, NOW - 3600 + 59, NOW - 3600 + 60], PARTNER)

    assert [d.admitted for d in decisions] == [False, False, True]


def test_limit_below_one_is_no_policy() -> None:
    with pytest.raises(ValueError, match=">= 1"):
        Policy(limit=0)


@FIXED
@given(gaps=gaps)
def test_no_sixty_seconds_hold_more_than_the_stated_seventy_nine(gaps: list[float]) -> None:
    now, state, admitted = NOW, EMPTY, []
    for gap in gaps:
        now += gap
        state, decision = admit(state, now, PARTNER)
        if decision.admitted:
            admitted.append(now)

    for start in admitted:
        assert sum(start <= at < start + 60.0 for at in admitted) <= 79


@FIXED
@given(gaps=gaps)
def test_only_who_made_forty_calls_within_a_minute_is_refused(gaps: list[float]) -> None:
    now, state, admitted = NOW, EMPTY, []
    for gap in gaps:
        now += gap
        state, decision = admit(state, now, PARTNER)
        if decision.admitted:
            admitted.append(now)
        else:
            assert sum(at > now - 60.0 for at in admitted) >= 40
            assert admit(state, now + decision.retry_after, PARTNER)[1].admitted


@FIXED
@given(state=st.tuples(anything, anything, anything, anything, anything))
def test_damaged_state_never_raises_and_heals(state: State) -> None:
    state, _ = admit(state, NOW, PARTNER)

    _, decision = admit(state, NOW + 60, PARTNER)

    assert decision.remaining == 39
