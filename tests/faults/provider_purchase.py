"""An order that a guest pays at a payment provider."""

from decimal import Decimal
from typing import Any

import httpx

from openmall.commerce.order.placement.checkout import gateway_payment
from tests.commerce.order.order_setup import states
from tests.commerce.product.stock_setup import stocked
from tests.faults.payment_provider import NAME, Provider
from tests.storefront.shopper_client import BUYER, Shopper
from tests.world import World

UNITS = 5


class Purchase:
    """An order that a guest pays at the provider."""

    def __init__(self, world: World, provider: Provider) -> None:
        self.world = world
        self.provider = provider
        self.shopper = Shopper(world)
        self.product_no, self.variant = stocked(world, UNITS)
        placed = self.place()
        self.order_id: str = placed["order_id"]
        self.payment_id: str = placed["payment_id"]
        self.url: str = placed["payment_url"]

    def place(self, **more: Any) -> Any:
        """Order a unit by card."""
        wanted = [{"variants_code": self.variant, "quantity": 1}]
        return self.shopper.order(variants=wanted, buyer=BUYER, **more)

    def open(self, url: str = "") -> httpx.Response:
        """Open the page that takes the buyer to the provider."""
        answer: Any = self.world.stage.client.get(url or self.url, follow_redirects=False)
        opened: httpx.Response = answer
        return opened

    def call_back(self, payment_id: str = "", **headers: str) -> int:
        """Let the provider call back; return the status it is answered."""
        body, signed = self.provider.callback(payment_id or self.payment_id)
        url = f"{self.world.base_url}/payments/callbacks/{NAME}/1"
        answer = self.world.stage.client.post(url, content=body, headers={**signed, **headers})
        return int(answer.status_code)

    def check(self, seconds: float = gateway_payment.FIRST_CHECK) -> None:
        """Let time pass, and the worker do what is due then."""
        self.world.stage.clock.pass_(seconds)
        tasks = self.world.stage.app.periodic_tasks
        self.world.stage.run(tasks.check_gateway_payments, [self.world.mall_id])

    def pay(self) -> None:
        """Pay at the provider, which calls back."""
        assert self.open().status_code == 303
        self.provider.pay(self.payment_id)
        assert self.call_back() == 204

    @property
    def states(self) -> list[str]:
        return states(self.world, self.order_id)

    @property
    def payment(self) -> Any:
        """Return the newest payment as the buyer reads it."""
        return self.shopper.get(f"orders/{self.order_id}")["payments"][-1]

    @property
    def refund(self) -> Any:
        [refund] = self.world.get(f"orders/{self.order_id}", embed="refunds")["order"]["refunds"]
        return refund

    def paid(self) -> Decimal:
        """Return what the ledger of the order adds up to."""
        timeline = self.world.get(f"orders/{self.order_id}/paymenttimeline")["paymenttimeline"]
        return sum((Decimal(each["paid_amount"]) for each in timeline), Decimal(0))
