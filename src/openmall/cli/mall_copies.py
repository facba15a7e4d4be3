"""Takes a mall out of an installation, once it is elsewhere or nobody wants it any more."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, settings

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.copies.mall import MallRemoved


@click.command()
@click.argument("mall_id")
@click.option("--yes", is_flag=True, help="Do not ask.")
@settings.where
def remove(mall_id: str, yes: bool, as_json: bool, **given: Any) -> None:
    """Remove the mall MALL_ID for ever: its rows, pictures, and what visitors did.

    From the first moment nobody is served. What was stopped is called again. Make a copy before:
    openmall backup create FILE --mall MALL_ID.
    """
    import msgspec

    from openmall.analytics.engine.engine import EngineAway
    from openmall.analytics.engine.opening import engine_for_command
    from openmall.cli import installation
    from openmall.contract.pictures import PicturesAway
    from openmall.copies import mall
    from openmall.files.opening import open_store

    configuration = settings.configured(**given)
    if not yes:
        typed = click.prompt(f"Type {mall_id} to remove it for ever", err=True)
        if typed != mall_id:
            raise click.Abort

    async def work(opened: "Installation") -> "MallRemoved":
        if not await mall.is_there(opened.database, mall_id):
            raise click.ClickException(f"there is no mall {mall_id!r}")
        engine = engine_for_command(configuration)
        try:
            with output.progress("Removing", as_json=as_json) as watch:
                return await mall.remove(
                    opened.database,
                    mall_id,
                    pictures=open_store(configuration),
                    engine=engine,
                    announce=opened.counters.bump,
                    watch=watch,
                )
        finally:
            await engine.close()

    try:
        removed = installation.run(configuration, work)
    except (PicturesAway, EngineAway) as error:
        raise click.ClickException(str(error)) from None
    output.show(removed, as_json=as_json, text=output.facts(msgspec.structs.asdict(removed)))
