"""Everything that becomes of an order, a call at a time: bought, paid, sent, returned, refunded.

What one call learns for the next is kept in `facts`, so that another process can go on with it.
"""

from collections.abc import Callable
from typing import Any

from openmall.commerce.mileage.points import pending_points
from openmall.commerce.order.billing.refunds import gateway_refunds
from openmall.commerce.order.figures import rules as figure_rules
from openmall.contract.moments import Clocks
from tests.commerce.promotion.coupon_setup import NEWEST, USUAL
from tests.media.images import base64_of, picture
from tests.storefront.shopper_client import PASSWORD, RECEIVER, refund_at_gateways
from tests.world import World

PRODUCTS = 2
UNITS = 5
FIVE_PERCENT = [{"payment_method": "card", "points_rate": "5", "points_unit_by_payment": "P"}]


class Visit:
    """A shopper and a manager who are about one order, and what they know by now."""

    def __init__(self, world: World, facts: dict[str, Any], step: str) -> None:
        """`step`: what is being done; the keys by which its calls may be repeated say it."""
        self.world = world
        self.facts = facts
        self.answers: list[bytes] = []
        """What its calls were answered."""
        self._step = step

    def shop(self, method: str, path: str, /, **request: Any) -> Any:
        """Call the storefront as the shopper."""
        headers = {}
        if self.facts.get("session"):
            headers["X-Openmall-Session"] = self.facts["session"]
        answer = self._send(
            method, f"/api/v2/{path}", request, auth=self.world.full.basic, headers=headers
        )
        self.facts["session"] = answer.headers.get("x-openmall-session", self.facts.get("session"))
        return next(iter(answer.json().values()))

    def office(self, method: str, path: str, /, **request: Any) -> Any:
        """Call the admin API as the shop's app."""
        headers = {**self.world.full.headers, **NEWEST}
        answer = self._send(method, f"/api/v2/admin/{path}", request, headers=headers)
        return next(iter(answer.json().values()))

    def see(self, path: str, **query: Any) -> Any:
        """Look at something of the shop."""
        return next(iter(self.world.get(path, **query).values()))

    def work(self, work: Callable[..., Any], *arguments: Any) -> None:
        """Do what a worker does by itself."""
        stage = self.world.stage
        stage.run(work, stage.app.database, Clocks(stage.clock), *arguments)

    def _send(self, method: str, path: str, request: dict[str, Any], **rest: Any) -> Any:
        self.world.stage.client.cookies.clear()
        if method == "POST":
            rest["headers"]["Idempotency-Key"] = f"{self._step:-<40}"
        sent = {"requests": [request]} if path.endswith("/payments") else {"request": request}
        answer = self.world.request(method, path, json=sent, **rest)
        # a change that was made before somebody died is not made again
        done = answer.is_success or (method == "PUT" and answer.status_code == 409)
        assert done, f"{self._step}: {answer.status_code} {answer.text}"
        self.answers.append(answer.content)
        return answer


Step = Callable[[Visit], None]


def joins(visit: Visit) -> None:
    visit.shop(
        "POST",
        "customers",
        member_id="hana",
        password=PASSWORD,
        name="Hana Kim",
        email="hana@example.com",
        cellphone="010-0000-0000",
        agree_terms="T",
        agree_privacy="T",
    )


def the_product_gets_a_picture(visit: Visit) -> None:
    product = visit.facts["product"]
    drawn = base64_of(picture(60, 60))
    visit.office("POST", f"products/{product}/images", detail_image=drawn, image_upload_type="A")
    for name in ("detail_image", "small_image"):
        address = visit.see(f"products/{product}")[name]
        seen = visit.world.request("GET", address.removeprefix(visit.world.base_url))
        assert seen.status_code == 200


def is_given_points(visit: Visit) -> None:
    visit.office("POST", "points", member_id="hana", amount="3000", type="increase")


def is_given_a_coupon(visit: Visit) -> None:
    made = visit.office("POST", "coupons", **USUAL)
    visit.facts["coupon"] = made["coupon_no"]


def the_coupon_is_issued(visit: Visit) -> None:
    number = visit.facts["coupon"]
    visit.office("POST", f"coupons/{number}/issues", issued_member_scope="M", member_id="hana")
    [issued] = visit.see(f"coupons/{number}/issues")
    visit.facts["issue"] = issued["issue_no"]


def fills_a_cart(visit: Visit) -> None:
    visit.shop(
        "POST",
        "carts",
        product_no=visit.facts["product"],
        quantity=2,
        basket_type="A0000",
        duplicated_item_check="F",
        prepaid_shipping_fee="P",
    )


