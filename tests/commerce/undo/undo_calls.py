"""What tests of undo call, and what must hold afterwards."""

from typing import Any

import httpx

from openmall.commerce.mileage.entries import verification as entry_verification
from openmall.commerce.order.reporting.verification import rules as order_verification_rules
from openmall.commerce.product.stock import verification as stock_verification
from openmall.contract.moments import Clocks
from tests.world import World


def writes(world: World) -> list[dict[str, Any]]:
    """Return the recorded writes, the newest first."""
    found: list[dict[str, Any]] = world.get("writes", limit=100)["writes"]
    return found


def newest(world: World) -> dict[str, Any]:
    """Return the last recorded write."""
    return writes(world)[0]


def undo(world: World, write_no: int, **values: Any) -> httpx.Response:
    """Undo a write."""
    answer: httpx.Response = world.call("POST", f"writes/{write_no}/undo", json={"request": values})
    return answer


def decide(resource: str, named: object, decision: str) -> list[dict[str, str]]:
    """Return the decision on one resource."""
    return [{"resource": resource, "object": str(named), "decision": decision}]


def differences(world: World, *, orders: bool = True) -> list[Any]:
    """Return what `openmall verify` would report of stock, orders, points and credits.

    `orders`: False where a test sold units without an order.
    """
    database, clocks, malls = world.stage.app.database, Clocks(world.stage.clock), [world.mall_id]

    def quiet(share: float) -> None:
        return None

    async def verify() -> list[Any]:
        stock = await stock_verification.verify(database, clocks, malls, progress=quiet)
        ordered = await order_verification_rules.verify(database, clocks, malls, progress=quiet)
        entries = await entry_verification.verify(database, malls, progress=quiet)
        return [
            *stock.differences,
            *(ordered.differences if orders else ()),
            *entries.differences,
        ]

    return world.stage.run(verify)
