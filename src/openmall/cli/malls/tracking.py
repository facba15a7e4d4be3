"""Commands for the tracking setting of a shop."""

from typing import Any

import click

from openmall.cli import output, setting_options, shop_call


@click.command()
@click.argument("mall_id")
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")
@setting_options.installation_options
def tracking(
    mall_id: str, changes: tuple[str, ...], shop_no: int, as_json: bool, **options: Any
) -> None:
    """Look at, or change, how a shop tells its visitors apart.

    respect_do_not_track: T, a browser that says DNT or GPC keeps nothing; F, all are told apart.

    \b
    Example:
      openmall mall tracking myshop respect_do_not_track=F
    """
    from openmall.analytics.collecting.setting import TrackingSetting

    facts = shop_call.update_settings(
        TrackingSetting, changes, mall_id, shop_no, "tracking", **options
    )
    output.show(facts, as_json=as_json, text=output.facts(facts))
