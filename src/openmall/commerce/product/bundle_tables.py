"""The tables of bundles, and the columns that statements on products read from them.

The parts of a bundle are the same in every language of the mall; its discount is not, as prices are
not.
"""

from typing import Final

import msgspec
from sqlalchemy import (
    ColumnElement,
    FromClause,
    Index,
    Select,
    and_,
    bindparam,
    case,
    exists,
    select,
)

from openmall.commerce.product.variants.store import VARIANT
from openmall.database.feed_policies import WHOLE, recorded
from openmall.database.policies import WITH_MALL, no_personal_data
from openmall.database.schema import FALSE, TRUE, fixed_code, flag, number, shop_table, text
from openmall.database.statements import JsonRows
from openmall.database.undo_policies import REVERTED
from openmall.database.values import StoredRow

SALES: Final = shop_table(
    "bundle_sales",
    number("product_no"),
    number("shop_no"),
    number("discount_value"),
    flag("discount_type"),
    text("discount_round_unit"),
    flag("discount_round_type"),
    backup=WITH_MALL,
    undo=REVERTED,
    feed=recorded("products", "product_no", others=WHOLE),
    personal_data=no_personal_data("what a shop offers, and how"),
    deleted_with=("product",),
    key=("product_no", "shop_no"),
)
"""The discount of a bundle in one language; `discount_value` in hundredths of a unit or percent."""

PART: Final = shop_table(
    "bundle_part",
    number("product_no"),
    number("part_no"),
    number("place"),
    number("purchase_quantity"),
    backup=WITH_MALL,
    undo=REVERTED,
    feed=recorded("products", "product_no", others=WHOLE),
    personal_data=no_personal_data("what a shop offers, and how"),
    deleted_with=("product",),
    key=("product_no", "part_no"),
)
"""A part of a bundle: product, quantity, and position among the parts from 0."""
Index("ix_bundle_part_part", PART.c.mall_id, PART.c.part_no, PART.c.product_no)

UNMARKED: Final = "U"
"""In a row that was read: sold out, without the mark."""
_NUMBERS: Final = msgspec.json.Decoder(list[tuple[int]])


def bundles_of(product_no: ColumnElement[int]) -> ColumnElement[str]:
    """Return the bundles a product is part of as one column, for `read`."""
    return (
        select(JsonRows(PART.c.product_no))
        .where(PART.c.mall_id == bindparam("mall_id"), PART.c.part_no == product_no)
        .scalar_subquery()
    )


def read(column: str) -> list[int]:
    """Return the numbers that a column of `bundles_of` holds, the lowest first."""
    return sorted(number for (number,) in _NUMBERS.decode(column))


def bundles_with() -> Select[*StoredRow]:
    """Return the query for the numbers of the bundles that `product_no`, to be bound, is in."""
    return select(PART.c.product_no).where(
        PART.c.mall_id == bindparam("mall_id"), PART.c.part_no == bindparam("product_no")
    )


def sold_out_of(product: FromClause) -> ColumnElement[str]:
    """Return a column, T or F, whether nothing of a product can be bought.

    That of a bundle is T: nothing sells its parts together.
    """
    return case(
        (product.c.set_product_type.is_(None), product.c.sold_out),
        else_=TRUE,
    )


def sold_out_with_mark(product: FromClause) -> ColumnElement[str]:
    """Return `sold_out_of`; `UNMARKED` where a variant does not display the sold-out mark."""
    unmarked = and_(
        product.c.sold_out == TRUE,
        exists().where(
            VARIANT.c.mall_id == bindparam("mall_id"),
            VARIANT.c.product_no == product.c.product_no,
            VARIANT.c.display_soldout == FALSE,
        ),
    )
    return case(
        (product.c.set_product_type.isnot(None), TRUE),
        (unmarked, fixed_code(UNMARKED)),
        else_=product.c.sold_out,
    )
