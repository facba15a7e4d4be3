"""Workers that charge subscriptions are killed: `python -m tests.faults.subscription_deaths`.

Every day one subscription of a customer is due. A worker places and charges its order in a process
of its own, and is killed before its first statement, on the next day before its second one, and so
on until nobody dies; then after each commit. Another worker goes on each time.
"""

import json
import sys
from collections.abc import Iterator
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from openmall.database.migrate import migrate
from tests.commerce.order.placement.subscriber import (
    A_DAY,
    Subscriber,
    differences,
    gateway_book,
    set_retries,
    work,
)
from tests.faults.crash_points import Conductor, Say
from tests.faults.crashing_store import CrashingStore, Moment

MALL: Final = "mall"
DAYS: Final = 150
"""More than the statements of a worker: so many subscriptions are due, one a day."""
CYCLE: Final = "6M"
"""Longer than DAYS: no subscription is due a second time."""
PRICE: Final = 22_000
_LATE: Final = 700
"""Seconds after which a worker goes on."""


class Deaths(Conductor):
    """Lets workers of one mall die and others go on."""

    def __init__(self, folder: Path, url: str, card: str, step: int) -> None:
        """`step`: a worker dies at every so many statements."""
        super().__init__(folder, url)
        self._step = step
        self._card = card
        self._day = 0

    def prepare(self) -> None:
        migrate(self._configuration)
        [(_, self._known)] = self._apart(self._made)

    def _made(self, say: Say) -> None:
        with self._open() as stage:
            world = stage.new_world(MALL, ("ko_KR",))
            hana = Subscriber(
                world,
                units=10 * DAYS,
                shipments_start_date=1,
                subscription_shipments_cycle=[CYCLE],
            )
            set_retries(world, 0, 1, "S")
            method_id = hana.card(self._card)
            first = date(2026, 11, 21)
            for day in range(1, DAYS + 1):
                there = (first + timedelta(days=day + 1)).isoformat()
                hana.subscribe(
                    method_id, expected_delivery_date=there, subscription_shipments_cycle=CYCLE
                )
            parts = [msgspec.to_builtins(world.full.credentials)]
            parts.append(msgspec.to_builtins(world.full.token))
        say("known", {MALL: {"app": parts}})

    def strike(self, what: str = "", dangerous: Any = ()) -> dict[str, Any]:
        """Kill a worker at every moment; return what was found wrong, and how many died."""
        wrong: list[str] = []
        died = {"statement": 0, "commit": 0}
        for kind, moments in (("statement", _statements(self._step)), ("commit", _commits())):
            for moment in moments:
                self._day += 1
                killed = not dict(self._apart(partial(self._work, moment))).get("done")
                died[kind] += killed
                [(_, seen)] = self._apart(self._go_on)
                wrong += [f"{moment}: {each}" for each in seen]
                if not killed:
                    break
        [(_, found)] = self._apart(self._verify)
        return {"died": died, "wrong": wrong + found, "days": self._day}

    def _work(self, moment: Moment, say: Say) -> None:
        with self._open(moment) as stage:
            world = self._world(stage, MALL)
            database = stage.app.database
            assert isinstance(database, CrashingStore)
            work(world, self._day * A_DAY)
            say("done", True)

    def _go_on(self, say: Say) -> None:
        with self._open() as stage:
            world = self._world(stage, MALL)
            for seconds in (self._day * A_DAY + 60, _LATE, _LATE):
                work(world, seconds)
            say("seen", self._wrong(world))

    def _wrong(self, world: Any) -> list[str]:
        numbers = {"start_date": "2026-11-20", "end_date": "2027-02-17", "limit": 1000}
        orders = world.get("orders", embed="items", **numbers)["orders"]
        later = {"start_date": "2027-02-18", "end_date": "2027-05-17", "limit": 1000}
        orders += world.get("orders", embed="items", **later)["orders"]
        paid = sum(each["paid"] == "T" for each in orders)
        captured = gateway_book(world)
        declined = self._card == "declined"
        hoped = (self._day, 0 if declined else self._day, [] if declined else [PRICE] * self._day)
        found = (len(orders), paid, captured)
        return [] if found == hoped else [f"orders, paid, captured: {found}"]

    def _verify(self, say: Say) -> None:
        with self._open() as stage:
            world = self._world(stage, MALL)
            world.stage.clock.pass_(self._day * A_DAY)
            found = [repr(each) for each in differences(world)]
            hana = Subscriber.__new__(Subscriber)
            hana.world, hana.session = world, "expired"
            subscriptions = hana.get("customers/me/subscriptions", limit=100)
            subscriptions += hana.get("customers/me/subscriptions", limit=100, offset=100)
            failures = [
                [each["charge_failures"] for each in one["orders"]]
                for one in subscriptions
                if one["orders"]
            ]
            hoped = [[1 if self._card == "declined" else 0]]
            found += [f"failures: {each}" for each in failures if [each] != hoped]
            say("found", found)


def _statements(step: int) -> Iterator[Moment]:
    for number in range(1, DAYS, step):
        yield Moment("before", "statement", number)


def _commits() -> Iterator[Moment]:
    for number in range(1, DAYS):
        yield Moment("after", "commit", number)


def main(folder: str, url: str, card: str, step: str) -> None:
    """Kill workers on one store; print how many died, and what was found wrong."""
    deaths = Deaths(Path(folder), url, card, int(step))
    deaths.prepare()
    print(json.dumps(deaths.strike()))


if __name__ == "__main__":
    main(*sys.argv[1:])
