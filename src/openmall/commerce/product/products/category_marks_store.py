"""Statements of displays and stock on several products: lock, mark."""

from collections.abc import Iterable
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import and_, bindparam, case, exists, not_, select, update

from openmall.commerce.category.categories import category_placements
from openmall.commerce.product.products.shape import ListIcon, Product
from openmall.commerce.product.products.store import (
    FILED,
    WHOLE,
    whole,
)
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.store import USED_UP, VARIANT
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.params import Flag
from openmall.database.schema import FALSE, TRUE
from openmall.database.session import Session
from openmall.database.statements import InList, Statement

_MALL: Final = PRODUCT.c.mall_id == bindparam("mall_id")
_LOCK_SEVERAL: Final = Statement(
    select(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_MARKS: Final = Statement(
    select(PRODUCT.c.shop_no, PRODUCT.c.product_no, PRODUCT.c.listed, FILED)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
    .with_for_update()
)
_MARK: Final = Statement(
    update(PRODUCT)
    .where(
        _MALL,
        PRODUCT.c.shop_no == bindparam("shop_no"),
        PRODUCT.c.product_no == bindparam("product_no"),
    )
    .values(listed=bindparam("text"))
)
_OF_PRODUCT: Final = and_(
    VARIANT.c.mall_id == bindparam("mall_id"), VARIANT.c.product_no == PRODUCT.c.product_no
)
_USED_UP: Final = case(
    (and_(exists().where(_OF_PRODUCT), ~exists().where(_OF_PRODUCT, not_(USED_UP))), TRUE),
    else_=FALSE,
)
"""Whether every variant of a product is sold out."""
_STOCK_STATES: Final = Statement(
    select(*WHOLE, _USED_UP)
    .where(_MALL, InList(PRODUCT.c.product_no, "product_nos"))
    .order_by(PRODUCT.c.product_no, PRODUCT.c.shop_no)
)
_SET_SOLD_OUT: Final = Statement(
    update(PRODUCT)
    .where(_MALL, PRODUCT.c.product_no == bindparam("product"))
    .values(sold_out=bindparam("sold_out"), updated_date=bindparam("updated_date"))
)
_PARTS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


async def lock_several(call: Call, product_nos: list[int]) -> None:
    """Lock these products in every language until this transaction ends.

    Raises Invalid (422), naming `product_no`, for a product that does not exist.
    """
    if await lock_present(call, product_nos) != set(product_nos):
        raise Invalid("There is no such product.", parameter="product_no")


async def lock_present(call: Call, product_nos: list[int]) -> set[int]:
    """Lock those of these products that exist; return their numbers."""
    rows = await call.db.all(_LOCK_SEVERAL, product_nos=product_nos)
    return {number for number, shop_no in rows if shop_no == call.shop_no}


async def mark(call: Call, product_nos: list[int]) -> None:
    """Update the icons of products to their current category marks, in every language."""
    marked = []
    for shop_no, product_no, document, filed in await call.db.all(_MARKS, product_nos=product_nos):
        found = category_placements.read(filed)
        icon = ListIcon(
            recommend_icon=any(recommend == "T" for _, recommend, _ in found),
            new_icon=any(new == "T" for _, _, new in found),
        )
        parts = _PARTS.decode(document)
        parts.pop("list_icon", None)
        if icon != ListIcon():
            parts["list_icon"] = msgspec.Raw(msgspec.json.encode(icon))
        marked.append(
            {
                "shop_no": shop_no,
                "product_no": product_no,
                "text": msgspec.json.encode(parts).decode(),
            }
        )
    await call.db.many(_MARK, marked)


class SoldOutState(Struct, frozen=True):
    """A product as stored, and whether it is sold out by its current stock."""

    product: Product
    sold_out: Flag


async def sold_out_states(call: Call, product_nos: list[int]) -> list[SoldOutState]:
    """Return products in the call's shop, in order of their numbers.

    A product the shop does not have is returned from the mall's first shop that has it.
    """
    rows = await call.db.all(_STOCK_STATES, product_nos=product_nos)
    shop_at, number_at = 0, 1
    chosen = {}
    for row in rows:
        if row[number_at] not in chosen or row[shop_at] == call.shop_no:
            chosen[row[number_at]] = row
    return [SoldOutState(whole(row[:-1], [])[0], row[-1]) for row in chosen.values()]


async def write_sold_out(db: Session, standings: Iterable[SoldOutState], *, now: int) -> None:
    """Write whether products are sold out, and that they were updated now, in every language."""
    rows = [
        {"product": each.product.product_no, "sold_out": each.sold_out, "updated_date": now}
        for each in standings
    ]
    await db.defer(_SET_SOLD_OUT, rows)
