"""Rebuilds the index of product names."""

from typing import TYPE_CHECKING

import click

from openmall.cli import output
from openmall.cli.command import command
from openmall.cli.output import Output

if TYPE_CHECKING:
    from openmall.cli.installation import Installation


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
@command
async def products(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Make anew the index products are found by when a part of their name is asked for.

    For after manual changes of the store's tables. A running server may go on;
    after a stop midway every product is still found.

    \b
    Example:
      openmall reindex products --mall myshop
    """
    from openmall.commerce.product.products import name_reindex

    names = await opened.mall_ids(mall_id)
    directory = opened.directory()
    malls = [mall for name in names if (mall := await directory.mall(name)) is not None]
    with output.progress("Reading names", as_json=as_json) as progress:
        result = await name_reindex.reindex(opened.database, malls, progress=progress)
    text = f"{result.products:,} products are found by their names."
    return Output(result, text)
