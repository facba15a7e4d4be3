"""Commands for points of customers: expire due ones now."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.mileage.autoexpiration.expiration import Report


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
@setting_options.installation_options
def expire(mall_id: str | None, as_json: bool, **options: Any) -> None:
    """Let points expire that are due: by their own time, and by the settings of each shop.

    A running server does so by itself, and may go on meanwhile.

    \b
    Example:
      openmall points expire --mall myshop
    """
    from openmall.cli import installation
    from openmall.commerce.mileage.autoexpiration import expiration

    async def work(opened: "Installation") -> "Report":
        mall_ids = await opened.mall_ids(mall_id)
        return await expiration.expire_due(opened.database, await opened.clocks(), mall_ids)

    report = installation.run(setting_options.configuration_from(**options), work)
    text = f"{report.points} points of {report.customers:,} customers expired."
    output.show(report, as_json=as_json, text=text)
