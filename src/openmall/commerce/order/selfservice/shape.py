"""Claims of their own orders as buyers read them."""

from datetime import datetime

from msgspec import Struct

from openmall.commerce.order.claims.shape import KindName, Step
from openmall.commerce.order.orders.item_shape import ReasonType
from openmall.commerce.order.placement.checkout.shape import Button
from openmall.contract.params import Flag


class ClaimableItem(Struct, frozen=True, kw_only=True):
    """An item of one's own order, and the claims it allows now."""

    shop_no: int
    order_id: str
    order_item_code: str
    product_no: int
    variant_code: str
    product_name: str
    option_value: str
    quantity: int
    order_status: str
    status_text: str
    buttons: list[Button]


class ReviewableItem(Struct, frozen=True, kw_only=True):
    """An item of one's own order that may be reviewed now."""

    shop_no: int
    order_id: str
    order_item_code: str
    product_no: int


class OwnClaim(Struct, frozen=True, kw_only=True):
    """A claim of one's own order."""

    shop_no: int
    order_id: str
    claim_code: str
    kind: KindName
    status: Step
    order_item_code: list[str]
    claim_reason_type: ReasonType | None
    claim_reason: str
    requested_date: datetime | None
    accepted_date: datetime | None
    completed_date: datetime | None
    undone: Flag
    """T: withdrawn, or refused by the shop."""
    undone_reason: str
    """The reason, where the shop shows it."""


class Confirmed(Struct, frozen=True, kw_only=True):
    """The confirmed purchases of a buyer."""

    shop_no: int
    order_id: str
    order_item_code: list[str]
