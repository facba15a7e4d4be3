"""A member who shops, what lies in their cart, what they pay: for the sweeps."""

from collections.abc import Callable
from typing import Any

from openmall.access import signed_links
from openmall.access.oauth.backoff import forget
from openmall.access.signed_links import Link
from openmall.commerce.customer.customers import credentials, shopper_store
from openmall.contract import api_versions
from openmall.contract.operation import Operation
from openmall.contract.scopes import READ_PERSONAL, WRITE_PERSONAL
from openmall.database.seal import configured_seal
from tests.commerce.customer import customer_setup
from tests.commerce.order.order_setup import BUYER, pay
from tests.commerce.order.reservation_setup import FIRST, bookable
from tests.commerce.personal import cart_client
from tests.every_operation.prerequisites import mileage
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.every_operation.prerequisites.order import newest
from tests.of_malls import OfMalls
from tests.storefront.shopper_client import PASSWORD, RECEIVER, Shopper, offer_test_gateway
from tests.world import World

HEADER = "X-Openmall-Session"
MEMBER = BUYER.member_id
LEAVING = "POST customers/me/withdrawal"
_NEWEST = {api_versions.HEADER: api_versions.NEWEST}
COMPLETION = "POST orders/{order_id}/completions"
_HASHED = credentials.hash_new(PASSWORD)
_READY: OfMalls[bool] = OfMalls()
"""Malls in which the member has joined."""
_LEAVERS: OfMalls[list[str]] = OfMalls()
"""Members who leave, one after the other."""


def needs_member(operation: Operation) -> bool:
    """Say whether the storefront's operation is a shopper's own affair."""
    personal = operation.scope in (READ_PERSONAL, WRITE_PERSONAL)
    return personal or operation.path.startswith(("boards", "urgentinquiry"))


def member(world: World) -> Shopper:
    """Return the member who shops, in a shop that offers the test gateway."""
    for what in ("posting", "sign-up"):
        # a sweep writes more than a person may
        world.stage.app.counters.update(f"{what} {world.mall_id} 127.0.0.1", forget, 0.0)
    if world not in _READY:
        _READY[world] = True
        said = {"name": "Hana Kim", "email": "hana@example.com", "cellphone": "010-0000-0000"}
        customer_setup.join(world, MEMBER, password_hash=_HASHED, **said)
        offer_test_gateway(world)
    shopper = Shopper(world)
    shopper.session = cart_client.member(world, MEMBER)
    return shopper


def session(world: World, operation: Operation, shop_no: Any) -> str:
    """Return the session that an operation is called with; empty for those of no shopper."""
    if not needs_member(operation) or operation.name == "POST carts":
        return ""
    member(world)
    name = _leaver(world) if operation.name == LEAVING else MEMBER
    return cart_client.member(world, name, shop_no if shop_no in (1, 2) else 1)


def _leaver(world: World) -> str:
    """Return somebody who has not left yet."""
    for name in _LEAVERS.get(world, []):
        if world.get("customers", member_id=name)["customers"]:
            return name
    _leavers(world)
    return _leaver(world)


def _leavers(world: World) -> None:
    """Let some join, so that one can leave in each call of a sweep."""
    names = [f"leaver{next(FRESH)}" for _ in range(7)]
    for name in names:
        customer_setup.join(world, name, password_hash=_HASHED)
    _LEAVERS[world] = names


def _lying(world: World, above: Values) -> int:
    shopper, product_no = member(world), world.product()["product_no"]
    [variant] = world.get(f"products/{product_no}/variants")["variants"]
    wants = [{"variants_code": variant["variant_code"], "quantity": 2}]
    shopper.put(product_no, variants=wants)
    number: int = shopper.get("carts")[-1]["basket_product_no"]
    return number


def _filled(world: World) -> None:
    _lying(world, {})


def _unpaid(world: World, above: Values) -> str:
    """Let the member place an order that is paid at the test gateway."""
    offer_test_gateway(world)
    providers = world.get("paymentmethods/card/paymentproviders")["paymentproviders"]
    if any(each["display"] == "F" for each in providers):
        # an operation called before has hidden it
        world.put("paymentmethods/card/paymentproviders/test", display="T")
    _lying(world, {})
    placed = member(world).order()
    number: str = placed["order_id"]
    return number


GIFTS = "orders/{order_id}/gifts"


def _with_gifts(world: World, above: Values) -> str:
    """Let the member place an order that may still choose a gift."""
    if not world.get("benefits", benefit_type="PG")["benefits"]:
        product_no = world.product()["product_no"]
        given = {"product_no": product_no, "gift_point": "0.00", "max_count": 1}
        setting = {"use_gift": "T", "gift_selection_step": "order_detail"}
        changed = world.call("PUT", "benefits/setting", json={"request": setting}, headers=_NEWEST)
        assert changed.status_code in (200, 409), changed.text
        world.post(
            "benefits",
            use_benefit="T",
            benefit_name="A gift",
            benefit_division="P",
            benefit_type="PG",
            platform_types=["P"],
            gift={"use_unlimited_price": "T", "gift_product_list": [given]},
        )
    return _unpaid(world, above)


