"""Commands that explain figures of reports, and list paid orders without a visit."""

from datetime import datetime
from typing import TYPE_CHECKING

import click

from openmall.cli import output, refused
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.analytics.reports.explanation import Behind
    from openmall.analytics.reports.reconciliation import Reconciled
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation


@click.command("explain")
@click.argument("report")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall it is of.")
@click.option("--shop-no", default=1, show_default=True, help="The shop it is of.")
@click.option("--start", required=True, metavar="DATE", help="First day of the report.")
@click.option("--end", required=True, metavar="DATE", help="Its last day.")
@click.option(
    "--device",
    type=click.Choice(("pc", "mobile", "total")),
    default="total",
    show_default=True,
    help="As device_type.",
)
@click.option(
    "--row",
    "rows",
    multiple=True,
    metavar="FIELD=VALUE",
    help="Which row of it, by the fields it goes by, as answered. Repeatable; else all rows.",
)
@click.option(
    "--limit", default=100, show_default=True, type=click.IntRange(1, 100_000), help="Most facts."
)
@command
def explain(
    report: str,
    mall_id: str,
    shop_no: int,
    start: str,
    end: str,
    device: str,
    rows: tuple[str, ...],
    limit: int,
) -> "Work":
    """Show the facts behind the figures of REPORT, the path of an operation of the analytics API.

    \b
    Example:
      openmall analytics explain visitpaths/adsales --mall myshop --start 2026-11-01 \\
          --end 2026-11-30 --row ad=kite-search
    """

    from openmall.analytics.engine.engine import EngineAway, TooLong
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.analytics.reports import explanation
    from openmall.analytics.reports.registry import REPORTS
    from openmall.analytics.reports.report_structs import takes
    from openmall.contract.errors import Invalid

    found = REPORTS.get(report.strip("/"))
    if found is None:
        raise click.UsageError(f"there is no report {report!r}: {', '.join(REPORTS)}")
    query = {
        "mall_id": mall_id,
        "shop_no": shop_no,
        "start_date": start,
        "end_date": end,
        "device_type": device,
    }
    row_values = dict(each.partition("=")[::2] for each in rows)

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        engine = engine_for_command(opened.configuration)
        try:
            params = refused.converted(query, takes(found))
            row = explanation.row_of(found, row_values)
            behind = await explanation.explain(engine, mall_id, found, params, row, most=limit)
        except Invalid as error:
            raise refused.usage(error.reason) from None
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        except (EngineAway, TooLong) as error:
            raise click.ClickException(f"the engine does not answer: {error}") from None
        finally:
            await engine.close()
        return Output(behind, "\n\n".join(map(_facts, behind)))

    return work


def _facts(behind: "Behind") -> str:
    columns = list(behind.rows[0]) if behind.rows else []
    rows = [list(each.values()) for each in behind.rows]
    head = f"{behind.table}: {len(rows):,} facts" + (", and more" if behind.more else "")
    return head + "\n" + output.table(columns, rows, empty="None.")


@click.command("reconcile")
@click.option("--mall", "mall_id", required=True, metavar="ID", help="The mall to look at.")
@click.option("--shop-no", default=1, show_default=True, help="The shop to look at.")
@click.option("--start", required=True, type=click.DateTime(["%Y-%m-%d"]), help="First day.")
@click.option("--end", required=True, type=click.DateTime(["%Y-%m-%d"]), help="Last day.")
@command
def reconcile(mall_id: str, shop_no: int, start: datetime, end: datetime) -> "Work":
    """List the paid orders that no visit is known of, and why.

    \b
    Example:
      openmall analytics reconcile --mall myshop --start 2026-11-01 --end 2026-11-30
    """
    from openmall.analytics.engine.engine import EngineAway, TooLong
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.analytics.reports import reconciliation

    first, last = start.date(), end.date()
    if last < first:
        raise click.UsageError("the end comes before the start")

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        engine = engine_for_command(opened.configuration)
        try:
            found = await reconciliation.reconcile(
                opened.database, engine, mall_id, shop_no=shop_no, first=first, last=last
            )
        except (EngineAway, TooLong) as error:
            raise click.ClickException(f"the engine does not answer: {error}") from None
        finally:
            await engine.close()
        return Output(found, _reconciled(found))

    return work


def _reconciled(found: "Reconciled") -> str:
    from openmall.analytics.reports.reconciliation import REASONS

    rows = [
        [each.order_id, each.paid_at, each.amount, REASONS[each.reason]]
        for each in found.without_visit
    ]
    lines = [f"{found.paid:,} orders were paid, {found.with_visit:,} of them with a visit."]
    columns = ("order", "paid", "amount", "why it has no visit")
    if rows:
        lines.append(output.table(columns, rows, empty=""))
    if found.unknown_sales:
        lines.append("In the facts alone: " + " ".join(found.unknown_sales))
    return "\n".join(lines)
