"""A shopper's program: it puts things into carts, and tests look into them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from msgspec.structs import asdict

from openmall.access import shopper_sessions
from openmall.commerce.personal.carts import store as cart_store
from openmall.contract.call import Shopper
from tests.commerce.product.stock_setup import as_call
from tests.world import World

USUAL = {
    "basket_type": "A0000",
    "duplicated_item_check": "F",
    "prepaid_shipping_fee": "P",
}


def put(
    world: World, number: int, *variants: dict[str, Any], session: str = "", **request: Any
) -> httpx.Response:
    """Put variants of a product into the cart of whoever `session` is of; "": a stranger."""
    world.stage.client.cookies.clear()
    body = {**USUAL, "product_no": number, **({"variants": variants} if variants else {})}
    shop_no = request.pop("shop_no", 1)
    return world.request(
        "POST",
        "/api/v2/carts",
        auth=world.full.basic,
        headers={"X-Openmall-Session": session} if session else {},
        json={"shop_no": shop_no, "request": {**body, **request}},
    )


def some(code: str, quantity: int = 1, **more: Any) -> dict[str, Any]:
    return {"quantity": quantity, "variants_code": code, **more}


def shopper_of(world: World, session: str) -> Shopper:
    seal = world.stage.app._pipeline._services.seal
    clock = world.stage.clock
    return shopper_sessions.read(seal, world.mall_id, session.encode(), now=clock.now())


def member(world: World, member_id: str = "kim", shop_no: int = 1) -> str:
    """Return the session of a member."""
    known = shopper_sessions.member(shop_no, member_id, now=world.stage.clock.now())
    return shopper_sessions.issue(world.stage.app._pipeline._services.seal, world.mall_id, known)


def lying_in(world: World, session: str) -> dict[str, int]:
    """Return what lies in a shopper's cart: variant -> units, of lines without texts."""
    shopper = shopper_of(world, session)
    found = as_call(world, lambda call: cart_store.lines(call, shopper))
    assert all(asdict(line)["quantity"] > 0 for line in found.values())
    return {item.variant_code: line.quantity for item, line in found.items()}


def refused(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


@contextmanager
def moved(world: World, seconds: float) -> Iterator[None]:
    """Let time pass, and give it back."""
    world.stage.clock.pass_(seconds)
    try:
        yield
    finally:
        world.stage.clock.pass_(-seconds)


def of_two(world: World, **request: Any) -> tuple[int, list[str]]:
    """Make a product of two variants, and return its number and their codes."""
    options = [{"name": "Colour", "value": "Sand,Ink"}]
    number = world.product(has_option="T", options=options, **request)["product_no"]
    variants = world.get(f"products/{number}/variants")["variants"]
    return number, [each["variant_code"] for each in variants]
