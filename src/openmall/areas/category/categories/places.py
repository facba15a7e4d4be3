"""Which products lie in which category; the products themselves are another area's."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import Index, ScalarSelect, bindparam, delete, select

from openmall.contract.call import Call
from openmall.contract.params import Flag
from openmall.database.schema import flag, number, shop_table
from openmall.database.session import Session
from openmall.database.statements import InList, JsonRows, Statement

PLACE: Final = shop_table(
    "product_category",
    number("category_no"),
    number("product_no"),
    flag("recommend"),
    flag("new"),
    key=("product_no", "category_no"),
)
Index(
    "ix_product_category_product",
    PLACE.c.mall_id,
    PLACE.c.category_no,
    PLACE.c.product_no,
)

_P: Final = PLACE.c
_ROWS: Final = msgspec.json.Decoder(list[tuple[int, Flag, Flag]])
_PUT: Final = Statement(
    lambda insert: (
        insert(PLACE)
        .values({c.name: bindparam(c.name) for c in _P})
        .on_conflict_do_update(
            index_elements=["mall_id", "product_no", "category_no"],
            set_={"recommend": bindparam("recommend"), "new": bindparam("new")},
        )
    )
)
_OF_PRODUCTS: Final = Statement(
    select(_P.product_no, _P.category_no).where(
        _P.mall_id == bindparam("mall_id"), InList(_P.product_no, "product_nos")
    )
)
_TAKE: Final = Statement(
    delete(PLACE).where(
        _P.mall_id == bindparam("mall_id"),
        _P.product_no == bindparam("product_no"),
        InList(_P.category_no, "category_nos"),
    )
)
_EMPTY: Final = Statement(
    delete(PLACE).where(_P.mall_id == bindparam("mall_id"), InList(_P.category_no, "category_nos"))
)
_TAKE_FROM_ALL: Final = Statement(
    delete(PLACE).where(
        _P.mall_id == bindparam("mall_id"), _P.product_no == bindparam("product_no")
    )
)


def of(mall_id: Any, product_no: Any) -> ScalarSelect[str]:
    """Return the column that holds a product's categories, for a statement on products.

    `mall_id`, `product_no`: the product's columns. Read it with `read`.
    """
    return (
        select(JsonRows(_P.category_no, _P.recommend, _P.new))
        .where(_P.mall_id == mall_id, _P.product_no == product_no)
        .scalar_subquery()
    )


def read(column: str) -> list[tuple[int, Flag, Flag]]:
    """Return number, recommend and new of the categories in such a column, by number."""
    return sorted(_ROWS.decode(column)) if column != "[]" else []


async def of_products(db: Session, product_nos: list[int]) -> list[tuple[int, int]]:
    """Return (product_no, category_no) of products and the categories they are in, by number."""
    rows = await db.all(_OF_PRODUCTS, product_nos=product_nos)
    return sorted((row[0], row[1]) for row in rows)


async def put(call: Call, product_no: int, places: Iterable[dict[str, Any]]) -> None:
    """Show a product in categories; one it is in already gets the new marks."""
    await call.db.many(_PUT, [{"product_no": product_no, **place} for place in places])


async def take(call: Call, product_no: int, category_nos: list[int]) -> None:
    """Show a product in these categories no more."""
    await call.db.run(_TAKE, product_no=product_no, category_nos=category_nos)


async def take_from_all(call: Call, product_no: int) -> None:
    """Show a product in no category any more."""
    await call.db.run(_TAKE_FROM_ALL, product_no=product_no)


async def empty(call: Call, category_nos: list[int]) -> None:
    """Show no product in these categories any more."""
    await call.db.run(_EMPTY, category_nos=category_nos)
