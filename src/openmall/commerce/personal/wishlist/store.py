"""The rows of wish lists."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy import bindparam, delete, func, select

from openmall.commerce.personal.wishlist.shape import WishFile, WishOptionText
from openmall.commerce.personal.wishlist.tables import WISH
from openmall.contract.call import Call
from openmall.contract.moments import moment
from openmall.database import sequences
from openmall.database.statements import Statement


class StoredWish(Struct, frozen=True, kw_only=True):
    """A stored wish."""

    wishlist_no: int
    product_no: int
    variant_code: str
    additional_option: list[WishOptionText]
    attached_file_option: list[WishFile]
    created_date: datetime


_W: Final = WISH.c
_OF_CUSTOMER: Final = (
    _W.mall_id == bindparam("mall_id"),
    _W.member_id == bindparam("member_id"),
    _W.shop_no == bindparam("shop_no"),
)
_OF_PRODUCT: Final = (
    _W.mall_id == bindparam("mall_id"),
    _W.product_no == bindparam("product_no"),
    _W.shop_no == bindparam("shop_no"),
)
_LIST: Final = Statement(
    select(*(_W[name] for name in StoredWish.__struct_fields__))
    .where(*_OF_CUSTOMER)
    .order_by(_W.wishlist_no.desc())
)
_COUNT: Final = Statement(select(func.count()).where(*_OF_CUSTOMER))
_ADD: Final = Statement(
    lambda insert: (
        insert(WISH)
        .values({c.name: bindparam(c.name) for c in _W})
        .on_conflict_do_nothing(index_elements=["mall_id", "member_id", "shop_no", "variant_code"])
    )
)
_REMOVE: Final = Statement(
    delete(WISH).where(*_OF_CUSTOMER, _W.wishlist_no == bindparam("wishlist_no"))
)
_WISHERS: Final = Statement(
    select(_W.member_id).where(*_OF_PRODUCT).distinct().order_by(_W.member_id)
)
_NUMBER_OF_WISHERS: Final = Statement(
    select(func.count(_W.member_id.distinct())).where(*_OF_PRODUCT)
)


async def of_customer(call: Call, member_id: str) -> list[StoredWish]:
    """Return the wishes of a customer in the call's shop, the newest first."""
    rows = await call.db.all(_LIST, member_id=member_id, shop_no=call.shop_no)
    return [
        StoredWish(
            wishlist_no=wishlist_no,
            product_no=product_no,
            variant_code=variant_code,
            additional_option=msgspec.json.decode(written, type=list[WishOptionText]),
            attached_file_option=msgspec.json.decode(attached, type=list[WishFile]),
            created_date=moment(created_date),
        )
        for wishlist_no, product_no, variant_code, written, attached, created_date in rows
    ]


async def count(call: Call, member_id: str) -> int:
    """Return the number of a customer's wishes in the call's shop."""
    row = await call.db.one(_COUNT, member_id=member_id, shop_no=call.shop_no)
    assert row is not None
    number: int = row[0]
    return number


async def add(
    call: Call,
    member_id: str,
    *,
    product_no: int,
    variant_code: str,
    written: Sequence[WishOptionText],
    attached: Sequence[WishFile],
) -> int | None:
    """Add a wish and return its number; None: it is on the list already."""
    number = await sequences.allocate(call.db, "wish")
    added = await call.db.run(
        _ADD,
        member_id=member_id,
        shop_no=call.shop_no,
        wishlist_no=number,
        product_no=product_no,
        variant_code=variant_code,
        additional_option=msgspec.json.encode(written).decode(),
        attached_file_option=msgspec.json.encode(attached).decode(),
        created_date=int(call.clock.now()),
    )
    return number if added else None


async def remove(call: Call, member_id: str, wishlist_no: int) -> bool:
    """Remove a wish; False: there is none of this number."""
    return bool(
        await call.db.run(
            _REMOVE, member_id=member_id, shop_no=call.shop_no, wishlist_no=wishlist_no
        )
    )


async def wishers(call: Call, product_no: int) -> list[str]:
    """Return the customers with a product in their wish list in the call's shop."""
    rows = await call.db.all(_WISHERS, product_no=product_no, shop_no=call.shop_no)
    return [member_id for (member_id,) in rows]


async def number_of_wishers(call: Call, product_no: int) -> int:
    """Return the number of customers with a product in their wish list in the call's shop."""
    row = await call.db.one(_NUMBER_OF_WISHERS, product_no=product_no, shop_no=call.shop_no)
    assert row is not None
    number: int = row[0]
    return number
