"""Placements of products in the main display groups of a shop, in their order."""

from collections.abc import Iterable
from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    Index,
    ScalarSelect,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from openmall.contract.call import Call
from openmall.database.feed_policies import recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import flag, number, shop_table
from openmall.database.statements import InList, JsonRows, Statement
from openmall.database.undo_policies import REVERTED
from openmall.database.values import BoundValue

MAIN_PLACE: Final = shop_table(
    "main_product",
    number("shop_no"),
    number("product_no"),
    number("display_group"),
    number("sequence"),
    flag("fixed_sort"),
    backup=WITH_MALL,
    undo=REVERTED,
    feed=recorded(
        "products",
        "product_no",
        renamed={"display_group": "main"},
        left_out=("fixed_sort", "sequence"),
    ),
    personal_data=no_personal_data("what a shop offers, and how"),
    key=("shop_no", "product_no", "display_group"),
)
"""`sequence`: position in the group; unique, with gaps."""
Index(
    "ix_main_product_order",
    MAIN_PLACE.c.mall_id,
    MAIN_PLACE.c.shop_no,
    MAIN_PLACE.c.display_group,
    MAIN_PLACE.c.sequence,
)
Index("ix_main_product_number", MAIN_PLACE.c.mall_id, MAIN_PLACE.c.product_no)

_M: Final = MAIN_PLACE.c
_ROWS: Final = msgspec.json.Decoder(list[tuple[int]])
_SHOP: Final = (_M.mall_id == bindparam("mall_id"), _M.shop_no == bindparam("shop_no"))
_GROUP: Final = (*_SHOP, _M.display_group == bindparam("display_group"))
_ORDER: Final = Statement(
    select(_M.product_no, _M.sequence, _M.fixed_sort).where(*_GROUP).order_by(_M.sequence)
)
_ANY: Final = Statement(select(_M.product_no).where(*_GROUP).limit(1))
_LAST: Final = Statement(select(func.max(_M.sequence)).where(*_GROUP))
_ADD: Final = Statement(insert(MAIN_PLACE).values({c.name: bindparam(c.name) for c in _M}))
_SET: Final = Statement(
    update(MAIN_PLACE)
    .where(*_GROUP, _M.product_no == bindparam("product_no"))
    .values(sequence=bindparam("sequence"), fixed_sort=bindparam("fixed_sort"))
)
_REMOVE_PLACES: Final = Statement(
    delete(MAIN_PLACE).where(
        *_SHOP,
        _M.product_no == bindparam("product_no"),
        InList(_M.display_group, "display_groups"),
    )
)
_REMOVE_ALL_PRODUCTS: Final = Statement(delete(MAIN_PLACE).where(*_GROUP))
_REMOVE_PRODUCT: Final = Statement(
    delete(MAIN_PLACE).where(
        _M.mall_id == bindparam("mall_id"), _M.product_no == bindparam("product_no")
    )
)
_OF_PRODUCTS: Final = Statement(
    select(_M.product_no, _M.display_group)
    .where(*_SHOP, InList(_M.product_no, "product_nos"))
    .order_by(_M.product_no, _M.display_group)
)
_OF_PRODUCT: Final = Statement(
    select(_M.display_group).where(*_SHOP, _M.product_no == bindparam("product_no"))
)


class Place(msgspec.Struct, frozen=True):
    """The placement of a product in a group."""

    product_no: int
    sequence: int
    fixed_sort: str


def of(shop_no: ColumnElement[int], product_no: ColumnElement[int]) -> ScalarSelect[str]:
    """Return the column that holds a product's groups, for a statement on products.

    Its parameters are the product's columns. Read it with `read`.
    """
    return (
        select(JsonRows(_M.display_group))
        .where(
            _M.mall_id == bindparam("mall_id"),
            _M.shop_no == shop_no,
            _M.product_no == product_no,
        )
        .scalar_subquery()
    )


def read(column: str) -> list[int]:
    """Return the numbers of the groups in a column of `of`, in their order."""
    return sorted(group for (group,) in _ROWS.decode(column)) if column != "[]" else []


async def of_products(call: Call, product_nos: list[int]) -> dict[int, list[int]]:
    """Return the groups of the call's shop that products are in, in one statement.

    Products in none are left out.
    """
    found: dict[int, list[int]] = {}
    for product_no, group in await call.db.all(
        _OF_PRODUCTS, shop_no=call.shop_no, product_nos=product_nos
    ):
        found.setdefault(product_no, []).append(group)
    return found


async def groups_of(call: Call, product_no: int) -> list[int]:
    """Return the groups of the call's shop a product is in."""
    rows = await call.db.all(_OF_PRODUCT, shop_no=call.shop_no, product_no=product_no)
    return sorted(row[0] for row in rows)


async def order(call: Call, display_group: int) -> list[Place]:
    """Return the placements in a group of the call's shop, in order."""
    rows = await call.db.all(_ORDER, shop_no=call.shop_no, display_group=display_group)
    return [Place(*row) for row in rows]


async def has_any(call: Call, display_group: int) -> bool:
    """Return whether a group of the call's shop has products."""
    row = await call.db.one(_ANY, shop_no=call.shop_no, display_group=display_group)
    return row is not None


async def append(call: Call, display_group: int, product_nos: Iterable[int]) -> None:
    """Append products to a group, those already in it left out."""
    row = await call.db.one(_LAST, shop_no=call.shop_no, display_group=display_group)
    last = (row and row[0]) or 0
    at: dict[str, BoundValue] = {
        "shop_no": call.shop_no,
        "display_group": display_group,
        "fixed_sort": "F",
    }
    await call.db.many(
        _ADD,
        [{**at, "product_no": no, "sequence": n} for n, no in enumerate(product_nos, last + 1)],
    )


async def arrange(call: Call, display_group: int, places: Iterable[Place]) -> None:
    """Write the positions of these products in a group."""
    at: dict[str, BoundValue] = {"shop_no": call.shop_no, "display_group": display_group}
    await call.db.many(_SET, [{**at, **msgspec.structs.asdict(place)} for place in places])


async def take(call: Call, product_no: int, display_groups: list[int]) -> None:
    """Remove a product from these groups of the call's shop."""
    await call.db.run(
        _REMOVE_PLACES, shop_no=call.shop_no, product_no=product_no, display_groups=display_groups
    )


async def take_from_all(call: Call, product_no: int) -> None:
    """Remove a product from every group of every shop."""
    await call.db.run(_REMOVE_PRODUCT, product_no=product_no)


async def empty(call: Call, display_group: int) -> None:
    """Remove all products from a group of the call's shop."""
    await call.db.run(_REMOVE_ALL_PRODUCTS, shop_no=call.shop_no, display_group=display_group)
