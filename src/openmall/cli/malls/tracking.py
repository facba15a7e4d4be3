"""Commands for the tracking setting of a shop."""

from typing import TYPE_CHECKING

import click

from openmall.cli import shop_call
from openmall.cli.command import in_shop

if TYPE_CHECKING:
    from openmall.cli.command import ShopWork


@click.command()
@click.argument("mall_id")
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")
@in_shop("tracking", "tracking settings")
def tracking(changes: tuple[str, ...]) -> "ShopWork":
    """Look at, or change, how a shop tells its visitors apart.

    respect_do_not_track: T, a browser that says DNT or GPC keeps nothing; F, all are told apart.

    \b
    Example:
      openmall mall tracking myshop respect_do_not_track=F
    """
    from openmall.analytics.collecting.setting import TrackingSetting

    return shop_call.settings_update(TrackingSetting, changes, "tracking")
