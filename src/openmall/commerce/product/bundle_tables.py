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
    not_,
    or_,
    select,
)

from openmall.commerce.product.stock_tables import units_held
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

    A bundle is sold out when it is withheld itself, and when one of its parts is sold out or lacks
    units for one bundle: it has no stock of its own.
    """
    return case(
        (product.c.set_product_type.is_(None), product.c.sold_out),
        else_=_of_bundle(product),
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
        (product.c.set_product_type.isnot(None), _of_bundle(product)),
        (unmarked, fixed_code(UNMARKED)),
        else_=product.c.sold_out,
    )


def _of_bundle(product: FromClause) -> ColumnElement[str]:
    return case((or_(product.c.sold_out == TRUE, part_missing(product)), TRUE), else_=FALSE)


def part_missing(product: FromClause) -> ColumnElement[bool]:
    """Return the condition that a bundle cannot be bought for want of a part.

    The rule of `availability.py: suffices_for`: the part is sold and not sold out, and a variant on
    offer has the units of one bundle left. Units are reserved until the reservation is removed.
    """
    # the table of products is declared above this module
    part = PART.metadata.tables["product"].alias("part_product")
    used_up = and_(
        VARIANT.c.use_inventory == TRUE,
        VARIANT.c.quantity - VARIANT.c.safety_inventory - units_held(VARIANT)
        < PART.c.purchase_quantity,
    )
    enough = (
        exists()
        .where(
            VARIANT.c.mall_id == bindparam("mall_id"),
            VARIANT.c.product_no == PART.c.part_no,
            VARIANT.c.display == TRUE,
            VARIANT.c.selling == TRUE,
            not_(used_up),
        )
        .correlate(PART)
    )
    sold = (
        exists()
        .where(
            part.c.mall_id == bindparam("mall_id"),
            part.c.product_no == PART.c.part_no,
            part.c.shop_no == product.c.shop_no,
            part.c.selling == TRUE,
            part.c.sold_out == FALSE,
        )
        .correlate(PART, product)
    )
    return (
        exists()
        .where(
            PART.c.mall_id == bindparam("mall_id"),
            PART.c.product_no == product.c.product_no,
            not_(and_(sold, enough)),
        )
        .correlate(product)
    )
