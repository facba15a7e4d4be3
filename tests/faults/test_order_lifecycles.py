"""Whatever happens to orders and their payments, in whatever order: verification stays clean.

Each case is a shop of its own, with a currency that has a minor unit or none. Buyers order with
coupons, points and credits, begin payments, pay old ones, come back or not; the provider loses,
repeats and delays what it says, refuses refunds or works on them; the shop adds, cancels, claims,
changes amounts and confirms refunds; time passes. `--thorough` draws a thousand cases on each
store.
"""

import tempfile
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from openmall.commerce.order.billing.gateways.requested_refunds import (
    store as gateway_refund_store,
)
from openmall.commerce.order.billing.payment_ledger import store as payment_store
from openmall.commerce.promotion.uses import store as use_store
from openmall.contract.call import Call
from openmall.contract.money import money
from tests import postgres, random_cases
from tests.commerce.mileage.balance_setup import differences as of_points
from tests.commerce.order.checkout_setup import Checkout
from tests.commerce.order.claim_setup import NEWEST, verified_orders
from tests.commerce.product.stock_setup import as_call
from tests.faults.payment_provider import NAME, Provider
from tests.journeys.conftest import STORES
from tests.storefront.shopper_client import refund_at_gateways
from tests.world import NOVEMBER_2026, Stage, open_stage

Deed = tuple[str, int, int]
"""What is done, and two numbers that it chooses by."""
FAULTS = ("", "lost", "broken")
REFUNDS = ("succeeded", "pending", "refused")


class Lifecycle:
    """Orders of one member in a shop of a currency, and the provider that takes the money."""

    def __init__(self, stage: Stage, provider: Provider, currency: str) -> None:
        self.world = stage.new_world(currencies=(currency, currency))
        self.shop = Checkout(self.world)
        self.provider = provider
        self.orders: list[str] = []
        self.payments: list[tuple[str, str]] = []
        """Payment id and the address at which it is paid."""
        self.shop.gold("3.00")
        self.coupons = [self.shop.coupon(benefit_type="A") for _ in range(3)]

    def do(self, deed: str, first: int, second: int) -> None:
        """Do something, allowed or not; nothing happens in the second of another thing."""
        self.world.stage.clock.pass_(1)
        getattr(self, f"_{deed}")(first, second)

    def end(self) -> None:
        """Let everything that is due be done, with a provider that behaves."""
        self.provider.fault, self.provider.refund_answer = "", "succeeded"
        for _ in range(8):
            self._wait(3, 0)

    def _call(self, method: str, path: str, **request: Any) -> None:
        answer = self.world.call(method, path, json={"request": request}, headers=NEWEST)
        assert answer.status_code < 500, answer.text

    def _shopper(self, method: str, path: str, **request: Any) -> Any:
        answer = self.shop.shopper.ask(method, path, json={"request": request})
        assert answer.status_code < 500 or answer.status_code == 503, answer.text
        return next(iter(answer.json().values())) if answer.is_success else None

    def _known(self, number: int) -> str:
        return self.orders[number % len(self.orders)] if self.orders else "20261121-0000001"

    def _paying(self, answer: Any) -> None:
        if answer is not None and answer["payment_id"]:
            self.payments.append((answer["payment_id"], answer["payment_url"]))

    def _order(self, first: int, second: int) -> None:
        wishes: dict[str, Any] = {"payment_method": "card" if first % 4 else "cash"}
        if second % 2:
            wishes["coupons"] = [{"issue_no": self.coupons[first % 3]}]
        elif second % 3:
            wishes |= {"use_points": str(first * 7), "use_credits": str(second * 11)}
        wanted = self.shop.wants(1 + first % 2, second % 3)
        answer = self._shopper("POST", "orders", **{**wanted, **wishes})
        if answer is not None:
            self.orders.append(answer["order_id"])
            self._paying(answer)

    def _again(self, first: int, second: int) -> None:
        path = f"orders/{self._known(first)}/payments"
        self._paying(self._shopper("POST", path, payment_method="card"))

    def _pay(self, first: int, second: int) -> None:
        """Pay at the provider, also an old payment; it calls back never, once or twice."""
        if self.payments:
            payment_id, url = self.payments[first % len(self.payments)]
            self.world.stage.client.get(url, follow_redirects=False)
            record = self.provider.payments.get(payment_id)
            if record is not None and record["state"] == "open":
                amount = "5.00" if second == 9 else ""
                self.provider.pay(payment_id, amount=amount, state="paid" if second else "failed")
            for _ in range(second % 3):
                self._call_back(first, second)

    def _call_back(self, first: int, second: int) -> None:
        if self.payments:
            payment_id, _ = self.payments[first % len(self.payments)]
            body, signed = self.provider.callback(payment_id)
            url = f"{self.world.base_url}/payments/callbacks/{NAME}/1"
            answer = self.world.stage.client.post(url, content=body, headers=signed)
            assert answer.status_code in (204, 503), answer.text

    def _confirm(self, first: int, second: int) -> None:
        self._shopper("POST", f"orders/{self._known(first)}/payments/confirm")

    def _behave(self, first: int, second: int) -> None:
        self.provider.fault = FAULTS[first % 3]  # type: ignore[assignment] # one of them
        self.provider.refund_answer = REFUNDS[second % 3]  # type: ignore[assignment] # likewise

    def _wait(self, first: int, second: int) -> None:
        self.world.stage.clock.pass_((61, 400, 1_900, 90_000)[first % 4])
        tasks = self.world.stage.app.periodic_tasks
        self.world.stage.run(tasks.check_gateway_payments, [self.world.mall_id])
        refund_at_gateways(self.world)
        # tokens have expired
        self.world.full = self.world.install(restricted=True)

    def _add(self, first: int, second: int) -> None:
        path = f"orders/{self._known(first)}/items"
        self._call("POST", path, variant_code=self.shop.cup_code)

    def _claim(self, first: int, second: int) -> None:
        kind, status = (
            ("cancellation", "canceled"),
            ("cancellation", "canceling"),
            ("return", "returned"),
        )[second % 3]
        number = self._known(first)
        items = [{"order_item_code": f"{number}-{1 + first % 3:02d}", "quantity": 1}]
        reason = {"claim_reason_type": "A", "payment_gateway_cancel": "TTF"[second % 7 % 3]}
        self._call("POST", f"orders/{number}/{kind}", status=status, items=items, **reason)

    def _exchange(self, first: int, second: int) -> None:
        """Exchange for the same or for the other product, or go on with an exchange."""
        number = self._known(first)
        item: dict[str, Any] = {"order_item_code": f"{number}-{1 + first % 3:02d}", "quantity": 1}
        codes = (self.shop.cup_code, self.shop.apron_code)
        more = {"exchange_variant_code": codes[second % 2]} if second % 3 else {}
        self._call(
            "POST",
            f"orders/{number}/exchange",
            status=("accepted", "exchanged")[second % 2],
            same_product="F" if more else "T",
            items=[item | more],
        )

    def _cancel(self, first: int, second: int) -> None:
        path = f"orders/{self._known(first)}/cancellationrequests"
        number = self._known(first)
        items = [{"order_item_code": f"{number}-{1 + second % 3:02d}", "quantity": 1}]
        self._shopper("POST", path, items=items, reason_type="A", reason="No longer")

    def _refund(self, first: int, second: int) -> None:
        number = self._known(first)
        found = self.world.call("GET", f"orders/{number}", params={"embed": "refunds"})
        if found.is_success:
            for refund in found.json()["order"]["refunds"]:
                path = f"orders/{number}/refunds/{refund['refund_code']}"
                by = {"payment_gateway_cancel": "TF"[second % 2]}
                self._call("PUT", path, status="complete", send_sms="F", send_mail="F", **by)

    def _office(self, first: int, second: int) -> None:
        """Let the shop mark an order as paid, or as unpaid."""
        status = "paid" if second % 2 else "unpaid"
        number = self._known(first)
        sent = {"requests": [{"order_id": number, "status": status, "recover_inventory": "T"}]}
        assert self.world.call("PUT", "payments", json=sent).status_code < 500

    def _terms(self, first: int, second: int) -> None:
        more = {"change_payment_amount": "T", "change_payment_method": "F"}
        amount = f"{second}00.00"
        path = f"orders/{self._known(first)}/payments"
        self._call("PUT", path, **more, admin_additional_amount=amount)

    def _send(self, first: int, second: int) -> None:
        path = f"orders/{self._known(first)}/shipments"
        company = {"shipping_company_code": "0001"}
        status = "shipped" if second % 2 else "shipping"
        self._call("POST", path, tracking_no="1", status=status, **company)


