"""Checks of what malls keep against their ledgers: stock, coupons, points and credits."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, settings

if TYPE_CHECKING:
    from openmall.areas.product.stock.verifying import Report
    from openmall.areas.promotion.uses.shape import Difference
    from openmall.cli.installation import Installation


@click.group()
def verify() -> None:
    """Check what malls keep against their own records.

    \b
    Examples:
      openmall verify stock
      openmall verify stock --mall myshop --json
      openmall verify coupons
      openmall verify points
    """


@verify.command("stock")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@click.option("--remove-expired", is_flag=True, help="Also remove reservations whose time is over.")
@settings.where
def stock(mall_id: str | None, remove_expired: bool, as_json: bool, **given: Any) -> int:
    """Recompute every quantity from the ledger of stock; exit with 1 when one differs.

    A running server may go on selling meanwhile. Reservations whose time is over count for
    nothing; a sale of the same product removes them, and for the others there is the option.
    """
    from openmall.areas.product.stock import verifying
    from openmall.cli import installation

    async def work(opened: "Installation") -> "Report":
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Counting", as_json=as_json) as progress:
            return await verifying.verify(
                opened.database,
                opened.clock,
                mall_ids,
                remove_expired=remove_expired,
                progress=progress,
            )

    report = installation.run(settings.configured(**given), work)
    rows = [
        (each.mall_id, each.product_no, each.variant_code, each.quantity, each.ledger)
        for each in report.differences
    ]
    columns = ("mall_id", "product_no", "variant_code", "quantity", "ledger")
    text = output.table(
        columns, rows, empty=f"{report.variants:,} variants have what their ledger says."
    )
    if report.expired_reservations:
        are = "were removed" if remove_expired else "are over (--remove-expired removes them)"
        text += f"\n{report.expired_reservations:,} reservations {are}."
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0


@verify.command("coupons")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@settings.where
def coupons(mall_id: str | None, as_json: bool, **given: Any) -> int:
    """Recompute from the ledger how many coupons are issued and which are used; 1 when one differs.

    A running server may go on meanwhile.
    """
    from openmall.areas.promotion.uses import rules
    from openmall.cli import installation

    async def work(opened: "Installation") -> "dict[str, list[Difference]]":
        found = {}
        for each in await opened.mall_ids(mall_id):
            async with opened.database.reading(each) as db:
                found[each] = await rules.verify(db)
        return found

    report = installation.run(settings.configured(**given), work)
    rows = [
        (mall, each.subject, each.number, each.kept, each.ledger)
        for mall, differences in report.items()
        for each in differences
    ]
    columns = ("mall_id", "subject", "number", "kept", "ledger")
    text = output.table(columns, rows, empty="Every coupon is what its ledger says.")
    output.show(report, as_json=as_json, text=text)
    return 1 if rows else 0


@verify.command("points")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@settings.where
def points(mall_id: str | None, as_json: bool, **given: Any) -> int:
    """Recompute what customers have from the ledger of points and credits; exit with 1 when one
    differs. Amounts are shown in hundredths.

    A running server may go on meanwhile.
    """
    from openmall.areas.mileage.entries import verifying
    from openmall.cli import installation

    async def work(opened: "Installation") -> "verifying.Report":
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Adding up", as_json=as_json) as progress:
            return await verifying.verify(opened.database, mall_ids, progress=progress)

    report = installation.run(settings.configured(**given), work)
    columns = ("mall_id", "member_id", "shop_no", "what", "balance", "ledger")
    rows = [tuple(getattr(each, name) for name in columns) for each in report.differences]
    text = output.table(
        columns, rows, empty=f"{report.balances:,} balances are what their ledger says."
    )
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0
