"""Orders and payments of the platform store as apps read them.

Specification: "Appstore orders" and "Appstore payments" as catalogued.
"""

from datetime import datetime
from decimal import Decimal
from typing import Final, Literal

from msgspec import Struct

from openmall.contract.params import Flag

Currency = Literal["KRW", "USD", "JPY", "PHP"]
"""Currencies of charges."""
CURRENCIES: Final[tuple[Currency, ...]] = ("KRW", "USD", "JPY", "PHP")
Status = Literal["paid", "refund"]
"""paid: the amount was taken; refund: it was given back."""


class AppOrder(Struct, frozen=True, kw_only=True):
    """A charge that an app asks a merchant to confirm."""

    order_id: str
    order_name: str
    order_amount: Decimal
    currency: Currency
    """Of the basic shop; USD where that has another."""
    return_url: str
    """Where the merchant returns to the app."""
    automatic_payment: Flag
    """T: paid again each month until the merchant ends it."""
    created_date: datetime


class CreatedOrder(Struct, frozen=True, kw_only=True):
    """A new charge, and where the merchant confirms it."""

    order_id: str
    order_name: str
    order_amount: Decimal
    currency: Currency
    return_url: str
    automatic_payment: Flag
    confirmation_url: str
    """A page of the back office, valid for thirty days. Shown once."""


class AppPayment(Struct, frozen=True, kw_only=True):
    """A payment of a charge."""

    order_id: str
    payment_status: Status
    title: str
    """The name of the charge."""
    approval_no: str
    payment_gateway_name: str
    payment_method: str
    payment_amount: Decimal
    refund_amount: Decimal
    currency: Currency
    locale_code: str
    """Language of the basic shop."""
    automatic_payment: Flag
    pay_date: datetime
    refund_date: datetime | None
    expiration_date: datetime | None
    """When the next payment is due; null: it is paid once."""
