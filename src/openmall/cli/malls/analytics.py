"""Commands for analytics: make facts, ship them, maintain the engine."""

from typing import TYPE_CHECKING

import click

from openmall.cli.command import command, command_with
from openmall.cli.malls import reports
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.configuration import Configuration


@click.group()
def analytics() -> None:
    """Process and maintain the data of visitors.

    \b
    Examples:
      openmall analytics sessionise
      openmall analytics sessionise --mall myshop --now
      openmall analytics tidy
      openmall analytics explain visitpaths/adsales --mall myshop --start 2026-11-01 \\
          --end 2026-11-30 --row ad=kite-search
      openmall analytics reconcile --mall myshop --start 2026-11-01 --end 2026-11-30
    """


analytics.add_command(reports.explain)
analytics.add_command(reports.reconcile)


@analytics.command("sessionise")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@click.option("--now", is_flag=True, help="Wait for nothing that may still be told.")
@command
async def sessionise(
    opened: "Installation", configuration: "Configuration", mall_id: str | None, now: bool
) -> Output:
    """Make facts of what was told and had its time, and give them to the engine.

    `openmall serve` does so every few seconds by itself. With --now, what is told later and
    happened before is late.

    \b
    Example:
      openmall analytics sessionise --mall myshop --now
    """
    from openmall.analytics.engine import fact_shipment
    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.analytics.sessionising.imported_sales import record_imported_sales
    from openmall.analytics.sessionising.sessioniser import EVERYTHING, Sessioniser, buyers_key
    from openmall.database.seal import configured_seal

    mall_ids = await opened.mall_ids(mall_id)
    lateness = EVERYTHING if now else configuration.analytics_lateness
    key = buyers_key(configured_seal(configuration))
    sessions = Sessioniser(opened.database, opened.clock, lateness=lateness, key=key)
    imported = [await record_imported_sales(opened.database, each, key=key) for each in mall_ids]
    events = sum([await sessions.finish(each) for each in mall_ids])
    engine = engine_for_command(configuration)
    try:
        batches = [await fact_shipment.ship(opened.database, engine, each) for each in mall_ids]
    except EngineAway as away:
        raise click.ClickException(f"the facts wait, the engine is away: {away}") from None
    finally:
        await engine.close()
    counts = {"events": events, "imported": sum(imported), "batches": sum(batches)}
    return Output(
        counts,
        f"{counts['events']:,} events and {counts['imported']:,} imported sales were done, "
        f"{counts['batches']:,} batches of facts kept.",
    )


@analytics.command("tidy")
@command
async def tidy(opened: "Installation", configuration: "Configuration") -> Output:
    """Sort and compact the facts of the months that have changed.

    `openmall serve` does so every ten minutes by itself.

    \b
    Example:
      openmall analytics tidy
    """
    from openmall.analytics.engine.opening import engine_for_command

    engine = engine_for_command(configuration)
    try:
        await engine.tidy()
    finally:
        await engine.close()
    return Output({"tidied": True}, "The facts are in order.")


@analytics.command("own")
@click.option("--with-parent", type=int, metavar="PID", help="Leave when this parent is gone.")
@command_with("data_dir", "analytics_seconds", "analytics_memory")
def own(configuration: "Configuration", with_parent: int | None) -> None:
    """Own the file of facts, and answer the workers' questions about it.

    `openmall serve` begins this by itself; there can be one for a data directory.

    \b
    Example:
      openmall analytics own --data-dir /var/lib/openmall
    """
    import duckdb

    from openmall.analytics.engine import owner

    try:
        owner.own(configuration, parent=with_parent)
    except (duckdb.Error, OSError) as error:
        raise click.ClickException(f"cannot own the facts: {error}") from None
