"""Shoppers in a process of their own: `python -m tests.journeys.shoppers` and what it prints.

Each of them fetches a coupon if one is left, orders what they fancy with coupons, points and
credits, pays or does not, and claims some of it again; the shop sends and refunds. Every step is a
transaction, as a call of an API is. It prints how many orders were placed and how many steps were
refused, which is no failure: there is not enough for everybody.
"""

import asyncio
import os
import random
import signal
import sys
from collections.abc import Awaitable, Callable
from decimal import Decimal
from pathlib import Path

from openmall.access.limits.local_counters import LocalCounters
from openmall.access.oauth.directory import Directory
from openmall.commerce.mileage.entries.account import to_spend
from openmall.commerce.order import order_service
from openmall.commerce.order.billing.payments import rules as payment_rules
from openmall.commerce.order.claims import rules as claim_rules
from openmall.commerce.order.claims.takes import (
    CancellationDraft,
    ExchangeDraft,
    ItemQuantity,
    ReturnDraft,
)
from openmall.commerce.order.fulfilment.shipments import rules as shipment_rules
from openmall.commerce.order.fulfilment.shipments.shape import ShipmentBulkDraft
from openmall.commerce.order.order_service import Processing
from openmall.commerce.order.orders import store as order_store
from openmall.commerce.order.placement.checkout import rules as checkout_rules
from openmall.commerce.order.placement.checkout.takes import (
    CouponSelection,
    OrderDraft,
    OrderReceiverDraft,
)
from openmall.commerce.order.states import is_bought
from openmall.commerce.personal.carts.takes import VariantQuantity
from openmall.commerce.promotion.issues import rules as issue_rules
from openmall.commerce.promotion.issues import store as issue_store
from openmall.configuration import Configuration
from openmall.contract.call import App, Call, Identity, Shopper
from openmall.contract.errors import ApiError
from openmall.contract.journal import record
from openmall.database.factory import open_database
from openmall.database.seal import configured_seal
from openmall.database.session import Database
from tests.journeys.buyers import FixedClock

MALL = "storm"
STEPS = 6
"""What a shopper does after ordering."""
SHOP = Identity(App("storm", "Storm", "2024-03-01", strict=False, restricted=True))
RECEIVER = OrderReceiverDraft(name="Kim", address1="1 Street", zipcode="04524")
Step = Callable[[Call], Awaitable[object]]


