"""Prices of many products in one call, each on condition of the price before.

For programs that reprice a shop. The specification changes the prices of one product a call
(`products/{product_no}`); this operation is an extension.
"""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from openmall.commerce.product import partner_updates
from openmall.commerce.product.bundles import pricing as bundle_pricing
from openmall.commerce.product.bundles import store
from openmall.commerce.product.products import store as product_store
from openmall.commerce.product.products.events import ProductUpdated
from openmall.commerce.product.products.pricing import priced
from openmall.commerce.product.products.shape import Product
from openmall.commerce.product.refusals import (
    BUNDLE_PRICE_COMPUTED,
    PRICE_DIFFERS,
    VARIANT_BELOW_ZERO,
)
from openmall.commerce.product.stock import lowest_cost_store
from openmall.commerce.product.variants.store import Values
from openmall.contract.call import Call
from openmall.contract.change import Changes, differences, merged
from openmall.contract.errors import ApiError, Invalid, NotFound, NotModified, PreconditionFailed
from openmall.contract.moments import moment
from openmall.contract.money import rounded
from openmall.contract.params import EntityNo, Price, ShopParams, UncheckedAmount
from openmall.contract.refusal import Phrase
from openmall.contract.refusals import DOES_NOT_EXIST, IDENTICAL
from openmall.contract.resource import Resource

MAX_OBJECTS: Final = 500
"""Products of one call."""
_PRICES: Final = ("price", "retail_price", "supply_price")


class PriceUpdate(ShopParams, frozen=True, kw_only=True):
    """A change of a product's prices in a shop; UNSET: left alone."""

    product_no: EntityNo
    price: Price | UnsetType = UNSET
    retail_price: Price | UnsetType = UNSET
    supply_price: Price | UnsetType = UNSET
    if_price: UncheckedAmount | UnsetType = UNSET
    """The price that the product must have; else this row is 412, and is not changed."""


class ProductPrice(Struct, frozen=True, kw_only=True):
    """The prices of a product after the call."""

    shop_no: int
    product_no: int
    price: Decimal
    price_excluding_tax: Decimal
    retail_price: Decimal
    supply_price: Decimal


async def update_prices(call: Call, rows: Sequence[PriceUpdate]) -> list[ProductPrice | ApiError]:
    """Update the prices of products.

    Rows are applied in order; a product may be in several. Each product that changed publishes one
    event.
    """
    numbers = sorted({row.product_no for row in rows})
    bundles = await store.bundles_with_parts(call, numbers)
    # together with their bundles, whose prices follow
    await product_store.lock_several(call, sorted({*numbers, *bundles}))
    found = await product_store.in_shops(call, numbers, sorted({row.shop_no for row in rows}))
    now = {place: product for place, (product, _) in found.items()}
    priced_nos = {row.product_no for row in rows if row.price is not UNSET}
    known_nos = sorted(priced_nos & {number for number, _ in now})
    amounts = await lowest_cost_store.amounts(call, known_nos) if known_nos else {}
    changed: dict[tuple[int, int], set[str]] = {}
    outcomes: list[ProductPrice | ApiError] = []
    for row in rows:
        place = row.product_no, row.shop_no
        try:
            after, changes = _repriced(call, row, now.get(place))
            before = now.get(place)
            if before is not None and after.price < before.price:
                _require_not_below_zero(after, amounts.get(row.product_no, []))
        except ApiError as error:
            outcomes.append(error)
            continue
        now[place] = after
        changed.setdefault(place, set()).update(changes)
        call.journal(f"product {row.product_no}", changes)
        outcomes.append(
            ProductPrice(**{name: getattr(after, name) for name in ProductPrice.__struct_fields__})
        )
    await _write(call, {place: now[place] for place in changed}, changed)
    return outcomes


def _repriced(call: Call, row: PriceUpdate, before: Product | None) -> tuple[Product, Changes]:
    """Return a product after a row, and the fields that differ.

    Raises NotFound (404), NotModified (409), PreconditionFailed (412), and Invalid (422).
    """
    if before is None:
        raise NotFound(DOES_NOT_EXIST, parameter="product_no", resource=Phrase("product"))
    if row.if_price is not UNSET and rounded(row.if_price) != before.price:
        raise PreconditionFailed(
            PRICE_DIFFERS,
            parameter="if_price",
            price=str(before.price),
            currency=call.mall.shops[before.shop_no].currency,
        )
    values = {
        name: rounded(value) for name in _PRICES if (value := getattr(row, name)) is not UNSET
    }
    if before.set_product_type is not None and "price" in values:
        raise Invalid(BUNDLE_PRICE_COMPUTED, parameter="price")
    after = priced(merged(before, values), values.keys(), call.mall.shops, new=False)
    changes = differences(before, after)
    if not changes:
        raise NotModified(IDENTICAL)
    return after, changes


def _require_not_below_zero(product: Product, amounts: Sequence[Values]) -> None:
    """Raise Invalid (422) for a price below the reduction of one of the variants."""
    if lowest_cost_store.is_below_zero(product, amounts):
        raise Invalid(VARIANT_BELOW_ZERO, parameter="price")


async def _write(
    call: Call,
    products: dict[tuple[int, int], Product],
    changed: dict[tuple[int, int], set[str]],
) -> None:
    at = moment(call.clock.now())
    written = [
        (msgspec.structs.replace(product, updated_date=at), changed[place])
        for place, product in products.items()
    ]
    await product_store.change_several(call, written)
    for after, _ in written:
        call.publish(ProductUpdated.of(after))
    touched = sorted({product_no for product_no, _ in products})
    await partner_updates.update_projection(call, touched)
    repriced = {product_no for (product_no, _), names in changed.items() if "price" in names}
    if repriced:
        await bundle_pricing.recalculate_for_parts(call, sorted(repriced))


OPERATIONS = [
    Resource(ProductPrice, area="product", key="prices").put_together(
        "prices", update_prices, takes=PriceUpdate, objects=MAX_OBJECTS
    ),
]
