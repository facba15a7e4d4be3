"""Discount codes in tests."""

from typing import Any

from tests.world import World

SPRING: dict[str, Any] = {
    "discount_code": "SPRING",
    "discount_code_name": "Spring",
    "discount_value": 10,
    "discount_truncation_unit": "O",
    "discount_max_price": 5_000,
    "available_start_date": "2026-11-01",
    "available_end_date": "2026-12-31",
}


def code(world: World, **said: Any) -> int:
    """Create a discount code and return its number."""
    created = world.post("discountcodes", **{**SPRING, **said})
    number: int = created["discountcode"]["discount_code_no"]
    return number


def uses(world: World, number: int) -> int:
    """Return how often a discount code counts as used."""
    found = world.get("discountcodes", limit=100)["discountcodes"]
    return next(each["issued_count"] for each in found if each["discount_code_no"] == number)
