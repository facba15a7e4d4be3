"""Rebuilds the name index of malls' products, in short transactions."""

from collections.abc import Callable

from msgspec import Struct

from openmall.commerce.product.products import names
from openmall.contract.call import Mall
from openmall.database.session import Database


class Reindexed(Struct, frozen=True, kw_only=True):
    """The result of a rebuild."""

    malls: int
    products: int
    """Products, counted in each language."""


async def reindex(
    database: Database, malls: list[Mall], *, progress: Callable[[float], None]
) -> Reindexed:
    """Rebuild the index of names; interrupted at any moment it leaves a correct index.

    `progress` is called with the share of the work that is done, 0 to 1.
    """
    products = 0
    for at, mall in enumerate(malls):
        async with database.reading(mall.mall_id) as db:
            blocks = await names.blocks(db)
        pieces_of_work = [(shop_no, block) for shop_no in sorted(mall.shops) for block in blocks]
        for done, (shop_no, block) in enumerate(pieces_of_work, 1):
            async with database.writing(mall.mall_id) as db:
                products += await names.renew(db, shop_no, block)
            progress((at + done / len(pieces_of_work)) / len(malls))
    return Reindexed(malls=len(malls), products=products)