def orders(visit: Visit) -> None:
    placed = visit.shop(
        "POST",
        "orders",
        receiver=RECEIVER,
        payment_method="card",
        coupons=[{"issue_no": visit.facts["issue"]}],
        use_points="2000",
    )
    visit.facts |= {"order": placed["order_id"], "payment": placed["payment_id"]}


def pays_at_the_gateway(visit: Visit) -> None:
    paid = visit.shop("POST", f"testgateway/payments/{visit.facts['payment']}", outcome="approved")
    visit.facts |= {"callbacks": paid["callbacks"], "callback_url": paid["callback_url"]}


def the_gateway_calls_back(visit: Visit) -> None:
    # a gateway knows of no keys: what it says twice counts once all the same
    [callback] = visit.facts["callbacks"]
    answer = visit.world.stage.client.post(visit.facts["callback_url"], json=callback)
    assert answer.status_code == 204, answer.text


def the_parcel_leaves(visit: Visit) -> None:
    order = visit.facts["order"]
    visit.office(
        "POST",
        f"orders/{order}/shipments",
        tracking_no="1111",
        shipping_company_code="0001",
        status="shipping",
    )


def the_parcel_arrives(visit: Visit) -> None:
    path = f"orders/{visit.facts['order']}/shipments"
    [parcel] = visit.see(path)
    visit.office("PUT", f"{path}/{parcel['shipping_code']}", status="shipped")


def one_is_to_come_back(visit: Visit) -> None:
    order = visit.facts["order"]
    made = visit.office(
        "POST",
        f"orders/{order}/return",
        status="accepted",
        claim_reason_type="A",
        payment_gateway_cancel="T",
        items=[{"order_item_code": f"{order}-01", "quantity": 1}],
    )
    visit.facts["claim"] = made["claim_code"]


def it_is_collected(visit: Visit) -> None:
    path = f"orders/{visit.facts['order']}/return/{visit.facts['claim']}"
    visit.office("PUT", path, pickup_completed="T", return_invoice_no="77")


def it_is_looked_at(visit: Visit) -> None:
    path = f"orders/{visit.facts['order']}/return/{visit.facts['claim']}"
    visit.office("PUT", path, status="processing")


def its_money_goes_back(visit: Visit) -> None:
    path = f"orders/{visit.facts['order']}/return/{visit.facts['claim']}"
    visit.office("PUT", path, status="returned")


def the_gateway_pays_back(visit: Visit) -> None:
    refund_at_gateways(visit.world)
    # for a while a refund belongs to the worker that attempts it, also when that was killed
    for _ in range(10):
        visit.world.stage.clock.pass_(gateway_refunds.LEASE)
        refund_at_gateways(visit.world)


def keeps_the_other(visit: Visit) -> None:
    visit.office("PUT", f"orders/{visit.facts['order']}", purchase_confirmation="T")


def orders_once_more(visit: Visit) -> None:
    placed = visit.shop(
        "POST",
        "orders",
        receiver=RECEIVER,
        payment_method="cash",
        variants=[{"variants_code": visit.facts["other"], "quantity": 1}],
    )
    visit.facts["second"] = placed["order_id"]


def transfers_money(visit: Visit) -> None:
    visit.office("PUT", "payments", order_id=visit.facts["second"], status="paid")


def cancels(visit: Visit) -> None:
    visit.office("POST", f"orders/{visit.facts['second']}/cancellation", status="canceled")


def figures_are_summed_up(visit: Visit) -> None:
    visit.work(figure_rules.fold_due)


def points_ripen(visit: Visit) -> None:
    visit.work(pending_points.confirm_due)


STEPS: list[Step] = [
    joins,
    the_product_gets_a_picture,
    is_given_points,
    is_given_a_coupon,
    the_coupon_is_issued,
    fills_a_cart,
    orders,
    pays_at_the_gateway,
    the_gateway_calls_back,
    the_parcel_leaves,
    the_parcel_arrives,
    one_is_to_come_back,
    it_is_collected,
    it_is_looked_at,
    its_money_goes_back,
    the_gateway_pays_back,
    keeps_the_other,
    orders_once_more,
    transfers_money,
    cancels,
    figures_are_summed_up,
    points_ripen,
]
CHANGES = (
    the_parcel_arrives,
    it_is_collected,
    it_is_looked_at,
    its_money_goes_back,
    keeps_the_other,
    transfers_money,
)
"""Of them those that are told that they changed nothing when they are sent once more."""
