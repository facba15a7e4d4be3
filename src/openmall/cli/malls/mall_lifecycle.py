"""Commands that close a mall, reopen it, and remove it once it is served elsewhere."""

import asyncio
from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.command import Work
    from openmall.cli.installation import Installation
    from openmall.cli.output import Fact
    from openmall.configuration import Configuration


@click.command()
@click.argument("mall_id")
@click.option(
    "--notice",
    default="The shop is closed for a while.",
    show_default=True,
    help="The message that visitors get.",
)
@command
def close(mall_id: str, notice: str) -> "Work":
    """Close the mall MALL_ID: calls are answered 503, and no webhooks are sent.

    Returns when every machine has heard of it and calls under way had time to end: from then on
    nothing of it changes, and a copy is the last word.

    \b
    Example:
      openmall mall close myshop --notice "We are moving, and back at noon."
    """
    from openmall.access.malls import rules as mall_rules
    from openmall.access.oauth.directory import LIFETIME

    if not notice.strip():
        raise click.UsageError("--notice says something")

    async def work(opened: "Installation") -> Output:
        await opened.require_mall(mall_id)
        clock = await opened.clock_of(mall_id)
        await mall_rules.close(opened.database, clock, mall_id, notice=notice)
        await opened.counters.invalidate_caches()
        await asyncio.sleep(LIFETIME + 1)
        closed: dict[str, Fact] = {"mall_id": mall_id, "closed": True, "notice": notice}
        return Output(closed, f"The mall {mall_id} is closed.")

    return work


@click.command("open")
@click.argument("mall_id")
@command
async def reopen(opened: "Installation", mall_id: str) -> Output:
    """Open the mall MALL_ID again after it was closed.

    \b
    Example:
      openmall mall open myshop
    """
    from openmall.access.malls import rules as mall_rules

    await opened.require_mall(mall_id)
    was_closed = await mall_rules.reopen(opened.database, mall_id)
    await opened.counters.invalidate_caches()
    if not was_closed:
        raise click.ClickException(f"the mall {mall_id} is not closed")
    return Output({"mall_id": mall_id, "closed": False}, f"The mall {mall_id} is open.")


@click.command()
@click.argument("mall_id")
@click.option("--yes", is_flag=True, help="Do not ask.")
@command
def remove(configuration: "Configuration", mall_id: str, yes: bool, as_json: bool) -> "Work":
    """Remove the mall MALL_ID for ever: its rows, pictures, and what visitors did.

    The mall is not served from the start on. Repeat the command after an interruption. Make a
    backup before: openmall backup create FILE --mall MALL_ID.

    \b
    Example:
      openmall mall remove myshop
    """
    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.contract.pictures import PicturesAway
    from openmall.media.store_factory import open_store
    from openmall.transfer.backup import mall

    if not yes:
        typed = click.prompt(f"Type {mall_id} to remove it for ever", err=True)
        if typed != mall_id:
            raise click.Abort

    async def work(opened: "Installation") -> Output:
        if not await mall.exists(opened.database, mall_id):
            raise click.ClickException(f"there is no mall {mall_id!r}")
        engine = engine_for_command(configuration)
        try:
            with output.progress("Removing", as_json=as_json) as report_progress:
                removed = await mall.remove(
                    opened.database,
                    mall_id,
                    pictures=open_store(configuration),
                    engine=engine,
                    announce=opened.counters.invalidate_caches,
                    report_progress=report_progress,
                )
        except (PicturesAway, EngineAway) as error:
            raise click.ClickException(str(error)) from None
        finally:
            await engine.close()
        return output.of_struct(removed)

    return work
