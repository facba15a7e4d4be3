"""Events of charges; only the app whose charge it is receives them."""

from datetime import datetime
from decimal import Decimal
from typing import ClassVar, Final, Literal, get_args

from msgspec import UNSET, UnsetType

from openmall.contract.events import Event


class ChargeEvent(Event, frozen=True, kw_only=True):
    """An event of what a merchant pays an app for, in the whole mall."""

    event_shop_no: str | UnsetType = UNSET
    client_id: str


class AppPaid(ChargeEvent, frozen=True, kw_only=True):
    """A charge of an app was paid, for the first time or again."""

    event_no: ClassVar[int] = 90157

    order_id: str
    payed_date: datetime
    currency: str
    amount: str
    channel: Literal["App", "Web"] = "Web"


RefundReason = Literal["A", "B", "C", "D", "E", "Z"]
"""A not needed any more, B does not do what was promised, C too expensive, D paid by mistake,
E another app is used, Z another reason."""
REFUND_REASONS: Final[tuple[RefundReason, ...]] = get_args(RefundReason)


class AppRefundRequested(ChargeEvent, frozen=True, kw_only=True):
    """A merchant asked for a payment of a charge back; the payment service has not answered yet."""

    event_no: ClassVar[int] = 90158

    order_id: str
    reason_code: RefundReason
    reason_detail: str
    request_date: datetime


class AppRefunded(ChargeEvent, frozen=True, kw_only=True):
    """A payment of a charge was given back."""

    event_no: ClassVar[int] = 90159

    order_id: str
    currency: str
    refunded_amount: Decimal
    expire_date: datetime | None
    refunded_date: datetime


class AppExpired(ChargeEvent, frozen=True, kw_only=True):
    """What a merchant paid for each month is over."""

    event_no: ClassVar[int] = 90078

    app_name: str
    expired_date: datetime


class AppExtended(ChargeEvent, frozen=True, kw_only=True):
    """A merchant paid for another month."""

    event_no: ClassVar[int] = 90079

    app_name: str
    expire_date: datetime
    previous_expire_date: datetime
    updated_date: datetime
