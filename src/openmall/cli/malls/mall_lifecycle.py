"""Commands that close a mall, reopen it, and remove it once it is served elsewhere."""

import asyncio
from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.transfer.backup.mall import MallRemoved


@click.command()
@click.argument("mall_id")
@click.option(
    "--notice",
    default="The shop is closed for a while.",
    show_default=True,
    help="The message that visitors get.",
)
@setting_options.installation_options
def close(mall_id: str, notice: str, as_json: bool, **options: Any) -> None:
    """Close the mall MALL_ID: calls are answered 503, and no webhooks are sent.

    Returns when every machine has heard of it and calls under way had time to end: from then on
    nothing of it changes, and a copy is the last word.

    \b
    Example:
      openmall mall close myshop --notice "We are moving, and back at noon."
    """
    from openmall.access.malls import rules as mall_rules
    from openmall.access.oauth.directory import LIFETIME
    from openmall.cli import installation

    if not notice.strip():
        raise click.UsageError("--notice says something")

    async def work(opened: "Installation") -> None:
        await opened.require_mall(mall_id)
        clock = await opened.clock_of(mall_id)
        await mall_rules.close(opened.database, clock, mall_id, notice=notice)
        await opened.counters.invalidate_caches()
        await asyncio.sleep(LIFETIME + 1)

    installation.run(setting_options.configuration_from(**options), work)
    closed = {"mall_id": mall_id, "closed": True, "notice": notice}
    output.show(closed, as_json=as_json, text=f"The mall {mall_id} is closed.")


@click.command("open")
@click.argument("mall_id")
@setting_options.installation_options
def reopen(mall_id: str, as_json: bool, **options: Any) -> None:
    """Open the mall MALL_ID again after it was closed."""
    from openmall.access.malls import rules as mall_rules
    from openmall.cli import installation

    async def work(opened: "Installation") -> bool:
        await opened.require_mall(mall_id)
        was_closed = await mall_rules.reopen(opened.database, mall_id)
        await opened.counters.invalidate_caches()
        return was_closed

    if not installation.run(setting_options.configuration_from(**options), work):
        raise click.ClickException(f"the mall {mall_id} is not closed")
    opened = {"mall_id": mall_id, "closed": False}
    output.show(opened, as_json=as_json, text=f"The mall {mall_id} is open.")


@click.command()
@click.argument("mall_id")
@click.option("--yes", is_flag=True, help="Do not ask.")
@setting_options.installation_options
def remove(mall_id: str, yes: bool, as_json: bool, **options: Any) -> None:
    """Remove the mall MALL_ID for ever: its rows, pictures, and what visitors did.

    The mall is not served from the start on. Repeat the command after an interruption. Make a
    backup before: openmall backup create FILE --mall MALL_ID.
    """
    import msgspec

    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.cli import installation
    from openmall.contract.pictures import PicturesAway
    from openmall.media.store_factory import open_store
    from openmall.transfer.backup import mall

    configuration = setting_options.configuration_from(**options)
    if not yes:
        typed = click.prompt(f"Type {mall_id} to remove it for ever", err=True)
        if typed != mall_id:
            raise click.Abort

    async def work(opened: "Installation") -> "MallRemoved":
        if not await mall.exists(opened.database, mall_id):
            raise click.ClickException(f"there is no mall {mall_id!r}")
        engine = engine_for_command(configuration)
        try:
            with output.progress("Removing", as_json=as_json) as report_progress:
                return await mall.remove(
                    opened.database,
                    mall_id,
                    pictures=open_store(configuration),
                    engine=engine,
                    announce=opened.counters.invalidate_caches,
                    report_progress=report_progress,
                )
        finally:
            await engine.close()

    try:
        removed = installation.run(configuration, work)
    except (PicturesAway, EngineAway) as error:
        raise click.ClickException(str(error)) from None
    output.show(removed, as_json=as_json, text=output.facts(msgspec.structs.asdict(removed)))
