"""Claims about orders and their refunds, for the sweeps."""

from collections.abc import Callable
from typing import Any

from openmall.database import sequences
from tests.commerce.order.order_setup import pay
from tests.every_operation.prerequisites.kinds import Values
from tests.every_operation.prerequisites.order import PARCEL, newest, ordered
from tests.world import World

PICKUP = {
    "name": "Hana",
    "cellphone": "010-0000-0000",
    "zipcode": "04524",
    "address1": "1 Sejong-daero",
    "address2": "",
}


def paid(world: World, above: Values | None = None) -> str:
    number = ordered(world, world.product()["product_no"])
    assert pay(world, number).status_code == 200
    return number


def _sent(world: World, above: Values | None = None) -> str:
    number = paid(world)
    world.post(f"orders/{number}/shipments", **{**PARCEL, "status": "shipping"})
    return number


def _claimed(kind: str, status: str, order: Callable[..., str]) -> Callable[..., str]:
    def make(world: World, above: Values | None = None) -> str:
        number = (above or {}).get("order_id") or order(world)
        more = {"same_product": "T"} if kind == "exchange" else {}
        more["recover_inventory"] = "F"
        made = world.post(f"orders/{number}/{kind}", status=status, **more)[kind]
        code: str = made["claim_code"]
        return code

    return make


_cancelling = _claimed("cancellation", "canceling", paid)
_returning = _claimed("return", "accepted", _sent)
_exchanging = _claimed("exchange", "accepted", paid)


def _collection(world: World, above: Values) -> int:
    number = _sent(world)
    world.post(
        "returnrequests",
        order_id=number,
        reason_type="A",
        reason="No",
        request_pickup="T",
        pickup=PICKUP,
    )
    return world.in_transaction(lambda db: sequences.allocated(db, "collect request"))


def refunded(world: World, product_no: int) -> None:
    """Cancel an order of a product, and refund it."""
    number = ordered(world, product_no)
    assert pay(world, number).status_code == 200
    world.post(f"orders/{number}/cancellation", status="canceled")


def _asked(kind: str, order: Callable[..., str]) -> Callable[..., str]:
    def make(world: World, above: Values | None = None) -> str:
        number = order(world)
        more = {"request_pickup": "F"} if kind == "return" else {}
        world.post(f"{kind}requests", order_id=number, reason_type="A", reason="No", **more)
        return number

    return make


def _newest_claim(world: World) -> str:
    order = world.get("orders", limit=1, embed="cancellation,return,exchange")["orders"][0]
    [claim] = [*order["cancellation"], *order["return"], *order["exchange"]]
    code: str = claim["claim_code"]
    return code


def _its_items(world: World) -> Values:
    return {"order_item_code": [f"{newest(world)}-01"]}


def _is_there(make: Callable[..., Any]) -> Callable[[World], None]:
    def there(world: World) -> None:
        make(world)

    return there


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    "cancellation/{claim_code}": _cancelling,
    "return/{claim_code}": _returning,
    "exchange/{claim_code}": _exchanging,
    "orders/{order_id}/cancellation/{claim_code}": _cancelling,
    "orders/{order_id}/return/{claim_code}": _returning,
    "orders/{order_id}/exchange/{claim_code}": _exchanging,
    "refunds/{refund_code}": _cancelling,
    "orders/{order_id}/refunds/{refund_code}": _cancelling,
    "collectrequests/{request_no}": _collection,
}
OPERATION_CREATORS: dict[tuple[str, str], Callable[[World, Values], Any]] = {
    ("GET refunds/{refund_code}", "refunds/{refund_code}"): _claimed(
        "cancellation", "canceled", paid
    ),
    ("POST orders/{order_id}/return", "orders/{order_id}"): _sent,
    ("POST orders/{order_id}/exchange", "orders/{order_id}"): paid,
    ("PUT orders/{order_id}/cancellation/{claim_code}", "orders/{order_id}"): paid,
    ("PUT orders/{order_id}/return/{claim_code}", "orders/{order_id}"): _sent,
    ("PUT orders/{order_id}/exchange/{claim_code}", "orders/{order_id}"): paid,
    ("PUT orders/{order_id}/refunds/{refund_code}", "orders/{order_id}"): paid,
    ("PUT orders/{order_id}/exchangerequests", "orders/{order_id}"): _asked("exchange", paid),
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET refunds": _is_there(_claimed("cancellation", "canceled", paid)),
    "POST cancellation": _is_there(paid),
    "PUT cancellation": _is_there(_cancelling),
    "POST cancellationrequests": _is_there(paid),
    "PUT cancellationrequests": _is_there(_asked("cancellation", paid)),
    "POST return": _is_there(_sent),
    "PUT return": _is_there(_returning),
    "POST returnrequests": _is_there(_sent),
    "PUT returnrequests": _is_there(_asked("return", _sent)),
    "POST exchange": _is_there(paid),
    "PUT exchange": _is_there(_exchanging),
    "POST exchangerequests": _is_there(paid),
    "PUT exchangerequests": _is_there(_asked("exchange", paid)),
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = dict.fromkeys(
    (
        "PUT cancellationrequests",
        "PUT returnrequests",
        "PUT exchangerequests",
        "PUT orders/{order_id}/exchangerequests",
    ),
    _its_items,
)
DEFAULT_VALUES: dict[str, Values] = {
    name: {"recover_inventory": "F", "add_memo_too": "F"}
    for name in (
        "PUT cancellation",
        "PUT orders/{order_id}/cancellation/{claim_code}",
    )
}
COMPANION_VALUES: dict[str, Callable[[Any], Values]] = {
    "request_pickup": lambda value: {"pickup": PICKUP}
}
EXTRA_VALUES: dict[str, Values] = {
    "POST cancellation": {"status": "canceled"},
    "POST orders/{order_id}/cancellation": {"status": "canceled"},
    "POST exchange": {"same_product": "T"},
    "POST orders/{order_id}/exchange": {"same_product": "T"},
    "POST returnrequests": {"request_pickup": "F"},
    "GET refunds": {"start_date": "2026-11-01", "end_date": "2026-11-30"},
}
VALUES_FROM_MALL: dict[str, Callable[[World], Any]] = {"claim_code": _newest_claim}
UNKNOWN_VALUES: dict[str, Any] = {
    "claim_code": "C20200101-0000001",
    "refund_code": "C20200101-0000001",
}
