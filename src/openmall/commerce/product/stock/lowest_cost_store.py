"""No variant costs less than nothing: its surcharge takes at most the price of its product."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sqlalchemy import bindparam, select

from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.refusals import VARIANT_BELOW_ZERO
from openmall.commerce.product.variants import shop_amounts
from openmall.commerce.product.variants.store import VARIANT, Values
from openmall.contract.call import Call
from openmall.contract.errors import Invalid
from openmall.contract.money import hundredths
from openmall.database.statements import InList, Statement

_AMOUNTS: Final = Statement(
    select(VARIANT.c.product_no, VARIANT.c.additional_amount, VARIANT.c.shop_amounts).where(
        VARIANT.c.mall_id == bindparam("mall_id"), InList(VARIANT.c.product_no, "product_nos")
    )
)


async def amounts(call: Call, product_nos: list[int]) -> dict[int, list[Values]]:
    """Return the amounts of the variants of products: product number -> one row a variant."""
    found: dict[int, list[Values]] = {number: [] for number in product_nos}
    for number, amount, document in await call.db.all(_AMOUNTS, product_nos=product_nos):
        found[number].append({"additional_amount": amount, "shop_amounts": document})
    return found


def is_below_zero(product: Product, rows: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether one of a product's variants costs less than nothing in its shop."""
    return hundredths(product.price) + shop_amounts.lowest(rows, product.shop_no) < 0


async def require(call: Call, before: Product, after: Product, *, parameter: str) -> None:
    """Raise Invalid (422), which names `parameter`, for a price too low for a variant.

    The product is locked. Reads nothing where the price does not fall.
    """
    if after.price >= before.price:
        return
    number = after.product_no
    if is_below_zero(after, (await amounts(call, [number]))[number]):
        raise Invalid(VARIANT_BELOW_ZERO, parameter=parameter)
