"""Orders of another store, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.customers import SWEPT, swept
from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World

_PATH = "orders/migrations"
KNOWN = "OLD-1"


def _migrated(world: World, above: Values | None = None, *, number: str = "") -> str:
    swept(world)
    order: dict[str, Any] = {
        "order_id": number or f"OLD-{next(FRESH) + 1}",
        "order_date": "2024-05-01",
        "member_id": SWEPT,
        "order_status": "sent",
        "buyer": {"name": "Hana Kim", "cellphone": "010-0000-0000"},
        "receivers": [{"name": "Min Kim", "zipcode": "04524"}],
        "items": [{"product_no": 7, "product_name": "Kite", "product_price": "7500"}],
    }
    answer = world.call("POST", _PATH, json={"requests": [order]})
    assert answer.status_code == 201, answer.text
    made: str = order["order_id"]
    return made


def fill(world: World, how_many: int) -> None:
    """Let the mall have so many migrated orders."""
    for at in range(how_many):
        _migrated(world, number=f"PAGE-{at}")


def _known(world: World) -> None:
    swept(world)
    if not world.get(_PATH, order_id=KNOWN)["migrations"]:
        _migrated(world, number=KNOWN)


CREATORS: dict[str, Callable[[World, Values], Any]] = {
    f"{_PATH}/{{order_id}}": _migrated,
}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    f"GET {_PATH}": _known,
    f"POST {_PATH}": swept,
    f"PUT {_PATH}": _known,
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    f"POST {_PATH}": lambda world: {
        "order_id": f"NEW-{next(FRESH)}",
        "order_date": "2024-05-01",
        "member_id": SWEPT,
        "receivers": [{"name": "Min Kim"}],
        "items": [{"product_no": 7, "product_name": "Kite"}],
    },
    f"PUT {_PATH}": lambda world: {"order_id": KNOWN, "order_status": f"sent {next(FRESH)}"},
}
