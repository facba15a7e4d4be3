"""What belongs to a product and to nothing else: it goes when the product goes."""

from typing import Final

from sqlalchemy import bindparam, delete

from openmall.areas.personal.carts import tables as carts
from openmall.areas.personal.wishlist import tables as wishlist
from openmall.areas.product import hits, memos, seo
from openmall.areas.product.bundles import tables as bundles
from openmall.areas.product.customproperties import store as customproperties
from openmall.contract.call import Call
from openmall.database.statements import Statement

_TABLES: Final = (
    seo.SEO,
    memos.MEMO,
    hits.HIT,
    hits.HIT_OF_DAY,
    customproperties.VALUE,
    bundles.SALES,
    bundles.PART,
    carts.LINE,
    wishlist.WISH,
)

_REMOVE: Final = tuple(
    Statement(
        delete(table).where(
            table.c.mall_id == bindparam("mall_id"),
            table.c.product_no == bindparam("product_no"),
        )
    )
    for table in _TABLES
)


async def remove(call: Call, product_no: int) -> None:
    """Remove what belongs to a product, in every language.

    To be called once the product's own row is gone: whoever adds to a product locks that first.
    """
    for statement in _REMOVE:
        await call.db.run(statement, product_no=product_no)
