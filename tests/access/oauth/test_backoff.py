"""How long somebody who guesses passwords has to wait."""

import asyncio

from openmall.access.limits.local_counters import LocalCounters
from openmall.access.oauth.backoff import (
    FREE_ATTEMPTS,
    MAX_WAIT_SECONDS,
    RETENTION_SECONDS,
    Backoff,
)
from tests.world import MovableClock


class Held:
    """A `Backoff` that is asked without waiting."""

    def __init__(self, backoff: Backoff) -> None:
        self._backoff = backoff

    def attempt(self) -> int:
        return asyncio.run(self._backoff.attempt())

    def succeeded(self) -> None:
        asyncio.run(self._backoff.succeeded())


class Guesser:
    """Somebody at an address who tries passwords."""

    def __init__(self, counters: LocalCounters, clock: MovableClock) -> None:
        self.counters = counters
        self.clock = clock

    def at(self, ip: str = "192.0.2.1", user: str = "owner", mall_id: str = "shop") -> Held:
        return Held(Backoff(self.counters, self.clock, mall_id=mall_id, user=user, ip=ip))

    def fail(self, times: int, **whom: str) -> None:
        """Fail so many times, waiting as told."""
        for _ in range(times):
            while wait := self.at(**whom).attempt():
                self.clock.pass_(wait)


def guesser() -> Guesser:
    return Guesser(LocalCounters(), MovableClock())


def test_the_wait_doubles_after_five_failures_up_to_a_quarter_of_an_hour() -> None:
    guessing, waits = guesser(), []

    guessing.fail(FREE_ATTEMPTS)
    for _ in range(12):
        waits.append(guessing.at().attempt())
        guessing.clock.pass_(waits[-1])
        assert guessing.at().attempt() == 0

    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, MAX_WAIT_SECONDS, MAX_WAIT_SECONDS]


def test_a_refused_attempt_does_not_prolong_the_wait() -> None:
    guessing = guesser()
    guessing.fail(FREE_ATTEMPTS + 5)

    waits = [guessing.at().attempt() for _ in range(100)]

    assert set(waits) == {32}


def test_many_at_once_gain_nothing() -> None:
    guessing = guesser()

    admitted = sum(guessing.at().attempt() == 0 for _ in range(64))

    assert admitted == FREE_ATTEMPTS


def test_a_user_is_protected_from_many_addresses() -> None:
    guessing = guesser()

    admitted = sum(guessing.at(ip=f"192.0.2.{n}").attempt() == 0 for n in range(64))

    assert admitted == FREE_ATTEMPTS


def test_many_users_are_protected_from_one_address() -> None:
    guessing = guesser()

    admitted = sum(guessing.at(user=f"user{n}").attempt() == 0 for n in range(64))

    assert admitted == FREE_ATTEMPTS


def test_an_address_of_version_6_is_the_network_somebody_holds() -> None:
    guessing = guesser()

    admitted = sum(
        guessing.at(ip=f"2001:db8::{n:x}", user=f"user{n}").attempt() == 0 for n in range(1, 65)
    )
    elsewhere = guessing.at(ip="2001:db8:0:1::1", user="other").attempt()

    assert (admitted, elsewhere) == (FREE_ATTEMPTS, 0)


def test_the_right_password_clears_the_user_and_not_the_address() -> None:
    guessing = guesser()
    guessing.fail(FREE_ATTEMPTS - 1, user="victim")
    own = guessing.at(user="own")

    assert own.attempt() == 0
    own.succeeded()
    guessing.fail(1, user="victim")

    assert guessing.at(user="third").attempt() == 1
    assert guessing.at(user="own", ip="192.0.2.9").attempt() == 0


def test_the_same_name_in_another_mall_is_somebody_else() -> None:
    guessing = guesser()
    guessing.fail(FREE_ATTEMPTS)

    assert guessing.at(ip="192.0.2.9", mall_id="other").attempt() == 0


def test_failures_are_forgotten_after_an_hour() -> None:
    guessing = guesser()
    guessing.fail(FREE_ATTEMPTS + 3)

    guessing.clock.pass_(8 + RETENTION_SECONDS)
    guessing.fail(FREE_ATTEMPTS - 1)

    assert guessing.at().attempt() == 0


def test_a_clock_that_was_set_back_locks_nobody_out() -> None:
    guessing = guesser()
    guessing.fail(FREE_ATTEMPTS + 20)

    guessing.clock.pass_(-365 * 86_400)
    back = guessing.clock.now()
    guessing.fail(1)

    # the address waits once, then the user does
    assert guessing.clock.now() - back <= 2 * MAX_WAIT_SECONDS
