"""SQL of the names of products' options and values, which each language has of its own."""

from collections.abc import Iterable
from typing import Final, TypedDict

import msgspec
from sqlalchemy import bindparam, select, update

from openmall.commerce.product.products.tables import PRODUCT
from openmall.commerce.product.variants.store import OptionNames, options_from
from openmall.contract.call import Call
from openmall.database.session import Session
from openmall.database.statements import Statement

_P: Final = PRODUCT.c
_OF_PRODUCT: Final = (
    _P.mall_id == bindparam("mall_id"),
    _P.product_no == bindparam("product"),
)
_READ: Final = Statement(select(_P.shop_no, _P.options).where(*_OF_PRODUCT))
_WRITE: Final = Statement(
    update(PRODUCT)
    .where(*_OF_PRODUCT, _P.shop_no == bindparam("shop"))
    .values(options=bindparam("text"))
)


class OptionNamesRow(TypedDict):
    """The options of a product in one shop."""

    shop: int
    product: int
    names: list[OptionNames]


async def read(call: Call, product_no: int) -> dict[int, list[OptionNames]]:
    """Return the options of a product in every language: shop_no -> options."""
    rows = await call.db.all(_READ, product=product_no)
    return {shop_no: options_from(text) for shop_no, text in rows}


async def write(db: Session, rows: Iterable[OptionNamesRow]) -> None:
    """Write options: `shop`, `product` and their `names` each."""
    await db.many(
        _WRITE,
        [
            {
                "shop": each["shop"],
                "product": each["product"],
                "text": msgspec.json.encode(each["names"]).decode(),
            }
            for each in rows
        ],
    )
