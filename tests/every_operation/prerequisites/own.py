"""What shoppers do with what is theirs: orders, wishes, coupons, points, words; for the sweeps."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract import api_versions
from openmall.contract.call import Call
from tests.commerce.community import inquiry_setup
from tests.commerce.customer import customer_setup
from tests.commerce.order.order_setup import BUYER, pay
from tests.commerce.promotion.coupon_setup import coupon, give
from tests.every_operation.prerequisites import mileage, own_subscriptions, shopping
from tests.every_operation.prerequisites.claims import PICKUP
from tests.every_operation.prerequisites.kinds import Values
from tests.every_operation.prerequisites.order import PARCEL, ordered
from tests.every_operation.prerequisites.promotion import CUSTOMER_EVENT
from tests.world import World

MEMBER = BUYER.member_id
SECRET = "sesame"
_SELF_SERVICE = {
    "claim_request_button_exposure": [
        "cancel_N10", "cancel_N20", "exchange_N10", "exchange_N40", "return_N40",
    ],
    "use_purchase_confirmation_button": "T",
    "receiver_address_modify_button_exposure": "N22",
}  # fmt: skip


def self_service(world: World) -> None:
    """Let the shop show its buyers every button."""
    newest = {api_versions.HEADER: api_versions.NEWEST}
    said = {"request": _SELF_SERVICE}
    answer = world.call("PUT", "orders/setting", json=said, headers=newest)
    assert answer.status_code in (200, 409), answer.text


def _paid(world: World, above: Values | None = None) -> str:
    self_service(world)
    number = ordered(world, world.product()["product_no"])
    assert pay(world, number).status_code == 200
    return number


def _delivered(world: World, above: Values | None = None) -> str:
    number = _paid(world)
    world.post(f"orders/{number}/shipments", **{**PARCEL, "status": "shipping"})
    [parcel] = world.get(f"orders/{number}/shipments")["shipments"]
    path = f"orders/{number}/shipments/{parcel['shipping_code']}"
    world.put(path, status="shipped")
    return number


def _claim(world: World, above: Values) -> str:
    order_id = above["order_id"]
    world.post("cancellationrequests", order_id=order_id, reason_type="A", reason="No")
    order = world.get("orders", limit=1, embed="cancellation")["orders"][0]
    [claim] = order["cancellation"]
    code: str = claim["claim_code"]
    return code


def _has_claim(world: World, path: Values) -> None:
    _claim(world, path)


def _wish(world: World, above: Values) -> int:
    mileage.wish(world, world.product()["product_no"], MEMBER)
    number: int = world.get(f"customers/{MEMBER}/wishlist")["wishlist"][0]["wishlist_no"]
    return number


def _wishes(world: World) -> None:
    for _ in range(2):
        _wish(world, {})


def _to_wish(world: World) -> Values:
    """Return what was offered last."""
    number = world.get("products", limit=1)["products"][0]["product_no"]
    return {"variant_code": world.get(f"products/{number}/variants")["variants"][0]["variant_code"]}


def _inquiry(world: World, above: Values) -> int:
    number: int = inquiry_setup.receive(world, member_id=MEMBER)["article_no"]
    return number


def _inquiries(world: World) -> None:
    for _ in range(2):
        _inquiry(world, {})
    number = _inquiry(world, {})
    world.post(f"urgentinquiry/{number}/reply", content="Today", user_id="owner")


def _words(world: World) -> None:
    for _ in range(2):
        _write(world, member_id=MEMBER)


def _write(world: World, **said: Any) -> int:
    words = {"writer": "Hana", "title": "Hello", "content": "All", "client_ip": "192.0.2.1"}
    answer = world.call("POST", "boards/5/articles", json={"requests": [{**words, **said}]})
    number: int = answer.json()["articles"][0]["article_no"]
    return number


def _sealed(world: World, above: Values) -> int:
    return _write(world, secret="T", password=SECRET)


def _coupons(world: World) -> None:
    for _ in range(2):
        give(world, coupon(world), MEMBER)


def _customer_events(world: World) -> None:
    for _ in range(2):
        world.post("customerevents", **CUSTOMER_EVENT)


def _fetchable(world: World) -> None:
    coupon(world, issue_type="D", same_user_reissue="T")


def _to_fetch(world: World) -> Values:
    return {"coupon_no": world.get("coupons", limit=1)["coupons"][0]["coupon_no"]}


def _some(pot: str) -> Callable[[World], None]:
    """Return what lets the member have points, or credits, of an order nobody looks for."""

    async def earn(call: Call) -> None:
        for amount in (500, 300):
            if pot == "points":
                await point_ledger.earn(call, MEMBER, Decimal(amount), mileage.ORDER, pending="")
            else:
                await credit_ledger.add(
                    call, MEMBER, Decimal(amount), case="G", order_id=mileage.ORDER, reason="Gift"
                )

    return lambda world: customer_setup.do(world, earn)


def fill(world: World, times: int) -> None:
    """Let the member have so many of everything that pages are made of."""
    own_subscriptions.fill(world, times)
    shopping.member(world)
    number = coupon(world)
    for _ in range(times):
        give(world, number, MEMBER, allow_duplication="T")
        _inquiry(world, {})
        _write(world, member_id=MEMBER)
        _wish(world, {})
        mileage.put_by(world, world.product()["product_no"], MEMBER)
        _some("points")(world)
        _some("credits")(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "customers/me/wishlist/{wishlist_no}": _wish,
    "customers/me/urgentinquiry/{article_no}": _inquiry,
    "orders/{order_id}/claims/{claim_code}": _claim,
}
_ORDER = "orders/{order_id}"
OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("GET orders/{order_id}/claimableitems", _ORDER): _paid,
    ("GET orders/{order_id}/claims", _ORDER): _paid,
    ("GET orders/{order_id}/reviewableitems", _ORDER): _paid,
    ("DELETE orders/{order_id}/claims/{claim_code}", _ORDER): _paid,
    ("POST orders/{order_id}/cancellationrequests", _ORDER): _paid,
    ("POST orders/{order_id}/exchangerequests", _ORDER): _paid,
    ("POST orders/{order_id}/returnrequests", _ORDER): _delivered,
    ("POST orders/{order_id}/confirmations", _ORDER): _delivered,
    ("PUT orders/{order_id}/receiver", _ORDER): _paid,
    (
        "POST boards/{board_no}/articles/{article_no}/opening",
        "boards/{board_no}/articles/{article_no}",
    ): _sealed,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET customers/me/wishlist": _wishes,
    "GET customers/me/wishlist/count": _wishes,
    "GET customers/me/articles": _words,
    "GET customers/me/urgentinquiry": _inquiries,
    "GET customers/me/coupons": _coupons,
    "GET customers/me/customerevents": _customer_events,
    "GET customers/me/coupons/count": _coupons,
    "POST customers/me/wishlist": shopping.for_sale,
    "POST customers/me/coupons": _fetchable,
    "GET customers/me/points": _some("points"),
    "GET customers/me/credits": _some("credits"),
}
REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {
    "GET orders/{order_id}/claims": _has_claim,
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST customers/me/wishlist": _to_wish,
    "POST customers/me/coupons": _to_fetch,
}
EXTRA_VALUES: dict[str, Values] = {
    "POST boards/{board_no}/articles/{article_no}/opening": {"password": SECRET},
    "POST orders/{order_id}/returnrequests": {"request_pickup": "F", "pickup": PICKUP},
    "POST urgentinquiry": {"writer": "Kim", "writer_email": "kim@example.com"},
}
