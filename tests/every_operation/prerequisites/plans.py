"""A call that was rehearsed, for the sweeps."""

from collections.abc import Callable
from typing import Any

from tests.every_operation.prerequisites.kinds import FRESH, Values
from tests.of_malls import OfMalls
from tests.world import World

REHEARSE = {"Prefer": "handling=rehearse"}
_TOKENS: OfMalls[str] = OfMalls()
"""Token of the plan that was made last."""


def rehearsed(world: World, values: Values) -> int:
    """Rehearse a call, and return the number of its plan."""
    body = {"request": {"product_name": f"Planned {next(FRESH)}", "supply_price": "1000"}}
    answer = world.call("POST", "products", json=body, headers=REHEARSE)
    assert answer.status_code == 201, answer.text
    _TOKENS[world] = answer.headers["X-Platform-Plan-Token"]
    return int(answer.headers["Link"].partition(">")[0].rpartition("/")[2])


def fill(world: World, times: int) -> None:
    """Make so many plans, of which the first has as many changes."""
    article = {"writer": "Mina", "title": "t", "content": "c", "client_ip": "1.2.3.4"}
    body = {"requests": [article] * times}
    answer = world.call("POST", "boards/5/articles", json=body, headers=REHEARSE)
    assert answer.status_code == 201, answer.text
    for _ in range(times):
        rehearsed(world, {})


def _some(world: World) -> None:
    rehearsed(world, {})


CREATORS: dict[str, Callable[[World, Values], Any]] = {"plans/{plan_no}": rehearsed}
EXISTING_FIRST: dict[str, Callable[[World], None]] = {
    "GET plans": _some,
}
EXTRA_VALUES_FROM_MALL: dict[str, Callable[[World], Values]] = {
    "POST plans/{plan_no}/apply": lambda world: {"token": _TOKENS[world]},
    "POST plans/combine": lambda world: {"plan_nos": [rehearsed(world, {}) for _ in range(2)]},
}
PAGED: dict[str, tuple[Values, Values]] = {
    "GET plans": ({}, {"state": "open"}),
    "GET plans/{plan_no}/changes": ({}, {"resource": "articles"}),
}
"""What lists are asked for, and what their rows have in common."""
