"""Shipments as apps read and send them."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.orders.takes import ItemCode, OrderId, OrderPath
from openmall.contract.params import EntityNo, ShopParams

ShipmentState = Literal["standby", "shipping", "shipped"]
"""Awaiting shipment N21, in transit N30, delivered N40."""
TrackingNo = Annotated[str, Meta(max_length=40)]
Company = str
"""Code of a carrier."""
ShippingCode = str
"""`D-20260301-0000007-00`: a parcel of an order."""
Items = list[ItemCode]


class ParcelItem(Struct, frozen=True, kw_only=True):
    order_item_code: str
    status: ShipmentState | None
    """None: the shop has not begun to send it, or it was returned."""


class Shipment(Struct, frozen=True, kw_only=True):
    """A parcel with a tracking number."""

    shop_no: int
    shipping_code: str
    order_id: str
    tracking_no: str
    tracking_no_updated_date: datetime | None
    shipping_company_code: str
    items: list[ParcelItem]


class Sent(Struct, frozen=True, kw_only=True):
    """A parcel after a change."""

    shop_no: int
    shipping_code: str
    order_id: str
    status: ShipmentState | None
    tracking_no: str | None
    shipping_company_code: str | None
    order_item_code: list[str]
    carrier_id: int
    status_additional_info: str = ""


class ShipmentBulkDraft(ShopParams, frozen=True, kw_only=True):
    """Items of one order to send; the parcel names the order where `order_id` is missing."""

    order_id: OrderId | UnsetType = UNSET
    tracking_no: TrackingNo
    shipping_company_code: Company
    order_item_code: Items | UnsetType = UNSET
    """The items to send; default: all that can be sent."""
    status: Literal["standby", "shipping"]
    shipping_code: ShippingCode | UnsetType = UNSET
    """The parcel with the items."""
    carrier_id: EntityNo | UnsetType = UNSET


class ShipmentDraft(ShipmentBulkDraft, frozen=True, kw_only=True):
    """Items to send of the order in the path."""

    order_id: OrderId


class ShipmentBulkChange(ShopParams, frozen=True, kw_only=True):
    """A change of a parcel's progress or tracking number; its code names the order."""

    order_id: OrderId | UnsetType = UNSET
    shipping_code: ShippingCode
    status: ShipmentState | UnsetType = UNSET
    status_additional_info: Annotated[str, Meta(max_length=30)] | UnsetType = UNSET
    tracking_no: TrackingNo | UnsetType = UNSET
    shipping_company_code: Company | UnsetType = UNSET


class ShipmentChange(ShipmentBulkChange, frozen=True, kw_only=True):
    """A change of a parcel of the order in the path."""

    order_id: OrderId


class ShipmentPath(OrderPath, frozen=True, kw_only=True):
    shipping_code: ShippingCode


class Fulfillment(ShipmentBulkDraft, frozen=True, kw_only=True):
    """Items of one of many orders, sent by a fulfilment provider."""

    tracking_no: Annotated[str, Meta(max_length=30)]
    post_express_flag: Literal["S"] | UnsetType = UNSET
    """S: the post picks it up."""


class Fulfilled(Sent, frozen=True, kw_only=True):
    post_express_flag: Literal["S"] | None
