"""How often shoppers looked at a product in the storefront, in each language of the mall.

A look is counted in memory and written with all others of a few seconds (`contract/tally.py`):
the shopper's call stays a read, a count is a few seconds behind, and a worker that is killed
forgets the looks of those seconds. Specification: "Products hits".
"""

from typing import Final

from sqlalchemy import BigInteger, bindparam, select

from openmall.areas.product.products import store as products
from openmall.areas.product.products.store import PRODUCT
from openmall.contract.call import Call
from openmall.contract.operation import count
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_PRODUCT
from openmall.contract.tally import Key
from openmall.database.schema import number, shop_table
from openmall.database.session import Session
from openmall.database.statements import Statement

HIT: Final = shop_table(
    "product_hit",
    number("product_no"),
    number("shop_no"),
    number("hits"),
    key=("product_no", "shop_no"),
)

_HITS: Final = bindparam("hits", type_=BigInteger())
_GET: Final = Statement(
    select(HIT.c.hits).where(
        HIT.c.mall_id == bindparam("mall_id"),
        HIT.c.product_no == bindparam("product_no"),
        HIT.c.shop_no == bindparam("shop_no"),
    )
)
_ADD: Final = Statement(
    # only to a product that is still there, and is not deleted before this is committed
    lambda insert: (
        insert(HIT)
        .from_select(
            ["mall_id", "product_no", "shop_no", "hits"],
            select(PRODUCT.c.mall_id, PRODUCT.c.product_no, PRODUCT.c.shop_no, _HITS)
            .where(
                PRODUCT.c.mall_id == bindparam("mall_id"),
                PRODUCT.c.product_no == bindparam("product_no"),
                PRODUCT.c.shop_no == bindparam("shop_no"),
            )
            .with_for_update(read=True, key_share=True),
        )
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "shop_no"],
            set_={"hits": HIT.c.hits + _HITS},
        )
    )
)


class HitsOf(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


def count_hit(call: Call, product_no: int) -> None:
    """Count that a shopper looked at a product in the call's shop. Writes nothing yet."""
    call.tally.add(call.mall.mall_id, _keep, {(product_no, call.shop_no): 1})


async def _keep(db: Session, counted: dict[Key, int]) -> None:
    # in order, so that two workers never wait for each other
    for (product_no, shop_no), hits in sorted(counted.items()):
        await db.run(_ADD, product_no=product_no, shop_no=shop_no, hits=hits)


async def retrieve(call: Call, params: HitsOf) -> int:
    """Retrieve a count of a product's views in the storefront."""
    await products.require(call, params.product_no)
    row = await call.db.one(_GET, product_no=params.product_no, shop_no=call.shop_no)
    return row[0] if row else 0


OPERATIONS = [
    count(
        "products/{product_no}/hits/count",
        retrieve,
        takes=HitsOf,
        scope=READ_PRODUCT,
    ),
]
