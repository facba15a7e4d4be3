"""Orders that apps draw up, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.kinds import Values
from tests.world import World


def _item(world: World) -> Values:
    [product] = world.get("products", limit=1)["products"]
    return {
        "product_no": product["product_no"],
        "product_code": product["product_code"],
        "option_id": "000A",
        "quantity": 1,
    }


def _a_product(world: World) -> None:
    world.product()


EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Any]] = {
    "POST draftorders": lambda world: {"items": [_item(world)]},
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "POST draftorders": _a_product,
}
EXTRA_VALUES: dict[str, Values] = {
    "POST draftorders": {"receiver_zipcode": "04524", "receiver_address1": "1 Sejong-daero"},
}
