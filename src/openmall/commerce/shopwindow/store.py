"""Products with the joined data of a shop's pages, in one statement."""

from typing import Final

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Table,
    and_,
    bindparam,
    case,
    cast,
    func,
    null,
    select,
)

from openmall.commerce.collection.tables import BRAND, MANUFACTURER, TREND
from openmall.commerce.product.options.store import OPTION_LOOK, Look, look_from
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.products.store import WHOLE, whole
from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.store import VARIANT, OptionNames
from openmall.commerce.supply.tables import SUPPLIER
from openmall.contract.call import Call
from openmall.database.schema import TRUE
from openmall.database.statements import InList, Statement

_P: Final = PRODUCT.c
_V: Final = VARIANT.c


class Displayed(Struct, frozen=True):
    """A product and the joined rows of other tables."""

    product: Product
    options: list[OptionNames]
    brand_name: str
    manufacturer_name: str
    trend_name: str
    """Empty: it names none."""
    supplier_name: str
    """Empty: the mall supplies it itself."""
    look: Look
    stock: int | None
    """Units of the variants on display; None when one of them does not count its stock."""


def _same(table: Table, name: str) -> ColumnElement[bool]:
    """Return the condition that joins a product to its row of another table, in its language."""
    return and_(
        table.c.mall_id == _P.mall_id, table.c[name] == _P[name], table.c.shop_no == _P.shop_no
    )


_STOCK: Final = (
    select(
        case(
            (func.count(case((_V.use_inventory != TRUE, 1))) > 0, null()),
            else_=cast(func.sum(_V.quantity), BigInteger()),
        )
    )
    .where(_V.mall_id == bindparam("mall_id"), _V.product_no == _P.product_no, _V.display == TRUE)
    .scalar_subquery()
)
_DISPLAYED: Final = Statement(
    select(
        *WHOLE,
        BRAND.c.brand_name,
        MANUFACTURER.c.manufacturer_name,
        TREND.c.trend_name,
        SUPPLIER.c.supplier_name,
        OPTION_LOOK.c.look,
        _STOCK,
    )
    .select_from(
        PRODUCT.outerjoin(BRAND, _same(BRAND, "brand_code"))
        .outerjoin(MANUFACTURER, _same(MANUFACTURER, "manufacturer_code"))
        .outerjoin(TREND, _same(TREND, "trend_code"))
        .outerjoin(SUPPLIER, _same(SUPPLIER, "supplier_code"))
        .outerjoin(OPTION_LOOK, _same(OPTION_LOOK, "product_no"))
    )
    .where(
        _P.mall_id == bindparam("mall_id"),
        _P.shop_no == bindparam("shop_no"),
        InList(_P.product_no, "product_nos"),
    )
)
_NAMED: Final = len(WHOLE)


async def displayed(call: Call, product_nos: list[int]) -> list[Displayed]:
    """Return products of the call's shop in the order of `product_nos`, missing ones left out."""
    rows = await call.db.all(_DISPLAYED, shop_no=call.shop_no, product_nos=product_nos)
    found = {}
    for row in rows:
        product, options = whole(row[:_NAMED], [])
        *names, look, stock = row[_NAMED:]
        brand, manufacturer, trend, supplier = (name or "" for name in names)
        found[product.product_no] = Displayed(
            product, options, brand, manufacturer, trend, supplier, look_from(look), stock
        )
    return [found[number] for number in product_nos if number in found]