DEEDS = sorted(
    name[1:]
    for name in vars(Lifecycle)
    if name[0] == "_"
    and name not in ("__init__", "_call", "_shopper", "_known", "_paying")
    and not name.startswith("__")
)


@pytest.fixture(params=STORES)
def apart(request: pytest.FixtureRequest) -> Iterator[Stage]:
    """An application of its own: its clock goes to and fro."""
    database = postgres.server().new_database() if request.param == "postgresql" else ""
    with (
        tempfile.TemporaryDirectory() as folder,
        open_stage(Path(folder), database=database) as stage,
    ):
        yield stage


@given(
    currency=st.sampled_from(("KRW", "USD", "JPY")),
    deeds=st.lists(
        st.tuples(st.sampled_from(DEEDS), st.integers(0, 9), st.integers(0, 9)),
        min_size=6,
        max_size=24,
    ),
)
@settings(
    max_examples=random_cases.cases(1_000, usual=20),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_money_adds_up_whatever_happens(
    apart: Stage, provider: Provider, currency: str, deeds: list[Deed]
) -> None:
    apart.forget_counts()
    apart.clock.at = NOVEMBER_2026
    life = Lifecycle(apart, provider, currency)
    life.do("order", 1, 1)
    for deed in deeds:
        life.do(*deed)
    life.end()

    assert _unsettled(life) == []
    assert _kept(life) == _booked(life)
    assert life.world.in_transaction(use_store.differences) == []
    assert of_points(life.world) == []


def _unsettled(life: Lifecycle) -> list[str]:
    """Return what verification finds, but refunds that the provider refused for good."""
    found = verified_orders(life.world)
    return [str(each) for each in found if each.kept != "refused"]


def _kept(life: Lifecycle) -> Decimal:
    """Return what the provider took from buyers of the shop and did not give back."""
    paid = {payment_id for payment_id, _ in life.payments}
    return sum(
        (
            Decimal(record["captured"]) - life.provider.refunded(payment_id)
            for payment_id, record in life.provider.payments.items()
            if payment_id in paid and record["state"] == "paid"
        ),
        Decimal(0),
    )


def _booked(life: Lifecycle) -> Decimal:
    """Return what ledgers say that the provider has, and what it refused to give back."""

    async def read(call: Call) -> int:
        total = 0
        refunds = await gateway_refund_store.of_orders(call, life.orders)
        for order_id in life.orders:
            for row in await payment_store.of_order(call, order_id):
                if row.transaction_id or (row.gateway == NAME and row.payment_settle_type == "P"):
                    total += row.paid_amount
            total += sum(
                each.amount
                for each in refunds[order_id]
                if each.state == "refused" and not each.refund_code
            )
        return total

    return money(as_call(life.world, read))
