"""Bundles, for tests."""

from typing import Any, NamedTuple

from tests.commerce.product.stock_setup import stocked
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


class Kitchen(NamedTuple):
    """A bundle of two cups and a shirt, which has sizes."""

    number: int
    code: str
    cup: int
    cup_code: str
    shirt: int
    small: str
    large: str

    def parts(self, size: str = "") -> dict[str, Any]:
        return {"bundle_product_components": [{"variants_code": size or self.small}]}


def kitchen_set(world: World) -> Kitchen:
    """Make the bundle; there are 7 cups, 2 small shirts and 5 large ones."""
    cup, cup_code = stocked(world, 7)
    shirt = world.product(
        has_option="T", options=[{"name": "Size", "value": "S,L"}], product_name="Shirt"
    )["product_no"]
    codes = []
    for variant, units in zip(
        world.get(f"products/{shirt}/variants")["variants"], (2, 5), strict=True
    ):
        code = variant["variant_code"]
        codes.append(code)
        path = f"products/{shirt}/variants/{code}/inventories"
        world.put(path, use_inventory="T", display_soldout="T", quantity=units)
    made = bundle(world, (cup, 2), (shirt, 1))
    return Kitchen(made["product_no"], f"{made['product_code']}000A", cup, cup_code, shirt, *codes)
