"""Webhook events of carriers.

Specification: "Events" are "not shown"; fields as catalogued. Fields that no shop can set, such as
weight and box of its usual parcel, are empty.
"""

from typing import ClassVar

from openmall.contract.events import Event


class CarrierDeleted(Event, frozen=True, kw_only=True):
    """Event 90102: a carrier was deleted."""

    event_no: ClassVar[int] = 90102

    sc_id: str
    executor_id: str
    execute_method: str
    """The app that did it."""


class CarrierUpdated(CarrierDeleted, frozen=True, kw_only=True):
    """Event 90101: a carrier was changed: its details, or whether it is the default."""

    event_no: ClassVar[int] = 90101
    audited_by: ClassVar[str] = "sc_id"

    sc_name: str
    is_basic: str
    """T: the default."""
    phone1: str
    phone2: str
    email: str
    shipping_money: str
    homepage: str
    trace_url: str


class CarrierAdded(CarrierUpdated, frozen=True, kw_only=True):
    """Event 90100: a carrier was added. The sender is who runs the shop."""

    event_no: ClassVar[int] = 90100
    audited_by: ClassVar[str] = ""

    sender_name: str
    sender_phone: str
    sender_cellphone: str
    weight: str = ""
    volume: str = ""
    shipping_type: str = "01"
    """01: sending is paid in advance."""
    box_type: str = ""
    sender_zipcode: str
    sender_address1: str
    sender_address2: str
