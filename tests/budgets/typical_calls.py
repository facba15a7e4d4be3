"""The calls that have budgets: each operation once, and each call of the flows of a shop.

A call is counted when it is warm: the worker has made the same call before, and knows the mall and
the app. What a worker does periodically is not part of a call, and does not run here.
"""

import itertools
from collections.abc import Callable

from tests.access.oauth.authorization_requests import refresh
from tests.analytics.collecting.tracking_browser import batch, tell
from tests.commerce.partner import programme_setup
from tests.commerce.product.stock_setup import stocked
from tests.every_operation.operation_calls import send, send_raw
from tests.every_operation.prerequisites import Row, Values
from tests.every_operation.registry_rows import every_row, named
from tests.every_operation.shared_malls import prepare
from tests.storefront.shopper_client import Shopper, offer_test_gateway
from tests.world import Stage, World

Count = Callable[[str], None]
"""Takes the name of the call that was made last."""
_NUMBERS = itertools.count()
_KNOWN_APP = {
    "admin": "/api/v2/admin/products/count",
    "storefront": "/api/v2/products/count",
}
"""API -> a read after which the worker knows the app's credential there."""


def operations() -> dict[str, Row]:
    """Return every operation by its name."""
    return {named(row): row for row in every_row()}


def new_mall(stage: Stage) -> World:
    """Make a mall whose name is as long as that of others: rows of all are equally long."""
    return stage.new_world(f"budget-{next(_NUMBERS):05}")


def call_operation(stage: Stage, row: Row, renew: Callable[[], None]) -> None:
    """Make the typical call of an operation, warm; `renew` empties the store where it can.

    A write is warm by that of another mall: once more in the same one it might change nothing.
    """
    if row[1].writes:
        _send(row, *_prepared(stage, row))
        renew()
    prepared = _prepared(stage, row)
    if not row[1].writes:
        _send(row, *prepared)
    _send(row, *prepared)


def _prepared(stage: Stage, row: Row) -> tuple[World, Values, Values]:
    world, path, values, _ = prepare(new_mall(stage), row)
    if row[0].name in _KNOWN_APP:
        send_raw(world, row[0], "GET", _KNOWN_APP[row[0].name])
    return world, path, values


def _send(row: Row, world: World, path: Values, values: Values) -> None:
    world.stage.forget_counts()
    answer = send(world, row, values, path)
    assert answer.is_success, answer.text


def cart_to_paid(world: World, count: Count) -> None:
    """Let a member put two products into the cart, order, and pay at the test gateway."""
    offer_test_gateway(world)
    products = [stocked(world, 500)[0] for _ in range(2)]
    shopper = Shopper(world)
    shopper.sign_up()
    for _ in range(3):
        for at, product_no in enumerate(products):
            shopper.put(product_no)
            count(f"POST carts, {('first', 'second')[at]}")
        placed = shopper.order()
        count("POST orders")
        paid = shopper.pay(placed["payment_id"])
        count("POST testgateway/payments/{payment_id}")
        [callback] = paid["callbacks"]
        answer = world.stage.client.post(paid["callback_url"], json=callback)
        assert answer.status_code == 204, answer.text
        count("POST payments/callbacks/test")


def carts_and_estimates(world: World, count: Count) -> None:
    """Let a guest and a member fill carts, look into them and have an order estimated."""
    offer_test_gateway(world)
    products = [stocked(world, 500)[0] for _ in range(2)]
    wanted = {"payment_method": "card", "receiver": {"country_code": "KR", "zipcode": "04524"}}
    for who in ("guest", "member"):
        for at in range(2):
            shopper = Shopper(world)
            if who == "member":
                shopper.sign_up(f"hana{at}", email=f"hana{at}@example.com")
            shopper.put(products[0])
            count(f"POST carts, {who}, first product")
            shopper.put(products[1])
            count(f"POST carts, {who}, second product")
        for _ in range(2):
            shopper.get("carts")
        count(f"GET carts, {who}, two products")
        for _ in range(2):
            shopper.send("POST", "orders/estimate", **wanted)
        count(f"POST orders/estimate, {who}, two products")
    shopper.order()
    for _ in range(2):
        shopper.get("orders")
    count("GET orders, a member's own")


def storefront_reads(world: World, count: Count) -> None:
    """Let a guest and a member look at products."""
    number, *_ = [world.product()["product_no"] for _ in range(10)]
    member, guest = Shopper(world), Shopper(world)
    member.sign_up()
    for who, shopper in (("guest", guest), ("member", member)):
        for name, path in (
            ("products", "products"),
            ("products/{product_no}", f"products/{number}"),
        ):
            for _ in range(2):
                shopper.get(path)
            count(f"GET {name}, {who}")


def product_updates(world: World, count: Count) -> None:
    """Change the price of a product, without and with the partner programme."""
    number = world.product()["product_no"]
    for at, programme in enumerate(("no partners", "partner programme")):
        if at:
            programme_setup.enrol(world)
        for price in range(2):
            world.put(f"products/{number}", price=f"{9 - at}00{price}.00")
        count(f"PUT products/{{product_no}}, price, {programme}")


def token_refreshes(world: World, count: Count) -> None:
    """Refresh an app's token."""
    token = world.full.token.refresh_token
    for _ in range(2):
        answer = refresh(world, token)
        assert answer.status_code == 200, answer.text
        token = answer.json()["refresh_token"]
    count("POST oauth/token")


def admin_lists(world: World, count: Count) -> None:
    """Read the lists of the back office, ten objects each."""
    offer_test_gateway(world)
    for _ in range(9):
        world.product()
    number, _ = stocked(world, 500)
    shopper = Shopper(world)
    shopper.sign_up()
    for _ in range(10):
        shopper.put(number)
        shopper.order()
    for path, params in (
        ("products", {}),
        ("products", {"embed": "variants,options"}),
        (f"products/{number}", {}),
        ("products/count", {}),
        ("orders", {}),
        ("orders", {"embed": "items"}),
        ("orders/count", {}),
        ("customers", {"member_id": "hana"}),
        ("categories", {}),
    ):
        for _ in range(2):
            world.get(path, **params)
        shown = "&".join(f"{name}={value}" for name, value in params.items())
        path = path.replace(str(number), "{product_no}")
        count(f"GET {path}{'?' if shown else ''}{shown}")


def page_views(world: World, count: Count) -> None:
    """Tell of two pages that a browser saw, as the shop's script does."""
    for at in range(3):
        tell(world, batch({}, {}, batch_id=f"budget-{at:05}"))
    count("POST collect, two pages")


FLOWS: dict[str, Callable[[World, Count], None]] = {
    "cart to paid": cart_to_paid,
    "carts": carts_and_estimates,
    "storefront reads": storefront_reads,
    "product updates": product_updates,
    "token refresh": token_refreshes,
    "admin lists": admin_lists,
    "page views": page_views,
}
"""Flow -> function that makes its calls and counts those that are warm."""
