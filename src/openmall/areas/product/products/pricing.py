"""What a product costs, with and without tax."""

from collections.abc import Set as AbstractSet
from decimal import Decimal
from typing import Final

import msgspec

from openmall.areas.product.products.shape import Product
from openmall.contract.money import rounded

_HUNDRED: Final = Decimal(100)
_PRICING: Final = frozenset({"price", "price_excluding_tax", "tax_type", "tax_rate"})
"""What the price without tax depends on."""


def priced(product: Product, named: AbstractSet[str], *, new: bool) -> Product:
    """Return the product with price, tax and margin agreeing; `named`: the fields that were sent.

    Of price and price without tax the one that was sent decides, the price when both were.
    A new product without either costs what it is supplied for, its margin and additional price.
    """
    if not new and _PRICING.isdisjoint(named):
        return product
    rate = product.tax_rate if product.tax_type == "A" else 0
    if product.tax_type == "A" and not rate:
        rate = 10
    factor = 1 + Decimal(rate) / _HUNDRED
    price = product.price
    if "price" not in named:
        if "price_excluding_tax" in named:
            price = product.price_excluding_tax * factor
        elif new:
            margin = 1 + product.margin_rate / _HUNDRED
            price = product.supply_price * margin + product.additional_price
    if {"price", "price_excluding_tax"} <= named:
        excluding = product.price_excluding_tax
    else:
        excluding = price / factor
    return msgspec.structs.replace(
        product, price=rounded(price), price_excluding_tax=rounded(excluding), tax_rate=rate
    )
