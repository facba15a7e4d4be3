"""Receivers of orders as apps read and send them.

Specification: resources of the Order area are "not shown"; names and bounds as catalogued.
"""

from datetime import date, datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from openmall.commerce.order.orders.takes import OrderPath
from openmall.contract.params import Flag, LongText, ShortText

Text20 = Annotated[str, Meta(max_length=20)]
Address = Annotated[str, Meta(max_length=255)]
Zipcode = Annotated[str, Meta(min_length=2, max_length=14)]
Clearance = Literal["I", "P", "C"]
"""Customs identifier: I identity card, P passport, C customs code."""
Deliverable = Literal["KR", "CN", "JP", "PH", "US", "TW", "VN"]


class ReceiversQuery(OrderPath, frozen=True, kw_only=True):
    shipping_code: list[str] | UnsetType = UNSET


class Hours(Struct, frozen=True, kw_only=True):
    """Preferred hours of a delivery: `08` and `12`."""

    start_hour: ShortText | UnsetType = UNSET
    end_hour: ShortText | UnsetType = UNSET


class ReceiverChange(OrderPath, frozen=True, kw_only=True):
    """A change of a parcel's receiver."""

    name: Text20 | UnsetType = UNSET
    phone: Text20 | UnsetType = UNSET
    cellphone: Text20 | UnsetType = UNSET
    shipping_message: LongText | UnsetType = UNSET
    name_furigana: ShortText | UnsetType = UNSET
    zipcode: Zipcode | UnsetType = UNSET
    address1: Address | UnsetType = UNSET
    address2: Address | UnsetType = UNSET
    address_state: ShortText | UnsetType = UNSET
    address_city: ShortText | UnsetType = UNSET
    name_en: ShortText | UnsetType = UNSET
    city_en: ShortText | UnsetType = UNSET
    state_en: ShortText | UnsetType = UNSET
    street_en: ShortText | UnsetType = UNSET
    clearance_information_type: Clearance | UnsetType = UNSET
    clearance_information: ShortText | UnsetType = UNSET
    virtual_phone_no: ShortText | UnsetType = UNSET
    wished_delivery_date: date | UnsetType = UNSET
    use_fast_delivery_date: Flag | UnsetType = UNSET
    """T: as soon as possible, on no particular day."""
    wished_delivery_time: Hours | UnsetType = UNSET
    use_fast_delivery_time: Flag | UnsetType = UNSET
    """T: at no particular hour."""
    change_default_shipping_address: Flag = "F"
    """T: the address becomes the default one in the address book of the member who ordered."""


class ReceiverBulkChange(ReceiverChange, frozen=True, kw_only=True):
    """One of several changes; an order with one parcel needs no parcel code."""

    country_code: Deliverable | UnsetType = UNSET
    shipping_code: str | UnsetType = UNSET


class ParcelReceiverChange(ReceiverChange, frozen=True, kw_only=True):
    """A change of the receiver of the parcel in the path."""

    country_code: str | UnsetType = UNSET
    shipping_code: str


class WishedHours(Struct, frozen=True, kw_only=True):
    start_hour: str
    end_hour: str


class Changed(Struct, frozen=True, kw_only=True):
    """The receiver of a parcel after a change."""

    shop_no: int
    name: str
    name_furigana: str
    phone: str
    cellphone: str
    virtual_phone_no: str | None
    zipcode: str
    address1: str
    address2: str
    address_state: str
    address_city: str
    address_street: str
    address_full: str
    name_en: str | None
    city_en: str | None
    state_en: str | None
    street_en: str | None
    country_code: str
    country_name: str | None
    country_name_en: str | None
    shipping_message: str
    shipping_code: str
    clearance_information_type: Clearance | None
    clearance_information: str
    wished_delivery_date: str
    use_fast_delivery_date: Flag
    wished_delivery_time: WishedHours | None
    use_fast_delivery_time: Flag


class Before(Struct, frozen=True, kw_only=True):
    """An earlier receiver of a parcel, and who changed it."""

    shop_no: int
    name: str
    phone: str
    cellphone: str
    zipcode: str
    address1: str
    address2: str
    address_state: str
    address_city: str
    address_street: str
    address_full: str
    name_en: str | None
    city_en: str | None
    state_en: str | None
    street_en: str | None
    country_code: str
    country_name: str | None
    country_name_en: str | None
    shipping_message: str
    updated_date: datetime
    """When it was changed."""
    user_id: str
    user_name: str
    shipping_code: str
