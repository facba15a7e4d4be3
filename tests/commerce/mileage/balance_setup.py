"""Customers with points and credits, and what a test asks of their ledger."""

from decimal import Decimal
from typing import Any

from openmall.commerce.customer.customers.balance_store import Balance, locked
from openmall.commerce.mileage.entries import verification as entry_verification
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract.call import Call
from tests.commerce.customer.customer_setup import do
from tests.world import World

ORDER = "20261121-0000001"
OTHER = "20261121-0000002"
DAYS = {"start_date": "2026-11-01", "end_date": "2027-12-31"}


def give(world: World, amount: int, member_id: str = "haneul", **more: Any) -> None:
    """Let the shop give somebody points."""
    world.post("points", member_id=member_id, amount=str(amount), type="increase", **more)


def earn(world: World, amount: int, order_id: str = ORDER, **more: Any) -> None:
    do(world, lambda call: point_ledger.earn(call, "haneul", Decimal(amount), order_id, **more))


def spend(world: World, amount: int, order_id: str = ORDER) -> None:
    do(world, lambda call: point_ledger.spend(call, "haneul", Decimal(amount), order_id))


def balance(world: World, member_id: str = "haneul", shop_no: int = 1) -> Balance:
    async def read(call: Call) -> Balance:
        return await locked(call, member_id)

    return do(world, read, shop_no)


def has(world: World) -> tuple[int, int, int]:
    """Return what haneul has, in whole units: points to spend, that wait, and that were used."""
    found = balance(world)
    waits = found.unavailable_points + found.unavailable_coupon_points
    return found.points // 100, waits // 100, found.used_points // 100


def differences(world: World) -> list[entry_verification.Difference]:
    """Return where the balances of the mall are not what its ledger adds up to."""

    async def verify() -> entry_verification.Report:
        database = world.stage.app.database
        return await entry_verification.verify(
            database, [world.mall_id], progress=lambda share: None
        )

    return world.stage.run(verify).differences


def changes(world: World, **query: Any) -> list[tuple[str, str | None, str | None, str]]:
    """Return the changes of points, newest first: case, in, out, and what is left."""
    return [
        (
            each["case"],
            each["available_points_increase"],
            each["available_points_decrease"],
            each["available_points_total"],
        )
        for each in world.get("points", **{**DAYS, "limit": 100, **query})["points"]
    ]
