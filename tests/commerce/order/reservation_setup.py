"""A shop that accepts bookings of one of its products."""

from typing import Any

from tests.commerce.order.checkout_setup import Checkout
from tests.world import World

FIRST, LAST = "2026-11-25", "2026-12-24"


def bookable(world: World, product_no: int, first: str = FIRST, last: str = LAST) -> None:
    """Let a product be booked, in a shop that accepts bookings."""
    if world.get("orderform/setting")["orderform"]["reservation_order"] == "F":
        world.put("orderform/setting", reservation_order="T")
    days = {"start_date": first, "end_date": last}
    world.put(f"products/{product_no}", expiration_date=days)


def book(checkout: Checkout, day: str, **said: Any) -> str:
    """Order an apron for a day; return the order."""
    booking = {"variants_code": checkout.apron_code, "service_use_date": day}
    number: str = checkout.order(**said, bookings=[booking])["order_id"]
    return number
