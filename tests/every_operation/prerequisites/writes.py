"""A call that was recorded, for the sweeps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.world import World


@contextmanager
def recording(world: World) -> Iterator[None]:
    """Record the writes of a block, as an installation does that can undo them."""
    undo = world.stage.app.undo
    undo.days = 1
    try:
        yield
    finally:
        undo.days = None


def recorded(world: World, values: Values) -> int:
    """Record a call, and return the number of the write."""
    name = f"Maker {next(FRESH)}"
    made = world.post("manufacturers", manufacturer_name=name, president_name="Kim")
    code = made["manufacturer"]["manufacturer_code"]
    with recording(world):
        world.put(f"manufacturers/{code}", president_name=f"Lee {next(FRESH)}")
    number: int = world.get("writes", limit=1)["writes"][0]["write_no"]
    return number


def fill(world: World, times: int) -> None:
    """Record so many calls."""
    for _ in range(times):
        recorded(world, {})


def _some(world: World) -> None:
    recorded(world, {})


CREATORS: dict[str, Callable[[World, Values], Any]] = {"writes/{write_no}": recorded}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET writes": _some,
    "POST writes/undo": _some,
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST writes/undo": lambda world: {
        "client_id": world.full.credentials.client_id,
        "start_date": "2026-01-01",
        "end_date": "2028-12-31",
    }
}
PAGED: dict[str, tuple[Values, Values]] = {"GET writes": ({}, {"state": "open"})}
"""What lists are asked for, and what their rows have in common."""
