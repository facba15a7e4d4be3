"""Reports add up more than a row of the store holds."""

from decimal import Decimal

from sqlalchemy import bindparam, insert

from openmall.commerce.order.figures.tables import SALES, SALES_FIGURES
from openmall.database.session import Session
from openmall.database.statements import Statement
from tests.world import NOVEMBER_2026, World

TODAY = {"start_date": "2026-11-21", "end_date": "2026-11-21"}
_ADD = Statement(insert(SALES).values({c.name: bindparam(c.name) for c in SALES.c}))


def test_reports_add_up_more_than_a_row_holds(world: World) -> None:
    hour = int(NOVEMBER_2026)
    figures = dict.fromkeys(SALES_FIGURES, 3_000_000_000_000_000_000)

    async def add(db: Session) -> None:
        for at in range(1, 6):
            await db.run(
                _ADD, shop_no=1, hour=hour, methods=f"m{at}", gateway="", entry_no=0, **figures
            )

    if world.stage.app.database.dialect == "sqlite":
        figures = dict.fromkeys(SALES_FIGURES, 1_000_000_000_000_000_000)
    world.in_transaction(add)

    [found] = world.get("reports/hourlysales", **TODAY)["hourlysales"]
    [dashboard] = world.get("dashboard")["dashboard"]

    assert Decimal(found["order_price_amount"]) * 100 == 5 * figures["order_price_amount"]
    assert dashboard["daily_sales_stats"]
