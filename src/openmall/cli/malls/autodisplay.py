"""Commands for displays that are filled by a rule: renew them now."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.product.autodisplay.renewal import Report


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
@setting_options.installation_options
def renew(mall_id: str | None, as_json: bool, **options: Any) -> None:
    """Let every rule that is in effect fill its display now, whatever its hours.

    A running server does so by itself at the hours of each rule, and may go on meanwhile.

    \b
    Example:
      openmall autodisplay renew --mall myshop
    """
    from openmall.cli import installation
    from openmall.commerce.product.autodisplay import renewal

    async def work(opened: "Installation") -> "Report":
        mall_ids = await opened.mall_ids(mall_id)
        with output.progress("Renewing", as_json=as_json) as progress:
            return await renewal.renew_malls(
                opened.database, await opened.clocks(), mall_ids, progress=progress
            )

    report = installation.run(setting_options.configuration_from(**options), work)
    pending = report.rules - report.renewed
    text = f"{report.renewed:,} displays were renewed, {pending:,} begin later."
    output.show(report, as_json=as_json, text=text)
