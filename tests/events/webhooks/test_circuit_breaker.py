"""The circuit breaker of a receiver: it opens at a number of failures, and lets probes through."""

from openmall.events.webhooks.delivery import circuit_breaker
from openmall.events.webhooks.delivery.circuit_breaker import (
    HALF_OPEN_PROBES,
    OPEN_AFTER_FAILURES,
    OPEN_SECONDS,
    CircuitBreaker,
)
from openmall.events.webhooks.delivery.store import QueueState

NOW = 1_795_219_200


def failed(times: int) -> QueueState:
    state = QueueState()
    for _ in range(times):
        state = circuit_breaker.after_failure(state, NOW, given_up=False)
    return state


def test_it_opens_at_the_last_failure_that_is_allowed_and_not_before() -> None:
    closed, opened = failed(OPEN_AFTER_FAILURES - 1), failed(OPEN_AFTER_FAILURES)

    assert not circuit_breaker.is_open(closed, NOW)
    assert circuit_breaker.is_open(opened, NOW)
    assert not circuit_breaker.is_open(opened, NOW + OPEN_SECONDS)


def test_while_it_is_half_open_a_run_sends_its_probes() -> None:
    closed, opened = failed(OPEN_AFTER_FAILURES - 1), failed(OPEN_AFTER_FAILURES)
    breaker = CircuitBreaker()

    assert breaker.permitted(closed, 10) == 10
    assert breaker.permitted(opened, 10) == HALF_OPEN_PROBES
    breaker.count(opened)
    assert breaker.permitted(opened, 10) == HALF_OPEN_PROBES - 1
    assert breaker.permitted(circuit_breaker.after_success(opened), 10) == 10
