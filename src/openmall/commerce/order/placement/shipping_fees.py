"""Shipping fees of items, by the terms of a shop."""

from collections.abc import Collection, Sequence
from decimal import Decimal

from openmall.commerce.order.orders.shape import RegionalSurcharge, ShippingFee
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.shipping import shop_terms
from openmall.commerce.shipping.fees import Quote, Undeliverable, Why, quote
from openmall.commerce.shipping.terms import Destination, Policy, ShippingLine, Terms
from openmall.contract.errors import Invalid
from openmall.contract.money import ZERO


def quote_fees(
    terms: Terms,
    items: Sequence[Priced],
    discounts: Sequence[Decimal],
    to: Destination,
    *,
    on_delivery: bool = False,
    parameter: str = "country_code",
    without_price: Collection[int] = (),
) -> Quote:
    """Return the parcels of items and the fee of each, by the terms of a shop.

    `discounts`: of all units of each item. `without_price`: positions of items whose units come
    without price; they count in no amount. Raises Invalid (422), which names `parameter`, where the
    shop does not deliver.
    """
    lines = [
        _line(at, item, off, priced=at not in without_price)
        for at, (item, off) in enumerate(zip(items, discounts, strict=True))
    ]
    try:
        return quote(terms, lines, to, on_delivery=on_delivery)
    except Undeliverable as error:
        raise Invalid(error.reason, parameter=parameter) from None


def fee_part(found: Quote, *why: Why) -> Decimal:
    """Return the part of the fees that is paid with the order for certain reasons."""
    charges = [each for parcel in found.parcels if parcel.paid == "prepaid"
               for each in parcel.charges]  # fmt: skip
    return sum((each.amount for each in charges if each.why in why), ZERO)


def parcel_fees(found: Quote) -> tuple[list[ShippingFee], list[RegionalSurcharge]]:
    """Return the fees and the regional surcharges that are paid with the order, by parcel."""
    shipping, surcharges = [], []
    for at, parcel in enumerate((each for each in found.parcels if each.paid == "prepaid"), 1):
        regional = sum((each.amount for each in parcel.charges if each.why == "regional"), ZERO)
        shipping.append(
            ShippingFee(
                shipping_group_code=at,
                supplier_code=parcel.supplier,
                shipping_fee=parcel.fee - regional,
            )
        )
        if regional:
            surcharges.append(
                RegionalSurcharge(
                    shipping_group_code=at,
                    supplier_code=parcel.supplier,
                    regional_surcharge_amount=regional,
                )
            )
    return shipping, surcharges


def _line(at: int, item: Priced, discount: Decimal, *, priced: bool) -> ShippingLine:
    product, costs = item.product, item.costs
    return ShippingLine(
        item=str(at),
        product_no=product.product_no,
        quantity=costs.quantity,
        price=costs.product_price + costs.option_price if priced else ZERO,
        discount=discount if priced else ZERO,
        weight=product.product_weight,
        supplier=product.supplier_code,
        own=_own(item),
    )


def _own(priced: Priced) -> Policy | None:
    product = priced.product
    if product.shipping_fee_by_product == "F":
        return None
    return shop_terms.of_product(
        product.shipping_fee_type,
        [
            (each.shipping_rates_min, each.shipping_rates_max, each.shipping_fee)
            for each in product.shipping_rates
        ],
        prepaid=product.prepaid_shipping_fee,
        method=product.shipping_method,
    )
