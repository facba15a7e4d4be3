"""Commands for orders: apply due state transitions now."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.order.scheduled_transitions.rules import Report


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
@setting_options.installation_options
def tidy(mall_id: str | None, as_json: bool, **options: Any) -> None:
    """Call off, deliver and confirm every order whose time has come, as its shop's settings say.

    A running server does so by itself every minute, and may go on meanwhile.

    \b
    Example:
      openmall orders tidy --mall myshop
    """
    from openmall.access.oauth.directory import Directory
    from openmall.cli import installation
    from openmall.commerce.order.scheduled_transitions import rules as scheduled_transition_rules

    async def work(opened: "Installation") -> "Report":
        directory = Directory(opened.database, opened.clock, lambda: 0)
        return await scheduled_transition_rules.move_due_orders(
            opened.database,
            await opened.clocks(),
            directory.mall,
            await opened.mall_ids(mall_id),
            most=1_000_000,
        )

    report = installation.run(setting_options.configuration_from(**options), work)
    text = (
        f"{report.canceled:,} orders were canceled, {report.delivered:,} are delivered, "
        f"{report.confirmed:,} are confirmed."
    )
    output.show(report, as_json=as_json, text=text)
