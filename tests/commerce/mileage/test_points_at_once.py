"""Many spend at once, and nobody spends what is not there."""

import asyncio
from decimal import Decimal

import pytest

from openmall.commerce.mileage.credits import ledger as credit_ledger
from openmall.commerce.mileage.entries.account import NotEnough
from openmall.commerce.mileage.points import ledger as point_ledger
from openmall.contract.call import Call
from tests.commerce.customer.customer_setup import call_of, do, join
from tests.commerce.mileage.balance_setup import balance, changes, differences, give
from tests.world import World

SPENDERS = 30
"""Of 100 each, where there are 1000."""


def _at_once(world: World, of_credits: bool) -> list[bool]:
    calls = [call_of(world) for _ in range(SPENDERS)]

    async def spend(call: Call, at: int) -> bool:
        work = credit_ledger.spend if of_credits else point_ledger.spend
        try:
            async with world.stage.app.database.writing(world.mall_id) as db:
                await work(call.on(db), "haneul", Decimal(100), f"20261121-{at:07}")
        except NotEnough:
            return False
        return True

    async def all_at_once() -> list[bool]:
        return await asyncio.gather(*(spend(call, at) for at, call in enumerate(calls)))

    return world.stage.run(all_at_once)


@pytest.mark.both_stores
def test_spends_at_once_never_overdraw(world: World) -> None:
    join(world)
    for amount in (250, 250, 250, 250):
        give(world, amount)

    done = _at_once(world, of_credits=False)

    assert done.count(True) == 10
    assert (balance(world).points, balance(world).used_points) == (0, 100_000)
    assert sorted(total for case, _, _, total in changes(world) if case == "C") == sorted(
        f"{left}.00" for left in range(0, 1000, 100)
    )
    assert differences(world) == []


@pytest.mark.both_stores
def test_credits_at_once_never_overdraw(world: World) -> None:
    join(world)
    do(world, lambda call: credit_ledger.add(call, "haneul", Decimal(1000), case="G"))

    done = _at_once(world, of_credits=True)

    assert done.count(True) == 10
    assert balance(world).credits == 0
    assert differences(world) == []
