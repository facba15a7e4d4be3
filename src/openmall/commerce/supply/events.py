"""Webhook events of suppliers and their users.

Specification: "Events" are "not shown"; fields as catalogued. No operation changes many suppliers
at once (90092).
"""

from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from openmall.contract.events import Event
from openmall.contract.params import Flag


class SupplierEvent(Event, frozen=True, kw_only=True):
    """The fields of a supplier after a change."""

    supplier_code: str
    supplier_name: str
    use_supplier: str
    trading_type: str
    supplier_type: str
    status: str
    payment_type: str
    commission: str
    payment_period: str


class SupplierAdded(SupplierEvent, frozen=True, kw_only=True):
    """Event 90090: a supplier was added."""

    event_no: ClassVar[int] = 90090


class SupplierUpdated(SupplierEvent, frozen=True, kw_only=True):
    """Event 90091: a supplier was changed."""

    event_no: ClassVar[int] = 90091
    audited_by: ClassVar[str] = "supplier_code"


class SupplierDeleted(Event, frozen=True, kw_only=True):
    """Event 90093: a supplier was deleted."""

    event_no: ClassVar[int] = 90093

    supplier_code: str


class UserDeleted(Event, frozen=True, kw_only=True):
    """Event 90115: a user of a supplier, who is a manager of the mall, was deleted."""

    event_no: ClassVar[int] = 90115

    # of the whole mall
    event_shop_no: str | UnsetType = UNSET
    sub_admin_id: str


class UserAdded(UserDeleted, frozen=True, kw_only=True):
    """Event 90113: a user of a supplier was added, who may sign in at once."""

    event_no: ClassVar[int] = 90113

    sub_admin_type: Literal["S"] = "S"
    user_name: str
    available: Flag = "T"


class UserUpdated(UserAdded, frozen=True, kw_only=True):
    """Event 90114: a user of a supplier was changed."""

    event_no: ClassVar[int] = 90114
    audited_by: ClassVar[str] = "sub_admin_id"

    multishop_access_authority: str
    """Numbers of the shops they may see, separated by commas; empty: all."""
