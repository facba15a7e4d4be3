"""Sales of imported orders are in the reports, without a visit, and add up to the daily sales."""

import asyncio
from datetime import date
from decimal import Decimal
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from openmall.analytics.engine import fact_shipment
from openmall.analytics.reports.reconciliation import reconcile
from openmall.analytics.sessionising.imported_sales import record_imported_sales
from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser
from openmall.cli.malls.analytics import analytics
from openmall.transfer.imports.orders import Orders
from openmall.transfer.imports.reading import Source
from tests.analytics.reports.test_wire import ask
from tests.commerce.order.claim_setup import claim
from tests.transfer.imports.import_commands import where
from tests.transfer.imports.order_files import bring_in
from tests.world import World

PERIOD = {"start_date": "2026-06-01", "end_date": "2026-06-30"}


def file_of(folder: Path, *orders: tuple[str, str, str, int]) -> Path:
    """Write orders, each as number, moment, price of a unit and quantity."""
    rows = [
        {
            "order_no": number,
            "ordered_at": at,
            "member_id": "hana",
            "items": [{"code": "C-1", "name": "Cup", "quantity": quantity, "price": price}],
        }
        for number, at, price, quantity in orders
    ]
    file = folder / "sales.jsonl"
    file.write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
    return file


def two_orders(folder: Path) -> Path:
    return file_of(
        folder, ("1", "2026-06-01 09:00:00", "9.50", 2), ("2", "2026-06-02 10:30:00", "5", 1)
    )


def ship(world: World) -> None:
    app = world.stage.app
    world.stage.run(lambda: fact_shipment.ship(app.database, world.stage.engine, world.mall_id))


def reported(world: World) -> tuple[int, Decimal]:
    """Return number and amount of the sales by hour of day."""
    ship(world)
    rows = ask(world, "sales/times", **PERIOD).json()["times"]
    return (
        sum(int(row["order_count"]) for row in rows),
        sum((Decimal(row["order_amount"]) for row in rows), Decimal(0)),
    )


def reasons(world: World) -> list[str]:
    """Return why paid orders have no visit."""

    async def work() -> list[str]:
        found = await reconcile(
            world.stage.app.database, world.stage.engine, world.mall_id,
            shop_no=1, first=date(2026, 6, 1), last=date(2026, 6, 30),
        )  # fmt: skip
        return [each.reason for each in found.without_visit]

    return world.stage.run(work)


def financial(world: World) -> tuple[int, Decimal]:
    """Return number and amount of the daily sales."""
    world.stage.forget_counts()
    rows = world.get("financials/dailysales", **PERIOD)["dailysales"]
    return (
        sum(int(row["sales_count"]) for row in rows),
        sum((Decimal(row["payment_amount"]) for row in rows), Decimal(0)),
    )


def import_as_before(world: World, file: Path) -> None:
    """Import orders without facts of their sales, as the command did once."""
    app = world.stage.app

    async def work() -> None:
        mall = await app.directory.mall(world.mall_id)
        assert mall is not None
        source = Source(file, format_="jsonl")
        await Orders(app.database, mall, world.stage.clock, source, "jsonl").run()
        source.close()

    world.stage.run(work)


def test_reports_add_up_to_the_daily_sales(world: World, tmp_path: Path) -> None:
    bring_in(world, two_orders(tmp_path))

    assert reported(world) == financial(world) == (2, Decimal("24.00"))
    assert reasons(world) == ["no browser", "no browser"]


def test_a_second_import_counts_nothing_twice(world: World, tmp_path: Path) -> None:
    file = two_orders(tmp_path)
    bring_in(world, file)
    bring_in(world, file)

    assert reported(world) == (2, Decimal("24.00"))


def test_orders_imported_before_are_counted_by_the_command(world: World, tmp_path: Path) -> None:
    import_as_before(world, two_orders(tmp_path))
    assert reasons(world) == ["waiting", "waiting"]

    arguments = ["sessionise", "--now", "--json", *where(world)]
    for imported in (2, 0):
        result = CliRunner().invoke(analytics, arguments, standalone_mode=False)
        assert result.exception is None, result.exception
        assert msgspec.json.decode(result.stdout)["imported"] == imported


def test_a_refund_afterwards_does_not_sell_the_order_again(world: World, tmp_path: Path) -> None:
    bring_in(world, two_orders(tmp_path))
    claim(world, "20260601-0000001", "return", "returned", (1, 2))
    app = world.stage.app

    async def sessionise() -> None:
        await Sessioniser(app.database, world.stage.clock, lateness=EVERYTHING).finish(
            world.mall_id
        )

    world.stage.run(sessionise)

    assert reported(world) == (2, Decimal("24.00"))


@pytest.mark.both_stores
def test_two_processes_count_an_order_once(world: World, tmp_path: Path) -> None:
    import_as_before(world, two_orders(tmp_path))
    database = world.stage.app.database

    async def both() -> list[int]:
        return await asyncio.gather(
            *(record_imported_sales(database, world.mall_id, key=b"") for _ in range(2))
        )

    assert sum(world.stage.run(both)) == 2
    assert reported(world) == (2, Decimal("24.00"))
