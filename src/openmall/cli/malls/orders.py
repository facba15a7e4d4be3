"""Commands for orders: apply due state transitions now."""

from typing import TYPE_CHECKING

import click

from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation


@click.group()
def orders() -> None:
    """Manage the orders of malls.

    \b
    Examples:
      openmall orders tidy
      openmall orders tidy --mall myshop --json
    """


@orders.command("tidy")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def tidy(opened: "Installation", mall_id: str | None) -> Output:
    """Call off, deliver and confirm every order whose time has come, as its shop's settings say.

    A running server does so by itself every minute, and may go on meanwhile.

    \b
    Example:
      openmall orders tidy --mall myshop
    """
    from openmall.commerce.order.scheduled_transitions import rules as scheduled_transition_rules

    report = await scheduled_transition_rules.move_due_orders(
        opened.database,
        await opened.clocks(),
        opened.directory().mall,
        await opened.mall_ids(mall_id),
        most=1_000_000,
    )
    text = (
        f"{report.canceled:,} orders were canceled, {report.delivered:,} are delivered, "
        f"{report.confirmed:,} are confirmed."
    )
    return Output(report, text)
