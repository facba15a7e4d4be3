"""Parameters of buyers' own orders."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from openmall.commerce.order.claims.takes import ClaimCode
from openmall.commerce.order.orders.takes import ItemCode, OrderPath
from openmall.commerce.order.receivers.shape import Address, Text20, Zipcode

Message = Annotated[str, Meta(max_length=255)]


class OwnClaimPath(OrderPath, frozen=True, kw_only=True):
    claim_code: ClaimCode


class Confirmation(OrderPath, frozen=True, kw_only=True):
    """Items whose purchase a buyer confirms; UNSET: all delivered items."""

    order_item_code: Annotated[list[ItemCode], Meta(max_length=100)] | UnsetType = UNSET


class OwnReceiverChange(OrderPath, frozen=True, kw_only=True):
    """Another address of a parcel, within the same country."""

    name: Text20 | UnsetType = UNSET
    phone: Text20 | UnsetType = UNSET
    cellphone: Text20 | UnsetType = UNSET
    zipcode: Zipcode | UnsetType = UNSET
    address1: Address | UnsetType = UNSET
    address2: Address | UnsetType = UNSET
    shipping_message: Message | UnsetType = UNSET
    shipping_code: str | UnsetType = UNSET
    """Code of the parcel, where an order has several."""
