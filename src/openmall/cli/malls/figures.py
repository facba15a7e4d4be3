"""Commands for the sales figures of orders: rebuild them."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

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
@setting_options.installation_options
def rebuild(mall_id: str | None, as_json: bool, **options: Any) -> None:
    """Count anew what orders brought in, from the orders themselves.

    For after `openmall verify orders` found figures that differ. Writes to a mall wait meanwhile.
    """
    from openmall.cli import installation
    from openmall.commerce.order.reporting.verification import rules as order_verification_rules

    async def work(opened: "Installation") -> int:
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Counting", as_json=as_json) as progress:
            return await order_verification_rules.rebuild(
                opened.database, await opened.clocks(), mall_ids, progress=progress
            )

    rebuilt = installation.run(setting_options.configuration_from(**options), work)
    output.show({"orders": rebuilt}, as_json=as_json, text=f"{rebuilt:,} orders were counted.")
