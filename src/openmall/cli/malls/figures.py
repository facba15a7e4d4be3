"""Commands for the sales figures of orders: rebuild them."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation


@click.group()
def figures() -> None:
    """Manage the figures behind reports of sales.

    \b
    Examples:
      openmall figures rebuild
      openmall figures rebuild --mall myshop --json
    """


@figures.command("rebuild")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def rebuild(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Count anew what orders brought in, from the orders themselves.

    For after `openmall verify orders` found figures that differ. Writes to a mall wait meanwhile.

    \b
    Example:
      openmall figures rebuild --mall myshop
    """
    from openmall.commerce.order.reporting.verification import rules as order_verification_rules

    mall_ids = await opened.mall_ids(mall_id)
    with output.progress("Counting", as_json=as_json) as progress:
        rebuilt = await order_verification_rules.rebuild(
            opened.database, await opened.clocks(), mall_ids, progress=progress
        )
    return Output({"orders": rebuilt}, f"{rebuilt:,} orders were counted.")
