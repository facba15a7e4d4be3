"""A call that was rehearsed, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World


def rehearsed(world: World, values: Values) -> int:
    """Rehearse a call, and return the number of its plan."""
    body = {"request": {"product_name": f"Planned {next(FRESH)}", "supply_price": "1000"}}
    answer = world.call("POST", "products", json=body, headers={"Prefer": "handling=rehearse"})
    assert answer.status_code == 201, answer.text
    return int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])


def _some(world: World) -> None:
    rehearsed(world, {})


CREATORS: dict[str, Callable[[World, Values], Any]] = {"plans/{plan_no}": rehearsed}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET plans": _some,
}
