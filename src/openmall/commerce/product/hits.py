"""Views of a product in the storefront, counted for each language of the mall.

A view is counted in memory and written with all others of a few seconds (`contract/tally.py`): the
shopper's call stays a read, the count is a few seconds behind, and a killed worker loses the views
of those seconds. The views of the last days are also stored for each day, for displays sorted by
views. Specification: "Products hits".
"""

from typing import Final

from sqlalchemy import BigInteger, ColumnElement, Index, Table, bindparam, delete, select

from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.contract.moments import PLATFORM_ZONE
from openmall.contract.operation import count
from openmall.contract.params import EntityNo, ShopParams
from openmall.contract.scopes import READ_PRODUCT
from openmall.contract.tally import Key
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import number, shop_table
from openmall.database.session import Session
from openmall.database.statements import Statement
from openmall.database.undo_policies import VIEWS_LOST

HIT: Final = shop_table(
    "product_hit",
    number("product_no"),
    number("shop_no"),
    number("hits"),
    backup=WITH_MALL,
    undo=VIEWS_LOST,
    personal_data=no_personal_data("sums over the orders of many"),
    deleted_with=("product",),
    key=("product_no", "shop_no"),
)
Index("ix_product_hit_order", HIT.c.mall_id, HIT.c.shop_no, HIT.c.hits, HIT.c.product_no)

HIT_OF_DAY: Final = shop_table(
    "product_hit_day",
    number("product_no"),
    number("shop_no"),
    number("day"),
    number("hits"),
    backup=WITH_MALL,
    undo=VIEWS_LOST,
    personal_data=no_personal_data("sums over the orders of many"),
    deleted_with=("product",),
    key=("product_no", "shop_no", "day"),
)
"""Daily views of the last days only. `day`: days since 1970-01-01 at +09:00."""
Index(
    "ix_product_hit_day_day",
    HIT_OF_DAY.c.mall_id,
    HIT_OF_DAY.c.shop_no,
    HIT_OF_DAY.c.day,
    HIT_OF_DAY.c.product_no,
)
DAYS_KEPT: Final = 30
"""Days before today for which daily views are stored: the longest period of a display."""

_A_DAY: Final = 86_400
_ZONE: Final = int(PLATFORM_ZONE.utcoffset(None).total_seconds())
_HITS: Final = bindparam("hits", type_=BigInteger())
_DAY: Final = bindparam("day", type_=BigInteger())
_GET: Final = Statement(
    select(HIT.c.hits).where(
        HIT.c.mall_id == bindparam("mall_id"),
        HIT.c.product_no == bindparam("product_no"),
        HIT.c.shop_no == bindparam("shop_no"),
    )
)


def _adding(table: Table, **more: ColumnElement[int]) -> Statement:
    """Return the statement that adds hits to a product's count; `more`: the rest of its key."""
    product = (PRODUCT.c.mall_id, PRODUCT.c.product_no, PRODUCT.c.shop_no)
    return Statement(
        # only to a product that is still there, and is not deleted before this is committed
        lambda insert: (
            insert(table)
            .from_select(
                ["mall_id", "product_no", "shop_no", *more, "hits"],
                select(*product, *more.values(), _HITS)
                .where(*(column == bindparam(column.name) for column in product))
                .with_for_update(read=True, key_share=True),
            )
            .on_conflict_do_update(
                index_elements=["mall_id", "product_no", "shop_no", *more],
                set_={"hits": table.c.hits + _HITS},
            )
        )
    )


_ADD: Final = _adding(HIT)
_ADD_OF_DAY: Final = _adding(HIT_OF_DAY, day=_DAY)
_DELETE_DAYS: Final = Statement(
    delete(HIT_OF_DAY).where(
        HIT_OF_DAY.c.mall_id == bindparam("mall_id"),
        HIT_OF_DAY.c.product_no == bindparam("product_no"),
        HIT_OF_DAY.c.shop_no == bindparam("shop_no"),
        HIT_OF_DAY.c.day < bindparam("oldest"),
    )
)


class HitQuery(ShopParams, frozen=True, kw_only=True):
    product_no: EntityNo


def count_hit(call: Call, product_no: int) -> None:
    """Count a view of a product in the call's shop, in memory only."""
    call.tally.add(
        call.mall.mall_id, _keep, {(product_no, call.shop_no, day_of(call.clock.now())): 1}
    )


def day_of(now: float) -> int:
    """Return the day at +09:00 in which a moment lies, as `HIT_OF_DAY` numbers it."""
    return int(now + _ZONE) // _A_DAY


async def _keep(db: Session, counted: dict[Key, int]) -> None:
    # in order, so that two workers never wait for each other
    for (product_no, shop_no, day), hits in sorted(counted.items()):
        product = {"product_no": product_no, "shop_no": shop_no}
        await db.run(_ADD, **product, hits=hits)
        await db.run(_ADD_OF_DAY, **product, day=day, hits=hits)
        await db.run(_DELETE_DAYS, **product, oldest=day - DAYS_KEPT)


async def retrieve(call: Call, params: HitQuery) -> int:
    """Retrieve a count of a product's views in the storefront."""
    await product_store.require(call, params.product_no)
    row = await call.db.one(_GET, product_no=params.product_no, shop_no=call.shop_no)
    return row[0] if row else 0


OPERATIONS = [
    count(
        "products/{product_no}/hits/count",
        retrieve,
        takes=HitQuery,
        scope=READ_PRODUCT,
    ),
]
