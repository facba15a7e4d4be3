"""Which malls record their writes: the installation's setting, else the mall's own days."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import bindparam, update

from openmall.access.malls.tables import MALL
from openmall.commerce.privacy.data_subject import rules as data_subject_rules
from openmall.contract.undo import DAYS_OF_NEW_MALLS, UndoRetention
from openmall.database.statements import Statement
from tests.commerce.customer.customer_setup import do, join
from tests.commerce.undo.test_customers import kept
from tests.world import World

_SET = Statement(
    update(MALL).where(MALL.c.mall_id == bindparam("mall_id")).values(undo_days=bindparam("days")),
)


@pytest.fixture(autouse=True)
def recorded(world: World) -> Iterator[UndoRetention]:
    """The installation's retention, which sets no days at first."""
    undo: UndoRetention = world.stage.app.undo
    undo.days = None
    yield undo
    undo.days = None


def set_days(world: World, days: int | None) -> None:
    """Set a mall's own days, as those of a mall that was created with them."""

    async def run() -> None:
        async with world.stage.app.database.writing(world.mall_id) as db:
            await db.run(_SET, days=days)
        await world.stage.app.counters.invalidate_caches()

    world.stage.run(run)


def writes(world: World) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = world.get("writes")["writes"]
    return found


@pytest.mark.parametrize(
    ("installation", "mall", "days"),
    [
        (None, None, 0), (None, 0, 0), (None, 30, 30),
        (0, None, 0), (0, 30, 0),
        (7, None, 7), (7, 0, 7), (7, 30, 7),
    ],
)  # fmt: skip
def test_the_setting_wins_over_the_days_of_the_mall(
    installation: int | None, mall: int | None, days: int
) -> None:
    found = UndoRetention(days=installation, megabytes=1).of_mall(mall)

    assert (found.days or 0, found.bytes) == (days, 1_000_000)
    assert found.of_mall(99).days == found.days  # what was resolved stays


def test_a_write_is_kept_for_the_days_of_its_mall_and_undone(world: World) -> None:
    set_days(world, DAYS_OF_NEW_MALLS)
    number = world.product(price="12000")["product_no"]
    world.put(f"products/{number}", price="9900")

    newest = writes(world)[0]
    undone = world.post(f"writes/{newest['write_no']}/undo")

    assert newest["state"] == "open"
    assert undone["write"]["reverted"] > 0
    assert world.get(f"products/{number}")["product"]["price"] == "12000.00"


def test_an_explicit_0_switches_the_days_of_a_mall_off(
    world: World, recorded: UndoRetention
) -> None:
    set_days(world, DAYS_OF_NEW_MALLS)
    recorded.days = 0

    world.product()

    assert writes(world) == []


def test_an_erasure_takes_what_a_mall_recorded_of_the_customer(world: World) -> None:
    set_days(world, DAYS_OF_NEW_MALLS)
    join(world, "hana")
    world.put("customersprivacy/hana", city="Bada")
    before = kept(world)

    do(world, lambda call: data_subject_rules.erase(call, "hana"))

    assert (before, kept(world)) == (1, 0)


def test_a_mall_of_before_records_nothing(world: World) -> None:
    world.product()

    assert writes(world) == []
