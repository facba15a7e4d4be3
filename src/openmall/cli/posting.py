"""The command for the limits on what one address writes."""

from typing import Any

import click

from openmall.cli import output, setting_options, shop_call


@click.command()
@click.argument("mall_id")
@click.argument("changes", nargs=-1, metavar="[NAME=VALUE]...")
@click.option("--shop", "shop_no", default=1, show_default=True, help="Shop of the mall.")
@setting_options.installation_options
def posting(
    mall_id: str, changes: tuple[str, ...], shop_no: int, as_json: bool, **options: Any
) -> None:
    """Look at, or change, how often one address may write on boards and sign up in a minute.

    posts_per_minute, sign_ups_per_minute: 0 is no limit. Calls with an app's key are not counted.

    \b
    Example:
      openmall mall posting myshop posts_per_minute=20
    """
    from openmall.commerce.store.posting_limits import PostingLimits

    facts = shop_call.update_settings(
        PostingLimits, changes, mall_id, shop_no, "posting", **options
    )
    output.show(facts, as_json=as_json, text=output.facts(facts))
