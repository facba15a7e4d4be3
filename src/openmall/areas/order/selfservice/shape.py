"""What buyers are answered about claims of their own orders."""

from datetime import datetime

from msgspec import Struct

from openmall.areas.order.checkout.shape import Button
from openmall.areas.order.claims.shape import KindName, Step
from openmall.areas.order.orders.item_shape import ReasonType
from openmall.contract.params import Flag


class ClaimableItem(Struct, frozen=True, kw_only=True):
    """An item of one's own order, and what may be asked for now."""

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


class OwnClaim(Struct, frozen=True, kw_only=True):
    """A claim about one's own order."""

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
    """T: it was withdrawn, or the shop refused it."""
    undone_reason: str
    """Why, where the shop shows that."""


class Confirmed(Struct, frozen=True, kw_only=True):
    """Which purchases a buyer confirmed."""

    shop_no: int
    order_id: str
    order_item_code: list[str]
