"""Shipping cost of an order, and what a benefit or the buyer's group takes off it."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from openmall.commerce.customer.customergroups.shape import Group
from openmall.commerce.order.applied_discounts import AppliedBenefit
from openmall.commerce.order.orders.shape import RegionalSurcharge, ShippingFee
from openmall.commerce.order.placement import shipping_fees
from openmall.commerce.order.placement.checkout import reductions
from openmall.commerce.order.placement.checkout.reductions import Offer
from openmall.commerce.order.placement.placing.pricing import Priced
from openmall.commerce.order.quotes import FreeShipping, QuotedShipping
from openmall.commerce.shipping import shop_terms
from openmall.commerce.shipping.fees import Quote
from openmall.commerce.shipping.terms import Destination, Terms
from openmall.contract.call import Call
from openmall.contract.money import ZERO


class ShippingCost(Struct, frozen=True, kw_only=True):
    """The shipping cost that is paid with an order."""

    fee: Decimal
    regional: Decimal
    """Regional surcharge, contained in the fee."""
    fee_off: Decimal
    regional_off: Decimal
    """Part of `fee_off` that reduces the surcharge; the rest reduces the basic fee."""
    shipping: list[ShippingFee]
    surcharges: list[RegionalSurcharge]
    benefits: list[AppliedBenefit]
    parcels: Quote = Quote(parcels=())
    terms: Terms | None = None
    """Those of the shop by which it was calculated; None: the order is not shipped."""
    country: str = ""
    """Country of the receiver."""
    suppliers: frozenset[str] = frozenset()
    """Codes of the suppliers of the items."""

    @property
    def basis(self) -> QuotedShipping | None:
        """Return the terms to store with the order; None: it is not shipped."""
        terms = self.terms
        if terms is None:
            return None
        fees = terms.country_fees
        return QuotedShipping(
            terms=replace(
                terms,
                suppliers={
                    code: sender
                    for code, sender in terms.suppliers.items()
                    if code in self.suppliers
                },
                countries=None,
                country_fees=None
                if fees is None
                else tuple(each for each in fees if each.country == self.country),
                handling=tuple(each for each in terms.handling if each.country == self.country),
            ),
            country=self.country,
            suppliers=sorted(self.suppliers),
        )


NOT_SENT: Final = ShippingCost(
    fee=ZERO, regional=ZERO, fee_off=ZERO, regional_off=ZERO, shipping=[], surcharges=[],
    benefits=[],
)  # fmt: skip
"""The cost of an order that is not shipped."""


async def quote_shipping(
    call: Call,
    offer: Offer,
    discounts: Sequence[Decimal],
    to: Destination,
    *,
    on_delivery: bool,
    group: Group | None,
    parameter: str,
    free: FreeShipping = "",
    carrier_id: int = 0,
    terms: Terms | None = None,
) -> ShippingCost:
    """Return the shipping cost of an order with these discounts of its items.

    `free`: as in QuoteBasis; `carrier_id`: as in QuoteRequest; `terms`: those of an earlier quote
    in this call; None: read. Raises Invalid (422), which names `parameter`, for a place that the
    shop does not ship to.
    """
    terms = terms or await shop_terms.of_shop(call, carrier_id)
    found = shipping_fees.quote_fees(
        terms,
        offer.items,
        discounts,
        to,
        on_delivery=on_delivery,
        parameter=parameter,
        without_price={at for at, free in enumerate(offer.free) if free is not None},
    )
    regional = shipping_fees.fee_part(found, "regional")
    basic = found.prepaid - regional
    benefit, regional_too = reductions.shipping_benefit(offer)
    regional_off = regional if regional_too else ZERO
    off = ZERO if benefit is None else basic + regional_off
    applied = []
    if benefit is not None and off:
        applied = [reductions.applied(call, benefit, off)]
    if group is not None and group.ship_benefits == "T":
        off, regional_off = found.prepaid, regional
    if free:
        off = max(off, found.prepaid if free == "all" else basic)
        regional_off = regional if free == "all" else regional_off
    shipping, surcharges = shipping_fees.parcel_fees(found)
    return ShippingCost(
        fee=found.prepaid,
        regional=regional,
        fee_off=off,
        regional_off=regional_off,
        shipping=shipping,
        surcharges=surcharges,
        benefits=applied,
        parcels=found,
        terms=terms,
        country=to.country,
        suppliers=_suppliers(offer.items),
    )


def placed_terms(
    quoted: QuotedShipping | None, items: Sequence[Priced], to: Destination
) -> Terms | None:
    """Return the terms that an order was placed on, for a quote of its remainder.

    None: those of today hold, as it goes to another country now, has an item of another supplier,
    or stores no terms.
    """
    if quoted is None or to.country != quoted.country:
        return None
    return quoted.terms if _suppliers(items).issubset(quoted.suppliers) else None


def _suppliers(items: Sequence[Priced]) -> frozenset[str]:
    return frozenset(each.product.supplier_code for each in items)
