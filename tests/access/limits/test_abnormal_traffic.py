"""Limits 2: ten or more calls a second from one address."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openmall.access.limits.abnormal_traffic import Policy, Sighting, note
from openmall.contract.counter_state import EMPTY, State

FIXED = settings(derandomize=True, deadline=None)
NOW = 1_800_000_000.0
TEN = Policy(per_second=10)

anything = st.floats(allow_nan=True, allow_infinity=True)


def calls(state: State, times: list[float], policy: Policy) -> tuple[State, list[Sighting]]:
    sightings = []
    for now in times:
        state, sighting = note(state, now, policy)
        sightings.append(sighting)
    return state, sightings


def test_tenth_call_within_a_second_is_abnormal_and_news() -> None:
    _, sightings = calls(EMPTY, [NOW + 0.05 * n for n in range(11)], TEN)

    assert sightings[8] == Sighting(abnormal=False, newly=False, calls=9)
    assert sightings[9] == Sighting(abnormal=True, newly=True, calls=10)
    assert sightings[10] == Sighting(abnormal=True, newly=False, calls=11)


def test_nine_calls_at_once_in_every_second_are_normal() -> None:
    times = [NOW + second + 0.01 * n for second in range(20) for n in range(9)]

    _, sightings = calls(EMPTY, times, TEN)

    assert not any(s.abnormal for s in sightings)


@FIXED
@given(phase=st.floats(min_value=0, max_value=1e6))
def test_steady_ten_a_second_is_noticed_whatever_the_phase(phase: float) -> None:
    _, sightings = calls(EMPTY, [NOW + phase + 0.1 * n for n in range(20)], TEN)

    assert [s.newly for s in sightings].count(True) == 1
    assert all(s.abnormal for s in sightings[9:])


def test_episode_is_news_once_until_ten_calm_seconds() -> None:
    bursts = [0.0, 5.0, 14.0, 24.5]

    _, sightings = calls(EMPTY, [NOW + start for start in bursts for _ in range(10)], TEN)

    assert [n for n, s in enumerate(sightings) if s.newly] == [9, 39]


def test_flood_beyond_what_a_cell_holds_stays_abnormal() -> None:
    _, sightings = calls(EMPTY, [NOW] * 1000, TEN)

    assert sightings[-1] == Sighting(abnormal=True, newly=False, calls=255)


def test_state_is_idle_after_a_second_or_after_the_episode() -> None:
    calm, _ = calls(EMPTY, [NOW], TEN)
    abnormal, _ = calls(EMPTY, [NOW] * 10, TEN)

    assert NOW + 1.0 <= calm[0] <= NOW + 1.2
    assert abnormal[0] == NOW + 10.0


def test_workers_slightly_out_of_order_are_counted_together() -> None:
    _, sightings = calls(EMPTY, [NOW + 0.3, NOW] * 5, TEN)

    assert sightings[-1].newly


def test_clock_set_back_a_day_does_not_silence_the_next_episode() -> None:
    state, _ = calls(EMPTY, [NOW] * 10, TEN)

    _, sightings = calls(state, [NOW - 86_400 + 0.05 * n for n in range(60)], TEN)

    assert [s.newly for s in sightings].count(True) == 1


@pytest.mark.parametrize("per_second", [1, 256])
def test_threshold_that_cannot_be_counted_is_no_policy(per_second: int) -> None:
    with pytest.raises(ValueError, match="2 to 255"):
        Policy(per_second=per_second)


@FIXED
@given(gaps=st.lists(st.floats(min_value=0, max_value=0.4, allow_nan=False), max_size=150))
def test_only_real_tens_are_abnormal_and_quick_tens_always_are(gaps: list[float]) -> None:
    now, state, made = NOW, EMPTY, []
    for gap in gaps:
        now += gap
        made.append(now)
        state, sighting = note(state, now, TEN)
        if sighting.abnormal:
            assert sum(at > now - 1.0 for at in made) >= 10
        if sum(at > now - 11 / 12 for at in made) >= 10:
            assert sighting.abnormal


@FIXED
@given(state=st.tuples(anything, anything, anything, anything, anything))
def test_damaged_state_never_raises_and_heals(state: State) -> None:
    state, _ = note(state, NOW, TEN)

    _, sighting = note(state, NOW + 2.0, TEN)

    assert sighting == Sighting(abnormal=False, newly=False, calls=1)
