"""The price of a product, with and without tax."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Final

import msgspec

from openmall.commerce.product.products.refusals import TAX_RATE_MISSING
from openmall.commerce.product.products.shape import Product
from openmall.contract.call import Shop
from openmall.contract.errors import Invalid
from openmall.contract.money import in_units, rounded, smallest_unit

_HUNDRED: Final = Decimal(100)
_PRICING: Final = frozenset({"price", "price_excluding_tax", "tax_type", "tax_rate"})
"""The fields the price without tax depends on."""


def priced(
    product: Product, named: AbstractSet[str], shops: Mapping[int, Shop], *, new: bool
) -> Product:
    """Return the product with consistent price, tax and margin; `named`: the fields sent.

    The sent one of price and price without tax decides; the price when both were sent. A new
    product with neither costs its supply price plus margin and additional price. A price that is
    calculated is rounded half up to the smallest unit of the currency of its shop, one of `shops`.
    Raises Invalid (422) for a taxed product with a rate of 0.
    """
    if not new and _PRICING.isdisjoint(named):
        return product
    require_rate(product, named)
    rate = product.tax_rate if product.tax_type == "A" else 0
    if product.tax_type == "A" and not rate:
        rate = 10
    factor = 1 + Decimal(rate) / _HUNDRED
    price, unit = product.price, smallest_unit(shops[product.shop_no].currency)
    if "price" not in named:
        if "price_excluding_tax" in named:
            price = in_units(product.price_excluding_tax * factor, unit)
        elif new:
            margin = 1 + product.margin_rate / _HUNDRED
            price = in_units(product.supply_price * margin + product.additional_price, unit)
    if {"price", "price_excluding_tax"} <= named:
        excluding = product.price_excluding_tax
    else:
        excluding = price / factor
    return msgspec.structs.replace(
        product, price=rounded(price), price_excluding_tax=rounded(excluding), tax_rate=rate
    )


def require_rate(product: Product, named: AbstractSet[str]) -> None:
    """Raise Invalid (422) for a taxed product to which a rate of 0 was sent.

    One without tax is answered with a rate of 0, which may be sent back.
    """
    if "tax_rate" in named and product.tax_type == "A" and not product.tax_rate:
        raise Invalid(TAX_RATE_MISSING, parameter="tax_rate")
