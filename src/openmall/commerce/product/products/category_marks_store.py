"""Statements of displays on several products: lock, mark."""

from typing import Final

import msgspec
from sqlalchemy import bindparam, select, update

from openmall.commerce.category.categories import category_placements
from openmall.commerce.product.products.shape import ListIcon
from openmall.commerce.product.products.store import (
    FILED,
)
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import NO_SUCH
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

_PARTS: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])


async def lock_several(call: Call, product_nos: list[int]) -> None:
    """Lock these products in every language until this transaction ends.

    Raises Invalid (422), naming `product_no`, for a product that does not exist.
    """
    if await lock_present(call, product_nos) != set(product_nos):
        raise Invalid(NO_SUCH, parameter="product_no", resource=Phrase("product"))


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
