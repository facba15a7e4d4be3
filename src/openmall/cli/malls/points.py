"""Commands for points of customers: expire due ones now."""

from typing import TYPE_CHECKING

import click

from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation


@click.group()
def points() -> None:
    """Manage the points of customers.

    \b
    Examples:
      openmall points expire
      openmall points expire --mall myshop --json
    """


@points.command("expire")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def expire(opened: "Installation", mall_id: str | None) -> Output:
    """Let points expire that are due: by their own time, and by the settings of each shop.

    A running server does so by itself, and may go on meanwhile.

    \b
    Example:
      openmall points expire --mall myshop
    """
    from openmall.commerce.mileage.autoexpiration import expiration

    mall_ids = await opened.mall_ids(mall_id)
    report = await expiration.expire_due(opened.database, await opened.clocks(), mall_ids)
    text = f"{report.points} points of {report.customers:,} customers expired."
    return Output(report, text)
