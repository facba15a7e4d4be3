"""Checks of what malls keep: the stock of every variant against its ledger."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, settings

if TYPE_CHECKING:
    from openmall.areas.product.stock.verifying import Report
    from openmall.cli.installation import Installation


@click.group()
def verify() -> None:
    """Check what malls keep against their own records.

    \b
    Examples:
      openmall verify stock
      openmall verify stock --mall myshop --json
    """


@verify.command("stock")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@settings.where
def stock(mall_id: str | None, as_json: bool, **given: Any) -> int:
    """Recompute every quantity from the ledger of stock; exit with 1 when one differs.

    A running server may go on selling meanwhile.
    """
    from openmall.areas.product.stock import verifying
    from openmall.cli import installation
    from openmall.malls import rules

    async def work(opened: "Installation") -> "Report":
        if mall_id is not None:
            mall_ids = [(await opened.require_mall(mall_id)).mall_id]
        else:
            mall_ids = [each.mall_id for each in await rules.every(opened.database)]
        with output.share("Counting", as_json=as_json) as progress:
            return await verifying.verify(opened.database, mall_ids, progress=progress)

    report = installation.run(settings.configured(**given), work)
    rows = [
        (each.mall_id, each.product_no, each.variant_code, each.quantity, each.ledger)
        for each in report.differences
    ]
    columns = ("mall_id", "product_no", "variant_code", "quantity", "ledger")
    text = output.table(
        columns, rows, empty=f"{report.variants:,} variants have what their ledger says."
    )
    output.show(report, as_json=as_json, text=text)
    return 1 if report.differences else 0
