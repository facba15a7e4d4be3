"""Commands for the tracking setting of a shop."""

from typing import Any

import click

from openmall.cli import output, settings, shop


@click.command()
@click.argument("mall_id")
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")
@settings.where
def tracking(
    mall_id: str, changes: tuple[str, ...], shop_no: int, as_json: bool, **given: Any
) -> None:
    """Look at, or change, how a shop tells its visitors apart.

    respect_do_not_track: T, a browser that says DNT or GPC keeps nothing; F, all are told apart.

    \b
    Example:
      openmall mall tracking myshop respect_do_not_track=F
    """
    from openmall.analytics.collecting.setting import TrackingSetting

    kept = shop.settled(TrackingSetting, changes, mall_id, shop_no, "tracking", **given)
    output.show(kept, as_json=as_json, text=output.facts(kept))
