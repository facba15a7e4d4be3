"""A call that is carried out afterwards, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World


def placed(world: World, values: Values) -> int:
    """Let a call wait to be carried out."""
    body = {"request": {"product_name": f"Later {next(FRESH)}", "supply_price": "1000"}}
    headers = {"Prefer": "respond-async"}
    answer = world.call("POST", "products", json=body, headers=headers)
    assert answer.status_code == 202, answer.text
    number: int = answer.json()["job"]["job_no"]
    return number


def _some(world: World) -> None:
    placed(world, {})


CREATORS: dict[str, Callable[[World, Values], Any]] = {"jobs/{job_no}": placed}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET jobs": _some,
}
