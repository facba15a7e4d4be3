"""Whether units go back on the shelf with a claim, and what sending them back costs."""

from decimal import Decimal
from typing import Final

from openmall.areas.order.claims.shape import Claim
from openmall.areas.store.orders_setting import OrdersSetting
from openmall.contract.money import ZERO

_SHOPS_FAULT: Final = frozenset("BCDFGHJKLVW")
"""Reasons for which the shop is to blame: late, damaged, wrong, defective."""
_BUYERS_WISH: Final = frozenset("AEOP")
"""Reasons that are the buyer's own: a change of mind."""


def recovers(setting: OrdersSetting, claim: Claim, *, paid: bool) -> bool:
    """Say whether a claim puts units back: as whoever made it says, else as the shop's settings."""
    if claim.recover_inventory is not None:
        return claim.recover_inventory == "T"
    if setting.stock_recover == "T":
        return setting.stock_recover_base == "T"
    each = setting.stock_recover_individual
    if claim.kind != "cancellation":
        return each.cancel_return == "T"
    return (each.cancel_after if paid else each.cancel_before) == "T"


def shops_fault(claim: Claim) -> bool:
    """Say whether the shop is to blame for a claim."""
    return claim.claim_reason_type in _SHOPS_FAULT


def return_fee(setting: OrdersSetting, claim: Claim) -> Decimal:
    """Return what the buyer bears of sending items back.

    Nothing where the shop is to blame, the fee of the settings where it is the buyer's wish; where
    the reason says neither, `customer_pays_return_shipping` does.
    """
    if claim.kind != "return" or shops_fault(claim):
        return ZERO
    theirs = claim.claim_reason_type in _BUYERS_WISH
    pays = theirs or setting.customer_pays_return_shipping == "T"
    return setting.return_shipping_fee if pays else ZERO
