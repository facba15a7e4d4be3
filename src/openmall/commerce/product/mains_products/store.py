"""The products of a main display group, read along the index that keeps their order."""

from typing import Final

from sqlalchemy import and_, bindparam, select

from openmall.commerce.category.mains.main_placements import MAIN_PLACE
from openmall.commerce.product.products.store import SOLD_OUT
from openmall.commerce.product.products.tables import PRODUCT
from openmall.contract.call import Call
from openmall.database.session import Row
from openmall.database.statements import Statement

_M: Final = MAIN_PLACE.c
_DISPLAYED: Final = Statement(
    select(
        _M.product_no,
        PRODUCT.c.product_name,
        _M.fixed_sort,
        SOLD_OUT,
        PRODUCT.c.display,
        PRODUCT.c.selling,
    )
    .select_from(
        MAIN_PLACE.join(
            PRODUCT,
            and_(
                PRODUCT.c.mall_id == _M.mall_id,
                PRODUCT.c.shop_no == _M.shop_no,
                PRODUCT.c.product_no == _M.product_no,
            ),
        )
    )
    .where(
        _M.mall_id == bindparam("mall_id"),
        _M.shop_no == bindparam("shop_no"),
        _M.display_group == bindparam("display_group"),
    )
    .order_by(_M.sequence)
)


async def shown(call: Call, display_group: int) -> list[Row]:
    """Return number, name, fixed_sort, sold_out, display and selling of a group's products.

    They are in their order.
    """
    return await call.db.all(_DISPLAYED, shop_no=call.shop_no, display_group=display_group)
