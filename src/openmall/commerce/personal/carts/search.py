"""SQL of a shop's searches in carts."""

from typing import Final

from msgspec import Struct
from sqlalchemy import and_, bindparam, or_, select

from openmall.commerce.personal.carts.tables import CART, LINE
from openmall.contract.call import Call
from openmall.database.session import Row
from openmall.database.statements import InList, Statement


class FoundLine(Struct, frozen=True, kw_only=True):
    """A line of a cart; `created_date` in UTC seconds."""

    basket_product_no: int
    kind: str
    name: str
    created_date: int
    product_no: int
    additional_option_values: str
    variant_code: str
    quantity: int
    parts: str
    """As in a line of a cart."""


_C: Final = CART.c
_L: Final = LINE.c
_COLUMNS: Final = tuple(_L[name] for name in FoundLine.__struct_fields__)
_OF_MEMBERS: Final = Statement(
    select(*_COLUMNS)
    .where(
        _L.mall_id == bindparam("mall_id"),
        _L.shop_no == bindparam("shop_no"),
        _L.kind == "member",
        InList(_L.name, "member_ids"),
    )
    .order_by(_L.basket_product_no.desc())
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)
_HOLDING: Final = Statement(
    select(*_COLUMNS)
    .select_from(
        LINE.join(
            CART,
            and_(*(_C[name] == _L[name] for name in ("mall_id", "shop_no", "kind", "name"))),
        )
    )
    .where(
        _L.mall_id == bindparam("mall_id"),
        _L.product_no == bindparam("product_no"),
        _L.shop_no == bindparam("shop_no"),
        or_(_C.until.is_(None), _C.until > bindparam("now")),
    )
    .order_by(_L.basket_product_no)
    .limit(bindparam("limit"))
    .offset(bindparam("offset"))
)


async def of_members(
    call: Call, member_ids: list[str], *, limit: int, offset: int
) -> list[FoundLine]:
    """Return the lines of members' carts in the call's shop, the newest first."""
    return _found(
        await call.db.all(
            _OF_MEMBERS, shop_no=call.shop_no, member_ids=member_ids, limit=limit, offset=offset
        )
    )


async def holding(call: Call, product_no: int, *, limit: int, offset: int) -> list[FoundLine]:
    """Return the lines with a product in the carts of the call's shop, the oldest first."""
    return _found(
        await call.db.all(
            _HOLDING,
            shop_no=call.shop_no,
            product_no=product_no,
            now=int(call.clock.now()),
            limit=limit,
            offset=offset,
        )
    )


def _found(rows: list[Row]) -> list[FoundLine]:
    return [FoundLine(**dict(zip(FoundLine.__struct_fields__, row, strict=True))) for row in rows]
