"""Carts and checkouts of bundles, and the stock of their parts, for tests."""

from typing import Any

from openmall.commerce.product.stock import rules as stock_rules
from tests.commerce.product.bundle_setup import Kitchen
from tests.commerce.product.stock_setup import as_call, quantity
from tests.pages.sampleshop.test_what_can_be_bought import BUYER, RECEIVER
from tests.world import World


def units(world: World, kitchen: Kitchen) -> tuple[int, ...]:
    return (
        quantity(world, kitchen.cup, kitchen.cup_code),
        quantity(world, kitchen.shirt, kitchen.small),
        quantity(world, kitchen.shirt, kitchen.large),
    )


def left(world: World, *codes: str) -> list[int | None]:
    """Return how many units of variants can be reserved."""

    async def read(call: Any) -> list[int | None]:
        return [await stock_rules.available(call, code) for code in codes]

    return as_call(world, read)


def in_cart(world: World, session: str) -> list[dict[str, Any]]:
    answer = world.request(
        "GET",
        "/api/v2/carts",
        auth=world.full.basic,
        headers={"X-Openmall-Session": session},
    )
    found: list[dict[str, Any]] = answer.json()["carts"]
    return found


def checkout(world: World, session: str = "", **more: Any) -> Any:
    world.stage.client.cookies.clear()
    body = {"payment_method": "cash", "receiver": RECEIVER, "buyer": BUYER, **more}
    return world.request(
        "POST",
        "/api/v2/orders",
        auth=world.full.basic,
        headers={"X-Openmall-Session": session} if session else {},
        json={"shop_no": 1, "request": body},
    )
