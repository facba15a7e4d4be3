"""Bundles, for tests."""

from typing import Any

from tests.world import World

HALF_OFF = {"discount_value": "50.00", "discount_type": "P"}


def parts(*wanted: tuple[int, int]) -> list[dict[str, int]]:
    """Return components as they are sent: product number and how many of it."""
    return [{"product_no": number, "purchase_quantity": units} for number, units in wanted]


def bundle(world: World, *wanted: tuple[int, int], **request: Any) -> dict[str, Any]:
    """Create a bundle on display and return what was answered."""
    request = {
        "product_name": "Kitchen set",
        "bundle_product_sales": HALF_OFF,
        "display": "T",
        **request,
    }
    components = parts(*wanted)
    made = world.post("bundleproducts", bundle_product_components=components, **request)
    found: dict[str, Any] = made["bundleproduct"]
    return found