def _a_gift(world: World) -> Values:
    """Return a gift of an order of `_with_gifts`."""
    [benefit] = world.get("benefits", benefit_type="PG")["benefits"]
    gift = world.get(f"benefits/{benefit['benefit_no']}")["benefit"]["gift"]
    product_no = gift["gift_product_list"][0]["product_no"]
    [variant] = world.get(f"products/{product_no}/variants")["variants"]
    code = variant["variant_code"]
    return {"gifts": [{"benefit_no": benefit["benefit_no"], "variants_code": code}]}


def _payment(world: World, above: Values) -> str:
    _unpaid(world, above)
    [tried] = member(world).get(f"orders/{newest(world)}")["payments"]
    payment_id: str = tried["payment_id"]
    return payment_id


def _link(world: World) -> Values:
    """Return a link by which a customer sets a password."""
    member_id = f"forgot{next(FRESH)}"
    customer_setup.join(world, member_id)

    async def number() -> int:
        async with world.stage.app.database.reading(world.mall_id) as db:
            state = await shopper_store.link_state(db, member_id)
        assert state is not None
        return state.number

    link = Link(
        mall_id=world.mall_id, shop_no=1, member_id=member_id, number=world.stage.run(number)
    )
    seal = configured_seal(world.stage.app.configuration)
    return {"token": signed_links.issue(seal, "password", link), "password": PASSWORD}


def _subscribed(world: World) -> Values:
    """Return a link by which a customer declines mail that advertises."""
    member_id = f"subscribed{next(FRESH)}"
    customer_setup.join(world, member_id, news_mail="T")
    link = Link(mall_id=world.mall_id, shop_no=1, member_id=member_id)
    seal = configured_seal(world.stage.app.configuration)
    return {"token": signed_links.issue(seal, "unsubscribe", link)}


def _newest_payment(world: World) -> Values:
    """Return the payment attempt of the member's newest order, which one has to be."""
    if not member(world).get("orders"):
        _unpaid(world, {})
    payment = member(world).get("orders")[0]["payments"][-1]
    return {"payment_code": payment["payment_id"], "data": {}}


def _booked(world: World) -> None:
    """Let the member book a product for a day, and pay."""
    book(world, world.product()["product_no"])


def book(world: World, product_no: int, times: int = 1) -> None:
    """Let the member book a product for a day so many times, and pay."""
    bookable(world, product_no)
    [variant] = world.get(f"products/{product_no}/variants")["variants"]
    code = variant["variant_code"]
    for _ in range(times):
        placed = member(world).send(
            "POST",
            "orders",
            variants=[{"variants_code": code, "quantity": 1}],
            bookings=[{"variants_code": code, "service_use_date": FIRST}],
            payment_method="cash",
            receiver=RECEIVER,
        )
        assert pay(world, placed["order_id"]).status_code == 200
    world.put("orderform/setting", reservation_order="F")


def _new(world: World) -> Values:
    name = f"new{next(FRESH)}"
    return {"member_id": name, "email": f"{name}@example.com"}


def for_sale(world: World) -> None:
    """Let there be something to buy, or to wish for."""
    world.product()


def _to_order(world: World) -> Values:
    """Return what is ordered past the cart, so that it can be ordered again."""
    product_no = world.get("products", limit=1)["products"][0]["product_no"]
    [variant] = world.get(f"products/{product_no}/variants")["variants"]
    return {"variants": [{"variants_code": variant["variant_code"], "quantity": 1}]}


def _both_carts(world: World) -> None:
    """Fill a cart for either API: both list carts."""
    _filled(world)
    mileage.a_cart(world)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "carts/{basket_product_no}": _lying,
    "testgateway/payments/{payment_id}": _payment,
}
OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("POST orders/{order_id}/payments/confirm", "orders/{order_id}"): _unpaid,
    (COMPLETION, "orders/{order_id}"): _unpaid,
    (f"GET {GIFTS}", "orders/{order_id}"): _with_gifts,
    (f"POST {GIFTS}", "orders/{order_id}"): _with_gifts,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET reservations": _booked,
    "GET carts": _both_carts,
    LEAVING: _leavers,
    "POST orders": for_sale,
    "POST orders/estimate": for_sale,
}
UNKNOWN_VALUES: dict[str, Any] = {"payment_id": "nobody"}
EXTRA_VALUES: dict[str, Values] = {
    "PUT customers/me": {"address1": "1 Sejong-daero"},
    "POST customers": {"password": PASSWORD, "name": "Kim"},
    LEAVING: {"current_password": PASSWORD},
    "POST customers/passwordlinks": {"member_id": MEMBER, "email": "hana@example.com"},
    "POST sessions": {"member_id": MEMBER, "password": PASSWORD},
    "POST orders": {"receiver": RECEIVER},
    "POST orders/{order_id}/payments": {"payment_method": "card"},
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST customers": _new,
    "POST customers/password": _link,
    "POST customers/unsubscriptions": _subscribed,
    COMPLETION: _newest_payment,
    f"POST {GIFTS}": _a_gift,
    "POST orders": _to_order,
    "POST orders/estimate": _to_order,
}
