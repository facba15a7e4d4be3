"""Commands for displays that are filled by a rule: renew them now."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation


@click.group()
def autodisplay() -> None:
    """Manage the displays that are filled by a rule.

    \b
    Examples:
      openmall autodisplay renew
      openmall autodisplay renew --mall myshop --json
    """


@autodisplay.command("renew")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@command
async def renew(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Let every rule that is in effect fill its display now, whatever its hours.

    A running server does so by itself at the hours of each rule, and may go on meanwhile.

    \b
    Example:
      openmall autodisplay renew --mall myshop
    """
    from openmall.commerce.product.autodisplay import renewal

    mall_ids = await opened.mall_ids(mall_id)
    with output.progress("Renewing", as_json=as_json) as progress:
        report = await renewal.renew_malls(
            opened.database, await opened.clocks(), mall_ids, progress=progress
        )
    pending = report.rules - report.renewed
    text = f"{report.renewed:,} displays were renewed, {pending:,} begin later."
    return Output(report, text)