class Crowd:
    """The shoppers of one process."""

    def __init__(self, folder: str, url: str, *, seed: int, die: int) -> None:
        self.configuration = Configuration(data_dir=Path(folder), database=url)
        self.database: Database = open_database(self.configuration)
        self.clock = FixedClock(0.0)
        self.dice = random.Random(seed)
        self.die = die
        self.placed = self.refused = self.steps = 0

    async def begin(self, at: float) -> None:
        self.clock.at = at
        mall = await Directory(self.database, self.clock, lambda: 0).mall(MALL)
        assert mall is not None
        self.mall = mall
        self.seal, self.counters = configured_seal(self.configuration), LocalCounters()

    async def do(self, member_id: str, step: Step) -> object:
        """Take a step in a transaction; the one at which to die is not kept."""
        now = int(self.clock.now())
        shopper = Shopper(
            shop_no=1, kind="member", name=member_id, issued_at=now, expires_at=now + 3600
        )
        try:
            async with self.database.writing(MALL) as db:
                call = Call(
                    self.clock,
                    db,
                    self.mall,
                    identity=SHOP,
                    seal=self.seal,
                    shopper=shopper,
                    counters=self.counters,
                    ip="::1",
                    machine_clock=self.clock,
                )
                done = await step(call)
                await record.write_events(call)
                self.steps += 1
                if self.steps == self.die:
                    os.kill(os.getpid(), signal.SIGKILL)
        except ApiError:
            self.refused += 1
            return None
        return done

    async def shop(self, member_id: str, codes: list[str], coupon_no: str) -> None:
        """Let somebody fetch a coupon, order, and do what comes to their mind."""
        await self.do(member_id, lambda call: issue_rules.download(call, coupon_no, member_id))
        placed = await self.do(member_id, lambda call: self._order(call, member_id, codes))
        if not isinstance(placed, str):
            return
        self.placed += 1
        for _ in range(STEPS):
            step = self.dice.choice(
                (self._pay, self._pay, self._cancel, self._send, self._confirm, self._back)
            )
            await self.do(member_id, lambda call, step=step: step(call, placed))  # type: ignore[misc] # a step of one order

    async def _order(self, call: Call, member_id: str, codes: list[str]) -> str:
        has = await to_spend(call, member_id)
        points, credits_ = has["points"], has["credits"]
        coupons = [each.issue_no for each in await issue_store.held(call, member_id)]
        wanted = self.dice.sample(codes, self.dice.randint(1, 2))
        draft = OrderDraft(
            variants=[
                VariantQuantity(variants_code=code, quantity=self.dice.randint(1, 3))
                for code in wanted
            ],
            receiver=RECEIVER,
            payment_method="cash",
            coupons=[CouponSelection(issue_no=str(number)) for number in coupons[:1]],
            use_points=points if self.dice.random() < 0.7 else Decimal(0),
            use_credits=credits_ if self.dice.random() < 0.5 else Decimal(0),
        )
        return (await checkout_rules.order(call, draft)).order_id

    async def _pay(self, call: Call, order_id: str) -> None:
        await payment_rules.pay(call, await order_store.lock(call, order_id), auto=True)

    async def _some(self, call: Call, order_id: str) -> list[ItemQuantity]:
        lines = (await order_store.lines_of(call, [order_id]))[order_id]
        lines = [line for line in lines if is_bought(line.item.order_status)]
        if not lines:
            return [ItemQuantity(order_item_code=f"{order_id}-01", quantity=1)]
        line = self.dice.choice(lines)
        quantity = self.dice.randint(1, line.item.quantity)
        return [ItemQuantity(order_item_code=line.item.order_item_code, quantity=quantity)]

    async def _cancel(self, call: Call, order_id: str) -> None:
        status = self.dice.choice(("accepted", "canceling", "canceled", "canceled"))
        some = await self._some(call, order_id)
        method = self.dice.choice(("T", "M", "D"))
        await claim_rules.cancel(
            call,
            CancellationDraft(
                order_id=order_id,
                status=status,
                items=some,
                refund_method_code=method,
                recover_coupon="T",
                recover_inventory=self.dice.choice(("T", "F")),
            ),
        )

    async def _send(self, call: Call, order_id: str) -> None:
        await shipment_rules.create(
            call,
            ShipmentBulkDraft(
                order_id=order_id,
                tracking_no="1",
                shipping_company_code="0001",
                status="shipping",
            ),
        )

    async def _confirm(self, call: Call, order_id: str) -> None:
        await order_service.process(call, Processing(order_id=order_id, purchase_confirmation="T"))

    async def _back(self, call: Call, order_id: str) -> None:
        some = await self._some(call, order_id)
        if self.dice.random() < 0.5:
            draft = ReturnDraft(
                order_id=order_id, status="returned", items=some, recover_coupon="T"
            )
            await claim_rules.take_return(call, draft)
        else:
            await claim_rules.exchange(
                call, ExchangeDraft(order_id=order_id, status="exchanged", same_product="T")
            )


async def main(
    folder: str, url: str, codes: str, coupon_no: str, at: str, seed: str, first: str, die: str
) -> None:
    """Let thirty members shop, eight at a time; all go at the `die`-th step that is taken."""
    crowd = Crowd(folder, url, seed=int(seed), die=int(die))
    await crowd.begin(float(at))
    turn = asyncio.Semaphore(8)

    async def one(number: int) -> None:
        async with turn:
            await crowd.shop(f"m{number}", codes.split(","), coupon_no)

    await asyncio.gather(*(one(int(first) + number) for number in range(MEMBERS)))
    print(crowd.placed, crowd.refused)
    await crowd.database.close()


MEMBERS = 30
"""Of each process; some of them shop in another process as well."""


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
