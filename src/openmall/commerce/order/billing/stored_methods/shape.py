"""Stored payment methods as their customers see them."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct

from openmall.commerce.order.orders.shape import Method
from openmall.contract.params import Flag, ShopParams

MethodState = Literal["requested", "active", "removed"]
"""requested: the gateway has not stored it yet. removed: it is not charged again."""


class OwnMethod(Struct, frozen=True, kw_only=True):
    """A payment method of the shopper that a gateway has stored, or is to store."""

    shop_no: int
    method_id: str
    payment_method: str
    gateway: str
    state: MethodState
    label: str
    """What the gateway calls it; no card data."""
    agreed_date: datetime | None
    """When the customer agreed to recurring charges."""
    chargeable: Flag
    """T: the shop uses the gateway that stored it, so that a subscription can be paid with it."""


class RequestedMethod(Struct, frozen=True, kw_only=True):
    """A payment method that the customer lets the gateway store next."""

    shop_no: int
    method_id: str
    payment_method: str
    gateway: str
    method_url: str
    """Where the customer lets the gateway store it. Card data is entered there only."""


class MethodDraft(ShopParams, frozen=True, kw_only=True):
    """A payment method to be stored for recurring charges."""

    payment_method: Method = "card"
    agree_recurring_charges: Literal["T"]
    """T: the customer agrees that orders of their subscriptions are charged without them."""


MethodId = Annotated[str, Meta(min_length=1, max_length=32)]


class MethodPath(ShopParams, frozen=True, kw_only=True):
    method_id: MethodId
