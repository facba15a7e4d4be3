"""Rebuilds the index of product names."""

from typing import TYPE_CHECKING, Any

import click

from openmall.cli import output, setting_options

if TYPE_CHECKING:
    from openmall.cli.installation import Installation
    from openmall.commerce.product.products.name_reindex import Reindexed


@click.group()
def reindex() -> None:
    """Rebuild the indexes of searches.

    \b
    Examples:
      openmall reindex products
      openmall reindex products --mall myshop --json
    """


@reindex.command("products")
@click.option("--mall", "mall_id", metavar="MALL_ID", help="Only this mall; else every one.")
@setting_options.installation_options
def products(mall_id: str | None, as_json: bool, **options: Any) -> None:
    """Make anew the index products are found by when a part of their name is asked for.

    For after manual changes of the store's tables. A running server may go on;
    after a stop midway every product is still found.
    """
    from openmall.access.malls import rules as mall_rules
    from openmall.access.oauth.directory import Directory
    from openmall.cli import installation
    from openmall.commerce.product.products import name_reindex

    async def work(opened: "Installation") -> "Reindexed":
        if mall_id is not None:
            names = [(await opened.require_mall(mall_id)).mall_id]
        else:
            names = [each.mall_id for each in await mall_rules.every(opened.database)]
        directory = Directory(opened.database, opened.clock, lambda: 0)
        malls = [mall for name in names if (mall := await directory.mall(name)) is not None]
        with output.progress("Reading names", as_json=as_json) as progress:
            return await name_reindex.reindex(opened.database, malls, progress=progress)

    result = installation.run(setting_options.configuration_from(**options), work)
    text = f"{result.products:,} products are found by their names."
    output.show(result, as_json=as_json, text=text)
