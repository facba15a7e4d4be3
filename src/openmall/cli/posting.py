"""The command for the limits on what one address writes."""

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
@in_shop("posting", "posting settings")
def posting(changes: tuple[str, ...]) -> "ShopWork":
    """Look at, or change, how often one address may write on boards and sign up in a minute.

    posts_per_minute, sign_ups_per_minute: 0 is no limit. Calls with an app's key are not counted.

    \b
    Example:
      openmall mall posting myshop posts_per_minute=20
    """
    from openmall.commerce.store.posting_limits import PostingLimits

    return shop_call.settings_update(PostingLimits, changes, "posting")
