"""What it costs to send an order, and what of it a benefit or the buyer's group takes off."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from msgspec import Struct

from openmall.areas.customer.customergroups.shape import Group
from openmall.areas.order.applied import AppliedBenefit
from openmall.areas.order.calculation import fees
from openmall.areas.order.checkout import reductions
from openmall.areas.order.checkout.reductions import Offered
from openmall.areas.order.orders.shape import RegionalSurcharge, ShippingFee
from openmall.areas.shipping.terms import Destination
from openmall.contract.call import Call
from openmall.contract.money import ZERO


class Sending(Struct, frozen=True, kw_only=True):
    """What is paid with an order for sending it."""

    fee: Decimal
    regional: Decimal
    """Of the fee, what is added for where it goes."""
    fee_off: Decimal
    regional_off: Decimal
    """Of what is added, what comes off; the rest of `fee_off` comes off the basic fee."""
    shipping: list[ShippingFee]
    surcharges: list[RegionalSurcharge]
    benefits: list[AppliedBenefit]


NOT_SENT: Final = Sending(
    fee=ZERO, regional=ZERO, fee_off=ZERO, regional_off=ZERO, shipping=[], surcharges=[],
    benefits=[],
)  # fmt: skip
"""What is paid for sending nothing."""


async def sending(
    call: Call,
    offer: Offered,
    discounts: Sequence[Decimal],
    to: Destination,
    *,
    on_delivery: bool,
    group: Group | None,
) -> Sending:
    """Return what it costs to send an order of which `discounts` come off the items.

    Raises Invalid (422) for a place that the shop does not send to.
    """
    found = await fees.to_send(
        call, offer.items, discounts, to, on_delivery=on_delivery, parameter="receiver"
    )
    regional = fees.part(found, "regional")
    basic = found.prepaid - regional
    benefit, regional_too = reductions.of_shipping(offer)
    regional_off = regional if regional_too else ZERO
    off = ZERO if benefit is None else basic + regional_off
    applied = []
    if benefit is not None and off:
        applied = [reductions.applied(call, benefit, off)]
    if group is not None and group.ship_benefits == "T":
        off, regional_off = found.prepaid, regional
    shipping, surcharges = fees.of_parcels(found)
    return Sending(
        fee=found.prepaid,
        regional=regional,
        fee_off=off,
        regional_off=regional_off,
        shipping=shipping,
        surcharges=surcharges,
        benefits=applied,
    )
