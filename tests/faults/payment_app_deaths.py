"""Somebody dies while an order is paid and refunded: `python -m tests.faults.payment_app_deaths`.

Each order is paid through an app and refunded in part, by a process that is killed before its first
statement, for the next order before a later one, and so on until nobody dies; then before and after
each commit. Another process goes on each time, as buyer, merchant and worker would.
"""

import json
import sys
from collections.abc import Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec

from openmall.database.migrate import migrate
from tests.commerce.order.claim_setup import claim, verified_orders
from tests.commerce.product.stock_setup import stocked
from tests.commerce.store.gateway_app import enable
from tests.faults.crash_points import Conductor, Say
from tests.faults.crashing_store import Moment
from tests.faults.payment_app import reach_this_machine, register_endpoints
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

MALL: Final = "mall"
MOST: Final = 200
"""More than the statements of a purchase."""
PRICE: Final = 22_000
PART: Final = 11_000
_LATER: Final = 1_000
"""Seconds after which the next process goes on: leases have ended, checks are due."""


class AppDeaths(Conductor):
    """Lets processes die while orders are paid through an app."""

    def __init__(self, folder: Path, url: str, app: str, step: int) -> None:
        """`app`: address of the payment app. `step`: one dies at every so many statements."""
        super().__init__(folder, url)
        self._app = app
        self._step = step

    def prepare(self) -> None:
        migrate(self._configuration)
        [(_, self._known)] = self._apart(self._made)

    def _made(self, say: Say) -> None:
        with self._open() as stage:
            world = stage.new_world(MALL, ("ko_KR",), sandbox=True)
            paths = {"start": "start", "confirm": "confirm", "refund": "refund"}
            urls = {f"{name}_url": f"{self._app}/{path}" for name, path in paths.items()}
            urls["reconciliation_url"] = f"{self._app}/reconcile"
            register_endpoints(world, urls)
            enable(world)
            parts = [msgspec.to_builtins(world.full.credentials)]
            parts.append(msgspec.to_builtins(world.full.token))
        say("known", {MALL: {"app": parts}})

    def strike(self, what: str = "", dangerous: Any = ()) -> dict[str, Any]:
        """Kill at every moment; return what was found wrong, and how many died."""
        wrong: list[str] = []
        died = {"statement": 0, "commit": 0}
        orders = 0
        for kind, moments in (("statement", _statements(self._step)), ("commit", _commits())):
            for moment in moments:
                orders += 1
                [(_, placed)] = self._apart(self._place)
                killed = not dict(self._apart(partial(self._buy, moment, placed))).get("done")
                died[kind] += killed
                [(_, seen)] = self._apart(partial(self._go_on, placed))
                wrong += [f"{moment}: {each}" for each in seen]
                if not killed:
                    break
        [(_, found)] = self._apart(self._verify)
        return {"died": died, "wrong": wrong + found, "orders": orders}

    def _place(self, say: Say) -> None:
        with self._open() as stage:
            world = self._world(stage, MALL)
            _, variant = stocked(world, 2)
            wanted = [{"variants_code": variant, "quantity": 2}]
            placed = Shopper(world).order(variants=wanted, buyer=BUYER)
        say("placed", [placed["order_id"], placed["payment_id"], placed["payment_url"]])

    def _buy(self, moment: Moment, placed: list[str], say: Say) -> None:
        with self._open(moment) as stage:
            world = self._world(stage, MALL)
            self._pay(world, placed)
            claim(world, placed[0], "cancellation", "canceled", (1, 1), payment_gateway_cancel="T")
            self._work(world)
            say("done", True)

    def _go_on(self, placed: list[str], say: Say) -> None:
        with self._open() as stage:
            world = self._world(stage, MALL)
            self._pay(world, placed)
            stage.clock.pass_(_LATER)
            self._work(world)
            order = world.get(f"orders/{placed[0]}", embed="refunds")["order"]
            if not order["refunds"]:
                claim(
                    world, placed[0], "cancellation", "canceled", (1, 1), payment_gateway_cancel="T"
                )
            for _ in range(2):
                self._work(world)
                stage.clock.pass_(_LATER)
            timeline = world.get(f"orders/{placed[0]}/paymenttimeline")["paymenttimeline"]
            ledger = [Decimal(each["paid_amount"]) for each in timeline]
            hoped = [Decimal(PRICE), Decimal(-PART)]
            found = sorted(ledger, reverse=True)
            say("seen", [] if found == hoped else [f"the ledger says {ledger}"])

    def _pay(self, world: World, placed: list[str]) -> None:
        reach_this_machine(world)
        _, payment_id, url = placed
        client: Any = world.stage.client
        client.get(url, follow_redirects=False)
        httpx.post(f"{self._app}/pay/{payment_id}", data={"agree": "yes"})
        client.get(f"{url}/return", follow_redirects=False)

    def _work(self, world: World) -> None:
        tasks = world.stage.app.periodic_tasks
        world.stage.run(tasks.check_gateway_payments, [MALL])
        world.stage.run(tasks.make_gateway_refunds, [MALL])

    def _verify(self, say: Say) -> None:
        with self._open() as stage:
            stage.clock.pass_(_LATER)
            say("found", [repr(each) for each in verified_orders(self._world(stage, MALL))])


def _statements(step: int) -> Iterator[Moment]:
    for number in range(1, MOST, step):
        yield Moment("before", "statement", number)


def _commits() -> Iterator[Moment]:
    for number in range(1, MOST):
        yield Moment("before", "commit", number)
        yield Moment("after", "commit", number)


def main(folder: str, url: str, app: str, step: str) -> None:
    """Kill processes on one store; print how many died, and what was found wrong."""
    deaths = AppDeaths(Path(folder), url, app, int(step))
    deaths.prepare()
    print(json.dumps(deaths.strike()))


if __name__ == "__main__":
    main(*sys.argv[1:])
