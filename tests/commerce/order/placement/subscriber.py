"""A customer who subscribes, with a test card that is charged."""

from typing import Any

import httpx
from sqlalchemy import bindparam, select

from openmall.commerce.order.billing.gateways.book.store import BOOK
from openmall.commerce.order.placement.subscriptions.charges_setting import (
    SubscriptionChargesSetting,
)
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.contract.crud.settings import write_setting
from openmall.contract.moments import Clocks
from openmall.database.seal import configured_seal
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.commerce.order.claim_setup import NEWEST
from tests.commerce.order.test_scheduled_transitions import wait
from tests.commerce.product.stock_setup import stocked
from tests.storefront.shopper_client import PASSWORD, RECEIVER, Shopper, offer_test_gateway
from tests.world import World

A_DAY = 86_400
RULE: dict[str, Any] = {
    "subscription_shipments_name": "Aprons",
    "product_binding_type": "A",
    "use_discount": "F",
    "subscription_shipments_cycle_type": "T",
    "subscription_shipments_cycle": ["1M", "2W"],
    "use_order_price_condition": "F",
}
ALL = "customers/me/subscriptions"
ORDERS = {"start_date": "2026-11-20", "end_date": "2027-02-17"}


class Subscriber(Shopper):
    """Hana, a customer of a shop that offers its products as subscriptions."""

    def __init__(self, world: World, *, units: int = 50, **rule: Any) -> None:
        super().__init__(world)
        offer_test_gateway(world)
        body = {"request": {**RULE, **rule}}
        world.call("POST", "subscription/shipments/setting", json=body, headers=NEWEST)
        self.product_no, self.code = stocked(world, units)
        self.sign_up()

    def ask(self, method: str, path: str, /, **rest: Any) -> httpx.Response:
        """Call the storefront; sign in again after the session has expired."""
        answer = super().ask(method, path, **rest)
        if answer.status_code == 401 and self.session:
            self.session = ""
            self.send("POST", "sessions", member_id="hana", password=PASSWORD)
            answer = super().ask(method, path, **rest)
        return answer

    def card(self, card: str = "approved") -> str:
        """Agree to recurring charges of a test card; return the stored method."""
        asked = self.send(
            "POST",
            "customers/me/paymentmethods",
            payment_method="card",
            agree_recurring_charges="T",
        )
        method_id: str = asked["method_id"]
        self.send("POST", f"testgateway/methods/{method_id}", card=card)
        self.send("POST", f"customers/me/paymentmethods/{method_id}/confirm")
        return method_id

    def draft(self, method_id: str, **more: Any) -> dict[str, Any]:
        """Return a subscription to two aprons a month, delivered first on November 30."""
        return {
            "variants": [{"variants_code": self.code, "quantity": 2}],
            "subscription_shipments_cycle": "1M",
            "expected_delivery_date": "2026-11-30",
            "receiver": RECEIVER,
            "method_id": method_id,
            "agree_recurring_charges": "T",
            **more,
        }

    def subscribe(self, method_id: str = "", **more: Any) -> str:
        """Subscribe; return the number of the subscription."""
        made = self.send("POST", ALL, **self.draft(method_id or self.card(), **more))
        number: str = made["subscription_id"]
        return number

    @property
    def subscription(self) -> Any:
        """The newest subscription as the customer sees it."""
        return self.get(ALL)[0]

    @property
    def orders_(self) -> Any:
        """The orders of the mall, the oldest first."""
        return list(reversed(self.world.get("orders", embed="items", **ORDERS)["orders"]))

    def state(self) -> list[tuple[str, str]]:
        """Return of each order whether it is paid, and the state of its first item."""
        return [(each["paid"], each["items"][0]["order_status"]) for each in self.orders_]

    def captured(self) -> list[int]:
        """Return what the test gateway has taken, in units of the currency."""
        return gateway_book(self.world)


def gateway_book(world: World) -> list[int]:
    """Return the charges in the ledger of the test gateway, without what it gave back."""
    statement = Statement(
        select(BOOK.c.amount - BOOK.c.cancelled).where(
            BOOK.c.mall_id == bindparam("mall_id"), BOOK.c.result == bindparam("result")
        )
    )

    async def work(db: Session) -> list[int]:
        rows = await db.all(statement, result="approved")
        return [amount // 100 for (amount,) in rows if amount]

    found: list[int] = world.in_transaction(work)
    return found


def set_retries(world: World, retries: int, days: int, after: str) -> None:
    """Set when failed charges are tried again, and what follows the last failure."""
    seal = configured_seal(world.stage.app.configuration)

    async def work(db: Session) -> None:
        setting = SubscriptionChargesSetting(
            retries=retries,
            retry_days=days,
            after_last_failure=after,  # type: ignore[arg-type] # one of its codes
        )
        await write_setting(db, seal, setting)

    world.in_transaction(work)


def work(world: World, seconds: int = 0) -> None:
    """Let time pass, and the workers do what is due."""
    wait(world, seconds)
    tasks = world.stage.app.periodic_tasks
    for task in (
        tasks.place_orders_of_subscriptions,
        tasks.review_subscription_charges,
        tasks.check_gateway_payments,
        tasks.make_gateway_refunds,
    ):
        world.stage.run(task, [world.mall_id])


def differences(world: World) -> list[Any]:
    """Return what `openmall verify orders` reports."""
    stage = world.stage

    async def verify() -> Any:
        return await order_verification_rules.verify(
            stage.app.database,
            Clocks(stage.clock),
            [world.mall_id],
            progress=lambda share: None,
        )

    report = stage.run(verify)
    found: list[Any] = report.differences
    return found
