"""Commands for the partner programme."""

from typing import TYPE_CHECKING

import click

from openmall.cli.command import command
from openmall.cli.output import Output
from openmall.cli.partner import products, projection, shops

if TYPE_CHECKING:
    from openmall.cli.installation import Installation


@click.group()
def partner() -> None:
    """Manage the partner programme: its shops, and the data that partners read.

    Every product that a shop of the programme displays and sells is listed by itself.

    \b
    Examples:
      openmall partner shop enrol --mall myshop --score 85 --category D10/D1010 --tag linen
      openmall partner category map 3 C10/C1010/C101010 --mall myshop
      openmall partner rebuild
    """


for group in (shops.shop, products.category, products.product):
    partner.add_command(group)


@partner.command()
@click.option("--mall", "mall_id", help="Only this mall.")
@command
async def rebuild(opened: "Installation", mall_id: str | None, as_json: bool) -> Output:
    """Make anew what partners read, from what the malls have.

    It keeps up by itself; this mends a store that was changed by other means.

    \b
    Example:
      openmall partner rebuild --json
    """
    from openmall.commerce.partner_projection import enrolment

    async with opened.database.reading("") as db:
        malls = sorted({each.store_id for each in await enrolment.every(db)})
    if mall_id is not None and mall_id not in malls:
        raise ValueError(f"no shop of {mall_id!r} takes part")
    counts = {}
    with projection.progress(quiet=as_json) as progress:
        for each in malls if mall_id is None else [mall_id]:
            counts[each] = await projection.rebuild_projection(opened, each, progress)
    total = sum(counts.values())
    facts = {"malls": len(counts), "products": total}
    text = f"{len(counts):,} malls, {total:,} products were looked through."
    return Output(facts, text)
