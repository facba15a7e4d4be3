"""Fees and shortages of orders, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.claims import paid
from tests.every_operation.prerequisites.kinds import Values
from tests.every_operation.prerequisites.order import ordered
from tests.world import World


def _with_fee(world: World, above: Values | None = None) -> str:
    product_no = world.product()["product_no"]
    return ordered(world, product_no, wishes={"shipping_fee": "2500"})


def _cancelled_fee(world: World, above: Values) -> None:
    path = f"orders/{above['order_id']}/shippingfeecancellation"
    world.post(path, reason="Late", claim_reason_type="B")


_FEE = "orders/{order_id}/shippingfeecancellation"
OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    (f"GET {_FEE}", "orders/{order_id}"): _with_fee,
    (f"POST {_FEE}", "orders/{order_id}"): _with_fee,
    ("PUT orders/{order_id}/items/{order_item_code}", "orders/{order_id}"): paid,
}
REQUIRED_STATE: dict[str, Callable[[World, Values], None]] = {f"GET {_FEE}": _cancelled_fee}
EXTRA_VALUES: dict[str, Values] = {
    "POST orders/{order_id}/shortagecancellation": {"status": "canceled"},
    "PUT orders/{order_id}/items/{order_item_code}": {
        "claim_type": "C",
        "claim_status": "T",
        "claim_reason_type": "A",
    },
}
