"""A member with points, credits and coupons who goes to the checkout."""

from decimal import Decimal
from typing import Any

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.promotion.code_uses import store as code_use_store
from openmall.commerce.promotion.uses import store as use_store
from openmall.contract.moments import Clocks
from tests.commerce.customer.customer_setup import do
from tests.commerce.mileage.balance_setup import balance
from tests.commerce.mileage.balance_setup import differences as of_points
from tests.commerce.mileage.balance_setup import give as give_points
from tests.commerce.product.stock_setup import quantity, stocked
from tests.commerce.promotion.coupon_setup import NEWEST, coupon, give
from tests.storefront.shopper_client import BUYER, RECEIVER, Shopper, offer_test_gateway
from tests.storefront.shopper_client import benefit as group_of
from tests.world import World

HANA = "hana"
POINTS = 20_000
CREDITS = 30_000
FEE = "2500.00"


class Checkout:
    """A shop with two products of ten units each, and hana, who has what one can have there."""

    def __init__(self, world: World) -> None:
        self.world = world
        offer_test_gateway(world)
        world.put("shipping", shipping_fee_type="R", shipping_fee=FEE, shipping_etc=None)
        self.apron, self.apron_code = stocked(world, 10)
        self.cup, self.cup_code = stocked(world, 10)
        self.shopper = Shopper(world)
        self.shopper.sign_up(HANA)
        self.fill_balances()

    def fill_balances(self) -> None:
        """Give hana points and credits, POINTS and CREDITS of them."""
        give_points(self.world, POINTS, HANA)
        do(self.world, lambda call: credit_ledger.add(call, HANA, Decimal(CREDITS), case="G"))

    def gold(self, percent: str = "10.00", **said: Any) -> int:
        """Put hana into a group whose members are let off a part of each price."""
        number = group_of(self.world, percent, **said)
        self.world.post(f"customergroups/{number}/customers", member_id=HANA)
        return number

    def coupon(self, **said: Any) -> str:
        """Give hana a coupon; return what it is issued as."""
        return give(self.world, coupon(self.world, **said), HANA)

    def benefit(self, kind: str, own: str, **said: Any) -> int:
        """Make a benefit of everybody; `said` is of its own object where that has such a field."""
        common = {
            name: said.pop(name)
            for name in ("available_coupon", "benefit_name", "platform_types", "use_group_binding")
            if name in said
        }
        request = {
            "use_benefit": "T",
            "benefit_name": "Sale",
            "benefit_division": "D",
            "benefit_type": kind,
            "use_benefit_period": "T",
            "benefit_start_date": "2026-11-01T00:00:00+09:00",
            "benefit_end_date": "2026-12-31T23:59:59+09:00",
            "platform_types": ["P", "M"],
            "product_binding_type": "P",
            **common,
            own: said,
        }
        answer = self.world.call("POST", "benefits", json={"request": request}, headers=NEWEST)
        assert answer.status_code == 201, answer.text
        number: int = answer.json()["benefit"]["benefit_no"]
        return number

    def wants(self, aprons: int = 1, cups: int = 0) -> dict[str, Any]:
        """Return what is ordered past the cart, how it is paid, and who gets it."""
        some = {self.apron_code: aprons, self.cup_code: cups}
        return {
            "variants": [
                {"variants_code": code, "quantity": number}
                for code, number in some.items()
                if number
            ],
            "payment_method": "cash",
            "receiver": RECEIVER,
        }

    def order(self, aprons: int = 1, cups: int = 0, **said: Any) -> Any:
        return self.shopper.send("POST", "orders", **{**self.wants(aprons, cups), **said})

    def estimate(self, aprons: int = 1, cups: int = 0, **said: Any) -> Any:
        return self.shopper.send("POST", "orders/estimate", **{**self.wants(aprons, cups), **said})

    def refused(self, aprons: int = 1, cups: int = 0, **said: Any) -> tuple[int, str]:
        """Return what is said to who orders, for an order that is refused and changes nothing."""
        before = self.things()
        sent = {**self.wants(aprons, cups), **said}
        answer = self.shopper.refused("POST", "orders", **sent)
        assert self.things() == before
        return answer

    def refused_to_guest(self, **said: Any) -> tuple[int, str]:
        before = self.things()
        sent = {**self.wants(), "buyer": BUYER, **said}
        answer = Shopper(self.world).refused("POST", "orders", **sent)
        assert self.things() == before
        return answer

    def things(self) -> tuple[Any, ...]:
        """Return what an order changes: orders, stock, coupons left, points and credits."""
        left = self.world.get(f"customers/{HANA}/coupons", limit=100)["coupons"]
        return (
            self.world.get("orders/count")["count"],
            quantity(self.world, self.apron, self.apron_code),
            quantity(self.world, self.cup, self.cup_code),
            sorted(each["issue_no"] for each in left),
            balance(self.world, HANA).points,
            balance(self.world, HANA).credits,
        )

    def settings(self, **said: Any) -> None:
        self.world.put("coupons/setting", **said)

    def check_books(self) -> None:
        """What is kept of orders, coupons and points is what comes out."""
        world = self.world

        async def orders() -> list[order_verification_rules.Difference]:
            database, mall = world.stage.app.database, [world.mall_id]
            clock = Clocks(world.stage.clock)
            report = await order_verification_rules.verify(
                database, clock, mall, progress=lambda share: None
            )
            return report.differences

        assert world.stage.run(orders) == []
        assert world.in_transaction(use_store.differences) == []
        assert world.in_transaction(code_use_store.differences) == []
        assert of_points(world) == []


def amounts(order: Any) -> dict[str, int]:
    """Return the sums of an order that are not nothing, in won."""
    sums = order.get("actual_order_amount") or order["order_amount"]
    found = {name: Decimal(value) for name, value in sums.items()}
    return {name: int(value) for name, value in found.items() if value and name != "tax"}
