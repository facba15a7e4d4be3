"""Webhook events of carts. Specification: "Events" are "not shown"; fields as catalogued."""

from typing import ClassVar

from openmall.contract.events import Event
from openmall.contract.params import Flag


class CartAdded(Event, frozen=True, kw_only=True):
    """Event 90084: a shopper put a product into the cart."""

    event_no: ClassVar[int] = 90084

    member_id: str
    """Empty for a guest."""
    shipping_type: str
    """A within the country: how far it goes is not known before the order."""
    product_no: int
    variant_code: str
    quantity: int
    """Units that were added."""
    product_bundle: Flag
