"""Events of charges; only the app whose charge it is receives them."""

from datetime import datetime
from decimal import Decimal
from typing import ClassVar, Literal

from msgspec import UNSET, UnsetType

from openmall.contract.events import Event


class AppPaid(Event, frozen=True, kw_only=True):
    """A charge of an app was paid, for the first time or again."""

    event_no: ClassVar[int] = 90157

    event_shop_no: str | UnsetType = UNSET
    client_id: str
    order_id: str
    payed_date: datetime
    currency: str
    amount: str
    channel: Literal["App", "Web"] = "Web"


class AppRefunded(Event, frozen=True, kw_only=True):
    """A payment of a charge was given back."""

    event_no: ClassVar[int] = 90159

    event_shop_no: str | UnsetType = UNSET
    client_id: str
    order_id: str
    currency: str
    refunded_amount: Decimal
    expire_date: datetime | None
    refunded_date: datetime
